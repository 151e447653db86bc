import type { Probe } from './probe.ts';
import { loadingProbes } from './probes/loading.ts';
import { scriptProbes } from './probes/scripts.ts';

/** Reading what belongs to the machine or to another page of ours. */
const readingProbes: readonly Probe[] = [
  {
    name: 'a file by fetch',
    sign: 'succeeded',
    attempt: () => fetch('file:///etc/passwd').then((answer) => answer.ok),
  },
  {
    name: 'a file by XMLHttpRequest',
    sign: 'succeeded',
    attempt: () => {
      const request = new XMLHttpRequest();
      request.open('GET', 'file:///etc/passwd');
      request.send();
      return new Promise((resolve) => (request.onloadend = () => resolve(request.responseText.length > 0)));
    },
  },
  {
    name: 'the key page by fetch',
    sign: 'succeeded',
    attempt: () => fetch('app://key/', { mode: 'no-cors' }).then(() => true),
  },
  {
    name: 'our own files by fetch',
    sign: 'succeeded',
    attempt: () => fetch('/').then((answer) => answer.ok),
  },
  {
    name: 'a path outside the map by fetch',
    sign: 'succeeded',
    attempt: () => fetch('/%2e%2e/%2e%2e/package.json').then((answer) => answer.ok),
  },
];

const noSuchDevice = 'a test machine has no such device, and without one the answer is no';

/** Permissions and devices that a page may ask for. The unhardened window grants them: Electron's own answer is yes. */
const permissionProbes: readonly Probe[] = [
  {
    name: 'geolocation',
    sign: 'succeeded',
    attempt: () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve(true),
          // 1 is "permission denied"; everything else is a permission that was granted.
          ({ code }) => resolve(code !== 1),
          { timeout: 300 },
        ),
      ),
  },
  {
    name: 'notifications',
    sign: 'succeeded',
    attempt: async () => (await Notification.requestPermission()) === 'granted',
  },
  {
    name: 'camera and microphone',
    sign: 'succeeded',
    attempt: () =>
      navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name !== 'NotAllowedError',
      ),
  },
  {
    name: 'the screen',
    sign: 'succeeded',
    attempt: () => navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => true),
  },
  {
    name: 'reading the clipboard',
    sign: 'succeeded',
    attempt: () => navigator.clipboard.readText().then(() => true),
  },
  {
    name: 'storage that stays',
    sign: 'succeeded',
    attempt: async () =>
      (await navigator.permissions.query({ name: 'persistent-storage' })).state === 'granted' ||
      (await navigator.storage.persist()),
  },
  {
    name: 'full screen',
    sign: 'succeeded',
    attempt: () => document.documentElement.requestFullscreen().then(() => true),
  },
  {
    name: 'MIDI',
    sign: 'succeeded',
    attempt: () =>
      navigator.requestMIDIAccess({ sysex: true }).then(
        () => true,
        // A machine without MIDI answers "invalid state" once the permission is given.
        (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError',
      ),
  },
  {
    name: 'the pointer',
    sign: 'succeeded',
    attempt: async () => {
      await document.body.requestPointerLock();
      return document.pointerLockElement !== null;
    },
  },
  {
    name: 'being told when nobody is there',
    sign: 'succeeded',
    attempt: async (_target, { call }) => (await call('IdleDetector.requestPermission')) === 'granted',
  },
  {
    name: 'the fonts of the machine',
    sign: 'succeeded',
    attempt: async (_target, { call }) => {
      const fonts = await call('queryLocalFonts');
      return Array.isArray(fonts) && fonts.length > 0;
    },
  },
  {
    name: 'the screens of the machine',
    sign: 'succeeded',
    attempt: async (_target, { call }) => (await call('getScreenDetails')) !== undefined,
  },
  {
    name: 'a device by HID',
    sign: 'succeeded',
    attempt: async (_target, { call }) => {
      const chosen = await call('navigator.hid.requestDevice', { filters: [] });
      return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined;
    },
    unprovable: noSuchDevice,
  },
  {
    name: 'a device by USB',
    sign: 'succeeded',
    attempt: async (_target, { call }) => {
      const chosen = await call('navigator.usb.requestDevice', { filters: [] });
      return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined;
    },
    unprovable: noSuchDevice,
  },
  {
    name: 'a serial port',
    sign: 'succeeded',
    attempt: async (_target, { call }) => {
      const chosen = await call('navigator.serial.requestPort', {});
      return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined;
    },
    unprovable: noSuchDevice,
  },
  {
    name: 'a device by Bluetooth',
    sign: 'succeeded',
    attempt: async (_target, { call }) => {
      const chosen = await call('navigator.bluetooth.requestDevice', { acceptAllDevices: true });
      return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined;
    },
    unprovable: noSuchDevice,
  },
];

/** Ways to another page, in this window or another. */
const leavingProbes: readonly Probe[] = [
  { name: 'window.open', sign: 'window', attempt: ({ http }) => void window.open(http) },
  { name: 'window.open of about:blank', sign: 'window', attempt: () => void window.open('about:blank') },
  { name: 'window.open of our own page', sign: 'window', attempt: () => void window.open('/') },
  {
    name: 'window.open without opener',
    sign: 'window',
    attempt: ({ http }) => void window.open(http, '_blank', 'noopener,popup'),
  },
  {
    name: 'window.open of a blob',
    sign: 'window',
    attempt: (_target, { blob }) => void window.open(blob('<p>stray</p>', 'text/html')),
  },
  {
    name: 'a link to a new window',
    sign: 'window',
    attempt: ({ http }) =>
      Object.assign(document.createElement('a'), { href: http, target: '_blank' }).click(),
  },
  {
    name: 'a form to a new window',
    sign: 'window',
    attempt: ({ http }) => {
      const form = Object.assign(document.createElement('form'), { action: http, target: '_blank' });
      document.body.append(form);
      form.submit();
    },
  },
  { name: 'location', sign: 'moved', attempt: ({ http }) => void (location.href = http) },
  { name: 'location.replace', sign: 'moved', attempt: ({ http }) => location.replace(http) },
  {
    name: 'a link',
    sign: 'moved',
    attempt: ({ http }) => Object.assign(document.createElement('a'), { href: http }).click(),
  },
  {
    name: 'a form by POST',
    sign: 'moved',
    attempt: ({ http }) => {
      const form = Object.assign(document.createElement('form'), { action: http, method: 'post' });
      document.body.append(form);
      form.submit();
    },
  },
  {
    name: 'meta refresh',
    sign: 'moved',
    attempt: ({ http }, { add }) => add('meta', { httpEquiv: 'refresh', content: `0;url=${http}` }),
  },
  { name: 'another page of ours', sign: 'moved', attempt: () => void (location.href = 'app://key/') },
  { name: 'a host of nobody', sign: 'moved', attempt: () => void (location.href = 'app://other/') },
  {
    name: 'a path of nobody',
    sign: 'moved',
    attempt: () => void (location.href = '/assets/../../../etc/passwd'),
  },
  {
    name: 'a blob',
    sign: 'moved',
    attempt: (_target, { blob }) => void (location.href = blob('<p>stray</p>', 'text/html')),
  },
  { name: 'about:blank', sign: 'moved', attempt: () => void (location.href = 'about:blank') },
  {
    name: 'the top of a frame',
    sign: 'moved',
    attempt: ({ http }, { add }) => {
      add('iframe', { name: 'stray' });
      const link = Object.assign(document.createElement('a'), { href: http, target: '_top' });
      frames[0]?.document.body.append(link);
      link.click();
    },
  },
  {
    name: 'a data: address',
    sign: 'moved',
    attempt: () => void (location.href = 'data:text/html,stray'),
    unprovable: 'Chromium itself keeps a page from going there',
  },
  {
    name: 'a file',
    sign: 'moved',
    attempt: () => void (location.href = 'file:///etc/passwd'),
  },
  {
    name: 'view-source:',
    sign: 'moved',
    attempt: () => void (location.href = 'view-source:app://main/'),
  },
  {
    name: 'chrome:',
    sign: 'moved',
    attempt: () => void (location.href = 'chrome://gpu'),
  },
  {
    name: 'devtools:',
    sign: 'moved',
    attempt: () => void (location.href = 'devtools://devtools/bundled/inspector.html'),
  },
];

/** The escape battery (A4): every attempt, from the first that a page would try to the last. */
export const probes: readonly Probe[] = [
  ...loadingProbes,
  ...scriptProbes,
  ...readingProbes,
  ...permissionProbes,
  ...leavingProbes,
];

import type { Probe } from '../probe.ts';

const noSuchDevice = 'a test machine has no such device, and without one the answer is no';

/** Permissions and devices that a page may ask for. The unhardened window grants them: Electron's own answer is yes. */
export const permissionProbes: readonly Probe[] = [
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

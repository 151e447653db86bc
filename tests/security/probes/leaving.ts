import type { Probe } from '../probe.ts';

/** Ways to another page, in this window or another. */
export const leavingProbes: readonly Probe[] = [
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

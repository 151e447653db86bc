import type { Probe } from '../probe.ts';

/** Ways from text to a running script. */
export const scriptProbes: readonly Probe[] = [
  { name: 'eval', sign: 'succeeded', attempt: () => globalThis.eval('true') as unknown },
  { name: 'Function', sign: 'succeeded', attempt: () => new Function('return true')() as unknown },
  {
    name: 'setTimeout with text',
    sign: 'succeeded',
    attempt: () => {
      setTimeout('globalThis.strayTimer = true');
      return new Promise((resolve) => setTimeout(() => resolve('strayTimer' in globalThis), 50));
    },
  },
  {
    name: 'innerHTML',
    sign: 'arrived',
    attempt: ({ http }) => void (document.body.innerHTML = `<img src="${http}">`),
  },
  {
    name: 'an event handler in innerHTML',
    sign: 'succeeded',
    attempt: () => {
      document.body.innerHTML = '<img src="app://main/none" onerror="globalThis.strayHandler = true">';
      return new Promise((resolve) => setTimeout(() => resolve('strayHandler' in globalThis), 200));
    },
  },
  {
    name: 'insertAdjacentHTML',
    sign: 'arrived',
    attempt: ({ http }) => document.body.insertAdjacentHTML('beforeend', `<img src="${http}">`),
  },
  {
    name: 'createContextualFragment',
    sign: 'arrived',
    attempt: ({ http }) =>
      document.body.append(
        document.createRange().createContextualFragment(`<script src="${http}"></script>`),
      ),
  },
  {
    name: 'document.write',
    sign: 'arrived',
    attempt: ({ http }) => document.write(`<img src="${http}">`),
  },
  {
    name: 'DOMParser',
    sign: 'arrived',
    attempt: ({ http }) => {
      const parsed = new DOMParser().parseFromString(`<img src="${http}">`, 'text/html');
      document.body.append(document.adoptNode(parsed.body));
    },
  },
  {
    name: 'srcdoc of an iframe',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('iframe', { srcdoc: `<img src="${http}">` }),
  },
  {
    name: 'text of a script element',
    sign: 'succeeded',
    attempt: (_target, { add }) => {
      add('script', { text: 'globalThis.strayScript = true' });
      return 'strayScript' in globalThis;
    },
  },
  {
    name: 'text of a script element with the page’s nonce',
    sign: 'succeeded',
    attempt: (_target, { add, nonce }) => {
      const script = document.createElement('script');
      script.nonce = nonce;
      script.append('globalThis.strayNonceScript = true');
      document.head.append(script);
      add('p', {});
      return 'strayNonceScript' in globalThis;
    },
  },
  {
    name: 'an event handler attribute',
    sign: 'succeeded',
    attempt: () => {
      const button = document.createElement('button');
      button.setAttribute('onclick', 'globalThis.strayClick = true');
      button.click();
      return 'strayClick' in globalThis;
    },
  },
  {
    name: 'a javascript: link',
    sign: 'succeeded',
    attempt: () => {
      Object.assign(document.createElement('a'), {
        href: 'javascript:void (globalThis.strayLink = true)',
      }).click();
      return new Promise((resolve) => setTimeout(() => resolve('strayLink' in globalThis), 100));
    },
  },
  {
    name: 'import() of a blob',
    sign: 'succeeded',
    attempt: async (_target, { blob }) => {
      const address = blob('export const stray = true', 'text/javascript');
      const stray: unknown = await import(/* @vite-ignore */ address);
      return stray !== undefined;
    },
  },
  {
    name: 'import() of a data: address',
    sign: 'succeeded',
    attempt: async () => {
      const address = 'data:text/javascript,export const stray = true';
      const stray: unknown = await import(/* @vite-ignore */ address);
      return stray !== undefined;
    },
  },
  {
    name: 'WebAssembly',
    sign: 'succeeded',
    attempt: () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true),
  },
  {
    name: 'a service worker',
    sign: 'succeeded',
    attempt: () => navigator.serviceWorker.register('/worker.js').then(() => true),
  },
  {
    name: 'a second Trusted Types policy',
    sign: 'succeeded',
    attempt: (_target, { call }) => {
      call('trustedTypes.createPolicy', 'stray', { createHTML: (text: string) => text });
      return true;
    },
  },
  {
    name: 'a frame that inherits the requests',
    sign: 'succeeded',
    attempt: () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow !== null && 'namedesk' in frame.contentWindow;
    },
    unprovable: 'the unhardened window has no preload',
  },
];

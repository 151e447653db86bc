import type { Probe } from '../probe.ts';

/** Things that a page loads, and in doing so tells somebody something. */
export const loadingProbes: readonly Probe[] = [
  { name: 'fetch', sign: 'arrived', attempt: ({ http }) => fetch(http, { mode: 'no-cors' }) },
  {
    name: 'fetch that outlives the page',
    sign: 'arrived',
    attempt: ({ http }) => fetch(http, { mode: 'no-cors', method: 'POST', keepalive: true, body: 'secret' }),
  },
  {
    name: 'XMLHttpRequest',
    sign: 'arrived',
    attempt: ({ http }) => {
      const request = new XMLHttpRequest();
      request.open('POST', http);
      request.send('secret');
    },
  },
  { name: 'WebSocket', sign: 'arrived', attempt: ({ port }) => new WebSocket(`ws://127.0.0.1:${port}`) },
  { name: 'EventSource', sign: 'arrived', attempt: ({ http }) => new EventSource(http) },
  { name: 'sendBeacon', sign: 'arrived', attempt: ({ http }) => void navigator.sendBeacon(http, 'secret') },
  { name: 'img', sign: 'arrived', attempt: ({ http }, { add }) => add('img', { src: `${http}/?secret` }) },
  {
    name: 'img srcset',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('img', { srcset: `${http}/ 1x` }),
  },
  {
    name: 'video',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('video', { src: http, preload: 'auto' }),
  },
  { name: 'video poster', sign: 'arrived', attempt: ({ http }, { add }) => add('video', { poster: http }) },
  {
    name: 'audio',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('audio', { src: http, preload: 'auto' }),
  },
  { name: 'script', sign: 'arrived', attempt: ({ http }, { add }) => add('script', { src: http }) },
  { name: 'import()', sign: 'arrived', attempt: ({ http }) => import(/* @vite-ignore */ http) },
  { name: 'iframe', sign: 'arrived', attempt: ({ http }, { add }) => add('iframe', { src: http }) },
  { name: 'object', sign: 'arrived', attempt: ({ http }, { add }) => add('object', { data: http }) },
  { name: 'embed', sign: 'arrived', attempt: ({ http }, { add }) => add('embed', { src: http }) },
  { name: 'webview', sign: 'arrived', attempt: ({ http }, { add }) => add('webview', { src: http }) },
  {
    name: 'stylesheet',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('link', { rel: 'stylesheet', href: http }),
  },
  {
    name: 'stylesheet with the page’s nonce',
    sign: 'arrived',
    attempt: ({ http }, { add, nonce }) => add('link', { rel: 'stylesheet', nonce, href: http }),
  },
  {
    name: '@import with the page’s nonce',
    sign: 'arrived',
    attempt: ({ http }, { add, nonce }) =>
      add('style', { nonce, textContent: `@import url(${http}/?secret);` }),
  },
  {
    name: 'url() in a style',
    sign: 'arrived',
    attempt: ({ http }) => void (document.body.style.backgroundImage = `url(${http}/?secret)`),
  },
  {
    name: 'url() in a constructed style sheet',
    sign: 'arrived',
    attempt: ({ http }) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`body { border-image-source: url(${http}/?secret) }`);
      document.adoptedStyleSheets = [sheet];
    },
  },
  { name: 'font', sign: 'arrived', attempt: ({ http }) => new FontFace('Stray', `url(${http})`).load() },
  {
    name: 'image in an SVG',
    sign: 'arrived',
    attempt: ({ http }) => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
      image.setAttribute('href', http);
      svg.append(image);
      document.body.append(svg);
    },
  },
  {
    name: 'base',
    sign: 'arrived',
    attempt: ({ http }, { add }) => {
      add('base', { href: http });
      add('img', { src: 'picture.png' });
    },
  },
  {
    name: 'preload',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('link', { rel: 'preload', as: 'image', href: http }),
  },
  {
    name: 'prefetch',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('link', { rel: 'prefetch', href: http }),
  },
  {
    name: 'modulepreload',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('link', { rel: 'modulepreload', href: http }),
  },
  {
    name: 'preconnect',
    sign: 'arrived',
    attempt: ({ http }, { add }) => add('link', { rel: 'preconnect', href: http }),
    unprovable: 'Electron 42 on Linux connects for nobody’s preconnect',
  },
  {
    name: 'ping of a link',
    sign: 'arrived',
    attempt: ({ http }) => Object.assign(document.createElement('a'), { href: '#here', ping: http }).click(),
  },
  {
    name: 'WebRTC over UDP (STUN)',
    sign: 'arrived',
    attempt: async ({ port }) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
      peer.createDataChannel('stray');
      await peer.setLocalDescription(await peer.createOffer());
    },
  },
  {
    name: 'WebRTC over TCP (TURN)',
    sign: 'arrived',
    attempt: async ({ port }) => {
      const urls = `turn:127.0.0.1:${port}?transport=tcp`;
      const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
      peer.createDataChannel('stray');
      await peer.setLocalDescription(await peer.createOffer());
    },
  },
  {
    name: 'WebTransport',
    sign: 'arrived',
    attempt: ({ port }) => void new WebTransport(`https://127.0.0.1:${port}`).ready.catch(() => undefined),
  },
  {
    name: 'a request from a worker',
    sign: 'arrived',
    attempt: ({ http }, { blob }) =>
      new Worker(blob(`fetch('${http}', { mode: 'no-cors' })`, 'text/javascript')),
  },
  {
    name: 'a request from a shared worker',
    sign: 'arrived',
    attempt: ({ http }, { blob }) =>
      new SharedWorker(blob(`fetch('${http}', { mode: 'no-cors' })`, 'text/javascript')),
  },
  {
    name: 'a download',
    sign: 'arrived',
    attempt: ({ http }) => Object.assign(document.createElement('a'), { href: http, download: 'x' }).click(),
  },
];

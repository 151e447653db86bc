import type { App, WebContents } from 'electron';

/** Keeps every page, of whatever window or frame, where it is: from the moment it is made. Call before `ready`. */
export function confineEveryPage(app: App): void {
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  // Content security policy does not cover WebRTC: a STUN request would leave by UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

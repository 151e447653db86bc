import { type BrowserWindow, MessageChannelMain } from 'electron';
import { sessionPortMessage } from '#shared/ipc/session-port.ts';
import type { OpenPagePort } from '../ipc/session-views.ts';

/** Hands one end of a new channel to the page of `window`. The preload passes it on to the page's own world. */
export const createOpenPagePort =
  (window: BrowserWindow): OpenPagePort =>
  (viewId, onGone) => {
    const { port1, port2 } = new MessageChannelMain();
    port1.on('close', onGone);
    port1.start();
    window.webContents.postMessage(sessionPortMessage, viewId, [port2]);
    return {
      send: (message) => port1.postMessage(message),
      close: () => port1.close(),
    };
  };

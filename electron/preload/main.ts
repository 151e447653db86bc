import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { eventNames, routes } from '../route-names.ts';
import { channelOf, eventChannelOf } from '#shared/routes.ts';
import { type SessionPortArrival, sessionPortMessage } from '#shared/areas/session-port.ts';
import { whenCalm } from './when-calm.ts';

// Only names: no schema, no `ipcRenderer` and no event object reach the page. Main parses all data, in both directions,
// and the names are those of the actions: so the casts below state what main proves.

const request = (area: string, method: string) => (input: unknown) =>
  ipcRenderer.invoke(channelOf(area, method), input);

const subscribe = (event: string) => (listener: (payload: never) => void) => {
  const heard = (_event: unknown, payload: unknown): void => listener(payload as never);
  ipcRenderer.on(eventChannelOf(event), heard);
  return () => void ipcRenderer.off(eventChannelOf(event), heard);
};

const each = <U>(names: readonly string[], made: (name: string) => U) =>
  Object.fromEntries(names.map((name) => [name, made(name)]));

const bridge = {
  request: each(Object.keys(routes), (area) => each(routes[area] ?? [], (method) => request(area, method))),
  on: each(eventNames, subscribe),
};

contextBridge.exposeInMainWorld('namedesk', bridge);

// A port cannot cross the context bridge; it is sent to the page's main world as a window message.
ipcRenderer.on(sessionPortMessage, ({ ports }, viewId: string) => {
  const arrival: SessionPortArrival = { kind: sessionPortMessage, viewId };
  window.postMessage(arrival, location.origin, [...ports]);
});

// Chromium keeps the files that the page was loaded from in its memory cache until it needs the room: a sixth of the
// page's memory (measured). The page never loads the same file twice, so nothing has to be fetched again.
whenCalm(() => webFrame.clearCache(), {
  page: window,
  later(call, durationMs) {
    const timer = setTimeout(call, durationMs);
    return () => clearTimeout(timer);
  },
});

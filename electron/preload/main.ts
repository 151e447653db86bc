import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { type Bridge, channelOf, eventChannelOf, eventNames, routes } from '#shared/routes.ts';
import { type SessionPortArrival, sessionPortMessage } from '#shared/areas/session-port.ts';
import { whenCalm } from './when-calm.ts';

// Names only: no schema, no `ipcRenderer` and no event object reach the page. What crosses is parsed in main, on the way in
// and on the way out, and the route table fits the contract or does not compile: so the casts below say what main proves.

const request = (area: string, method: string) => (input: unknown) =>
  ipcRenderer.invoke(channelOf(area, method), input);

const subscribe = (event: string) => (listener: (payload: never) => void) => {
  const heard = (_event: unknown, payload: unknown): void => listener(payload as never);
  ipcRenderer.on(eventChannelOf(event), heard);
  return () => void ipcRenderer.off(eventChannelOf(event), heard);
};

const each = <T, U>(table: Readonly<Record<string, T>>, made: (name: string, entry: T) => U) =>
  Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, made(name, entry)]));

const bridge = {
  request: each<object, unknown>(routes, (area, methods) =>
    each(methods as Record<string, true>, (method) => request(area, method)),
  ),
  on: each(eventNames, subscribe),
} as unknown as Bridge;

contextBridge.exposeInMainWorld('namedesk', bridge);

// A port does not cross the bridge; it goes to the page's own world as a message of the window to itself.
ipcRenderer.on(sessionPortMessage, ({ ports }, viewId: string) => {
  const arrival: SessionPortArrival = { kind: sessionPortMessage, viewId };
  window.postMessage(arrival, location.origin, [...ports]);
});

// What the page was loaded from stays in Chromium's cache for as long as nothing else wants the room: a sixth of all that the
// page holds (measured). The page never loads the same file twice, so nothing is fetched again.
whenCalm(() => webFrame.clearCache(), {
  page: window,
  later(call, durationMs) {
    const timer = setTimeout(call, durationMs);
    return () => clearTimeout(timer);
  },
});

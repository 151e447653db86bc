import {
  type SessionPortArrival,
  sessionPortMessage,
  type SessionPortMessage,
} from '#shared/ipc/session-port.ts';

/** How the page gets a session's findings. */
export interface SessionPorts {
  /**
   * Listens for one view's port: call it before `sessions.open`. The returned function ends the listening and closes the
   * port.
   *
   * @param onLost Told when the other end is gone, so that nothing comes any more.
   */
  readonly receive: (
    viewId: string,
    listener: (message: SessionPortMessage) => void,
    onLost?: () => void,
  ) => () => void;
}

interface Listener {
  readonly onMessage: (message: SessionPortMessage) => void;
  readonly onLost: () => void;
}

/** Takes the ports that the preload hands over to `page`; one that nobody waits for is closed. */
export function createSessionPorts(page: Window): SessionPorts {
  const listeners = new Map<string, Listener>();
  const open = new Map<string, MessagePort>();

  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [port] = event.ports;
    if (event.source !== page || port === undefined || !isArrival(event.data)) return;
    const { viewId } = event.data;
    const listener = listeners.get(viewId);
    if (listener === undefined) {
      port.close();
      return;
    }
    open.set(viewId, port);
    // Main alone holds the other end, and `session-port.ts` is what it sends.
    port.onmessage = (sent: MessageEvent<SessionPortMessage>) => listener.onMessage(sent.data);
    port.addEventListener('close', () => {
      if (listeners.get(viewId) === listener) listener.onLost();
    });
  });

  return {
    receive(viewId, onMessage, onLost = () => undefined) {
      listeners.set(viewId, { onMessage, onLost });
      return () => {
        listeners.delete(viewId);
        open.get(viewId)?.close();
        open.delete(viewId);
      };
    },
  };
}

const isArrival = (sent: unknown): sent is SessionPortArrival =>
  typeof sent === 'object' &&
  sent !== null &&
  'kind' in sent &&
  sent.kind === sessionPortMessage &&
  'viewId' in sent &&
  typeof sent.viewId === 'string';

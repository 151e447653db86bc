import {
  type SessionPortArrival,
  sessionPortMessage,
  type SessionPortMessage,
} from '#shared/areas/session-port.ts';

/** Message ports that bring a session's findings to the page. */
export interface SessionPorts {
  /**
   * Listens for one view's port; call it before `sessions.open`. The returned function stops listening and closes the port.
   *
   * @param onLost Called when the other end is gone, so that no more messages come.
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

/** Accepts the ports that the preload transfers to `page`; a port without a listener is closed. */
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
    // Only main holds the other end, and it sends the messages of `session-port.ts`.
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

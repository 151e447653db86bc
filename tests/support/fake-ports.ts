import type { SessionPortMessage } from '#shared/areas/session-port.ts';
import type { SessionPorts } from '../../renderer/src/bridge.ts';

export interface FakePorts extends SessionPorts {
  /** Sends as main would, to the view that waits for it. */
  readonly send: (viewId: string, message: SessionPortMessage) => void;
  /** Cuts the port of a view, as when the other end is gone. */
  readonly lose: (viewId: string) => void;
  /** The views that listen now. */
  readonly listening: () => readonly string[];
}

interface Listener {
  readonly onMessage: (message: SessionPortMessage) => void;
  readonly onLost: () => void;
}

/** Session ports in memory. */
export function createFakePorts(): FakePorts {
  const listeners = new Map<string, Listener>();
  return {
    receive(viewId, onMessage, onLost = () => undefined) {
      listeners.set(viewId, { onMessage, onLost });
      return () => void listeners.delete(viewId);
    },
    send: (viewId, message) => listeners.get(viewId)?.onMessage(message),
    lose: (viewId) => listeners.get(viewId)?.onLost(),
    listening: () => [...listeners.keys()],
  };
}

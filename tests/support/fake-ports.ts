import type { SessionPortMessage } from '#shared/ipc/session-port.ts';
import type { SessionPorts } from '../../renderer/src/lib/session-ports.ts';

export interface FakePorts extends SessionPorts {
  /** Sends as main would, to the view that waits for it. */
  readonly send: (viewId: string, message: SessionPortMessage) => void;
  /** The views that listen now. */
  readonly listening: () => readonly string[];
}

/** Session ports in memory. */
export function createFakePorts(): FakePorts {
  const listeners = new Map<string, (message: SessionPortMessage) => void>();
  return {
    receive(viewId, listener) {
      listeners.set(viewId, listener);
      return () => void listeners.delete(viewId);
    },
    send: (viewId, message) => listeners.get(viewId)?.(message),
    listening: () => [...listeners.keys()],
  };
}

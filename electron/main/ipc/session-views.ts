import type { Session } from '#shared/domain/session.ts';
import type { SessionPortMessage } from '#shared/ipc/session-port.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Sessions } from '../lookups/sessions/sessions.ts';

/** The main process's end of a MessagePort whose other end the page has. */
export interface PagePort {
  readonly send: (message: SessionPortMessage) => void;
  readonly close: () => void;
}

/**
 * Hands a port to the page under a view's id.
 *
 * @param onGone Told once when the page's end is closed: the view was left, or the page reloaded or died.
 */
export type OpenPagePort = (viewId: string, onGone: () => void) => PagePort;

/** The sessions that the page looks at, each view with a port of its own. */
export interface SessionViews {
  /** Fails with: what `Sessions.open` fails with. */
  readonly open: (sessionId: string, viewId: string) => Promise<Result<Session>>;
  /** An unknown id is passed over: the page may just have gone. */
  readonly close: (viewId: string) => void;
}

export function createSessionViews(sessions: Pick<Sessions, 'open'>, openPort: OpenPagePort): SessionViews {
  const closers = new Map<string, () => void>();

  function close(viewId: string): void {
    closers.get(viewId)?.();
    closers.delete(viewId);
  }

  return {
    async open(sessionId, viewId) {
      close(viewId);
      let port: PagePort | null = null;
      // What changes before the opening is on its way is in the opening.
      const opened = await sessions.open(sessionId, (changed) => port?.send({ kind: 'frame', ...changed }));
      if (!opened.ok) return opened;
      const { session, names, codes, checkedAt } = opened.value;
      const opening = openPort(viewId, () => close(viewId));
      port = opening;
      closers.set(viewId, () => {
        opened.value.close();
        opening.close();
      });
      opening.send({ kind: 'opening', sessionId, names, tlds: session.tlds, codes, checkedAt });
      return ok(session);
    },
    close,
  };
}

import type { SessionPortMessage } from '#shared/areas/session-port.ts';
import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Sessions } from '../lookups/sessions.ts';

/** What says to the page's port, through main. */
interface PagePort {
  readonly send: (message: SessionPortMessage) => void;
  readonly close: () => void;
}

/**
 * Sends a port to the page under a view's id.
 *
 * @param onGone Called once when the page's end is closed: the view was closed, or the page reloaded or crashed.
 */
export type OpenPort = (viewId: string, onGone: () => void) => PagePort;

/** The sessions shown by the page, each view with its own port. */
export interface SessionViews {
  /** Fails with: what `Sessions.open` fails with. */
  readonly open: (sessionId: string, viewId: string) => Promise<Result<Session>>;
  /** An unknown id is ignored: the page may just have gone. */
  readonly close: (viewId: string) => void;
}

export function createSessionViews(sessions: Pick<Sessions, 'open'>, openPort: OpenPort): SessionViews {
  const closers = new Map<string, () => void>();

  function close(viewId: string): void {
    closers.get(viewId)?.();
    closers.delete(viewId);
  }

  return {
    async open(sessionId, viewId) {
      close(viewId);
      let port: PagePort | null = null;
      // Changes before the `opening` message is sent are included in it.
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

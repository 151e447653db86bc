import type { Session } from '#shared/domain/session.ts';
import type { Timer } from '../../connections/throttle.ts';

export type Announce = (changed: readonly Session[], removed: readonly string[]) => void;

/** Tells of sessions that are not as they were, at most four times a second. */
export interface Announcer {
  /** @param session Asked when it is told: it may have changed once more. */
  readonly changed: (id: string, session: () => Session) => void;
  readonly removed: (id: string) => void;
}

const everyMs = 250;

export function createAnnouncer(announce: Announce, timer: Timer): Announcer {
  const changed = new Map<string, () => Session>();
  const removed = new Set<string>();
  /** For ever: what was on its way when a session was removed must not bring it back. */
  const gone = new Set<string>();
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let isAsleep = false;

  function tell(): void {
    isAsleep = false;
    toldAtMs = timer.nowMs();
    const sessions = [...changed.values()].map((session) => session());
    const gone = [...removed];
    changed.clear();
    removed.clear();
    announce(sessions, gone);
  }

  function plan(): void {
    if (isAsleep) return;
    isAsleep = true;
    void timer.sleep(Math.max(0, toldAtMs + everyMs - timer.nowMs())).then(tell);
  }

  return {
    changed(id, session) {
      if (gone.has(id)) return;
      changed.set(id, session);
      plan();
    },
    removed(id) {
      changed.delete(id);
      removed.add(id);
      gone.add(id);
      plan();
    },
  };
}

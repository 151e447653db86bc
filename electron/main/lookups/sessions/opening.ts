import { fail, ok } from '#shared/result.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { setShortlisted } from '../../workspace/sessions/matrix.ts';
import type { Announcer } from './announcer.ts';
import { type LiveSession, sessionOf } from './live-session.ts';
import type { Registry } from './registry.ts';
import type { OpenSession, Sessions } from './sessions.ts';

export interface OpeningDeps {
  readonly kept: Workspace['sessions'];
  readonly registry: Registry;
  readonly announcer: Announcer;
}

/** Looking at a session, and marking its cells. */
export type Opening = Pick<Sessions, 'open' | 'shortlist'>;

export function createOpening({ kept, registry, announcer }: OpeningDeps): Opening {
  function opened(live: LiveSession, watcher: Parameters<Sessions['open']>[1]): OpenSession {
    live.users += 1;
    live.frames.watch(watcher);
    let isOpen = true;
    return {
      session: sessionOf(live),
      names: live.names,
      codes: live.matrix.codes.slice(),
      checkedAt: live.matrix.checkedAt.slice(),
      close() {
        if (!isOpen) return;
        isOpen = false;
        live.frames.leave(watcher);
        live.users -= 1;
        registry.release(live);
      },
    };
  }

  function mark(live: LiveSession, cells: readonly number[], isOn: boolean, shortlisted: number): void {
    for (const cell of cells) {
      if (setShortlisted(live.matrix, cell, isOn)) live.frames.add(cell);
    }
    live.frames.touch();
    live.record = { ...live.record, shortlisted };
  }

  return {
    // The watcher of one view may be the very function of another one.
    open: (id, watcher) =>
      registry.using(id, (live) => Promise.resolve(ok(opened(live, (changed) => watcher(changed))))),
    async shortlist(id, cells, isOn) {
      const found = await registry.record(id);
      if (!found.ok) return found;
      const count = found.value.names * found.value.tlds.length;
      if (cells.some((cell) => !Number.isInteger(cell) || cell < 0 || cell >= count)) return noSuchCell;
      const kept_ = await kept.shortlist({ id, cells: [...cells], isOn });
      if (!kept_.ok) return kept_;
      const { shortlisted } = kept_.value;
      const live = registry.liveOf(id);
      if (live !== undefined) mark(live, cells, isOn, shortlisted);
      announcer.changed(id, () => registry.session({ ...found.value, shortlisted }));
      return ok({ shortlisted });
    },
  };
}

const noSuchCell = fail({ kind: 'invalid-input', field: 'cells', reason: 'There is no such cell' } as const);

import type { SessionFrame, SessionOpening, SessionPortMessage } from '#shared/ipc/session-port.ts';
import type { StoreApi } from 'zustand/vanilla';
import { valueOf } from '../../../lib/remote.ts';
import type { SessionDeps, SessionState } from './session-state.ts';
import type { ShownRows } from './shown-rows.ts';
import type { SidePanel } from './side-panel.ts';

export interface Following {
  /** Listens for a new view of the session; the one before is let go. */
  readonly begin: () => { readonly viewId: string; readonly wasTold: () => boolean };
  readonly end: () => void;
}

interface Followers {
  readonly rows: ShownRows;
  readonly panel: SidePanel;
}

/** Follows what is told of the session: its findings over the port, its state and its end by `sessions.changed`. */
export function createFollowing(
  store: StoreApi<SessionState>,
  deps: SessionDeps,
  followers: Followers,
): Following {
  const { getState: get, setState: set } = store;
  const { request, on, ports, newId, times } = deps;
  const findings = createFindings(store, deps, followers);
  let end = (): void => undefined;

  function listen(viewId: string, note: () => void): () => void {
    const slow = setTimeout(() => {
      if (get().port === 'opening') set({ port: 'slow' });
    }, times.slow);
    const stops = [
      () => clearTimeout(slow),
      ports.receive(viewId, findings.take, () => set({ port: 'lost' })),
      on['sessions.changed'](({ sessions, removed }) => {
        const changed = sessions.find(({ id }) => id === deps.sessionId);
        if (removed.includes(deps.sessionId)) set({ isRemoved: true });
        if (changed === undefined) return;
        note();
        set({ session: { status: 'ready', value: changed } });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      void request.sessions.close({ viewId });
    };
  }

  return {
    begin() {
      end();
      const viewId = newId();
      let told = false;
      end = listen(viewId, () => (told = true));
      return { viewId, wasTold: () => told };
    },
    end() {
      end();
      end = () => undefined;
      findings.end();
    },
  };
}

interface FindingsToldOf {
  readonly take: (message: SessionPortMessage) => void;
  readonly end: () => void;
}

function createFindings(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { createModel, times }: SessionDeps,
  { rows, panel }: Followers,
): FindingsToldOf {
  let counting: ReturnType<typeof setTimeout> | undefined;

  const recount = (): void => {
    counting = undefined;
    set({ counted: get().counted + 1 });
  };

  function open(opening: SessionOpening): void {
    set({ model: createModel(opening), port: 'open', counted: get().counted + 1 });
    rows.refresh();
    panel.read();
  }

  function frame(told: SessionFrame): void {
    const { model, session } = get();
    if (model === null) return;
    model.apply(told);
    counting ??= setTimeout(recount, times.counts);
    const known = valueOf(session);
    if (known !== null && session.status === 'ready')
      set({ session: { ...session, value: { ...known, left: told.left, pace: told.pace } } });
    rows.follow(told.cells.length);
    panel.follow(told.cells);
  }

  return {
    take: (message) => (message.kind === 'opening' ? open(message) : frame(message)),
    end() {
      clearTimeout(counting);
      counting = undefined;
    },
  };
}

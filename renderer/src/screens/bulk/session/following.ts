import type { SessionFrame, SessionOpening } from '#shared/ipc/session-port.ts';
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
  { rows, panel }: Followers,
): Following {
  const { getState: get, setState: set } = store;
  const { request, on, ports, newId, times } = deps;
  const counting = createCounting(store, times.counts);
  let end = (): void => undefined;

  function open(opening: SessionOpening): void {
    set({ model: deps.createModel(opening), port: 'open', counted: get().counted + 1 });
    rows.refresh();
    panel.read();
  }

  function frame(told: SessionFrame): void {
    const { model, session } = get();
    if (model === null) return;
    model.apply(told);
    const known = valueOf(session);
    if (known !== null && session.status === 'ready')
      set({ session: { ...session, value: { ...known, left: told.left, pace: told.pace } } });
    counting.soon();
    rows.follow(told.cells.length);
    panel.follow(told.cells);
  }

  function listen(viewId: string, note: () => void): () => void {
    const slow = setTimeout(() => {
      if (get().port === 'opening') set({ port: 'slow' });
    }, times.slow);
    const stops = [
      () => clearTimeout(slow),
      ports.receive(
        viewId,
        (message) => (message.kind === 'opening' ? open(message) : frame(message)),
        () => set({ port: 'lost' }),
      ),
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
      counting.end();
    },
  };
}

/** Has the counts drawn anew a few times a second, however many frames there are. */
function createCounting({ getState: get, setState: set }: StoreApi<SessionState>, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        set({ counted: get().counted + 1 });
      }, everyMs);
    },
    end(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

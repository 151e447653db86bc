import type { AppError } from '#shared/app-error.ts';
import type { Change, NextStep } from '#shared/domain/change.ts';
import type { Bridge, Output } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatest, idle, loading, type Remote, valueOf } from '../../../lib/remote.ts';

export type Story = Output<'changes', 'find'>;
export type Personal = Output<'changes', 'personal'>['roles'];
/** What can be done at once, without a further question. */
export type Deed = Exclude<NextStep, 'settle'>;

export interface OneState {
  readonly id: string | null;
  readonly story: Remote<Story>;
  readonly doing: NextStep | null;
  /** Why what was asked for last could not be done. */
  readonly error: AppError | null;
  /** Shown only when asked for, and forgotten with the change. */
  readonly personal: Remote<Personal>;
}

export interface OneStore extends StoreApi<OneState> {
  readonly actions: {
    readonly open: (id: string | null) => void;
    readonly readAgain: () => void;
    readonly act: (deed: Deed) => Promise<Result<Change> | null>;
    readonly settle: (as: 'applied' | 'not-applied', note: string) => Promise<Result<Change> | null>;
    readonly showPersonal: () => Promise<void>;
    readonly hidePersonal: () => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
}

const nothing: OneState = { id: null, story: idle, doing: null, error: null, personal: idle };

/** The change that is looked at, with its story; live. */
export function createOneStore({ request: { changes: ask }, on }: Deps): OneStore {
  const store = createStore<OneState>(() => nothing);
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function read(id: string): Promise<void> {
    const isLatest = latest.begin();
    set({ story: loading(get().story) });
    const result = await ask.find({ id });
    if (!isLatest()) return;
    if (result.ok) set({ story: { status: 'ready', value: result.value } });
    else set({ story: { status: 'failed', error: result.error, before: valueOf(get().story) } });
  }

  /** The change is shown as it was told at once; its story follows. What is personal goes when it closes. */
  function take(change: Change): void {
    const known = valueOf(get().story);
    if (known !== null) set({ story: { status: 'ready', value: { change, entries: known.entries } } });
    if (change.next.length === 0) set({ personal: idle });
    // Why it was not sent is no longer so once it is.
    if (change.state !== 'planned') set({ error: null });
    void read(change.id);
  }

  on['changes.changed'](({ changes }) => {
    const mine = changes.findLast(({ id }) => id === get().id);
    if (mine !== undefined) take(mine);
  });

  return {
    ...store,
    actions: {
      open(id) {
        if (id === get().id) return;
        latest.begin();
        set({ ...nothing, id });
        if (id !== null) void read(id);
      },
      readAgain() {
        const { id } = get();
        if (id !== null) void read(id);
      },
      ...createActing(store, ask, take),
      ...createPersonal(store, ask),
    },
  };
}

/** One deed at a time; what it brings is put in its place if the same change is still looked at. */
function createActing(
  { getState: get, setState: set }: StoreApi<OneState>,
  ask: Bridge['request']['changes'],
  take: (change: Change) => void,
): Pick<OneStore['actions'], 'act' | 'settle'> {
  async function during(
    step: NextStep,
    asked: (id: string) => Promise<Result<Change>>,
  ): Promise<Result<Change> | null> {
    const { id, doing } = get();
    if (id === null || doing !== null) return null;
    set({ doing: step, error: null });
    const result = await asked(id);
    if (get().id !== id) return result;
    set({ doing: null, error: result.ok || step === 'settle' ? null : result.error });
    if (result.ok) take(result.value);
    return result;
  }

  const deeds: Readonly<Record<Deed, (id: string) => Promise<Result<Change>>>> = {
    send: (id) => ask.send({ id }),
    'read-back': (id) => ask.readBack({ id }),
    withdraw: (id) => ask.withdraw({ id }),
  };
  return {
    act: (deed) => during(deed, deeds[deed]),
    settle: (as, note) => during('settle', (id) => ask.settle({ id, as, note })),
  };
}

function createPersonal(
  { getState: get, setState: set }: StoreApi<OneState>,
  ask: Bridge['request']['changes'],
): Pick<OneStore['actions'], 'showPersonal' | 'hidePersonal'> {
  return {
    async showPersonal() {
      const { id } = get();
      if (id === null) return;
      set({ personal: { status: 'loading', before: null } });
      const result = await ask.personal({ id });
      const now = get();
      if (now.id !== id || now.personal.status !== 'loading') return;
      set({
        personal: result.ok
          ? { status: 'ready', value: result.value.roles }
          : { status: 'failed', error: result.error, before: null },
      });
    },
    hidePersonal: () => set({ personal: idle }),
  };
}

import { countedTogether, isReal } from '#shared/domain/account.ts';
import type { Grouping } from '#shared/domain/attention.ts';
import type { AttentionAccount } from '#shared/domain/attention-items.ts';
import type { Emit, EventName, EventPayload } from '#shared/routes.ts';
import type { StatusBoard } from '../connections/status-board.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface TodayDeps {
  readonly workspace: Pick<Workspace, 'accounts' | 'attention'>;
  /** The credit of each account, as it was last read in this run. */
  readonly board: Pick<StatusBoard, 'of'>;
  readonly now: () => Date;
}

/** What needs a person, over all accounts that are counted together: from the workspace and from memory, no service is asked. */
export type Today = ReturnType<typeof createToday>;

export function createToday({ workspace: { accounts, attention }, board, now }: TodayDeps) {
  /** Calls the workspace with what it cannot know. */
  function derive<T>(
    call: (asked: { readonly accounts: readonly AttentionAccount[]; readonly nowMs: number }) => T,
  ): T {
    const withCredit = countedTogether(accounts.list()).map(({ id, label, kind, options }) => ({
      id,
      label,
      isPractice: !isReal({ kind }),
      currency: options.currency,
      credit: board.of(id).credit,
    }));
    return call({ accounts: withCredit, nowMs: now().getTime() });
  }

  return {
    read: (by: Grouping = null) => derive((asked) => attention.read({ ...asked, by })),
    /** All domains of a row, up to what one batch takes. */
    names: (id: string) => derive((asked) => attention.names({ ...asked, id })),
    /** Hides what a row is about until a day. @param snooze Its id: {@link wake} undoes it. */
    snooze: (id: string, until: string, snooze: string) =>
      derive((asked) => attention.snooze({ ...asked, id, until, snooze })),
    /** Lists again what one snooze hid, or what a snoozed row is about. */
    async wake(what: { readonly snooze: string } | { readonly id: string }): Promise<void> {
      if ('snooze' in what) attention.wake(what);
      else await derive((asked) => attention.wakeRow({ ...asked, ...what }));
    },
  };
}

/** However much happens, the page hears of it so often at most. */
const restMs = 2_000;

type Tells = { readonly [E in EventName]?: (payload: EventPayload<E>) => boolean };
const always = (): boolean => true;

/** The events after which something else may need a person. */
const tells: Tells = {
  'accounts.changed': always,
  'domains.changed': always,
  'changes.changed': always,
  'batches.changed': always,
  // A lookup that runs changes many times a second, and needs nobody.
  'sessions.changed': ({ sessions, removed }) =>
    removed.length > 0 || sessions.some(({ state }) => state !== 'running'),
  'status.changed': ({ credit }) => credit !== null,
};

/** Sends every event on, and `today.changed` some time after those that what needs a person may follow from. */
export function alsoTellingToday(emit: Emit): Emit {
  let isPending = false;
  function emitSoon(): void {
    if (isPending) return;
    isPending = true;
    // The end of the program does not wait for it.
    setTimeout(() => {
      isPending = false;
      emit('today.changed', {});
    }, restMs).unref();
  }
  return (event, payload) => {
    emit(event, payload);
    if (tells[event]?.(payload) === true) emitSoon();
  };
}

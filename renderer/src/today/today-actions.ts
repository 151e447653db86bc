import { createStore } from 'zustand/vanilla';
import { type AttentionRow, forGood } from '#shared/domain/attention.ts';
import { mostBatchRows } from '#shared/domain/bounds.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { registryStates } from '#shared/domain/registry-names.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Input } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { batchesOf } from '../changes/batches/batch-store.ts';
import type { DomainTab } from '../domains/page/tabs.ts';
import { readingsStoreOf } from '../domains/readings-store.ts';
import { counted, dayInWords } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';
import { onList } from '../shell/everywhere.tsx';
import { answersOf } from '../use-action.ts';

export type TodayActions = ReturnType<typeof createTodayActions>;

export const useTodayActions = (): TodayActions => storeOf(useStores(), createTodayActions);

/** What is done from a row of Today. Each step is of the row's account, whichever is active. */
function createTodayActions(stores: Stores) {
  const { undo, notices } = stores;
  const ask = stores.bridge.request.today;
  const store = createStore<TodayWork>(() => ({ busy: null, reviewed: null }));
  const read = () => storeOf(stores, answersOf).readAgain({ queryKey: ['today', 'read'] });
  const review = (reviewed: AttentionRow | null): void => store.setState({ reviewed });
  const steps = createSteps(stores, review);

  /** @returns How many things were listed again, as an undo says it. */
  async function wake(what: Parameters<typeof ask.wake>[0]) {
    const woken = await ask.wake(what);
    await read();
    return woken.ok ? ok({ changed: 1, kept: 0 }) : woken;
  }

  return {
    ...store,
    review,
    /** @param rows All that the row is listed with. */
    act(row: AttentionRow, rows: readonly AttentionRow[]): void {
      if (store.getState().busy !== null) return;
      store.setState({ busy: row.id });
      notices.actions.report(steps[row.step](row, rows).finally(() => store.setState({ busy: null })));
    },
    /** Until a day; undone as any local edit. */
    async snooze(row: AttentionRow, until: string): Promise<Result<unknown>> {
      const snooze = crypto.randomUUID();
      const snoozed = await ask.snooze({ id: row.id, until, snooze });
      if (snoozed.ok)
        undo.actions.tell({
          text: until === forGood ? 'Dismissed' : `Snoozed until ${dayInWords(until)}`,
          accountId: null,
          isLast: true,
          revert: () => wake({ snooze }),
        });
      await read();
      return snoozed;
    },
    wake: ({ id }: AttentionRow): void => notices.actions.report(wake({ id })),
    report: notices.actions.report,
  };
}

interface TodayWork {
  /** The row whose step is being taken. */
  readonly busy: string | null;
  /** The removals that a person looks at. */
  readonly reviewed: AttentionRow | null;
}

type Step = (row: AttentionRow, rows: readonly AttentionRow[]) => Promise<Result<unknown>>;

/** What is renewed with a row, over all urgencies: of its account and its client, the most urgent first. One review is made of all. */
export const renewedWith = (row: AttentionRow, rows: readonly AttentionRow[]): readonly AttentionRow[] =>
  row.step !== 'renew' || row.snoozedUntil !== null
    ? [row]
    : rows.filter(
        ({ step, accountId, client, snoozedUntil }) =>
          step === 'renew' && snoozedUntil === null && accountId === row.accountId && client === row.client,
      );

const isLater = ({ kind }: AttentionRow): boolean => kind === 'due-later';

/** Those that are chosen at first: what is due later only where nothing is due now. */
export function chosenOf(together: readonly AttentionRow[]): readonly AttentionRow[] {
  const due = together.filter((row) => !isLater(row));
  return due.length === 0 ? together : due;
}

/** The one next step of a row, by its kind. */
function createSteps(
  stores: Stores,
  review: (row: AttentionRow) => void,
): Readonly<Record<AttentionRow['step'], Step>> {
  const { route, accounts, bridge } = stores;
  const go = route.actions;
  const openChange = leads(({ subject }) => {
    go.goToChanges({ kind: 'list', changeId: subject });
  });
  const toAccount = leads(({ accountId }) => {
    go.goToAccount(accountId, 'view');
  });
  /** The domain, or the list where there are several: of what registries show, these alone. */
  const openTab =
    (tab: DomainTab): Step =>
    async ({ accountId, names: [domain = ''], count, kind, client }) => {
      if (count === 1) openDomain(stores, { accountId, domain, tab });
      else {
        await accounts.actions.select(accountId);
        const status = registryStates.find((state) => state === kind) ?? null;
        await onList(stores, (list) => {
          if (status !== null) list.actions.showOnly({ status, client });
        });
      }
      return ok(null);
    };
  return {
    ...stepsOfDomains(stores),
    /** One is read at once, as its button says; several are listed. */
    verify: (row, rows) => {
      if (row.subject !== null)
        stores.notices.actions.report(bridge.request.changes.readBack({ id: row.subject }));
      return openChange(row, rows);
    },
    'open-change': openChange,
    'open-domain': openTab('overview'),
    restore: openTab('overview'),
    'contact-registrar': openTab('overview'),
    'open-contacts': openTab('contacts'),
    'open-batch': leads(({ subject }) => {
      go.goToChanges(
        subject === null ? { kind: 'list', changeId: null } : { kind: 'batch', batchId: subject },
      );
    }),
    'look-removals': leads(review),
    'open-session': leads(({ subject }) => {
      go.goToBulk(subject === null ? { kind: 'list' } : { kind: 'session', sessionId: subject });
    }),
    async 'import-again'({ accountId }) {
      await accounts.actions.select(accountId);
      go.goToDomains({ kind: 'import' });
      return ok(null);
    },
    'open-account': toAccount,
    'enter-key': toAccount,
    'edit-account': leads(({ accountId }) => {
      go.goToAccount(accountId, 'edit', 'baseUrl');
    }),
  };
}

/** A step that leads to another screen. */
const leads =
  (open: (row: AttentionRow) => void): Step =>
  (row) => {
    open(row);
    return Promise.resolve(ok(null));
  };

/** The steps that are taken with all domains of a row, of which it shows the first only. */
function stepsOfDomains(stores: Stores) {
  const { bridge, route, undo, notices } = stores;

  const withNames =
    (act: (row: AttentionRow, names: string[]) => Promise<Result<unknown>>): Step =>
    async (row) => {
      const found = await bridge.request.today.names({ id: row.id });
      if (!found.ok) return found;
      // Nothing is left of the row: it is gone with the next reading.
      return found.value.names.length === 0 ? ok(null) : await act(row, [...found.value.names]);
    };

  /** Makes a batch and shows its review; nothing is sent before that. */
  async function shown(order: Input<'batches', 'prepare'>): Promise<Result<unknown>> {
    const made = await storeOf(stores, batchesOf).actions.prepare(order);
    if (made.ok) route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
    return made;
  }

  /** Of all that is due in the row's account, what is due later excluded until it is included. */
  async function renew(row: AttentionRow, rows: readonly AttentionRow[]): Promise<Result<unknown>> {
    const together = renewedWith(row, rows);
    const chosen = chosenOf(together);
    const names: string[] = [];
    const leftOut: string[] = [];
    for (const each of together) {
      const found = await bridge.request.today.names({ id: each.id });
      if (!found.ok) return found;
      (chosen.includes(each) ? names : leftOut).push(...found.value.names);
    }
    const domains = [...names, ...leftOut].slice(0, mostBatchRows);
    if (domains.length === 0) return ok(null);
    const ask = { kind: 'renew', periodYears: 1 } as const;
    return await shown({ accountId: row.accountId, ask, domains, ...(leftOut.length > 0 && { leftOut }) });
  }

  return {
    renew,
    lock: withNames(({ accountId }, domains) =>
      shown({ accountId, ask: { kind: 'lock', state: 'locked' }, domains }),
    ),
    archive: withNames(({ accountId }, domains) => {
      const text = `Archived ${counted(domains.length, 'domain', 'domains')}`;
      return undo.actions.edit({ area: 'domains', text, accountId }, (edit) =>
        bridge.request.domains.archive({ accountId, domains, archived: true, edit }),
      );
    }),
    refresh: withNames(async ({ accountId }, domains) => {
      const begun = await storeOf(stores, readingsStoreOf).actions.begin(accountId, domains, domainParts);
      if (begun.ok) notices.actions.say(`Reading ${counted(domains.length, 'domain', 'domains')}`);
      return begun;
    }),
  };
}

import { createStore } from 'zustand/vanilla';
import { type AttentionRow, forGood } from '#shared/domain/attention.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { ok, type Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { batchesOf } from '../changes/batches/batch-store.ts';
import { readingsStoreOf } from '../domains/readings-store.ts';
import { counted, dayInWords } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';
import { todayOf } from './today-store.ts';

export type TodayActions = ReturnType<typeof createTodayActions>;

export const useTodayActions = (): TodayActions => storeOf(useStores(), createTodayActions);

/** What is done from a row of Today. Each step is of the row's account, whichever is active. */
function createTodayActions(stores: Stores) {
  const { bridge, route, undo, notices } = stores;
  const ask = bridge.request;
  /** The row whose step is being taken. */
  const store = createStore<{ readonly busy: string | null }>(() => ({ busy: null }));
  const today = storeOf(stores, todayOf);

  /** A row shows the first of its domains only. */
  const namesOf = async ({ id }: AttentionRow): Promise<Result<readonly string[]>> => {
    const found = await ask.today.names({ id });
    return found.ok ? ok(found.value.names) : found;
  };

  /** Makes a batch of the row's domains and shows its review; nothing is sent before that. */
  async function review(
    row: AttentionRow,
    change: Parameters<typeof ask.batches.prepare>[0]['ask'],
  ): Promise<Result<unknown>> {
    const names = await namesOf(row);
    if (!names.ok || names.value.length === 0) return names;
    const batches = storeOf(stores, batchesOf);
    const { accountId } = row;
    const made = await batches.actions.prepare({ accountId, ask: change, domains: [...names.value] });
    if (made.ok) route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
    return made;
  }

  async function archive(row: AttentionRow): Promise<Result<unknown>> {
    const names = await namesOf(row);
    if (!names.ok) return names;
    const { accountId } = row;
    const text = `Archived ${counted(names.value.length, 'domain', 'domains')}`;
    return await undo.actions.edit({ area: 'domains', text, accountId }, (edit) =>
      ask.domains.archive({ accountId, domains: [...names.value], archived: true, edit }),
    );
  }

  async function refresh(row: AttentionRow): Promise<Result<unknown>> {
    const names = await namesOf(row);
    if (!names.ok) return names;
    const begun = await storeOf(stores, readingsStoreOf).actions.begin(
      row.accountId,
      names.value,
      domainParts,
    );
    if (begun.ok) notices.actions.say(`Refreshing ${counted(names.value.length, 'domain', 'domains')}`);
    return begun;
  }

  async function showDomains({
    accountId,
    names: [domain = ''],
    count,
  }: AttentionRow): Promise<Result<unknown>> {
    if (count === 1) openDomain(stores, { accountId, domain, tab: 'overview' });
    else {
      await stores.accounts.actions.select(accountId);
      route.actions.goToDomains({ kind: 'list' });
    }
    return ok(null);
  }

  const openChange = ({ subject }: AttentionRow) =>
    gone(route.actions.goToChanges({ kind: 'list', changeId: subject }));

  const steps: Readonly<Record<AttentionRow['step'], (row: AttentionRow) => Promise<Result<unknown>>>> = {
    verify: openChange,
    'open-change': openChange,
    renew: (row) => review(row, { kind: 'renew', periodYears: 1 }),
    lock: (row) => review(row, { kind: 'lock', state: 'locked' }),
    archive,
    refresh,
    'open-domain': showDomains,
    'open-batch': ({ subject }) =>
      gone(
        route.actions.goToChanges(
          subject === null ? { kind: 'batches' } : { kind: 'batch', batchId: subject },
        ),
      ),
    'open-session': ({ subject }) =>
      gone(
        route.actions.goToBulk(subject === null ? { kind: 'list' } : { kind: 'session', sessionId: subject }),
      ),
    'open-account': ({ accountId }) => gone(route.actions.goToAccount(accountId, 'view')),
  };

  return {
    ...store,
    act(row: AttentionRow): void {
      if (store.getState().busy !== null) return;
      store.setState({ busy: row.id });
      const taken = steps[row.step](row).finally(() => store.setState({ busy: null }));
      notices.actions.report(taken);
    },
    /** Until a day; undone as any local edit. */
    async snooze(row: AttentionRow, until: string): Promise<Result<unknown>> {
      const snooze = crypto.randomUUID();
      const snoozed = await ask.today.snooze({ id: row.id, until, snooze });
      if (!snoozed.ok) {
        notices.actions.fail(snoozed.error);
        return snoozed;
      }
      undo.actions.tell({
        text: until === forGood ? 'Dismissed' : `Snoozed until ${dayInWords(until)}`,
        accountId: null,
        isLast: true,
        async revert() {
          const woken = await ask.today.wake({ snooze });
          await today.actions.read();
          return woken.ok ? ok({ changed: 1, kept: 0 }) : woken;
        },
      });
      await today.actions.read();
      return snoozed;
    },
    async wake({ id }: AttentionRow): Promise<void> {
      const woken = await ask.today.wake({ id });
      if (!woken.ok) notices.actions.fail(woken.error);
      await today.actions.read();
    },
  };
}

/** After another screen was opened. */
const gone = (_: void): Promise<Result<unknown>> => Promise.resolve(ok(null));

import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import {
  type ActivityLine,
  monthsBefore,
  type PaidSums,
  periodSpan,
  startOfDay,
} from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import { mostActivityLines, mostUnfolded } from '#shared/domain/bounds.ts';
import {
  type ChangeKind,
  changeKinds,
  type ChangeState,
  changeStates,
  sharingStates,
  type ShownState,
  shownStates,
} from '#shared/domain/change-kinds.ts';
import type { Bridge, Input, Output } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createLatest } from '../remote.ts';
import { followListView } from '../ui/list-views.ts';
import { coalesced, createPaged, storeOf } from '../ui/live-collection.ts';
import { filterText, someOf } from '../ui/stored-view.ts';

export type ActivityFilter = Input<'activity', 'list'>['filter'];

/** The lines of one request. */
export const pageSize = mostActivityLines;

export interface Cursor {
  readonly index: number;
  /** The line's key; null where its page was not loaded yet. */
  readonly id: string | null;
}

/** The days that are shown; `days`: from one to another, each may be left open. */
export const spans = ['any', 'this-month', 'last-month', 'days'] as const;
export type Span = (typeof spans)[number];

interface ActivityView {
  /** Null: all states. */
  readonly states: readonly ShownState[] | null;
  readonly kinds: readonly ChangeKind[] | null;
  readonly text: string;
  readonly whose: 'this' | 'all';
  /** Among all accounts, one of them; null for all. */
  readonly ofAccount: string | null;
  readonly client: string | null;
  /** In a team, one person's; empty: those of this workspace's. Null for everybody's. */
  readonly by: string | null;
  readonly span: Span;
  /** `YYYY-MM-DD`, or empty; of `days`. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Only the changes of this batch; null for all. */
  readonly batchId: string | null;
  /** The batches whose changes are listed below them. */
  readonly unfolded: readonly string[];
}

export interface ActivitySummary {
  /** The number of changes that match, and without the filter. */
  readonly total: number;
  readonly unfiltered: number;
  /** Of the total, changes of colleagues. */
  readonly ofTeam: number;
  readonly byState: Partial<Record<ShownState, number>>;
  readonly sums: PaidSums;
}

interface ActivityState extends ActivityView {
  /** The current line, and where it was at the time of the last move. */
  readonly cursor: Cursor | null;
  /** Null before the first answer. */
  readonly summary: ActivitySummary | null;
}

export type ActivityStore = ReturnType<typeof createActivityStore>;

type Filtering = Omit<ActivityView, 'whose' | 'unfolded'>;

export const wholeActivity: Filtering = {
  states: null,
  kinds: null,
  text: '',
  ofAccount: null,
  client: null,
  by: null,
  span: 'any',
  fromDay: '',
  toDay: '',
  batchId: null,
};

const asAtFirst: ActivityView = { ...wholeActivity, whose: 'this', unfolded: [] };

const day = z.catch(z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\d)?$/)), '');
const someText = z.catch(z.nullable(z.string().check(z.maxLength(255))), null);

const storedView = z.catch(
  z.object({
    states: someOf(shownStates),
    kinds: someOf(changeKinds),
    text: filterText,
    whose: z.catch(z.enum(['this', 'all']), asAtFirst.whose),
    ofAccount: someText,
    client: someText,
    by: someText,
    span: z.catch(z.enum(spans), 'any'),
    fromDay: day,
    toDay: day,
    batchId: z.catch(z.nullable(z.uuid()), null),
    unfolded: z.catch(z.readonly(z.array(z.uuid()).check(z.maxLength(mostUnfolded))), []),
  }),
  asAtFirst,
);

/** The key of a line: a change may be listed twice, as an uncertain one and below its batch. */
export function keyOf(line: ActivityLine): string {
  if (line.kind === 'batch') return line.batch.id;
  return line.isOfBatch ? `below ${line.change.id}` : line.change.id;
}

/** The days of a view as instants, in the system's time zone. */
export function instantsOf(
  { span, fromDay, toDay }: Pick<ActivityView, 'span' | 'fromDay' | 'toDay'>,
  now: Date,
): { readonly from: string | null; readonly until: string | null } {
  if (span === 'any') return { from: null, until: null };
  if (span === 'days') return { from: startOfDay(fromDay, 0), until: startOfDay(toDay, 1) };
  return periodSpan(monthOf(span, now));
}

/** `YYYY-MM`. */
export const monthOf = (span: 'this-month' | 'last-month', now: Date): string =>
  monthsBefore(now, 2)[span === 'this-month' ? 0 : 1] ?? '';

/** @param accountId The active account. */
function filterOf(view: ActivityView, accountId: string | null): ActivityFilter {
  const { states, kinds, text, whose, ofAccount, client, batchId, by } = view;
  return {
    accountId: whose === 'this' ? accountId : ofAccount,
    ...statesIn(states),
    kinds: kinds === null ? null : [...kinds],
    text: text.trim(),
    domain: null,
    batchId,
    client,
    by,
    ...instantsOf(view, new Date()),
  };
}

/** All changes of a client's domains. @param accountId Null: of all accounts. */
export const filterOfClient = (client: string, accountId: string | null): ActivityFilter =>
  filterOf({ ...asAtFirst, whose: 'all', ofAccount: accountId, client }, null);

/** With the counts as states are shown. */
function summaryOf({ byState, accepted, proven, ...of }: Output<'activity', 'summary'>): ActivitySummary {
  return {
    ...of,
    byState: {
      ...byState,
      confirmed: (byState.confirmed ?? 0) - accepted - proven.confirmed,
      applied: (byState.applied ?? 0) - proven.applied,
      accepted,
      proven: proven.confirmed + proven.applied,
    },
  };
}

/** A line with its change as it is now. */
function withNews(changes: readonly Change[]): (line: ActivityLine) => ActivityLine {
  const news = new Map(changes.map((change) => [change.id, change]));
  return (line) =>
    line.kind === 'change' ? { ...line, change: news.get(line.change.id) ?? line.change } : line;
}

/**
 * Changes and batches in one list, with live updates; only visible pages are loaded. Counts and sums are read with the filter, not with
 * each page.
 *
 * @param restMs How long events from main are collected before the list is loaded once for all of them.
 */
function createActivityStore({ request, on }: Bridge, restMs: number) {
  const store = createStore<ActivityState>(() => ({ ...asAtFirst, cursor: null, summary: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  let accountId: string | null = null;
  let isLoaded = false;

  const filter = (): ActivityFilter => filterOf(get(), accountId);

  const list = createPaged<ActivityLine, { readonly uncertain: number }>(pageSize, async (offset, limit) => {
    const asked = { filter: filter(), unfolded: [...get().unfolded] };
    const result = await request.activity.list({ ...asked, offset, limit });
    if (!result.ok) return result;
    const { lines, total, uncertain } = result.value;
    return { ok: true, value: { rows: lines, total, more: { uncertain } } };
  });

  async function summarize(): Promise<void> {
    const isCurrent = latest.begin();
    const result = await request.activity.summary({ filter: filter() });
    // The list itself says why nothing can be read.
    if (isCurrent() && result.ok) set({ summary: summaryOf(result.value) });
  }

  const anew = (): void => {
    void list.anew();
    void summarize();
  };
  const again = (): void => {
    void list.again();
    void summarize();
  };
  const readAgain = coalesced(again, restMs);
  const soon = (): void => (isLoaded ? readAgain() : undefined);

  on['changes.changed'](({ changes }) => {
    if (!isLoaded) return;
    list.patch(withNews(changes));
    readAgain();
  });
  on['batches.changed'](soon);
  on['accounts.changed'](soon);
  on['team.changed'](({ isNews }) => (isNews ? soon() : undefined));

  return {
    ...store,
    list,
    actions: {
      filterBy: (view: Partial<ActivityView>): void => {
        set({ ...view, cursor: null });
        if (isLoaded) anew();
      },
      moveTo: (cursor: Cursor | null) => set({ cursor }),
      /** Lists the changes of a batch below it, or no more. The oldest unfolded one is folded where there are too many. */
      fold: (batchId: string, isFolded: boolean): void => {
        const others = get().unfolded.filter((id) => id !== batchId);
        set({ unfolded: isFolded ? others : [...others, batchId].slice(-mostUnfolded) });
        if (isLoaded) void list.again();
      },
      /** Loads the list for an account where it was not loaded for it yet, and keeps it live. */
      load: (activeAccountId: string | null): void => {
        if (isLoaded && accountId === activeAccountId) return;
        accountId = activeAccountId;
        isLoaded = true;
        anew();
      },
      reload: again,
      filter,
      /** Brings the list to how it was left; null: as it is at first. */
      putBack: (left: unknown): void => {
        set({ ...storedView.parse(left), cursor: null });
        if (isLoaded) anew();
      },
    },
  };
}

/** The states as main knows them, and of those that are shown as several, which ones not. */
function statesIn(shown: readonly ShownState[] | null): Pick<ActivityFilter, 'states' | 'without'> {
  if (shown === null) return { states: null };
  const states = changeStates.filter((one) => [one, ...shownAs(one)].some((each) => shown.includes(each)));
  const possible = states.flatMap((one) => [one, ...shownAs(one)]);
  const without = sharingStates.filter((one) => possible.includes(one) && !shown.includes(one));
  return without.length === 0 ? { states } : { states, without };
}

/** As what else a state is shown. */
const shownAs = (state: ChangeState): readonly ShownState[] =>
  state === 'confirmed' ? ['accepted', 'proven'] : state === 'applied' ? ['proven'] : [];

export const isFiltered = (view: ActivityView): boolean =>
  view.states !== null ||
  view.kinds !== null ||
  view.text.trim() !== '' ||
  view.ofAccount !== null ||
  view.client !== null ||
  view.by !== null ||
  view.span !== 'any' ||
  view.batchId !== null;

function viewOf(state: ActivityState): ActivityView {
  const { states, kinds, text, whose, ofAccount, client, by, span, fromDay, toDay, batchId } = state;
  const { unfolded } = state;
  return { states, kinds, text, whose, ofAccount, client, by, span, fromDay, toDay, batchId, unfolded };
}

function activityOf(stores: Stores) {
  const store = createActivityStore(stores.bridge, 300);
  followListView(stores, store, {
    list: 'changes',
    isOfAccount: true,
    take: viewOf,
    put: store.actions.putBack,
  });
  return store;
}

/** The one store of the activity; other screens set its filter and open it. */
export const useActivity = () => storeOf(useStores(), activityOf);

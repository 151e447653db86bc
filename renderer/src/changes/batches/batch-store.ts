import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { verificationOf } from '#shared/changes/index.ts';
import type {
  Batch,
  BatchAsk,
  BatchRow,
  BatchState,
  FullBatchAsk,
  UndoneSource,
} from '#shared/domain/batch.ts';
import { hasSteps, taskText, undoneBy } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { listed } from '#shared/domain/counting.ts';
import type { Change, Proof } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { amountToType, fallOf, type OverLimit } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Bridge, Input } from '../../client.ts';
import { type Stores, useStores } from '../../app-stores.ts';
import { counted, format, upperFirst } from '../../ui/Formats.tsx';
import type { ListName } from '../../ui/list-views.ts';
import { coalesced, createPaged, storeOf } from '../../ui/live-collection.ts';
import { createLatest } from '../../remote.ts';

interface BatchesState {
  /** The loaded batches, of all accounts. */
  readonly batches: ReadonlyMap<string, Batch>;
  /** The account whose list is loaded; null before. */
  readonly listed: string | null;
  /** Why the list could not be loaded. */
  readonly error: AppError | null;
  /** The order of a batch that was discarded: proposed again for the same domains. */
  readonly discarded: BatchOrder | null;
}

export type BatchOrder = Input<'batches', 'prepare'>;

type ToSelect = Pick<BatchOrder, 'accountId' | 'domains'>;

function createBatchesStore({ request: { batches: ask }, on }: Bridge) {
  const store = createStore<BatchesState>(() => ({
    batches: new Map(),
    listed: null,
    error: null,
    discarded: null,
  }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  const prepared = new Map<string, BatchOrder>();
  /** The domains of a batch that was just discarded, or that a person asked for: they are to be selected again. */
  let toSelect: ToSelect | null = null;

  function take(batches: readonly Batch[], removed: readonly string[] = []): void {
    const next = new Map(get().batches);
    for (const batch of batches) next.set(batch.id, batch);
    for (const id of removed) next.delete(id);
    set({ batches: next });
  }

  on['batches.changed'](({ batches, removed }) => take(batches, removed));

  async function taken(asked: Promise<Result<Batch>>): Promise<Result<Batch>> {
    const result = await asked;
    if (result.ok) take([result.value]);
    return result;
  }

  async function remove(id: string): Promise<Result<unknown>> {
    const result = await ask.remove({ id });
    if (result.ok) take([], [id]);
    return result;
  }

  return {
    ...store,
    actions: {
      load: async (accountId: string): Promise<void> => {
        const isLatest = latest.begin();
        const result = await ask.list({ accountId });
        if (!isLatest()) return;
        if (!result.ok) set({ error: result.error });
        else {
          const others = [...get().batches.values()].filter((batch) => batch.accountId !== accountId);
          set({ batches: new Map(), listed: accountId, error: null });
          take([...others, ...result.value.batches]);
        }
      },
      find: (id: string) => taken(ask.find({ id })),
      prepare: async (order: BatchOrder): Promise<Result<Batch>> => {
        const result = await taken(ask.prepare(order));
        if (!result.ok) return result;
        prepared.set(result.value.id, order);
        set({ discarded: null });
        return result;
      },
      putBack: (of: UndoneSource) => taken(ask.putBack({ of })),
      remove,
      isRemembered: (id: string): boolean => prepared.has(id),
      /** Removes a batch of which nothing was sent; what was chosen for it is null where it is not remembered. */
      discard: async (id: string): Promise<Result<BatchOrder | null>> => {
        const removed = await remove(id);
        if (!removed.ok) return removed;
        const order = prepared.get(id) ?? null;
        if (order !== null) set({ discarded: order });
        return ok(order);
      },
      selectAgain: (accountId: string, domains: readonly string[]): void => {
        toSelect = { accountId, domains };
      },
      /** What is to be selected of this account, once. */
      takeSelection: (accountId: string): ToSelect | null => {
        const taken = toSelect?.accountId === accountId ? toSelect : null;
        if (taken !== null) toSelect = null;
        return taken;
      },
      put: (batch: Batch) => take([batch]),
    },
  };
}

export const batchesOf = ({ bridge }: Stores) => createBatchesStore(bridge);

export const useBatches = () => storeOf(useStores(), batchesOf);

export type Which = Input<'batches', 'rows'>['which'];
type BatchStep = 'apply' | 'pause' | 'resume' | 'stop' | 'read-again' | 'leave-out';

const pageSize = 500;
/** The rows of one request. */
export const mostRows = 1_000;

const storedView = z.catch(z.object({ which: z.enum(['all', 'to-do', 'left-out', 'odd']) }), {
  which: 'all',
});

/** Which of the rows were shown; all of them where that is not understood. */
export const readListView = (left: unknown): Pick<BatchViewState, 'which'> => storedView.parse(left);

/** The list of a batch's rows. */
export const rowsName = ({ id, accountId }: Batch): ListName => ({ list: `batch ${id}`, accountId });

interface BatchViewState {
  readonly which: Which;
  readonly doing: BatchStep | null;
  /** Why the last action failed. */
  readonly error: AppError | null;
  /** As typed. */
  readonly typedCount: string;
  readonly goOn: boolean;
  /** The values that it writes are on the screen. */
  readonly areValuesShown: boolean;
  /** The limits that applying or resuming the batch would exceed; empty where none is known. */
  readonly limits: readonly OverLimit[];
  /** The value that the limits require, as typed. */
  readonly typedLimit: string;
  /** The user asked to resume, and the rest is being read again instead. */
  readonly isReadAnew: boolean;
}

export type BatchStore = ReturnType<typeof createBatchStore>;

interface BatchStoreDeps extends Bridge {
  readonly batchId: string;
  readonly put: (batch: Batch) => void;
  /** As it was left. */
  readonly view: Pick<BatchViewState, 'which'>;
  readonly restMs: number;
}

const noLimit = { limits: [], typedLimit: '' } as const;

const untouched = {
  doing: null,
  error: null,
  typedCount: '',
  goOn: false,
  areValuesShown: false,
  ...noLimit,
  isReadAnew: false,
} as const;

/** The store of one open batch: its rows, with live updates, and the user's decisions. */
export function createBatchStore({
  request: { batches: ask },
  on,
  batchId: id,
  put,
  view,
  restMs,
}: BatchStoreDeps) {
  const store = createStore<BatchViewState>(() => ({ ...view, ...untouched }));
  const { getState: get, setState: set } = store;

  const rows = createPaged<BatchRow, null>(pageSize, async (offset, limit) => {
    const result = await ask.rows({ id, which: get().which, offset, limit });
    return result.ok ? { ok: true, value: { ...result.value, more: null } } : result;
  });
  const readAgain = coalesced(() => void rows.again(), restMs);

  /** Runs one request at a time; stores the batch that it returns. */
  async function during(doing: BatchStep, asked: () => Promise<Result<Batch>>): Promise<void> {
    if (get().doing !== null) return;
    set({ doing, error: null });
    const result = await asked();
    set({ doing: null, ...(result.ok ? { error: null } : refusedWith(result.error)) });
    if (result.ok) put(result.value);
  }

  /** An exceeded limit is shown for confirmation, not as an error. */
  function refusedWith(error: AppError): Partial<BatchViewState> {
    if (error.kind !== 'over-limit') return { error };
    const { limits } = error;
    const isSame = amountToType(get().limits) === amountToType(limits);
    return { error: null, limits, ...(isSame ? {} : { typedLimit: '' }) };
  }

  return {
    ...store,
    rows,
    actions: {
      show: (which: Which): void => {
        set({ which });
        void rows.anew();
      },
      typeCount: (typedCount: string) => set({ typedCount, error: null }),
      goOnAfterUncertain: (goOn: boolean) => set({ goOn }),
      valuesShown: (areValuesShown: boolean) => set({ areValuesShown }),
      typeLimit: (typedLimit: string) => set({ typedLimit }),
      leaveOut: async (index: number, isLeftOut: boolean): Promise<void> => {
        // Excluding or including a row changes the total.
        set(noLimit);
        const leftOut = isLeftOut ? 'by-hand' : null;
        rows.patch((row) => (row.index === index ? { ...row, leftOut } : row));
        await during('leave-out', () => ask.leaveOut({ id, index, isLeftOut }));
        readAgain();
      },
      ...createSteering(store, ask, id, during),
      /** Loads the rows; they follow main's events until the returned function is called. */
      begin: (): (() => void) => {
        const ends = [
          on['batches.changed'](({ batches }) => {
            if (batches.some((batch) => batch.id === id)) readAgain();
          }),
          on['changes.changed'](({ changes }) => {
            rows.patch(following(changes));
          }),
        ];
        void rows.anew();
        return () => ends.forEach((end) => end());
      },
    },
  };
}

/** Gives a row the state of its change. */
function following(changes: readonly Change[]): (row: BatchRow) => BatchRow {
  const known = new Map(changes.map((change) => [change.id, change]));
  return (row) => {
    const change = known.get(row.changeId ?? '');
    return change === undefined
      ? row
      : {
          ...row,
          state: change.state,
          proof: change.proof,
          sentAt: change.sentAt,
          provenAt: change.provenAt ?? null,
          changeError: change.error,
          fall: fallOf(change.evidence),
        };
  };
}

function createSteering(
  { getState: get, setState: set }: StoreApi<BatchViewState>,
  ask: Bridge['request']['batches'],
  id: string,
  during: (doing: BatchStep, asked: () => Promise<Result<Batch>>) => Promise<void>,
) {
  const steps = { pause: ask.pause, stop: ask.stop, 'read-again': ask.readAgain } as const;
  return {
    apply: (batch: Batch) =>
      during('apply', async () => {
        const applied = await ask.apply({ id, ...consentOf(batch, get()) });
        if (applied.ok) set({ ...noLimit, isReadAnew: false });
        return applied;
      }),
    step: (step: keyof typeof steps): Promise<void> => {
      set(noLimit);
      return during(step, () => steps[step]({ id }));
    },
    resume: () =>
      during('resume', async () => {
        const { goOn, typedLimit } = get();
        const typed = typedLimit.trim() || null;
        const resumed = await ask.resume({ id, goOnAfterUncertain: goOn, typedLimit: typed });
        if (resumed.ok) set({ ...noLimit, isReadAnew: resumed.value.state === 'reading' });
        return resumed;
      }),
  };
}

/** The digest proves that what is applied is what was reviewed. */
const consentOf = (batch: Batch, { typedCount, goOn, typedLimit }: BatchViewState) => ({
  digest: batch.digest ?? '',
  typedCount: batch.typedCount === null ? null : typedNumber(typedCount),
  goOnAfterUncertain: goOn,
  typedLimit: typedLimit.trim() || null,
});

/** The typed text as a number, with or without digit group separators; null where it is not a number. */
export function typedNumber(text: string): number | null {
  const digits = text.replace(/[\s.,'’]/gu, '');
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}

type Counted<K extends keyof Batch['counts']> = { readonly counts: Pick<Batch['counts'], K> };

/** What it does and to how many domains, as a title: “Renew 3 domains”. */
export const batchTitle = ({ ask, counts }: Pick<Batch, 'ask'> & Counted<'domains'>): string =>
  upperFirst(taskWords(ask, counts.domains));

/** Of which domains it is: "alpha.org, beta.com and 10 more". */
export function domainsText(firstDomains: readonly string[], all: number): string {
  const rest = all - firstDomains.length;
  const first = firstDomains.slice(0, all).map((domain) => isolatedName(toUnicode(domain)));
  return listed(rest > 0 ? [...first, `${format.count(rest)} more`] : first);
}

const stateWords: Readonly<Record<BatchState, string>> = {
  reading: 'Reading',
  ready: 'Awaiting review',
  running: 'Running',
  paused: 'Paused',
  halted: 'Needs attention',
  done: 'Done',
  stopped: 'Stopped',
};

/** A batch's state, in a word or two. */
export function batchStateText(
  batch: Pick<Batch, 'state' | 'stoppedBy'> & Counted<'refused' | 'uncertain' | 'notRead'>,
): string {
  const { state, stoppedBy } = batch;
  // A list has no room for more.
  if (state === 'stopped' && stoppedBy !== null) return 'May be done already';
  return state === 'done' && !isAllDone(batch) ? 'Not all done' : stateWords[state];
}

/** Whether every domain was read, and every change that was sent is done, as far as the service says. */
export const isAllDone = ({ counts }: Counted<'refused' | 'uncertain' | 'notRead'>): boolean =>
  counts.refused === 0 && counts.uncertain === 0 && counts.notRead === 0;

/** Every row of one sort, in order; those so far where they are not wanted any more. */
export async function allRows(
  ask: Bridge['request']['batches'],
  id: string,
  which: Which,
  isWanted: () => boolean = () => true,
): Promise<Result<BatchRow[]>> {
  const rows: BatchRow[] = [];
  for (let offset = 0; ; offset += mostRows) {
    const page = await ask.rows({ id, which, offset, limit: mostRows });
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (offset + mostRows >= page.value.total || !isWanted()) return ok(rows);
  }
}

/** Whether it writes contacts that a person can look at; of what it puts back, each domain has its own. */
export const isWithContacts = ({ ask }: Pick<Batch, 'ask'>): boolean =>
  (ask.kind === 'contacts' || ask.kind === 'register') && undoneBy(ask) === null;

/** How many changes are confirmed, and not proven by a registry. */
export const unprovenOf = ({ counts }: Pick<Batch, 'counts'>): number => counts.confirmed - counts.proven;

/** How many changes have ended, with any outcome. */
export const overOf = ({ counts }: Pick<Batch, 'counts'>): number =>
  counts.confirmed + counts.refused + counts.uncertain;

/** What can show that its changes were done; null where it is each change's own. */
export const proofOf = ({ ask }: Pick<Batch, 'ask'>): Proof | null =>
  verificationOf(ask.kind).isProvable ? null : 'answer';

/** Whether a part was applied before: what is read and reviewed now is the rest. */
export const isAgain = (batch: Pick<Batch, 'counts'>): boolean => overOf(batch) > 0;

/** What the ready changes of a paid kind cost. */
export interface BatchCost {
  /** The sum of the known prices, of each currency; null where none is known. */
  readonly sum: string | null;
  /** How many prices are known, and how many are not. */
  readonly priced: number;
  readonly unpriced: number;
}

/**
 * The label of the button that applies the batch. That of a paid kind names money.
 *
 * @param cost Null where it is not known.
 */
export const applyWords = ({ ask, counts }: Pick<Batch, 'ask' | 'counts'>, cost: BatchCost | null): string =>
  isPaid(ask.kind)
    ? `${upperFirst(ask.kind)} ${format.count(counts.remaining)}${moneyWords(cost)}`
    : upperFirst(remainingWords({ ask, counts }));

/** What is left of it, to continue a sentence; of domains with steps, each step is a change. */
const remainingWords = ({ ask, counts: { remaining } }: Pick<Batch, 'ask' | 'counts'>): string =>
  hasSteps(ask) ? `make ${counted(remaining, 'change', 'changes')}` : taskWords(ask, remaining);

/** What a batch does, to continue a sentence: "unlock 12 domains". */
export const taskWords = (ask: BatchAsk | FullBatchAsk, count: number): string =>
  taskText(ask, count, format);

function moneyWords(cost: BatchCost | null): string {
  if (cost === null) return ' · costs money';
  // That no price is given stands beside it.
  if (cost.sum === null) return '';
  return ` · ${cost.sum}${cost.unpriced === 0 ? '' : ` + ${format.count(cost.unpriced)} at unknown price`}`;
}

/** The label of the field in which the number of changes is typed. */
export const typedCountWords = (batch: Pick<Batch, 'ask' | 'counts'>): string =>
  `Type ${format.count(batch.counts.remaining)} to ${remainingWords(batch)}`;

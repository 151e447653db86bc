import type { AppError } from '#shared/app-error.ts';
import { notGiven, type Price } from '#shared/domain/price.ts';
import { fail, type Result } from '#shared/result.ts';
import { type Batches, createBatches } from '../../portfolio/reading/batches.ts';
import type { ReadRow, RowToRead } from '../../workspace/plan-requests.ts';
import { renewalPrice } from '../prices.ts';
import type { PlanAtWork, PlanningConnection, PlansContext } from './context.ts';
import { inLane, type LaneThrottle } from './in-lane.ts';
import { readRow, type RowRead } from './read-row.ts';
import { verdictOn } from './verdict.ts';
import { hasEnded } from './unless-ended.ts';

/** How far one pass over the rows came. */
export interface Pass {
  /** Why it ended before the last row; null where it did not. */
  readonly error: AppError | null;
  readonly hasRead: boolean;
}

/** So many of a plan wait for the throttle at once; its places are shared with the account's other bulk work. */
const atOnce = 8;
const rowsAtOnce = 500;
/** So many failures one after the other that may be of all are of all. */
const mostInARow = 8;

/** Reads the rows that are not read, until there are none, or one fails for a reason that is of all. */
export async function readThrough(
  context: PlansContext,
  plan: PlanAtWork,
  signal: AbortSignal,
): Promise<Pass> {
  const connected = await context.connections.of(plan.accountId);
  if (!connected.ok) return { error: connected.error, hasRead: false };
  return await new ReadingPass(context, plan, connected.value, signal).run();
}

class ReadingPass {
  readonly #context: PlansContext;
  readonly #plan: PlanAtWork;
  readonly #connection: PlanningConnection;
  readonly #lane: LaneThrottle;
  readonly #signal: AbortSignal;
  /** Aborted when the pass comes to its end, early or not. */
  readonly #over = new AbortController();
  readonly #given: AbortSignal;
  readonly #batches: Batches<ReadRow>;
  #rows: RowToRead[] = [];
  readonly #prices = new Map<string, Price>();
  #after = -1;
  #fetching: Promise<void> | null = null;
  #isLast = false;
  /** Rows of which it is not known yet whether they failed by themselves. */
  #doubtful: RowRead[] = [];
  #error: AppError | null = null;
  #hasRead = false;
  #isTold = false;

  constructor(context: PlansContext, plan: PlanAtWork, connection: PlanningConnection, signal: AbortSignal) {
    this.#context = context;
    this.#plan = plan;
    this.#connection = connection;
    this.#lane = inLane(connection.throttle);
    this.#signal = signal;
    this.#given = AbortSignal.any([signal, connection.ended, this.#over.signal]);
    this.#batches = createBatches((rows) => this.#keep(rows), context.timer);
  }

  async run(): Promise<Pass> {
    try {
      await Promise.all(Array.from({ length: atOnce }, () => this.#work()));
      if (this.#error === null && !hasEnded(this.#given)) this.#settleDoubts();
      await this.#batches.flush();
      if (this.#error === null && hasEnded(this.#connection.ended)) this.#error = { kind: 'cancelled' };
      return { error: this.#error, hasRead: this.#hasRead };
    } finally {
      this.#over.abort();
      this.#lane.leave();
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      const row = await this.#next();
      if (row === null || hasEnded(this.#given)) return;
      const { ask } = this.#plan;
      const connection = { ...this.#connection, throttle: this.#lane };
      const price = this.#prices.get(row.domain) ?? notGiven;
      const read = await readRow(this.#context, connection, ask, row, price, this.#given);
      if (hasEnded(this.#given)) return;
      this.#settle(read);
    }
  }

  async #next(): Promise<RowToRead | null> {
    while (this.#rows.length === 0 && !this.#isLast && !hasEnded(this.#given)) {
      this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
      await this.#fetching;
    }
    return this.#rows.shift() ?? null;
  }

  async #fetch(): Promise<void> {
    const rows = await this.#unread();
    if (!rows.ok) {
      this.#stop(rows.error);
      return;
    }
    await this.#lookUpPrices(rows.value);
    this.#rows = rows.value;
    this.#after = rows.value.at(-1)?.index ?? this.#after;
    this.#isLast = rows.value.length < rowsAtOnce;
  }

  /** Of renewals, as the names were last looked up. A price that cannot be read is not known. */
  async #lookUpPrices(rows: readonly RowToRead[]): Promise<void> {
    const { accountId, ask } = this.#plan;
    this.#prices.clear();
    if (ask.kind !== 'renew' || rows.length === 0) return;
    const domains = rows.map(({ domain }) => domain);
    const known = await this.#context.workspace.findings.known({ accountId, domains });
    for (const { domain, prices } of known.ok ? known.value : []) {
      this.#prices.set(domain, renewalPrice(prices, ask.periodYears));
    }
  }

  async #unread(): Promise<Result<RowToRead[]>> {
    if (hasEnded(this.#given)) return fail({ kind: 'cancelled' });
    const { kept } = this.#context;
    return await kept.unread({ id: this.#plan.id, after: this.#after, limit: rowsAtOnce });
  }

  #settle(read: RowRead): void {
    const verdict = read.error === null ? 'row' : verdictOn(read.error);
    if (verdict === 'perhaps-all') {
      this.#doubtful.push(read);
      if (this.#doubtful.length >= mostInARow) this.#stop(read.error);
      return;
    }
    if (verdict !== 'row') {
      this.#stop(read.error);
      return;
    }
    // Whoever answers about one name is there: the others failed by themselves.
    if (read.isAsked) this.#settleDoubts();
    this.#batches.add(read.row);
  }

  #settleDoubts(): void {
    for (const { row } of this.#doubtful) this.#batches.add(row);
    this.#doubtful = [];
  }

  #stop(error: AppError | null): void {
    this.#error ??= error;
    this.#over.abort();
  }

  async #keep(rows: readonly ReadRow[]): Promise<void> {
    // Whoever ended it may have begun to read everything anew.
    if (hasEnded(this.#signal)) return;
    const { kept, news } = this.#context;
    const { id } = this.#plan;
    const noted = await kept.noteRead({ id, rows: [...rows] });
    if (noted.ok && !this.#isTold && !hasEnded(this.#signal)) {
      this.#isTold = true;
      await kept.wait({ id, waitingFor: null });
    }
    if (noted.ok) this.#hasRead = true;
    else this.#stop(noted.error);
    news.changed(id);
  }
}

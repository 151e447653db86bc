import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Lane } from '../connections/throttle.ts';
import { type Backoff, createBackoff, type Timer } from '../system/timing.ts';
import { hasEnded } from './waiting.ts';

/** Why no further item begins, for now or for good. */
export type Halt =
  /** `untilWoken`: time does not help, so it is not retried automatically. `mostMs`: the longest pause before it is retried. */
  | {
      readonly kind: 'wait';
      readonly error: AppError;
      readonly untilWoken?: boolean;
      readonly mostMs?: number;
    }
  /** The error is null where no reason is to be shown. */
  | { readonly kind: 'stop'; readonly error: AppError | null };

/** What follows from an item. */
export type Step = { readonly kind: 'next' } | Halt;

/** How a job ended by itself. */
export type JobEnd = { readonly kind: 'done' } | Extract<Halt, { readonly kind: 'stop' }>;

export interface JobConnection {
  /** Aborted when the connection is replaced: the job goes on over the next one. */
  readonly ended: AbortSignal;
}

/**
 * What a list of work consists of, and what its outcomes mean; the {@link Job} does the rest. A job stores nothing: its items come
 * from where they are stored, and after a restart a new job goes on with those that are left there.
 */
export interface JobPolicy<Item, C extends JobConnection> {
  readonly connect: () => Promise<Result<C>>;
  /** The account's lane in its throttle. Without one, items begin at once. */
  readonly lane?: (connection: C, start: (done: () => void) => boolean) => Lane;
  /** How many items are worked on at the same time; the throttle may allow fewer. */
  readonly atOnce: number;
  /** Work goes on after a wait, and over a new connection, while items begun before it have not ended. */
  readonly overlaps?: boolean;
  /** Takes the next item; null where none is due. */
  readonly next: (connection: C) => Item | null;
  /** No item is left, apart from those that are worked on. */
  readonly isThrough: (connection: C) => boolean;
  /**
   * After a wait, one item at a time is worked on, until {@link Job.goesWell}.
   *
   * @param signal Aborted when the job is ended, waits or stops, and when the connection is replaced.
   */
  readonly work: (item: Item, connection: C, signal: AbortSignal) => Promise<Step>;
  /** Stores what is not stored yet of the work over this connection. @param isDone No item is left. */
  readonly leave?: (connection: C, isDone: boolean) => Promise<void> | void;
  /** After a wait, before the first item: whether the service is there again. Without it, that item shows it. */
  readonly probe?: (connection: C) => Promise<boolean>;
  /** What follows where connecting fails, and from a bug. By default, the job stops. */
  readonly failed?: (error: AppError) => Halt;
  /** How long each wait is; by default 5 s at first and a minute at last. */
  readonly backoff?: Backoff;
  /** Shows why the job waits; null: it goes on. */
  readonly showWaiting?: (error: AppError | null) => unknown;
  /** Stores how the job ended; called again later where that fails. Not called for a job that was ended by its signal. */
  readonly conclude: (end: JobEnd) => Promise<AppError | null>;
}

interface JobDeps {
  readonly timer: Pick<Timer, 'sleep'>;
  /** Receives exceptions. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

/** The connection was replaced by another one, which is available at once. */
const replaced: Halt = { kind: 'wait', error: { kind: 'cancelled' } };
const soonMs = 100;
/** After so many items others go first. */
const itemsInARow = 20;

/** The work of a job over one connection, until its next wait or its end. */
interface Pass<C> {
  readonly connection: C;
  readonly lane: Lane;
  /** Aborted when it ends. */
  readonly signal: AbortSignal;
  /** The one item after a wait is worked on. */
  isTrying: boolean;
}

/** Works on a list of work from its first item to its last; waits while that is not possible, and goes on by itself. */
export class Job<Item, C extends JobConnection> {
  readonly #policy: JobPolicy<Item, C>;
  readonly #deps: JobDeps;
  readonly #backoff: Backoff;
  #pass: Pass<C> | null = null;
  /** Aborted when no further item begins for now; {@link #end} says why. */
  #over = new AbortController();
  #end: Halt | JobEnd | null = null;
  /** How many items have ended. */
  #ended = 0;
  #atWork = 0;
  #onIdle = (): void => undefined;
  #waitingFor: AppError | null = null;
  /** Null while no pause is in progress. */
  #pause: AbortController | null = null;
  /** Woken between the end of a pass and its pause, or while it tried one item in vain: that pause is skipped. */
  #isWoken = false;

  constructor(policy: JobPolicy<Item, C>, deps: JobDeps) {
    this.#policy = policy;
    this.#deps = deps;
    this.#backoff = policy.backoff ?? createBackoff({ firstMs: 5_000, longestMs: 60_000 });
  }

  /** Resolves when the job has ended, by itself or by `signal`. Items that are worked on then are waited for. */
  async run(signal: AbortSignal): Promise<void> {
    let end: JobEnd | null = null;
    while (!hasEnded(signal)) {
      const step: Halt | JobEnd | null = await (end === null ? this.#work(signal) : this.#conclude(end));
      if (step === null) return;
      if (step.kind !== 'wait') end = step;
      else if (!hasEnded(signal)) await this.#wait(step, signal);
    }
    await this.#idle();
  }

  /** Items were added or taken away: begins what can begin, and checks whether everything is done. */
  itemsChanged(): void {
    const pass = this.#pass;
    pass?.lane.wake();
    if (this.#atWork > 0) return;
    if (pass !== null && this.#end === null && this.#policy.isThrough(pass.connection)) {
      this.#endPass({ kind: 'done' });
    }
    this.#onIdle();
  }

  /** Something failed that is no item's work: no further item begins. */
  halt(halt: Halt): void {
    this.#endPass(halt);
  }

  /**
   * What the job waits for may be there: it tries at once, and its next pause is short again. While it tries one item already, which
   * may hang, it tries once more as soon as that has failed. A job that has not begun to wait is not concerned.
   */
  wake(): void {
    const isToWait = this.#pause !== null || this.#end?.kind === 'wait';
    if (!isToWait && this.#waitingFor === null) return;
    if (isToWait) this.#backoff.goesWell();
    if (this.#pause === null) this.#isWoken = true;
    else this.#pause.abort();
  }

  /** The service has answered: the job waits no longer, and its next pause is short again. */
  async goesWell(): Promise<void> {
    this.#backoff.goesWell();
    if (this.#waitingFor === null) return;
    this.#pause?.abort();
    await this.#show(null);
    this.itemsChanged();
  }

  /** A wait that cannot be shown is still a wait. */
  async #show(error: AppError | null): Promise<void> {
    this.#waitingFor = error;
    if (error === null && this.#end === null) this.#isWoken = false;
    try {
      await this.#policy.showWaiting?.(error);
    } catch (thrown) {
      this.#deps.onBug(thrown);
    }
  }

  /** Works until no item is left, or until no more can begin over this connection. */
  async #work(signal: AbortSignal): Promise<Halt | JobEnd> {
    this.#over = new AbortController();
    this.#end = null;
    try {
      const connected = await this.#policy.connect();
      if (!connected.ok) return this.#failed(connected.error);
      return await this.#workOver(connected.value, signal);
    } catch (thrown) {
      return this.#bug(thrown);
    } finally {
      this.#over.abort();
      this.#pass = null;
    }
  }

  async #workOver(connection: C, signal: AbortSignal): Promise<Halt | JobEnd> {
    const over = AbortSignal.any([signal, connection.ended, this.#over.signal]);
    const start = (done: () => void): boolean => this.#startOne(pass, done);
    const lane = this.#policy.lane?.(connection, start) ?? freeLane(start);
    const pass: Pass<C> = { connection, lane, signal: over, isTrying: false };
    this.#pass = pass;
    if (!hasEnded(over)) this.itemsChanged();
    await untilAborted(over);
    this.#end ??= replaced;
    lane.close();
    if (this.#policy.overlaps !== true) await this.#idle();
    await this.#policy.leave?.(connection, this.#end.kind === 'done');
    return this.#end;
  }

  /** The first reason counts; that everything is done is none. */
  #endPass(end: Halt | JobEnd): void {
    if (this.#end !== null && this.#end.kind !== 'done') return;
    this.#end = end;
    this.#over.abort();
  }

  #startOne(pass: Pass<C>, done: () => void): boolean {
    const { atOnce, probe, next, work } = this.#policy;
    const error = this.#waitingFor;
    // Once the service has answered, also to an older item, the tried one may hang without keeping the others back.
    const isTrying = pass.isTrying && error !== null;
    if (hasEnded(pass.signal) || isTrying || this.#atWork >= atOnce) return false;
    if (error !== null && probe !== undefined) {
      return this.#begin(pass, () => this.#probe(probe, pass.connection, error), done);
    }
    const item = next(pass.connection);
    return item !== null && this.#begin(pass, () => work(item, pass.connection, pass.signal), done);
  }

  #begin(pass: Pass<C>, work: () => Promise<Step>, done: () => void): true {
    this.#atWork += 1;
    pass.isTrying = this.#waitingFor !== null;
    const ended = async (step: Step): Promise<void> => {
      this.#atWork -= 1;
      pass.isTrying = false;
      if (step.kind !== 'next') this.#endPass(step);
      // What asks nobody is done at once: thousands of such items would hold up everything else on this thread.
      this.#ended += 1;
      if (this.#ended % itemsInARow === 0) await nextTurn();
      done();
      this.itemsChanged();
    };
    void work()
      .catch((thrown: unknown) => this.#bug(thrown))
      .then(ended)
      .catch((thrown: unknown) => this.#endPass(this.#bug(thrown)));
    return true;
  }

  async #probe(probe: (connection: C) => Promise<boolean>, connection: C, error: AppError): Promise<Step> {
    if (!(await probe(connection))) return { kind: 'wait', error };
    await this.#show(null);
    return { kind: 'next' };
  }

  async #idle(): Promise<void> {
    if (this.#atWork > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  /** Null when that is stored. */
  async #conclude(end: JobEnd): Promise<Halt | null> {
    try {
      const error = await this.#policy.conclude(end);
      return error === null ? null : { kind: 'wait', error };
    } catch (thrown) {
      return { kind: 'wait', error: { kind: 'bug', incidentId: this.#deps.onBug(thrown) } };
    }
  }

  async #wait(halt: Extract<Halt, { readonly kind: 'wait' }>, signal: AbortSignal): Promise<void> {
    this.#pause = new AbortController();
    // Not where the service has named a time meanwhile.
    if (this.#isWoken && halt.error.kind !== 'rate-limited') this.#pause.abort();
    this.#isWoken = false;
    const over = AbortSignal.any([signal, this.#pause.signal]);
    // A replaced connection is not worth showing.
    if (halt.error.kind !== 'cancelled') await this.#show(halt.error);
    if (halt.untilWoken === true) await untilAborted(over);
    else if (!hasEnded(over)) {
      const sleep = this.#deps.timer.sleep(this.#pauseMs(halt), over);
      await sleep.catch(() => undefined);
    }
    this.#pause = null;
  }

  #pauseMs({ error, mostMs }: Extract<Halt, { readonly kind: 'wait' }>): number {
    if (error.kind === 'cancelled') return soonMs;
    const pauseMs = this.#backoff.nextMs(mostMs);
    return error.kind === 'rate-limited' ? Math.max(pauseMs, (error.retryAfterS ?? 0) * 1_000) : pauseMs;
  }

  #bug(thrown: unknown): Halt {
    return this.#failed({ kind: 'bug', incidentId: this.#deps.onBug(thrown) });
  }

  #failed(error: AppError): Halt {
    return this.#policy.failed?.(error) ?? { kind: 'stop', error };
  }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** For items that begin without waiting for the throttle. */
const freeLane = (start: (done: () => void) => boolean): Lane => ({
  wake() {
    while (start(() => undefined));
  },
  close: () => undefined,
});

/** A list of work in the background; a `Job`, or anything else that is done for it. */
export interface BackgroundJob {
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** What it waits for may be there. */
  readonly wake?: () => void;
}

/** The running jobs: at most one for each list of work. */
export type Jobs = ReturnType<typeof createJobs>;

interface ListOfWork {
  readonly id: string;
  readonly accountId: string;
}

interface Running {
  readonly accountId: string;
  readonly ending: AbortController;
  readonly done: Promise<void>;
  job: BackgroundJob | null;
}

export function createJobs(onBug: (thrown: unknown) => unknown) {
  const all = new Map<string, Running>();
  let isClosed = false;

  const isAtWork = (listId: string): boolean => all.get(listId)?.ending.signal.aborted === false;

  return {
    isAtWork,
    /** Does nothing where the list has a job already. A job that was ended finishes first. */
    begin({ id, accountId }: ListOfWork, create: (signal: AbortSignal) => BackgroundJob) {
      if (isClosed || isAtWork(id)) return;
      const ending = new AbortController();
      const { signal } = ending;
      const work = async (): Promise<void> => {
        if (signal.aborted) return;
        running.job = create(signal);
        await running.job.run(signal);
      };
      const before = all.get(id)?.done ?? Promise.resolve();
      const done = before
        .then(work)
        .catch(onBug)
        .then(() => {
          if (all.get(id) === running) all.delete(id);
        });
      const running: Running = { accountId, ending, done, job: null };
      all.set(id, running);
    },
    /** Ends the job of the list: it begins nothing new from now on. Resolves when it has finished. */
    async end(listId: string) {
      const running = all.get(listId);
      running?.ending.abort();
      await running?.done;
    },
    /** Makes the waiting jobs of the account try at once; those of all accounts where none is given. */
    wake(accountId?: string) {
      for (const running of all.values()) {
        if (accountId === undefined || running.accountId === accountId) running.job?.wake?.();
      }
    },
    /** Ends all jobs and accepts no more; resolves when they have finished. */
    async close() {
      isClosed = true;
      const last = [...all.values()];
      for (const { ending } of last) ending.abort();
      await Promise.all(last.map(({ done }) => done));
    },
  };
}

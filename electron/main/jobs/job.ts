import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Lane } from '../connections/throttle.ts';
import { createBackoff } from '../system/backoff.ts';
import type { Timer } from '../system/timer.ts';
import { hasEnded } from './waiting.ts';

/** Why no further item begins, for now or for good. */
export type Halt =
  /** `untilWoken`: time does not help, so it is not retried automatically. */
  | { readonly kind: 'wait'; readonly error: AppError; readonly untilWoken?: boolean }
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
  /** Takes the next item; null where none is due. */
  readonly next: (connection: C) => Item | null;
  /** No item is left, apart from those that are worked on. */
  readonly isThrough: (connection: C) => boolean;
  /** @param signal Aborted when the job is ended, waits or stops, and when the connection is replaced. */
  readonly work: (item: Item, connection: C, signal: AbortSignal) => Promise<Step>;
  /** Stores what is not stored yet of the work over this connection. @param isDone No item is left. */
  readonly leave?: (connection: C, isDone: boolean) => Promise<void> | void;
  /** After a wait: whether the service is there again. Without it, the next item shows it. */
  readonly probe?: (connection: C) => Promise<boolean>;
  /** What follows where connecting fails, and from a bug. By default, the job stops. */
  readonly failed?: (error: AppError) => Halt;
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

/** Works on a list of work from its first item to its last; waits while that is not possible, and goes on by itself. */
export class Job<Item, C extends JobConnection> {
  readonly #policy: JobPolicy<Item, C>;
  readonly #deps: JobDeps;
  readonly #backoff = createBackoff({ firstMs: 5_000, longestMs: 60_000 });
  #pass: Pass<Item, C> | null = null;
  #waitingFor: AppError | null = null;
  #pause = new AbortController();

  constructor(policy: JobPolicy<Item, C>, deps: JobDeps) {
    this.#policy = policy;
    this.#deps = deps;
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
  }

  /** Items were added or taken away. */
  itemsChanged(): void {
    this.#pass?.look();
  }

  /** Something failed that is no item's work: no further item begins. */
  halt(halt: Halt): void {
    this.#pass?.end(halt);
  }

  /** What the job waits for may be there: it tries at once. */
  wake(): void {
    this.#pause.abort();
  }

  /** The service has answered: the job waits no longer, and its next pause is short again. */
  async goesWell(): Promise<void> {
    this.#backoff.goesWell();
    await this.#goesOn();
  }

  async #goesOn(): Promise<void> {
    if (this.#waitingFor === null) return;
    await this.#show(null);
  }

  /** A wait that cannot be shown is still a wait. */
  async #show(error: AppError | null): Promise<void> {
    this.#waitingFor = error;
    try {
      await this.#policy.showWaiting?.(error);
    } catch (thrown) {
      this.#deps.onBug(thrown);
    }
  }

  /** Works until no item is left, or until no more can begin over this connection. */
  async #work(signal: AbortSignal): Promise<Halt | JobEnd> {
    try {
      const connected = await this.#policy.connect();
      if (!connected.ok) return this.#failed(connected.error);
      this.#pass = new Pass(this.#policy, connected.value, signal, {
        probe: this.#probeOver(connected.value),
        onBug: (thrown) => this.#bug(thrown),
      });
      return await this.#pass.run();
    } catch (thrown) {
      return this.#bug(thrown);
    } finally {
      this.#pass = null;
    }
  }

  /** Null where the job did not wait, or has no probe. */
  #probeOver(connection: C): (() => Promise<Step>) | null {
    const { probe } = this.#policy;
    const error = this.#waitingFor;
    if (probe === undefined || error === null) return null;
    return async () => {
      if (!(await probe(connection))) return { kind: 'wait', error };
      await this.#goesOn();
      return { kind: 'next' };
    };
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

  async #wait({ error, untilWoken = false }: Extract<Halt, { readonly kind: 'wait' }>, signal: AbortSignal) {
    this.#pause = new AbortController();
    const over = AbortSignal.any([signal, this.#pause.signal]);
    // A replaced connection is not worth showing.
    if (error.kind !== 'cancelled') await this.#show(error);
    const pauseMs = untilWoken ? Number.POSITIVE_INFINITY : this.#pauseMs(error);
    await slept(pauseMs, this.#deps.timer, over);
  }

  #pauseMs(error: AppError): number {
    if (error.kind === 'cancelled') return soonMs;
    const pauseMs = this.#backoff.nextMs();
    return error.kind === 'rate-limited' ? Math.max(pauseMs, (error.retryAfterS ?? 0) * 1_000) : pauseMs;
  }

  #bug(thrown: unknown): Halt {
    return this.#failed({ kind: 'bug', incidentId: this.#deps.onBug(thrown) });
  }

  #failed(error: AppError): Halt {
    return this.#policy.failed?.(error) ?? { kind: 'stop', error };
  }
}

/** Resolves when the time is over or `signal` is aborted. */
async function slept(durationMs: number, timer: Pick<Timer, 'sleep'>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  if (hasEnded(signal)) return;
  signal.addEventListener('abort', end, { once: true });
  if (Number.isFinite(durationMs)) timer.sleep(durationMs, signal).then(end, end);
  await promise;
}

interface PassDeps {
  /** Work that has to go well before the first item begins. */
  readonly probe: (() => Promise<Step>) | null;
  readonly onBug: (thrown: unknown) => Halt;
}

/** The work of a job over one connection, until its next wait or its end. */
class Pass<Item, C extends JobConnection> {
  readonly #policy: JobPolicy<Item, C>;
  readonly #connection: C;
  readonly #onBug: PassDeps['onBug'];
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #finished = Promise.withResolvers<undefined>();
  readonly #lane: Lane;
  #probe: PassDeps['probe'];
  #atWork = 0;
  #end: Halt | JobEnd | null = null;

  constructor(policy: JobPolicy<Item, C>, connection: C, signal: AbortSignal, { probe, onBug }: PassDeps) {
    this.#policy = policy;
    this.#connection = connection;
    this.#probe = probe;
    this.#onBug = onBug;
    this.#signal = AbortSignal.any([signal, connection.ended, this.#over.signal]);
    const start = (done: () => void): boolean => this.#startOne(done);
    this.#lane = policy.lane?.(connection, start) ?? freeLane(start);
  }

  async run(): Promise<Halt | JobEnd> {
    const cut = (): void => {
      if (this.#end === null) this.end(replaced);
    };
    this.#signal.addEventListener('abort', cut);
    if (hasEnded(this.#signal)) cut();
    this.look();
    await this.#finished.promise;
    await this.#policy.leave?.(this.#connection, this.#end?.kind === 'done');
    return this.#end ?? replaced;
  }

  /** Begins what can begin, and checks whether everything is done. */
  look(): void {
    if (this.#end === null) this.#lane.wake();
    if (this.#atWork > 0) return;
    if (this.#end === null && this.#probe === null && this.#policy.isThrough(this.#connection)) {
      this.end({ kind: 'done' });
    }
    if (this.#end !== null) this.#finished.resolve(undefined);
  }

  /** The first reason counts. */
  end(step: Halt | JobEnd): void {
    if (this.#end !== null && this.#end.kind !== 'done') return;
    this.#end = step;
    this.#lane.close();
    this.#over.abort();
    if (this.#atWork === 0) this.#finished.resolve(undefined);
  }

  #startOne(done: () => void): boolean {
    if (this.#end !== null || this.#atWork >= this.#policy.atOnce) return false;
    if (this.#probe !== null) return this.#atWork === 0 && this.#begin(this.#probe, done);
    const item = this.#policy.next(this.#connection);
    return item !== null && this.#begin(() => this.#policy.work(item, this.#connection, this.#signal), done);
  }

  #begin(work: () => Promise<Step>, done: () => void): true {
    this.#atWork += 1;
    const ended = (step: Step): void => {
      this.#atWork -= 1;
      this.#probe = null;
      if (step.kind !== 'next') this.end(step);
      done();
      this.look();
    };
    void work()
      .catch(this.#onBug)
      .then(ended)
      .catch((thrown: unknown) => this.end(this.#onBug(thrown)));
    return true;
  }
}

/** For items that begin without waiting for the throttle. */
const freeLane = (start: (done: () => void) => boolean): Lane => ({
  wake() {
    while (start(() => undefined));
  },
  close: () => undefined,
});

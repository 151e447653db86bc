import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import { coalesce, type Timer } from '../system/timing.ts';

export interface OutcomeStoreDeps {
  readonly record: (requests: readonly RecordedRequest[]) => Promise<Result<{ readonly codes: Uint8Array }>>;
  /**
   * Writes requests to the answer log, so that they are safe at once. Returns a callback for when they are recorded; null where
   * the log could not be written: then they are safe only when they are recorded.
   */
  readonly note: (requests: readonly RecordedRequest[]) => (() => void) | null;
  readonly flusher: DiskFlusher;
  /** Resolves after `durationMs`. */
  readonly sleep: (durationMs: number) => Promise<void>;
  readonly onRecorded: (requests: readonly RecordedRequest[]) => void;
  /**
   * Called when the outcomes are flushed to the disk: they may be announced.
   *
   * @param codes As the workspace returns them: one for each column of each request, in their order.
   */
  readonly onFlushed: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  /** The workspace could not store something. It is held until {@link OutcomeStore.store}. */
  readonly onFault: (error: AppError) => void;
}

/** One request's outcome. */
interface Recording {
  readonly request: RecordedRequest;
  /** Called once, when the outcome survives the end of the process: then the request's slot may be used by the next. */
  readonly onSafe: () => void;
}

const mostAtOnce = 64;
/** A message to another thread costs as much as five answers, so outcomes are collected briefly while no slot waits for them. */
const worthCrossing = 32;
const gatherMs = 5;
/** With so many waiting, the sessions' thread is behind: slots are released only when it has caught up. */
const mostAhead = 256;

interface Waiting {
  readonly request: RecordedRequest;
  /** Called when the workspace has stored it, or could not: its slot is held until then. Null where it is safe already. */
  readonly onSafe: (() => void) | null;
  /** Called when it is stored, and not before; null where other requests of the same note come after it. */
  readonly releaseNote: (() => void) | null;
}

/**
 * Stores a session's outcomes: recorded in the workspace first, flushed to the disk shortly afterwards. While one batch is
 * written, the next one is collected.
 */
export class OutcomeStore {
  readonly #deps: OutcomeStoreDeps;
  #arrived: Recording[] = [];
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isGathering = false;
  /** What waits could not be recorded. */
  #isHeld = false;
  #unflushed = 0;
  readonly #notFlushed = new Set<Unflushed>();
  #callers: ((error: AppError | null) => void)[] = [];

  constructor(deps: OutcomeStoreDeps) {
    this.#deps = deps;
  }

  /** Collects what arrives in one turn of the event loop, to write it to the log at once. */
  add(recording: Recording): void {
    this.#arrived.push(recording);
    if (this.#arrived.length === 1) setImmediate(() => this.#gather());
  }

  /** True while outcomes wait for {@link store}. */
  isStuck(): boolean {
    return this.#isHeld || this.#notFlushed.size > 0;
  }

  /** True when every outcome that was added is on the disk. */
  isDone(): boolean {
    return this.#isRecorded() && this.#unflushed === 0;
  }

  /** Stores everything without delay, also what could not be stored before. Resolves when it is on the disk, or with the failure. */
  store(): Promise<AppError | null> {
    const { flusher } = this.#deps;
    this.#isHeld = false;
    for (const entry of this.#takeNotFlushed()) flusher.add(entry);
    this.#begin();
    return new Promise((resolve) => {
      this.#callers.push(resolve);
      this.#tellCallers();
    });
  }

  /** Drops outcomes that could not be recorded, so that they are requested again; takes unflushed ones as they are. */
  giveUp(): void {
    this.#isHeld = false;
    this.#waiting = [];
    for (const { flushed } of this.#takeNotFlushed()) flushed();
  }

  #isRecorded(): boolean {
    return !this.#isWriting && this.#waiting.length === 0 && this.#arrived.length === 0;
  }

  #takeNotFlushed(): readonly Unflushed[] {
    const taken = [...this.#notFlushed];
    this.#notFlushed.clear();
    return taken;
  }

  #tellCallers(error: AppError | null = null): void {
    if (this.#callers.length === 0) return;
    if (error === null && !this.isDone()) {
      if (this.#isRecorded()) this.#deps.flusher.soon();
      return;
    }
    const callers = this.#callers;
    this.#callers = [];
    for (const call of callers) call(error);
  }

  #gather(): void {
    const batch = this.#arrived;
    this.#arrived = [];
    const isAhead = this.#waiting.length >= mostAhead;
    const releaseNote = isAhead ? null : this.#deps.note(batch.map(({ request }) => request));
    // What is held may wait for good: it keeps no slot, as in `#hold`.
    const isReleased = releaseNote !== null || this.#isHeld;
    batch.forEach(({ request, onSafe }, index) => {
      const isLast = index === batch.length - 1;
      this.#waiting.push({
        request,
        onSafe: isReleased ? null : onSafe,
        releaseNote: isLast ? releaseNote : null,
      });
      if (isReleased) onSafe();
    });
    if (this.#isWorthCrossing()) this.#begin();
    else void this.#gatherMore();
  }

  async #gatherMore(): Promise<void> {
    if (this.#isGathering || this.#isWriting) return;
    this.#isGathering = true;
    await this.#deps.sleep(gatherMs);
    this.#isGathering = false;
    this.#begin();
  }

  #begin(): void {
    if (this.#isWriting || this.#isHeld || this.#waiting.length === 0) return;
    this.#isWriting = true;
    void this.#write();
  }

  async #write(): Promise<void> {
    do {
      const batch = this.#waiting.slice(0, mostAtOnce);
      const requests = batch.map(({ request }) => request);
      const recorded = await this.#deps.record(requests);
      if (recorded.ok) {
        this.#waiting = this.#waiting.slice(batch.length);
        this.#recorded(requests, recorded.value.codes);
        for (const { releaseNote } of batch) releaseNote?.();
        for (const { onSafe } of batch) onSafe?.();
      } else this.#hold(recorded.error);
    } while (this.#isWorthCrossing());
    this.#isWriting = false;
    if (this.#waiting.length > 0 && !this.#isHeld) void this.#gatherMore();
    this.#tellCallers();
  }

  /** True when enough is collected, or a slot waits. */
  #isWorthCrossing(): boolean {
    if (this.#isHeld) return false;
    return this.#waiting.length >= worthCrossing || this.#waiting.some(({ onSafe }) => onSafe !== null);
  }

  #recorded(requests: readonly RecordedRequest[], codes: Uint8Array): void {
    const { flusher, onRecorded, onFlushed } = this.#deps;
    this.#unflushed += 1;
    const entry: Unflushed = {
      flushed: () => {
        this.#unflushed -= 1;
        onFlushed(requests, codes);
        this.#tellCallers();
      },
      failed: (error) => {
        this.#notFlushed.add(entry);
        this.#fault(error);
      },
    };
    flusher.add(entry);
    onRecorded(requests);
  }

  /** Holds the outcomes until they are to be stored again, and releases their slots. */
  #hold(error: AppError): void {
    this.#isHeld = true;
    const held = this.#waiting;
    this.#waiting = held.map((one) => ({ ...one, onSafe: null }));
    this.#fault(error);
    for (const { onSafe } of held) onSafe?.();
  }

  #fault(error: AppError): void {
    this.#deps.onFault(error);
    this.#tellCallers(error);
  }
}

/** Outcomes that wait to be flushed. Exactly one of the two is called. */
interface Unflushed {
  readonly flushed: () => void;
  readonly failed: (error: AppError) => void;
}

/**
 * Flushes recorded outcomes to the disk, so that they survive a power cut: for all sessions together, at most four times a second.
 */
export type DiskFlusher = ReturnType<typeof createDiskFlusher>;

const everyMs = 250;

export function createDiskFlusher(flush: () => Promise<Result<unknown>>, timer: Timer) {
  let waiting: Unflushed[] = [];
  let isFlushing = false;

  const flushing = coalesce(() => void run(), everyMs, timer);

  async function run(): Promise<void> {
    isFlushing = true;
    const batch = waiting;
    waiting = [];
    const flushed = await flush();
    isFlushing = false;
    for (const unflushed of batch) {
      if (flushed.ok) unflushed.flushed();
      else unflushed.failed(flushed.error);
    }
    if (waiting.length > 0) flushing.soon();
  }

  return {
    add(unflushed: Unflushed) {
      waiting.push(unflushed);
      if (!isFlushing) flushing.soon();
    },
    /** No more outcomes are expected for now: flushes at once. */
    soon() {
      if (!isFlushing && waiting.length > 0) flushing.now();
    },
  };
}

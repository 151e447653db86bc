import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import { coalesce } from '../system/coalesce.ts';
import type { Timer } from '../system/timer.ts';

export interface OutcomeStoreDeps {
  readonly record: RecorderDeps['record'];
  readonly note: RecorderDeps['note'];
  readonly timer: Timer;
  readonly flusher: DiskFlusher;
  /** Called when the outcomes are flushed to the disk: they may be announced. */
  readonly onFlushed: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  readonly onRecorded: (requests: readonly RecordedRequest[]) => void;
  /** The workspace could not store something. Nothing is lost: `retry` tries again. */
  readonly onFault: (error: AppError) => void;
}

/** Stores a session's outcomes: recorded first, flushed to the disk shortly afterwards. */
export interface OutcomeStore {
  readonly add: (recording: Recording) => void;
  /** True while outcomes wait for a retry. */
  readonly isStuck: () => boolean;
  readonly retry: () => void;
  /** True when every outcome that was added is on the disk. */
  readonly isDone: () => boolean;
  /** No more outcomes are expected for now: flushes without delay. */
  readonly soon: () => void;
  /** Drops outcomes that could not be recorded, so that they are requested again; takes unflushed ones as they are. */
  readonly giveUp: () => void;
}

export function createOutcomeStore(deps: OutcomeStoreDeps): OutcomeStore {
  const { flusher, onFlushed, onRecorded, onFault } = deps;
  let unflushed = 0;
  let isHeld = false;
  const stuck = new Set<Unflushed>();

  const recorder = new Recorder({
    ...deps,
    sleep: deps.timer.sleep,
    onRecorded(requests, codes) {
      unflushed += 1;
      const flushed = (): void => {
        unflushed -= 1;
        onFlushed(requests, codes);
      };
      const entry: Unflushed = {
        flushed,
        failed(error) {
          stuck.add(entry);
          onFault(error);
        },
      };
      flusher.add(entry);
      onRecorded(requests);
    },
    onFault(error) {
      isHeld = true;
      onFault(error);
    },
  });

  const takeStuck = (): readonly Unflushed[] => {
    const taken = [...stuck];
    stuck.clear();
    return taken;
  };

  return {
    add: (recording) => recorder.add(recording),
    isStuck: () => isHeld || stuck.size > 0,
    retry() {
      isHeld = false;
      takeStuck().forEach(flusher.add);
      recorder.retry();
    },
    isDone: () => recorder.isIdle() && unflushed === 0,
    soon: flusher.soon,
    giveUp() {
      isHeld = false;
      recorder.giveUp();
      for (const { flushed } of takeStuck()) flushed();
    },
  };
}

/** One request's outcome, to be recorded in the workspace. */
interface Recording {
  readonly request: RecordedRequest;
  /** Called once, when the outcome survives the end of the process: then the request's slot may be used by the next. */
  readonly onSafe: () => void;
  /** Called once, when the workspace has stored the outcome, or could not. */
  readonly onEnded: () => void;
}

interface RecorderDeps {
  readonly record: (requests: readonly RecordedRequest[]) => Promise<Result<{ readonly codes: Uint8Array }>>;
  /**
   * Writes requests to the answer log, so that they are safe at once. Returns a callback for when they are recorded; null where
   * the log could not be written: then they are safe only when they are recorded.
   */
  readonly note: (requests: readonly RecordedRequest[]) => (() => void) | null;
  /** Resolves after `durationMs`. */
  readonly sleep: (durationMs: number) => Promise<void>;
  /** `codes` as the workspace returns them: one for each column of each request, in their order. */
  readonly onRecorded: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  /** Requests that could not be recorded are held until {@link Recorder.retry}. */
  readonly onFault: (error: AppError) => void;
}

const mostAtOnce = 64;
/** A message to another thread costs as much as five answers, so outcomes are collected briefly while no slot waits for them. */
const worthCrossing = 32;
const gatherMs = 5;
/** With so many waiting, the workspace's thread is behind: slots are released only when it has caught up. */
const mostAhead = 256;

interface Waiting {
  readonly request: RecordedRequest;
  /** Called when the workspace has stored it, or could not. */
  readonly onEnded: readonly (() => void)[];
  /** Called when it is stored, and not before; null where other requests of the same note come after it. */
  readonly releaseNote: (() => void) | null;
  /** Its slot is released only when the workspace has answered. */
  readonly holdsSlot: boolean;
}

/** Sends outcomes to the workspace in batches: while one is written, the next one is collected. */
export class Recorder {
  readonly #deps: RecorderDeps;
  #arrived: Recording[] = [];
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isGathering = false;
  #isHeld = false;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  /** Collects what arrives in one turn of the event loop, to write it to the log at once. */
  add(recording: Recording): void {
    this.#arrived.push(recording);
    if (this.#arrived.length === 1) setImmediate(() => this.#gather());
  }

  /** Tries again to record what could not be recorded. */
  retry(): void {
    this.#isHeld = false;
    this.#begin();
  }

  /** Drops what could not be recorded: it will be requested again. */
  giveUp(): void {
    this.#isHeld = false;
    this.#waiting = [];
  }

  isIdle(): boolean {
    return !this.#isWriting && this.#waiting.length === 0 && this.#arrived.length === 0;
  }

  #gather(): void {
    const batch = this.#arrived;
    this.#arrived = [];
    const isAhead = this.#waiting.length >= mostAhead;
    const releaseNote = isAhead ? null : this.#deps.note(batch.map(({ request }) => request));
    batch.forEach(({ request, onSafe, onEnded }, index) => {
      if (releaseNote === null) {
        this.#waiting.push({ request, onEnded: [onSafe, onEnded], releaseNote, holdsSlot: true });
      } else {
        const isLast = index === batch.length - 1;
        this.#waiting.push({
          request,
          onEnded: [onEnded],
          releaseNote: isLast ? releaseNote : null,
          holdsSlot: false,
        });
        onSafe();
      }
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
        this.#deps.onRecorded(requests, recorded.value.codes);
        batch.forEach(({ releaseNote }) => releaseNote?.());
        end(batch);
      } else this.#hold(recorded.error);
    } while (this.#isWorthCrossing());
    this.#isWriting = false;
    if (this.#waiting.length > 0 && !this.#isHeld) void this.#gatherMore();
  }

  /** True when enough is collected, or a slot waits. */
  #isWorthCrossing(): boolean {
    if (this.#isHeld) return false;
    return this.#waiting.length >= worthCrossing || this.#waiting.some(({ holdsSlot }) => holdsSlot);
  }

  /** Holds the outcomes until a retry, and releases their slots. */
  #hold(error: AppError): void {
    this.#isHeld = true;
    const held = this.#waiting;
    this.#waiting = held.map((one) => ({ ...one, onEnded: [], holdsSlot: false }));
    this.#deps.onFault(error);
    end(held);
  }
}

function end(these: readonly Waiting[]): void {
  for (const { onEnded } of these) for (const call of onEnded) call();
}

/** Outcomes that wait to be flushed. Exactly one of the two is called. */
interface Unflushed {
  readonly flushed: () => void;
  readonly failed: (error: AppError) => void;
}

/**
 * Flushes recorded outcomes to the disk, so that they survive a power cut: for all sessions together, at most four times a second.
 */
export interface DiskFlusher {
  readonly add: (unflushed: Unflushed) => void;
  /** No more outcomes are expected for now: flushes at once. */
  readonly soon: () => void;
}

const everyMs = 250;

export function createDiskFlusher(flush: () => Promise<Result<unknown>>, timer: Timer): DiskFlusher {
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
    add(unflushed) {
      waiting.push(unflushed);
      if (!isFlushing) flushing.soon();
    },
    soon() {
      if (!isFlushing && waiting.length > 0) flushing.now();
    },
  };
}

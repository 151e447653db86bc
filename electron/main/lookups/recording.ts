import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Timer } from '../connections/throttle.ts';
import type { RecordedRequest } from '../workspace/session-records.ts';

export interface OutcomeStoreDeps {
  readonly record: RecorderDeps['record'];
  readonly note: RecorderDeps['note'];
  readonly timer: Timer;
  readonly sealer: DiskFlusher;
  /** On disk: it can be reported. */
  readonly onSealed: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  readonly onRecorded: (requests: readonly RecordedRequest[]) => void;
  /** The workspace could not keep something. Nothing is lost: it is tried again by `retry`. */
  readonly onFault: (error: AppError) => void;
}

/** The way of a session's outcomes to the disk: recorded first, sealed a little later. */
export interface OutcomeStore {
  /** Calls `safe` when it outlives the end of the process, and `done` when the workspace has answered. */
  readonly add: (recording: Recording) => void;
  /** Something waits until the workspace can keep it. */
  readonly isStuck: () => boolean;
  readonly retry: () => void;
  /** Everything that was added is on disk. */
  readonly isDone: () => boolean;
  /** Nothing more is coming for now. */
  readonly soon: () => void;
  /** What could not be recorded is dropped, to be asked again; what could not be sealed is taken as it is. */
  readonly giveUp: () => void;
}

export function createOutcomeStore(deps: OutcomeStoreDeps): OutcomeStore {
  const { sealer, onSealed, onRecorded, onFault } = deps;
  let unsealed = 0;
  let isHeld = false;
  const stuck = new Set<Unflushed>();

  const recorder = new Recorder({
    ...deps,
    sleep: deps.timer.sleep,
    onRecorded(requests, codes) {
      unsealed += 1;
      const sealed = (): void => {
        unsealed -= 1;
        onSealed(requests, codes);
      };
      const entry: Unflushed = {
        sealed,
        failed(error) {
          stuck.add(entry);
          onFault(error);
        },
      };
      sealer.add(entry);
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
      takeStuck().forEach(sealer.add);
      recorder.retry();
    },
    isDone: () => recorder.isIdle() && unsealed === 0,
    soon: sealer.soon,
    giveUp() {
      isHeld = false;
      recorder.giveUp();
      for (const { sealed } of takeStuck()) sealed();
    },
  };
}

/** One request's outcome on its way to the workspace. */
interface Recording {
  readonly request: RecordedRequest;
  /** Called once, when it outlives the end of the process: then the request's place may be given to the next. */
  readonly safe: () => void;
  /** Called once, when the workspace has answered. */
  readonly done: () => void;
}

interface RecorderDeps {
  readonly record: (requests: readonly RecordedRequest[]) => Promise<Result<{ readonly codes: Uint8Array }>>;
  /**
   * Writes requests down so that they are safe at once; to be told when they are recorded. Null where it could not: then
   * they are safe when they are recorded.
   */
  readonly note: (requests: readonly RecordedRequest[]) => (() => void) | null;
  /** Resolves after so many milliseconds. */
  readonly sleep: (durationMs: number) => Promise<void>;
  /** `codes` as the workspace gives them: one for each column of each request, in their order. */
  readonly onRecorded: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  /** What could not be recorded is held until {@link Recorder.retry}. */
  readonly onFault: (error: AppError) => void;
}

const mostAtOnce = 64;
/** To cross to another thread costs as much as five answers: while nobody's place waits, they gather for a moment. */
const worthCrossing = 32;
const gatherMs = 5;
/** With so many waiting, the workspace's thread is behind, and a place is given back only when it has caught up. */
const mostAhead = 256;

interface Waiting {
  readonly request: RecordedRequest;
  /** To be called when the workspace has answered. */
  readonly answered: readonly (() => void)[];
  /** To be called when it is recorded, and not before. */
  readonly settle: (() => void) | null;
  /** Its place is given to the next only when the workspace has answered. */
  readonly isPlaceHeld: boolean;
}

/** Hands outcomes to the workspace: while it writes one batch, the next one gathers. */
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

  /** What arrives in one turn of the loop is written down in one go. */
  add(recording: Recording): void {
    this.#arrived.push(recording);
    if (this.#arrived.length === 1) setImmediate(() => this.#gather());
  }

  /** Tries again what could not be recorded. */
  retry(): void {
    this.#isHeld = false;
    this.#begin();
  }

  /** Gives up what could not be recorded: it will be asked again. */
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
    const settle = isAhead ? null : this.#deps.note(batch.map(({ request }) => request));
    batch.forEach(({ request, safe, done }, index) => {
      if (settle === null) {
        this.#waiting.push({ request, answered: [safe, done], settle, isPlaceHeld: true });
      } else {
        const isLast = index === batch.length - 1;
        this.#waiting.push({ request, answered: [done], settle: isLast ? settle : null, isPlaceHeld: false });
        safe();
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
        batch.forEach(({ settle }) => settle?.());
        tell(batch);
      } else this.#hold(recorded.error);
    } while (this.#isWorthCrossing());
    this.#isWriting = false;
    if (this.#waiting.length > 0 && !this.#isHeld) void this.#gatherMore();
  }

  /** Enough has gathered, or somebody's place waits. */
  #isWorthCrossing(): boolean {
    if (this.#isHeld) return false;
    return this.#waiting.length >= worthCrossing || this.#waiting.some(({ isPlaceHeld }) => isPlaceHeld);
  }

  /** They stay until it is tried again; nobody's place waits for that. */
  #hold(error: AppError): void {
    this.#isHeld = true;
    const held = this.#waiting;
    this.#waiting = held.map((one) => ({ ...one, answered: [], isPlaceHeld: false }));
    this.#deps.onFault(error);
    tell(held);
  }
}

function tell(these: readonly Waiting[]): void {
  for (const { answered } of these) for (const call of answered) call();
}

/** What waits for the disk. Exactly one of the two is called. */
interface Unflushed {
  readonly sealed: () => void;
  readonly failed: (error: AppError) => void;
}

/** Makes what was recorded outlive a power cut, for all sessions together and at most four times a second. */
export interface DiskFlusher {
  readonly add: (unsealed: Unflushed) => void;
  /** Nothing more is coming for now: waiting would gain nothing. */
  readonly soon: () => void;
}

const everyMs = 250;

export function createDiskFlusher(seal: () => Promise<Result<unknown>>, timer: Timer): DiskFlusher {
  let waiting: Unflushed[] = [];
  let sealedAtMs = Number.NEGATIVE_INFINITY;
  let isSealing = false;
  let isAsleep = false;

  async function run(): Promise<void> {
    if (isSealing || waiting.length === 0) return;
    isSealing = true;
    sealedAtMs = timer.nowMs();
    const batch = waiting;
    waiting = [];
    const sealed = await seal();
    isSealing = false;
    for (const unsealed of batch) {
      if (sealed.ok) unsealed.sealed();
      else unsealed.failed(sealed.error);
    }
    plan();
  }

  function plan(): void {
    if (isAsleep || isSealing || waiting.length === 0) return;
    isAsleep = true;
    const wake = (): void => {
      isAsleep = false;
      void run();
    };
    void timer.sleep(Math.max(0, sealedAtMs + everyMs - timer.nowMs())).then(wake);
  }

  return {
    add(unsealed) {
      waiting.push(unsealed);
      plan();
    },
    soon: () => void run(),
  };
}

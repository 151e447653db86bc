import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';

/** One request's outcome on its way to the workspace. */
export interface Recording {
  readonly request: RecordedRequest;
  /** Called once, when it outlives the end of the process: then the request's place may be given to the next. */
  readonly safe: () => void;
  /** Called once, when the workspace has answered. */
  readonly done: () => void;
}

export interface RecorderDeps {
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

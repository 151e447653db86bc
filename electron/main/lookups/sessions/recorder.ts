import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';

/** One request's outcome on its way to the workspace. */
export interface Recording {
  readonly request: RecordedRequest;
  /** Called once, when the workspace has answered: then the request's place may be given to the next. */
  readonly done: () => void;
}

export interface RecorderDeps {
  readonly record: (requests: readonly RecordedRequest[]) => Promise<Result<{ readonly codes: Uint8Array }>>;
  /** `codes` as the workspace gives them: one for each column of each request, in their order. */
  readonly onRecorded: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  /** What could not be recorded is held until {@link Recorder.retry}. */
  readonly onFault: (error: AppError) => void;
}

/** Hands outcomes to the workspace: while it writes one batch, the next one gathers. */
export interface Recorder {
  readonly add: (recording: Recording) => void;
  /** Tries again what could not be recorded. */
  readonly retry: () => void;
  /** Gives up what could not be recorded: it will be asked again. */
  readonly giveUp: () => void;
  readonly isIdle: () => boolean;
}

const mostAtOnce = 64;

export function createRecorder({ record, onRecorded, onFault }: RecorderDeps): Recorder {
  let waiting: Recording[] = [];
  let isWriting = false;
  let isHeld = false;

  async function write(): Promise<void> {
    while (waiting.length > 0 && !isHeld) {
      const batch = waiting.slice(0, mostAtOnce);
      const requests = batch.map(({ request }) => request);
      const recorded = await record(requests);
      if (recorded.ok) {
        waiting = waiting.slice(batch.length);
        onRecorded(requests, recorded.value.codes);
      } else {
        isHeld = true;
        waiting = waiting.map(({ request }) => ({ request, done: doneAlready }));
        onFault(recorded.error);
      }
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  /** What arrives in one turn of the loop goes in one batch: crossing to another thread costs more than the turn. */
  function begin(): void {
    if (isWriting || isHeld || waiting.length === 0) return;
    isWriting = true;
    setImmediate(() => void write());
  }

  return {
    add(recording) {
      waiting.push(recording);
      begin();
    },
    retry() {
      isHeld = false;
      begin();
    },
    giveUp() {
      isHeld = false;
      waiting = [];
    },
    isIdle: () => !isWriting && waiting.length === 0,
  };
}

const doneAlready = (): void => undefined;

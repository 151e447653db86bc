import type { AppError } from '#shared/app-error.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';
import { Recorder, type RecorderDeps, type Recording } from './recorder.ts';
import type { Sealer, Unsealed } from './sealer.ts';

export interface KeepingDeps {
  readonly record: RecorderDeps['record'];
  readonly note: RecorderDeps['note'];
  readonly timer: Timer;
  readonly sealer: Sealer;
  /** On disk: it can be reported. */
  readonly onSealed: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  readonly onRecorded: (requests: readonly RecordedRequest[]) => void;
  /** The workspace could not keep something. Nothing is lost: it is tried again by `retry`. */
  readonly onFault: (error: AppError) => void;
}

/** The way of a session's outcomes to the disk: recorded first, sealed a little later. */
export interface Keeping {
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

export function createKeeping(deps: KeepingDeps): Keeping {
  const { sealer, onSealed, onRecorded, onFault } = deps;
  let unsealed = 0;
  let isHeld = false;
  const stuck = new Set<Unsealed>();

  const recorder = new Recorder({
    ...deps,
    sleep: deps.timer.sleep,
    onRecorded(requests, codes) {
      unsealed += 1;
      const sealed = (): void => {
        unsealed -= 1;
        onSealed(requests, codes);
      };
      const entry: Unsealed = {
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

  const takeStuck = (): readonly Unsealed[] => {
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

import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import type { Timer } from '../../connections/throttle.ts';

/** What waits for the disk. Exactly one of the two is called. */
export interface Unsealed {
  readonly sealed: () => void;
  readonly failed: (error: AppError) => void;
}

/** Makes what was recorded outlive a power cut, for all sessions together and at most four times a second. */
export interface Sealer {
  readonly add: (unsealed: Unsealed) => void;
  /** Nothing more is coming for now: waiting would gain nothing. */
  readonly soon: () => void;
}

const everyMs = 250;

export function createSealer(seal: () => Promise<Result<unknown>>, timer: Timer): Sealer {
  let waiting: Unsealed[] = [];
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

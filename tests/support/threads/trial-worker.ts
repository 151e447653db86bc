import { threadId } from 'node:worker_threads';
import { serveJobs } from '../../../electron/main/system/job-thread.ts';

/** What a thread of tests can be told to do. */
export type Trial =
  | { readonly kind: 'answer'; readonly text: string }
  /** Says through `begun` that it works, and never gives way. */
  | { readonly kind: 'spin'; readonly begun: Int32Array<SharedArrayBuffer> }
  | { readonly kind: 'throw'; readonly code: string }
  | { readonly kind: 'exit' }
  /** Fills so much of the heap, and answers. */
  | { readonly kind: 'fill'; readonly mebibytes: number };

export interface TrialAnswer {
  readonly text: string;
  /** Of the thread that did it. */
  readonly threadId: number;
}

export type DoTrial = (trial: Trial) => TrialAnswer;

serveJobs<DoTrial>((trial) => {
  switch (trial.kind) {
    case 'answer':
      return { text: trial.text, threadId };
    case 'spin':
      Atomics.store(trial.begun, 0, 1);
      Atomics.notify(trial.begun, 0);
      for (;;);
    case 'throw':
      throw Object.assign(new Error('On purpose'), { code: trial.code });
    case 'exit':
      return process.exit(3);
    case 'fill':
      return { text: `${filled(trial.mebibytes)}`, threadId };
  }
});

/** How many arrays of a mebibyte it had on the heap at once. */
function filled(mebibytes: number): number {
  const held: number[][] = [];
  for (let each = 0; each < mebibytes; each += 1) held.push(new Array<number>(131_072).fill(each + 0.5));
  return held.length;
}

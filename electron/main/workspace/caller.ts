import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { StorageFault } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Answer, answer } from './messages.ts';

/** @param handedOver What of `input` goes over to the thread and is no longer the caller's. */
export type Call = (
  area: string,
  method: string,
  input: unknown,
  handedOver?: readonly ArrayBuffer[],
  /** Takes what of that comes back when the call is done. */
  takeBack?: (buffer: ArrayBuffer) => void,
) => Promise<Result<unknown, StorageFault>>;

interface Caller {
  readonly call: Call;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly takeBack: ((buffer: ArrayBuffer) => void) | undefined;
  readonly resolve: (result: Result<unknown, StorageFault>) => void;
  readonly reject: (thrown: Error) => void;
}

/** Calls into the workspace's thread and their answers; a thread that dies fails every call, now and later. */
export function createCaller(worker: Worker): Caller {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let death: Error | null = null;

  function die(reason: Error): void {
    death ??= reason;
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  }

  worker.on('message', (message: unknown) => {
    const given = answer.parse(message);
    const caller = waiting.get(given.id);
    waiting.delete(given.id);
    if (caller !== undefined) settle(caller, given);
  });
  worker.on('error', (thrown: unknown) =>
    die(thrown instanceof Error ? thrown : new Error('The workspace died')),
  );
  worker.on('exit', () => die(new Error('The workspace is closed')));

  return {
    call: (area, method, input, handedOver = [], takeBack) =>
      new Promise((resolve, reject) => {
        if (death !== null) {
          reject(death);
          return;
        }
        calls += 1;
        waiting.set(calls, { resolve, reject, takeBack });
        worker.postMessage({ id: calls, area, method, input }, [...handedOver]);
      }),
    async close() {
      if (death !== null) return;
      const exit = once(worker, 'exit');
      worker.postMessage(null);
      await exit;
    },
  };
}

function settle({ resolve, reject, takeBack }: Waiting, given: Answer): void {
  switch (given.kind) {
    case 'done':
      for (const buffer of given.handedBack) takeBack?.(buffer);
      resolve(ok(given.value));
      return;
    case 'failed':
      resolve(fail(given.fault));
      return;
    case 'bug':
      reject(given.thrown);
      return;
    default:
      assertNever(given);
  }
}

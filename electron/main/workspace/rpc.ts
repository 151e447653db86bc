import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StorageFault } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import { byName } from '../system/peer.ts';
import { createSpareBuffers, inParts, lendingBytes, offersInParts } from './sessions/messages.ts';

// Messages to the thread of the sessions. Both ends are our own code: types suffice, nothing is parsed.

export interface WorkspacePlace {
  /** The workspace's own directory; created where it is missing. */
  readonly directory: string;
  /** The script of the sessions' thread: `sessions-worker.js` of the build, or its source. */
  readonly workerUrl: URL;
}

/** A call of a method of one of the thread's stores. */
export interface Call {
  readonly id: number;
  readonly area: string;
  readonly method: string;
  readonly input: unknown;
  /** Buffers of `input` that were transferred; they are transferred back with the answer. */
  readonly lent: readonly ArrayBuffer[];
}

export type Answer =
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly value: unknown;
      readonly lent: readonly ArrayBuffer[];
    }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: StorageFault }
  | { readonly kind: 'bug'; readonly id: number; readonly thrown: Error };

/** Stores seen from another thread: every method is asynchronous, and a failure of the disk is a value. */
export type Called<S> = {
  readonly [A in keyof S]: {
    readonly [M in keyof S[A]]: S[A][M] extends (...input: infer I) => infer O
      ? (...input: I) => Promise<Result<Awaited<O>>>
      : never;
  };
};

/**
 * @param lent Buffers of `input` that the caller must not use until they are given back.
 * @param giveBack Called with each of them when the call is done.
 */
export type Send = (
  call: Omit<Call, 'id'>,
  giveBack: (buffer: ArrayBuffer) => void,
) => Promise<Result<unknown>>;

/** The stores by name, each method of them sending a call. */
export function createCalls<S>(send: Send): Called<S> {
  const spare = createSpareBuffers();
  /** Methods whose input is not simply cloned. */
  const special: Readonly<Record<string, SpecialSend>> = {
    'sessions.record': lendingBytes(spare),
    'sessions.findings': inParts,
    'sessions.prices': offersInParts,
  };

  return byName(
    (area) =>
      byName((method) => {
        const sendInput: Parameters<SpecialSend>[1] = (input, lent = []) =>
          send({ area, method, input, lent }, (buffer) => spare.give(buffer));
        const sendSpecially = special[`${area}.${method}`];
        // The method's own type: its special way of sending is declared for the same input.
        return (input: unknown) => sendSpecially?.(input as never, sendInput) ?? sendInput(input);
      }),
    // Each store and method has the name of its member here.
  ) as Called<S>;
}

type SpecialSend = (
  input: never,
  send: (input: unknown, lent?: readonly ArrayBuffer[]) => Promise<Result<unknown>>,
) => Promise<Result<unknown>>;

interface Waiting {
  readonly giveBack: (buffer: ArrayBuffer) => void;
  readonly resolve: (result: Result<unknown>) => void;
  readonly reject: (thrown: Error) => void;
}

export interface SessionsThread {
  readonly send: Send;
  readonly start: () => void;
  /** Ends the thread when its pending calls are done. */
  readonly close: () => Promise<void>;
  /** Ends it at once. */
  readonly drop: () => Promise<unknown>;
}

/**
 * Sends calls to the thread of the sessions, which starts with the first of them, and receives the answers; if it dies, every call
 * throws, pending and later ones. A call that comes once it is being closed fails with `cancelled`: requests may still be at work then.
 */
export function openSessionsThread({ directory, workerUrl }: WorkspacePlace): SessionsThread {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let death: Error | null = null;
  let isClosing = false;
  let worker: Worker | null = null;

  function die(reason: Error): void {
    death ??= reason;
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  }

  function started(): Worker {
    if (worker !== null) return worker;
    worker = new Worker(workerUrl, { workerData: { directory } });
    worker.on('message', (answer: Answer) => {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (caller !== undefined) settle(caller, answer);
    });
    worker.on('error', (thrown: unknown) =>
      die(thrown instanceof Error ? thrown : new Error('The thread of the sessions died')),
    );
    worker.on('exit', () => die(new Error('The thread of the sessions has ended')));
    return worker;
  }

  return {
    send: (call, giveBack) =>
      new Promise((resolve, reject) => {
        if (isClosing) {
          resolve(fail({ kind: 'cancelled' }));
          return;
        }
        if (death !== null) {
          reject(death);
          return;
        }
        calls += 1;
        waiting.set(calls, { resolve, reject, giveBack });
        started().postMessage({ ...call, id: calls } satisfies Call, [...call.lent]);
      }),
    start: () => void started(),
    async close() {
      isClosing = true;
      if (death !== null || worker === null) return;
      const exit = once(worker, 'exit');
      worker.postMessage(null);
      await exit;
    },
    drop: async () => worker?.terminate(),
  };
}

function settle({ resolve, reject, giveBack }: Waiting, answer: Answer): void {
  switch (answer.kind) {
    case 'done':
      answer.lent.forEach(giveBack);
      resolve(ok(answer.value));
      return;
    case 'failed':
      resolve(fail({ kind: 'storage', fault: answer.fault }));
      return;
    case 'bug':
      reject(answer.thrown);
      return;
    default:
      assertNever(answer);
  }
}

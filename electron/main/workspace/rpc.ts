import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { StorageFault } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Opening } from './open-file.ts';
import { createSpareBuffers, inParts, lendingBytes, offersInParts } from './sessions/messages.ts';
import type { Stores } from './stores.ts';
import { startWorkspaceThread, type WorkspacePlace, type WorkspaceThread } from './thread.ts';

// Messages between main and the workspace's thread. Both ends are our own code: types suffice, nothing is parsed.

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

/** Main's view of the stores: every method is asynchronous, and a failure of the disk is a value. */
export type WorkspaceClient = {
  readonly [A in keyof Stores]: {
    readonly [M in keyof Stores[A]]: Stores[A][M] extends (...input: infer I) => infer O
      ? (...input: I) => Promise<Result<Awaited<O>>>
      : never;
  };
};

/** A workspace whose thread has opened the file. */
export interface ConnectedWorkspace {
  readonly opening: Opening;
  readonly send: Send;
  /** Ends the thread when its pending calls are done. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the workspace's file, or creates one.
 *
 * @param thread A thread already started for this place; a new one by default.
 *
 * Fails with: `storage` (`newer-version`, `read-only`, `full`; `busy` where another process owns it). A damaged file is
 * not a failure: it is quarantined, and `opening.notice` says so.
 */
export async function connectWorkspace(
  place: WorkspacePlace,
  thread: WorkspaceThread = startWorkspaceThread(place),
): Promise<Result<ConnectedWorkspace>> {
  const { worker, first } = thread;
  const state = await first;
  if (state.kind === 'failed') {
    await worker.terminate();
    return fail({ kind: 'storage', fault: state.fault });
  }
  return ok({ opening: state.opening, ...createSender(worker) });
}

/**
 * @param lent Buffers of `input` that the caller must not use until they are given back.
 * @param giveBack Called with each of them when the call is done.
 */
export type Send = (
  call: Omit<Call, 'id'>,
  giveBack: (buffer: ArrayBuffer) => void,
) => Promise<Result<unknown>>;

/** The stores by name, each method of them sending a call. */
export function createClient(send: Send): WorkspaceClient {
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
  ) as WorkspaceClient;
}

type SpecialSend = (
  input: never,
  send: (input: unknown, lent?: readonly ArrayBuffer[]) => Promise<Result<unknown>>,
) => Promise<Result<unknown>>;

/** An object with every member that is asked for, made by its name once. It is no promise. */
function byName(make: (name: string) => unknown): object {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get: (made, name) =>
        typeof name === 'symbol' || name === 'then' ? undefined : (made[name] ??= make(name)),
    },
  );
}

interface Waiting {
  readonly giveBack: (buffer: ArrayBuffer) => void;
  readonly resolve: (result: Result<unknown>) => void;
  readonly reject: (thrown: Error) => void;
}

/**
 * Sends calls to the workspace's thread and receives the answers; if the thread dies, every call throws, pending and
 * later ones. A call that comes once it is being closed fails with `cancelled`: requests may still be at work then.
 */
function createSender(worker: Worker): { readonly send: Send; readonly close: () => Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let death: Error | null = null;
  let isClosing = false;

  function die(reason: Error): void {
    death ??= reason;
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  }

  worker.on('message', (answer: Answer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (caller !== undefined) settle(caller, answer);
  });
  worker.on('error', (thrown: unknown) =>
    die(thrown instanceof Error ? thrown : new Error('The workspace died')),
  );
  worker.on('exit', () => die(new Error('The workspace is closed')));

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
        worker.postMessage({ ...call, id: calls } satisfies Call, [...call.lent]);
      }),
    async close() {
      if (death !== null) return;
      isClosing = true;
      const exit = once(worker, 'exit');
      worker.postMessage(null);
      await exit;
    },
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

import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { AppError, StorageFault } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Opening } from './open-file.ts';
import { type Answer, answer, type ClientOf, firstMessage } from './rpc.ts';
import type { cellsInParts, recordWire } from './session-records.ts';
import { startupRequests } from './startup-requests.ts';
import {
  createSpareBuffers,
  type SpareBuffers,
  startWorkspaceThread,
  type WorkspacePlace,
  type WorkspaceThread,
} from './thread.ts';

/** The requests that every start needs first. */
export type StartupClient = ClientOf<typeof startupRequests, AppError>;

/** A workspace whose thread has opened the file, with only the startup requests, so that a start gets it quickly. */
export interface ConnectedWorkspace {
  readonly opening: Opening;
  readonly first: StartupClient;
  readonly call: Call;
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
  const state = firstMessage.parse([await first])[0];
  if (state.kind === 'failed') {
    await worker.terminate();
    return fail({ kind: 'storage', fault: state.fault });
  }
  const { call, close } = createRpcClient(worker);
  return ok({ opening: state.opening, first: createWorkspaceClient(call, startupRequests), call, close });
}

/** One function for each request of the table; results from the thread are parsed. */
export function createWorkspaceClient<T extends Table>(call: Call, table: T): ClientOf<T, AppError> {
  const spare = createSpareBuffers();
  return mapValues(
    table as Table,
    (methods, area) =>
      mapValues(methods, (entry, method) => {
        const askOnce = ask(call, spare, area, method, entry);
        return entry.inParts === undefined ? askOnce : askInParts(askOnce, entry.inParts);
      }),
    // Built from the request table entry by entry, and each result is parsed by that entry's schema.
  ) as ClientOf<T, AppError>;
}

type Table = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** Any request of the table. */
interface Entry {
  readonly output: z.ZodType;
  readonly wire?: typeof recordWire;
  readonly inParts?: typeof cellsInParts;
}

const ask =
  (call: Call, spare: SpareBuffers, area: string, method: string, { output, wire }: Entry) =>
  async (input: unknown): Promise<Result<unknown>> => {
    // `wire` is declared beside the schema that the input's type comes from.
    const packed = wire?.pack(input as Parameters<typeof wire.pack>[0], spare);
    const result = await call(area, method, packed?.message ?? input, packed?.handedOver, spare.give);
    return result.ok ? ok(output.parse(result.value)) : fail({ kind: 'storage', fault: result.error });
  };

/** Calls part after part, so that main can do other work in between; the result lists are concatenated. */
const askInParts =
  (askOnce: (input: unknown) => Promise<Result<unknown>>, inParts: typeof cellsInParts) =>
  async (input: unknown): Promise<Result<unknown>> => {
    const whole: unknown[] = [];
    // `inParts` is declared beside the schema that the input's type comes from.
    for (const part of inParts(input as Parameters<typeof inParts>[0])) {
      const result = await askOnce(part);
      if (!result.ok) return result;
      if (Array.isArray(result.value)) whole.push(...(result.value as readonly unknown[])); // Parsed as a list.
    }
    return ok(whole);
  };

const mapValues = <T extends object, R>(
  table: T,
  map: (value: T[keyof T], name: string) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]: [string, T[keyof T]]) => [name, map(value, name)]),
  );

/** @param handedOver Buffers of `input` that are transferred to the thread and no longer usable by the caller. */
export type Call = (
  area: string,
  method: string,
  input: unknown,
  handedOver?: readonly ArrayBuffer[],
  /** Called with each transferred buffer that comes back when the call is done. */
  takeBack?: (buffer: ArrayBuffer) => void,
) => Promise<Result<unknown, StorageFault>>;

interface RpcClient {
  readonly call: Call;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly takeBack: ((buffer: ArrayBuffer) => void) | undefined;
  readonly resolve: (result: Result<unknown, StorageFault>) => void;
  readonly reject: (thrown: Error) => void;
}

/**
 * Sends calls to the workspace's thread and receives the answers; if the thread dies, every call fails, pending and
 * later ones.
 */
function createRpcClient(worker: Worker): RpcClient {
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

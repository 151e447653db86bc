import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import type { Answer, Call } from './rpc.ts';
import { createSessionStores, madeWithFirstUse, methodOf } from './sessions/session-stores.ts';
import { storageFaultOf } from './sqlite.ts';

/**
 * Handles calls one after the other, in the order received. Deletes removed sessions in the background.
 *
 * @returns A handler of one message; a null message closes the connection and ends the thread.
 */
export function serve(database: DatabaseSync, port: MessagePort): (message: Call | null) => void {
  const stores = madeWithFirstUse(createSessionStores(database));
  const sweeper = createSweeper(stores.sessions.sweep);
  sweeper.start();

  function postWhileOpen(answer: Answer): void {
    if (!database.isOpen) return;
    port.postMessage(answer, answer.kind === 'done' ? [...ownBuffersIn(answer.value), ...answer.lent] : []);
    sweeper.start();
  }

  return (message) => {
    if (message === null) {
      sweeper.stop();
      stores.sessions.settle();
      database.close();
      port.close();
      return;
    }
    const answer = answerTo(stores, message);
    if (answer instanceof Promise) void answer.then(postWhileOpen);
    else postWhileOpen(answer);
  };
}

/** Calls the store's method; a promise where the work is done in pieces, with other calls in between. */
export function answerTo(stores: object, { id, area, method, input, lent }: Call): Answer | Promise<Answer> {
  try {
    const value = methodOf(stores, area, method)(input);
    const done = (result: unknown): Answer => ({ kind: 'done', id, value: result, lent });
    return value instanceof Promise
      ? value.then(done, (thrown: unknown) => faultOf(id, thrown))
      : done(value);
  } catch (thrown) {
    return faultOf(id, thrown);
  }
}

/** What a call is answered with where something was thrown. */
export function faultOf(id: number, thrown: unknown): Answer {
  const fault = storageFaultOf(thrown);
  if (fault !== null) return { kind: 'failed', id, fault };
  return { kind: 'bug', id, thrown: thrown instanceof Error ? thrown : new Error('Not an error was thrown') };
}

/**
 * The buffers of an answer's typed arrays, where an array does not share its buffer: they are transferred and not
 * copied.
 */
function ownBuffersIn(value: unknown): readonly ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .filter((part): part is Uint8Array | Uint32Array => ArrayBuffer.isView(part))
    .map(({ buffer, byteLength }) => (buffer.byteLength === byteLength ? buffer : null))
    .filter((buffer) => buffer instanceof ArrayBuffer);
}

/** Low-priority work, done in steps while nothing else is to be done. */
interface Sweeper {
  /** Schedules a check for work; returns at once. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Calls received meanwhile are handled between two steps. */
const pauseMs = 5;

/** @param step Does a part of the work; returns whether there is more. */
function createSweeper(step: () => boolean): Sweeper {
  let timer: NodeJS.Timeout | null = null;

  function run(): void {
    timer = null;
    try {
      if (step()) start();
    } catch (thrown) {
      // A full or damaged file is reported to the next caller. The rest is removed another time.
      if (storageFaultOf(thrown) === null) throw thrown;
    }
  }

  function start(): void {
    timer ??= setTimeout(run, pauseMs);
  }

  return {
    start,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import type { Ownership } from './open-file.ts';
import type { Answer, Call } from './rpc.ts';
import { storageFaultOf } from './sqlite.ts';
import type { createRepositories } from './stores.ts';
import { createStartupRepositories } from './repositories/accounts.ts';

/** What the thread holds while the workspace is open. */
interface Held {
  readonly database: DatabaseSync;
  readonly ownership: Ownership;
  readonly port: MessagePort;
}

type CreateRepositories = typeof createRepositories;

/**
 * Handles the calls of stores that every start needs with what is loaded, and loads the rest with the first other call.
 * Calls are handled one after the other, in the order received: while the rest is loaded, all of them wait. Deletes
 * removed data in the background.
 *
 * @param load Returns `createRepositories`.
 * @returns A handler of one message; a null message closes the file and ends the thread.
 */
export function serve(
  { database, ownership, port }: Held,
  load: () => Promise<CreateRepositories> = loadRepositories,
): (message: Call | null) => void {
  const startup = createStartupRepositories(database);
  let all: ReturnType<CreateRepositories> | null = null;
  let sweeper: Sweeper | null = null;
  const waiting: (Call | null)[] = [];

  async function loadAll(): Promise<void> {
    const create = await load();
    all = create(database, startup);
    sweeper = createSweeper(all.sessions.sweep);
    sweeper.start();
    waiting.splice(0).forEach(take);
  }

  function take(message: Call | null): void {
    if (waiting.length > 0) waiting.push(message);
    else if (message === null) close();
    else if (all !== null || Object.hasOwn(startup, message.area)) handle(all ?? startup, message);
    else {
      waiting.push(message);
      void loadAll(); // Where loading fails the thread dies, and all waiting callers get an error.
    }
  }

  function handle(stores: object, call: Call): void {
    const answer = answerTo(stores, call);
    if (answer instanceof Promise) void answer.then(postWhileOpen);
    else postWhileOpen(answer);
  }

  function postWhileOpen(answer: Answer): void {
    if (!database.isOpen) return;
    port.postMessage(answer, answer.kind === 'done' ? [...ownBuffersIn(answer.value), ...answer.lent] : []);
    sweeper?.start();
  }

  function close(): void {
    sweeper?.stop();
    all?.sessions.settle();
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    ownership.giveBack();
    port.close();
  }

  return take;
}

const loadRepositories = async (): Promise<CreateRepositories> =>
  (await import('./stores.ts')).createRepositories;

/** Calls the store's method; a promise where the work is done in pieces, with other calls in between. */
export function answerTo(stores: object, { id, area, method, input, lent }: Call): Answer | Promise<Answer> {
  try {
    // The caller's type names only methods that the stores have.
    const handle = memberOf(memberOf(stores, area), method) as ((input: unknown) => unknown) | undefined;
    if (handle === undefined) throw new Error('The workspace has no such method');
    const value = handle(input);
    const done = (result: unknown): Answer => ({ kind: 'done', id, value: result, lent });
    return value instanceof Promise
      ? value.then(done, (thrown: unknown) => failureOf(id, thrown))
      : done(value);
  } catch (thrown) {
    return failureOf(id, thrown);
  }
}

const memberOf = (table: unknown, name: string): unknown =>
  typeof table === 'object' && table !== null && Object.hasOwn(table, name)
    ? Reflect.get(table, name)
    : undefined;

function failureOf(id: number, thrown: unknown): Answer {
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

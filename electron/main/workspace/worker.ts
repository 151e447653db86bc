import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { giveBackOnceCalm } from '../platform/give-back.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { type Answer, call, type Opened, workerInput } from './messages.ts';
import { migrations } from './migrations/all.ts';
import { type Ownership, takeOwnership } from './owner.ts';
import type { recordWire } from './packed-requests.ts';
import { createRepositories } from './repositories/all.ts';
import { requests } from './requests.ts';
import { storageFaultOf } from './storage-fault.ts';
import { createSweeper } from './sweeper.ts';

/**
 * The workspace's thread: the one place that writes the file, so that nobody's window ever waits for a disk (D1).
 * Calls are done one after the other, in the order in which they came; a null closes the file and ends the thread.
 */
if (parentPort === null) throw new Error('The workspace runs on a thread of its own');
const port = parentPort;

/** What a start asks for has been asked by then. */
const calmMs = 3_500;

const { directory } = workerInput.parse(workerData);
const owned = takeOwnership(directory);
const found = owned.ok ? openDatabase(directory, migrations, () => new Date()) : owned;
const first: Opened = found.ok
  ? { kind: 'opened', opening: found.value.opening }
  : { kind: 'failed', fault: found.error };
port.postMessage(first);
if (owned.ok && found.ok) serve(found.value, owned.value);
else {
  if (owned.ok) owned.value.giveBack();
  port.close();
}

function serve({ database }: OpenDatabase, ownership: Ownership): void {
  const repositories = createRepositories(database);
  const sweeper = createSweeper(repositories.sessions.sweep);
  sweeper.start();
  const givingBack = giveBackOnceCalm(calmMs);
  function post(answered: Answer): void {
    if (!database.isOpen) return;
    port.postMessage(answered, handedOverWith(answered));
    sweeper.start();
  }
  port.on('message', (message: unknown) => {
    givingBack.stirred();
    if (message !== null) {
      const answered = answerTo(message, repositories);
      if (answered instanceof Promise) void answered.then(post);
      else post(answered);
      return;
    }
    sweeper.stop();
    repositories.sessions.settle();
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    ownership.giveBack();
    port.close();
  });
}

/** A promise where the work is done in pieces. */
function answerTo(
  message: unknown,
  repositories: ReturnType<typeof createRepositories>,
): Answer | Promise<Answer> {
  const { id, area, method, input } = call.parse(message);
  try {
    const request = entry(entry(requests, area), method) as Entry;
    // The request table proves both: `entry` found the schema, and the repositories have the table's very methods.
    const handle = entry(entry(repositories, area), method) as (input: unknown) => unknown;
    const given = request.wire?.unpack(input);
    const value = handle(request.input.parse(given ?? input));
    const handedBack = given === undefined ? [] : (request.wire?.handedBack(given) ?? []);
    const done = (result: unknown): Answer => ({ kind: 'done', id, value: result, handedBack });
    return value instanceof Promise
      ? value.then(done, (thrown: unknown) => failureOf(id, thrown))
      : done(value);
  } catch (thrown) {
    return failureOf(id, thrown);
  }
}

function failureOf(id: number, thrown: unknown): Answer {
  const fault = storageFaultOf(thrown);
  if (fault !== null) return { kind: 'failed', id, fault };
  return { kind: 'bug', id, thrown: thrown instanceof Error ? thrown : new Error('Not an error was thrown') };
}

interface Entry {
  readonly input: z.ZodType;
  readonly wire?: typeof recordWire;
}

const handedOverWith = (answered: Answer): readonly ArrayBuffer[] =>
  answered.kind === 'done' ? [...ownBuffersIn(answered.value), ...answered.handedBack] : [];

/** The buffers of an answer's typed arrays, where an array has one to itself: they are handed over and not copied. */
function ownBuffersIn(value: unknown): readonly ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .filter((part): part is Uint8Array | Uint32Array => ArrayBuffer.isView(part))
    .map(({ buffer, byteLength }) => (buffer.byteLength === byteLength ? buffer : null))
    .filter((buffer) => buffer instanceof ArrayBuffer);
}

function entry(table: unknown, name: string): unknown {
  if (typeof table !== 'object' || table === null || !Object.hasOwn(table, name)) {
    throw new Error('The workspace knows no such request');
  }
  return Reflect.get(table, name);
}

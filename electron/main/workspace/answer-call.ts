import type { MessagePort } from 'node:worker_threads';
import type { z } from 'zod';
import type { Answer, Called } from './messages.ts';
import type { recordWire } from './packed-requests.ts';
import { storageFaultOf } from './storage-fault.ts';

/** Requests by area and method, and what answers them by the same names. */
export interface Answering {
  readonly requests: object;
  readonly repositories: object;
}

export const knows = ({ requests }: Answering, { area, method }: Called): boolean =>
  memberOf(memberOf(requests, area), method) !== undefined;

/** Does what was asked; a promise where the work is done in pieces. */
export function answerTo(
  { requests, repositories }: Answering,
  { id, area, method, input }: Called,
): Answer | Promise<Answer> {
  try {
    const request = memberOf(memberOf(requests, area), method) as Entry | undefined;
    if (request === undefined) throw new Error('The workspace knows no such request');
    // The request table proves both: it has the schema, and the repositories have the table's very methods.
    const handle = memberOf(memberOf(repositories, area), method) as (input: unknown) => unknown;
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

/** Sends an answer to whoever asked. */
export const post = (port: MessagePort, answered: Answer): void =>
  port.postMessage(answered, handedOverWith(answered));

interface Entry {
  readonly input: z.ZodType;
  readonly wire?: typeof recordWire;
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

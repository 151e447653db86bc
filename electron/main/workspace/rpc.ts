import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { restoreNotice } from '#shared/areas/startup-schemas.ts';
import { storageFaults } from '#shared/errors.ts';
import type { recordWire } from './session-records.ts';
import { storageFaultOf } from './sqlite.ts';

/** Messages between main and the workspace's thread. Both sides parse what they receive. */

export const workerInput = z.object({ directory: z.string().min(1) });

export const call = z.object({ id: z.int(), area: z.string(), method: z.string(), input: z.unknown() });
type Called = z.output<typeof call>;

const opened = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    opening: z.object({
      notice: restoreNotice.nullable(),
      copyPath: z.string().nullable(),
      version: z.int(),
    }),
  }),
  z.object({ kind: z.literal('failed'), fault: z.enum(storageFaults) }),
]);
export type Opened = z.output<typeof opened>;

/** The arguments of the first `message` event. */
export const firstMessage = z.tuple([opened]);

export const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    id: z.int(),
    value: z.unknown(),
    /** The buffers that were transferred with the call. */
    handedBack: z.array(z.instanceof(ArrayBuffer)).readonly(),
  }),
  z.object({ kind: z.literal('failed'), id: z.int(), fault: z.enum(storageFaults) }),
  z.object({ kind: z.literal('bug'), id: z.int(), thrown: z.instanceof(Error) }),
]);
export type Answer = z.output<typeof answer>;

export type Input<R> = R extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type Output<R> = R extends { readonly output: infer O extends z.ZodType } ? z.output<O> : never;

/** Main's view of a table of requests: grouped by area, asynchronous, each failure a value. */
export type ClientOf<T, E> = {
  readonly [A in keyof T]: {
    readonly [M in keyof T[A]]: (
      input: Input<T[A][M]>,
    ) => Promise<
      { readonly ok: true; readonly value: Output<T[A][M]> } | { readonly ok: false; readonly error: E }
    >;
  };
};

/** Requests by area and method, and their handlers under the same names. */
export interface Answering {
  readonly requests: object;
  readonly repositories: object;
}

export const knows = ({ requests }: Answering, { area, method }: Called): boolean =>
  memberOf(memberOf(requests, area), method) !== undefined;

/** Handles a call; a promise where the work is done in pieces. */
export function answerTo(
  { requests, repositories }: Answering,
  { id, area, method, input }: Called,
): Answer | Promise<Answer> {
  try {
    const request = memberOf(memberOf(requests, area), method) as Entry | undefined;
    if (request === undefined) throw new Error('The workspace knows no such request');
    // The request table proves both: it has the schema, and the repositories have the same methods as the table.
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

/** Sends an answer to the caller. */
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

import type { z } from 'zod';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Call } from './caller.ts';
import type { cellsInParts } from './in-parts.ts';
import type { NounsOf } from './nouns-of.ts';
import type { recordWire } from './packed-requests.ts';
import { createSpareBuffers, type SpareBuffers } from './spare-buffers.ts';

/** One function for each request of the table; what comes back from the thread is parsed. */
export function createNouns<T extends Table>(call: Call, table: T): NounsOf<T, AppError> {
  const spare = createSpareBuffers();
  return mapValues(
    table as Table,
    (methods, area) =>
      mapValues(methods, (entry, method) => {
        const askOnce = ask(call, spare, area, method, entry);
        return entry.inParts === undefined ? askOnce : askInParts(askOnce, entry.inParts);
      }),
    // Made from the request table entry by entry, and each answer is parsed by that entry's schema.
  ) as NounsOf<T, AppError>;
}

type Table = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** One request of the table, whichever. */
interface Entry {
  readonly output: z.ZodType;
  readonly wire?: typeof recordWire;
  readonly inParts?: typeof cellsInParts;
}

const ask =
  (call: Call, spare: SpareBuffers, area: string, method: string, { output, wire }: Entry) =>
  async (input: unknown): Promise<Result<unknown>> => {
    // The wire stands beside the very schema that the input's type comes from.
    const packed = wire?.pack(input as Parameters<typeof wire.pack>[0], spare);
    const result = await call(area, method, packed?.message ?? input, packed?.handedOver, spare.give);
    return result.ok ? ok(output.parse(result.value)) : fail({ kind: 'storage', fault: result.error });
  };

/** One part after the other, so that main does something else in between; the answers are lists, put together. */
const askInParts =
  (askOnce: (input: unknown) => Promise<Result<unknown>>, inParts: typeof cellsInParts) =>
  async (input: unknown): Promise<Result<unknown>> => {
    const whole: unknown[] = [];
    // The way into parts stands beside the very schema that the input's type comes from.
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

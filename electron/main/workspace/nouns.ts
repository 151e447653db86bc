import type { z } from 'zod';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Call } from './caller.ts';
import { type Nouns, requests } from './requests.ts';

/** One function for each request of the table; what comes back from the thread is parsed. */
export const createNouns = (call: Call): Nouns<AppError> =>
  mapValues(
    requests,
    (methods, area) => mapValues(methods, ({ output }, method) => ask(call, area, method, output)),
    // Made from the request table entry by entry, and each answer is parsed by that entry's schema.
  ) as Nouns<AppError>;

const ask =
  (call: Call, area: string, method: string, output: z.ZodType) =>
  async (input: unknown): Promise<Result<unknown>> => {
    const result = await call(area, method, input);
    return result.ok ? ok(output.parse(result.value)) : fail({ kind: 'storage', fault: result.error });
  };

const mapValues = <T extends object, R>(
  table: T,
  map: (value: T[keyof T], name: string) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]: [string, T[keyof T]]) => [name, map(value, name)]),
  );

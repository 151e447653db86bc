import type { AppError } from './errors.ts';

/** An expected outcome: a value, or a failure that has a sentence for the user. Exceptions are for bugs only. */
export type Result<T, E = AppError> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <const E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** The result with another value; a failure stays as it is. */
export const mapOk = <T, U, E>(result: Result<T, E>, map: (value: T) => U): Result<U, E> =>
  result.ok ? ok(map(result.value)) : result;

/** A successful result without its value. */
export const done = (result: Result<unknown>): Result<Record<string, never>> => mapOk(result, () => ({}));

/** A `switch` over a closed union that ends in this does not compile until every kind has its branch. */
export function assertNever(value: never): never {
  throw new Error(`A kind without a branch: ${JSON.stringify(value)}`);
}

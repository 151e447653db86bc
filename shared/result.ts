import type { AppError } from './errors.ts';

/** An expected outcome: a value, or a failure that has a sentence for the user. Exceptions are for bugs only. */
export type Result<T, E = AppError> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <const E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** A `switch` over a closed union that ends in this does not compile until every kind has its branch. */
export function assertNever(value: never): never {
  throw new Error(`A kind without a branch: ${JSON.stringify(value)}`);
}

import type { AppError } from './app-error.ts';

/** An expected outcome: a value, or a failure that has a sentence for the user. Throws are left for bugs. */
export type Result<T, E = AppError> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <const E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

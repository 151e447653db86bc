import type { z } from 'zod';

/** The values that a schema lets through, with all fields and arrays read-only, however deep. */
export type TypeOf<S extends z.ZodType> = Immutable<z.output<S>>;

export type Immutable<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

import type { z } from 'zod';

/** The values that a schema lets through, with all fields and arrays read-only, however deep. */
export type TypeOf<S extends z.ZodType> = Immutable<z.output<S>>;

export type Immutable<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** Those that a schema lets through, and how many it does not: where one that cannot be read must keep nobody from the others (T4). */
export function readable<S extends z.ZodType>(schema: S, all: readonly unknown[]) {
  const read = all.flatMap((each): readonly z.output<S>[] => {
    const parsed = schema.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  return { read, skipped: all.length - read.length };
}

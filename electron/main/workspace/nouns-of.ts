import type { z } from 'zod';

export type Input<R> = R extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type Output<R> = R extends { readonly output: infer O extends z.ZodType } ? z.output<O> : never;

/** What main sees of a table of requests: noun by noun, asynchronous, each failure a value. */
export type NounsOf<T, E> = {
  readonly [A in keyof T]: {
    readonly [M in keyof T[A]]: (
      input: Input<T[A][M]>,
    ) => Promise<
      { readonly ok: true; readonly value: Output<T[A][M]> } | { readonly ok: false; readonly error: E }
    >;
  };
};

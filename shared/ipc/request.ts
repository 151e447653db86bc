import type { z } from 'zod';

export interface RequestSchemas<I extends z.ZodType, O extends z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** One request of the contract: what goes in and what comes out. */
export function request<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): RequestSchemas<I, O> {
  return { input, output };
}

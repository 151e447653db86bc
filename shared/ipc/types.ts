// `import type` and not `{ type … }`, which would leave an import of the schemas behind in the page.
import type { z } from 'zod';
import type { Result } from '../result.ts';
import type { contract, events } from './contract.ts';

export type Contract = typeof contract;
export type Area = keyof Contract;
export type Method<A extends Area> = keyof Contract[A];

type Schemas<A extends Area, M extends Method<A>> = Contract[A][M] extends {
  readonly input: infer I extends z.ZodType;
  readonly output: infer O extends z.ZodType;
}
  ? { readonly input: z.input<I>; readonly parsed: z.output<I>; readonly output: z.output<O> }
  : never;

/** What a caller passes. */
export type Input<A extends Area, M extends Method<A>> = Schemas<A, M>['input'];
/** What a handler gets: parsed by the guard. */
export type Parsed<A extends Area, M extends Method<A>> = Schemas<A, M>['parsed'];
export type Output<A extends Area, M extends Method<A>> = Schemas<A, M>['output'];

/** The page's view of main: one function for each request; failures are values. */
export type Client = {
  readonly [A in Area]: {
    readonly [M in Method<A>]: (input: Input<A, M>) => Promise<Result<Output<A, M>>>;
  };
};

/** Main's table of handlers: each request exactly once. */
export type Handlers = {
  readonly [A in Area]: {
    readonly [M in Method<A>]: (input: Parsed<A, M>) => Promise<Result<Output<A, M>>>;
  };
};

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** Subscribes to what main tells unasked; answers with the function that ends the subscription. */
export type Subscribe = {
  readonly [E in EventName]: (listener: (payload: EventPayload<E>) => void) => () => void;
};

/** What the preload puts on the page's `window` as `namedesk`. Frozen; names only. */
export interface Bridge {
  readonly request: Client;
  readonly on: Subscribe;
}

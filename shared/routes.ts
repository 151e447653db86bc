// `import type` and not `{ type … }`, which would leave an import of the schemas in the preload and the page.

import type { z } from 'zod';
import type { contract, events } from './contract.ts';
import type { Result } from './result.ts';
import type { Immutable, TypeOf } from './schema-type.ts';

/** The IPC channel of a request. */
export const channelOf = (area: string, method: string): string => `namedesk:${area}.${method}`;

/** The IPC channel of an event. */
export const eventChannelOf = (name: string): string => `namedesk-event:${name}`;

type Contract = typeof contract;
type Area = keyof Contract;
type Method<A extends Area> = keyof Contract[A];

type Schemas<A extends Area, M extends Method<A>> = Contract[A][M] extends {
  readonly input: infer I extends z.ZodType;
  readonly output: infer O extends z.ZodType;
}
  ? { readonly input: Immutable<z.input<I>>; readonly parsed: z.output<I>; readonly output: TypeOf<O> }
  : never;

/** What a caller passes. */
export type Input<A extends Area, M extends Method<A>> = Schemas<A, M>['input'];
/** What a handler gets: parsed by the schema guard. */
export type Parsed<A extends Area, M extends Method<A>> = Schemas<A, M>['parsed'];
export type Output<A extends Area, M extends Method<A>> = Schemas<A, M>['output'];

/** Main's table of handlers: each request exactly once. */
export type Handlers = {
  readonly [A in Area]: {
    readonly [M in Method<A>]: (input: Parsed<A, M>) => Promise<Result<Output<A, M>>>;
  };
};

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = TypeOf<(typeof events)[E]>;

/** Sends an event of main to the page. */
export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

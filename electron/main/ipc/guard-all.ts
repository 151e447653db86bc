import { channelOf } from '#shared/ipc/routes.ts';
import { guarded, type GuardedCall, type GuardedRequest } from './guards.ts';

/** What stands by area and method, as the contract has it. */
export type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

export type Schemas = Table<Pick<GuardedRequest, 'input' | 'output'>>;

export interface Behind extends Pick<GuardedRequest, 'isTrusted' | 'log'> {
  readonly handlers: Table<GuardedRequest['handler']>;
}

/**
 * Puts each handler behind its guards, by the channel that its request travels on.
 *
 * @throws Error where a request has no handler.
 */
export function guardAll(
  schemas: Schemas,
  { handlers, isTrusted, log }: Behind,
): ReadonlyMap<string, GuardedCall> {
  const requests = Object.entries(schemas).flatMap(([area, methods]) =>
    Object.entries(methods).map(([method, { input, output }]) => {
      const handler = handlers[area]?.[method];
      if (handler === undefined) throw new Error(`${area}.${method} has no handler`);
      const name = `${area}.${method}`;
      return [channelOf(area, method), guarded({ name, input, output, handler, isTrusted, log })] as const;
    }),
  );
  return new Map(requests);
}

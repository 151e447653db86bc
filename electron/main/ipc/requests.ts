import { contract } from '#shared/ipc/contract.ts';
import { channelOf } from '#shared/ipc/routes.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import type { Logger } from '../log/logger.ts';
import { guarded, type GuardedCall, type GuardedRequest } from './guards.ts';
import type { Caller, SenderVerdict } from './sender.ts';

export interface Served {
  readonly handlers: Handlers;
  readonly isTrusted: (caller: Caller) => SenderVerdict;
  readonly log: Logger;
}

type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

const schemas: Table<Pick<GuardedRequest, 'input' | 'output'>> = contract;

/** Every request of the contract behind its guards, by the channel that it travels on. */
export function guardedRequests({ handlers, isTrusted, log }: Served): ReadonlyMap<string, GuardedCall> {
  const table: Table<GuardedRequest['handler']> = handlers;
  const requests = Object.entries(schemas).flatMap(([area, methods]) =>
    Object.entries(methods).map(([method, { input, output }]) => {
      const handler = table[area]?.[method];
      if (handler === undefined) throw new Error(`${area}.${method} has no handler`);
      const name = `${area}.${method}`;
      return [channelOf(area, method), guarded({ name, input, output, handler, isTrusted, log })] as const;
    }),
  );
  return new Map(requests);
}

import { contract } from '#shared/ipc/contract.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import type { Logger } from '../log/logger.ts';
import { guardAll } from './guard-all.ts';
import type { GuardedCall } from './guards.ts';
import type { Caller, SenderVerdict } from './sender.ts';

export interface Served {
  readonly handlers: Handlers;
  readonly isTrusted: (caller: Caller) => SenderVerdict;
  readonly log: Logger;
}

/** Every request of the contract behind its guards, by the channel that it travels on. */
export const guardedRequests = (served: Served): ReadonlyMap<string, GuardedCall> =>
  guardAll(contract, served);

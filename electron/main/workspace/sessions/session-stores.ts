import type { DatabaseSync } from 'node:sqlite';
import { once } from '#shared/domain/counting.ts';
import { createFindingsRepository } from '../repositories/findings.ts';
import { createKnownInSessions } from './found.ts';
import { createSessionParts } from './loaded-sessions.ts';
import { createSessionsRepository } from './sessions-repository.ts';

// Beside the other stores, so that the thread of the sessions loads none of them.

/** Bulk lookups and what was found: the two nouns that have a thread of their own, and a connection to the file (decision 0058). */
export function createSessionStores(database: DatabaseSync) {
  const parts = once(() => createSessionParts(database));
  return {
    findings: () => createFindingsRepository(database, createKnownInSessions(parts())),
    sessions: () => createSessionsRepository(parts()),
  };
}

type MadeBy<M> = { readonly [A in keyof M]: M[A] extends () => infer T ? T : never };

export function madeWithFirstUse<M extends Readonly<Record<string, () => object>>>(makers: M): MadeBy<M> {
  const made = {};
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(made, name, { enumerable: true, get: once(make) });
  return made as MadeBy<M>; // Each has the name of its maker.
}

/** A method by its name. Throws where there is none: the types of callers name only those that there are. */
export function methodOf(stores: object, area: string, method: string): (input: unknown) => unknown {
  const found = memberOf(memberOf(stores, area), method) as ((input: unknown) => unknown) | undefined;
  if (found === undefined) throw new Error('The workspace has no such method');
  return found;
}

const memberOf = (table: unknown, name: string): unknown =>
  typeof table === 'object' && table !== null && Object.hasOwn(table, name)
    ? Reflect.get(table, name)
    : undefined;

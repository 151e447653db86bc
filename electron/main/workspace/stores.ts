import type { DatabaseSync } from 'node:sqlite';
import { once } from '#shared/domain/counting.ts';
import { createBatchesRepository } from './batches/batches-repository.ts';
import { createAccessesRepository, createCheckOfAccesses } from './journal/code-accesses.ts';
import { createDoubts } from './journal/doubts.ts';
import { createJournalRepository, createRestoredRows } from './journal/journal-repository.ts';
import { createActivityRepository } from './repositories/activity.ts';
import { createAttentionRepository } from './repositories/attention.ts';
import { createFindingsRepository } from './repositories/findings.ts';
import { createClientsRepository } from './repositories/clients.ts';
import { createDomainImportsRepository } from './repositories/domain-imports.ts';
import { createLastOrdersRepository } from './repositories/last-orders.ts';
import { createListViewsRepository } from './repositories/list-views.ts';
import {
  createDeviationsRepository,
  createPacesRepository,
  createTldsRepository,
} from './repositories/observations.ts';
import { createChildrenRepository } from './repositories/child-nameservers.ts';
import { createDomainsRepository } from './repositories/portfolio.ts';
import { createRegistryRuns } from './repositories/registry-runs.ts';
import { createDraftsRepository, createTemplatesRepository } from './repositories/templates-and-drafts.ts';
import { createKnownInSessions } from './sessions/found.ts';
import { createSessionParts } from './sessions/loaded-sessions.ts';
import { createSessionsRepository } from './sessions/sessions-repository.ts';
import { createTeamRepository } from './repositories/team.ts';
import { createTeamFacts } from './repositories/team-facts.ts';
import { createTeamOutbox } from './repositories/team-outbox.ts';
import { createWatchingRepository } from './repositories/watching.ts';
import { createAccountsRepository } from './repositories/accounts.ts';
import { createSettingsRepository } from './repositories/settings.ts';
import { createTldSets } from '../lookups/tld-sets.ts';

/** Bulk lookups and what was found: the two nouns that have a thread of their own, and a connection to the file (decision 0058). */
export function createSessionStores(database: DatabaseSync) {
  const parts = once(() => createSessionParts(database));
  return {
    findings: () => createFindingsRepository(database, createKnownInSessions(parts())),
    sessions: () => createSessionsRepository(parts()),
  };
}

/**
 * The repository of every noun over one file, each made with its first use; its statements are prepared once. Their methods take one
 * object, are synchronous unless the work is done in pieces, and throw SQLite's errors.
 */
export function createRepositories(database: DatabaseSync) {
  const now = (): Date => new Date();
  const accessesCheck = createCheckOfAccesses(database, now);
  // At once: after a migration it fills the list of changes, which other repositories read.
  const journal = createJournalRepository(database, now, accessesCheck);
  return madeWithFirstUse({
    accounts: () => createAccountsRepository(database),
    settings: () => createSettingsRepository(database),
    tldSets: () => createTldSets(database),
    tlds: () => createTldsRepository(database),
    ...createSessionStores(database),
    journal: () => journal,
    codeAccesses: () => createAccessesRepository(database, now, accessesCheck),
    domains: () => createDomainsRepository(database),
    children: () => createChildrenRepository(database),
    domainImports: () => createDomainImportsRepository(database),
    registryRuns: () => createRegistryRuns(database),
    clients: () => createClientsRepository(database),
    templates: () => createTemplatesRepository(database),
    drafts: () => createDraftsRepository(database),
    lastOrders: () => createLastOrdersRepository(database),
    batches: () => createBatchesRepository(database),
    restored: () => createRestoredRows(database),
    doubts: () => createDoubts(database),
    paces: () => createPacesRepository(database),
    deviations: () => createDeviationsRepository(database),
    listViews: () => createListViewsRepository(database),
    watching: () => createWatchingRepository(database),
    attention: () => createAttentionRepository(database),
    activity: () => createActivityRepository(database),
    team: () => createTeamRepository(database),
    teamOutbox: () => createTeamOutbox(database),
    teamFacts: () => createTeamFacts(database),
  });
}

type MadeBy<M> = { readonly [A in keyof M]: M[A] extends () => infer T ? T : never };

export function madeWithFirstUse<M extends Readonly<Record<string, () => object>>>(makers: M): MadeBy<M> {
  const made = {};
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(made, name, { enumerable: true, get: once(make) });
  return made as MadeBy<M>; // Each has the name of its maker.
}

type Repositories = ReturnType<typeof createRepositories>;

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

/** What the program calls. */
export type Stores = {
  readonly [A in keyof Repositories]: Omit<Repositories[A], 'sweep' | 'settle' | 'removeAll'>;
};

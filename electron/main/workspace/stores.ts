import type { DatabaseSync } from 'node:sqlite';
import { createBatchesRepository } from './batches/batches-repository.ts';
import { createAccessesRepository, createCheckOfAccesses } from './journal/code-accesses.ts';
import { createDoubts } from './journal/doubts.ts';
import { createJournalRepository, createRestoredRows } from './journal/journal-repository.ts';
import { createActivityRepository } from './repositories/activity.ts';
import { createAttentionRepository } from './repositories/attention.ts';
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
import { createSessionStores, madeWithFirstUse } from './sessions/session-stores.ts';
import { createTeamRepository } from './repositories/team.ts';
import { createTeamFacts } from './repositories/team-facts.ts';
import { createTeamOutbox } from './repositories/team-outbox.ts';
import { createWatchingRepository } from './repositories/watching.ts';
import { createAccountsRepository } from './repositories/accounts.ts';
import { createSettingsRepository } from './repositories/settings.ts';
import { createTldSets } from '../lookups/tld-sets.ts';

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

type Repositories = ReturnType<typeof createRepositories>;

/** What the program calls. */
export type Stores = {
  readonly [A in keyof Repositories]: Omit<Repositories[A], 'sweep' | 'settle' | 'removeAll'>;
};

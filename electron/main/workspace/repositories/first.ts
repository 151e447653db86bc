import type { DatabaseSync } from 'node:sqlite';
import type { firstRequests } from '../first-requests.ts';
import type { Repositories } from '../requests.ts';
import { createAccountsRepository } from './accounts.ts';
import { createSettingsRepository } from './settings.ts';
import { createTldSetsRepository } from './tld-sets.ts';

/** The repositories of what every start asks first; they keep nothing in memory, so that others over the same file agree. */
export const createFirstRepositories = (
  database: DatabaseSync,
): Pick<Repositories, keyof typeof firstRequests> => ({
  accounts: createAccountsRepository(database),
  settings: createSettingsRepository(database),
  tldSets: createTldSetsRepository(database),
});

import type { DatabaseSync } from 'node:sqlite';
import type { Repositories } from '../requests.ts';
import { createAccountsRepository } from './accounts.ts';
import { createDeviationsRepository } from './deviations.ts';
import { createFindingsRepository } from './findings.ts';
import { createSettingsRepository } from './settings.ts';
import { createTldSetsRepository } from './tld-sets.ts';
import { createTldsRepository } from './tlds.ts';

/** Every noun's repository over one file, each with its statements prepared once. */
export const createRepositories = (database: DatabaseSync): Repositories => ({
  accounts: createAccountsRepository(database),
  settings: createSettingsRepository(database),
  tlds: createTldsRepository(database),
  tldSets: createTldSetsRepository(database),
  findings: createFindingsRepository(database),
  deviations: createDeviationsRepository(database),
});

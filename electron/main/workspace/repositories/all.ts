import type { DatabaseSync } from 'node:sqlite';
import { createCopies } from '../backups/copies.ts';
import type { Repositories } from '../requests.ts';
import { createAccessesRepository, createCheckOfAccesses } from '../codes/accesses-repository.ts';
import { createJournalRepository } from '../journal/journal-repository.ts';
import { createPlansRepository } from '../plans/plans-repository.ts';
import { createChildrenRepository } from '../portfolio/children-repository.ts';
import { createDomainsRepository } from '../portfolio/domains-repository.ts';
import { createDraftsRepository, createTemplatesRepository } from '../portfolio/kept-texts-repositories.ts';
import { createRestoredRows } from '../restored-rows.ts';
import { createSessionParts } from '../sessions/parts.ts';
import { createDeviationsRepository } from './deviations.ts';
import { createFindingsRepository } from './findings.ts';
import { createFirstRepositories } from './first.ts';
import { createPacesRepository } from './paces.ts';
import { createSessionsRepository, type SessionsRepository } from './sessions.ts';
import { createTldsRepository } from './tlds.ts';

/** Every noun's repository over one file, each with its statements prepared once. */
export function createRepositories(
  database: DatabaseSync,
): Repositories & { readonly sessions: SessionsRepository } {
  const parts = createSessionParts(database);
  const now = (): Date => new Date();
  const accessesCheck = createCheckOfAccesses(database, now);
  return {
    ...createFirstRepositories(database),
    tlds: createTldsRepository(database),
    findings: createFindingsRepository(database, parts.known),
    sessions: createSessionsRepository(database, parts),
    journal: createJournalRepository(database, now, accessesCheck),
    codeAccesses: createAccessesRepository(database, now, accessesCheck),
    domains: createDomainsRepository(database),
    children: createChildrenRepository(database),
    templates: createTemplatesRepository(database),
    drafts: createDraftsRepository(database),
    plans: createPlansRepository(database),
    restored: createRestoredRows(database),
    copies: createCopies(database),
    paces: createPacesRepository(database),
    deviations: createDeviationsRepository(database),
  };
}

import { batches, remarksOfRows } from './batches/tables.ts';
import { foundation } from './foundation.ts';
import { codeAccesses, doubts, journal, teamOutbox } from './journal/tables.ts';
import { domainImports, portfolio, registryRuns, snoozes, team, watching } from './repositories/tables.ts';
import { sessions } from './sessions/tables.ts';

/** In order: the first creates version 1 of the file, the second version 2. A step is never changed: somebody has a file of it. */
export const migrations: readonly string[] = [
  [
    foundation,
    sessions,
    portfolio,
    snoozes,
    domainImports,
    registryRuns,
    watching,
    journal,
    doubts,
    codeAccesses,
    batches,
    team,
    teamOutbox,
  ].join(''),
  remarksOfRows,
];

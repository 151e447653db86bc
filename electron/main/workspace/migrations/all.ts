import { foundation } from './0001-foundation.ts';
import { sessions } from './0002-sessions.ts';
import { journal } from './0003-journal.ts';
import { portfolio } from './0004-portfolio.ts';
import { plans } from './0005-plans.ts';
import { codeAccesses } from './0006-code-accesses.ts';

/** In order: the first makes version 1 of the file, the second version 2. Never changed once released. */
export const migrations: readonly string[] = [foundation, sessions, journal, portfolio, plans, codeAccesses];

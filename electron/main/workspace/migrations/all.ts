import { foundation } from './0001-foundation.ts';
import { sessions } from './0002-sessions.ts';
import { journal } from './0003-journal.ts';
import { portfolio } from './0004-portfolio.ts';
import { plans } from './0005-plans.ts';
import { codeAccesses } from './0006-code-accesses.ts';
import { services } from './0007-services.ts';
import { premiumPrices } from './0008-premium-prices.ts';
import { removedAccounts } from './0009-removed-accounts.ts';

/** In order: the first makes version 1 of the file, the second version 2. Never changed once released. */
export const migrations: readonly string[] = [
  foundation,
  sessions,
  journal,
  portfolio,
  plans,
  codeAccesses,
  services,
  premiumPrices,
  removedAccounts,
];

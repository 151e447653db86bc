import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import type { StartingDomain } from './account.ts';
import type { FaultPlan } from './faults/fault.ts';
import { aboutDomains, changes } from './operations/table.ts';

/** Lookups answer as always. A domain that begins with `missing-` needs no fault: the account does not have it. */
export const plannedTroubles: FaultPlan = [
  {
    domain: /^refused-/,
    operation: changes,
    fault: { kind: 'json', value: { error: 'Invalid domain status: on hold' }, status: 400 },
    isApplied: false,
  },
  {
    domain: /^uncertain-/,
    operation: changes,
    fault: { kind: 'break', after: 'request', by: 'reset' },
    isApplied: true,
  },
  { domain: /^slow-/, operation: aboutDomains, fault: { kind: 'latency', ms: 4_000 } },
];

/** The domains with a trouble that the account owns at the start. */
export const troubledDomains: readonly StartingDomain[] = practiceTroubles
  .filter(({ prefix }) => prefix !== 'missing-')
  .map(({ example }) => ({ name: example, days: 180 }));

import type { StartingDomain } from './account.ts';
import type { FaultPlan } from './faults/fault.ts';
import { aboutDomains, changes } from './operations/table.ts';

/** A kind of domain with which something goes wrong on purpose: every name that begins so. */
interface Trouble {
  readonly prefix: string;
  /** A domain of this kind, for the portfolio to start with. */
  readonly example: string;
  /** What goes wrong, as the help says it. */
  readonly what: string;
}

/** One of each trouble that a service can make, so that it can be seen and practised. */
export const troubles: readonly Trouble[] = [
  {
    prefix: 'missing-',
    example: 'missing-domain.com',
    what: 'is not in the service’s account: nothing can be read',
  },
  { prefix: 'refused-', example: 'refused-change.com', what: 'refuses every change' },
  {
    prefix: 'uncertain-',
    example: 'uncertain-change.com',
    what: 'makes a change, but its answer is lost: the change is uncertain until it is verified',
  },
  { prefix: 'slow-', example: 'slow-answer.com', what: 'answers after 4 seconds' },
];

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
export const troubledDomains: readonly StartingDomain[] = troubles
  .filter(({ prefix }) => prefix !== 'missing-')
  .map(({ example }) => ({ name: example, days: 180 }));

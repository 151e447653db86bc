import type { StepOf, Wanted } from './steps.ts';

export const soonMs = 3_000;

export const renewal = { kind: 'renew', years: 1 } as const;

/** A review that is applied at once. */
export const reviewed = (
  wanted: Wanted,
  domain: number,
  meets: StepOf<'review'>['meets'],
): StepOf<'review'> => ({
  ...{ do: 'review', account: 0, domain, wanted, isApplied: true },
  ...{ meets, thenMs: soonMs },
});

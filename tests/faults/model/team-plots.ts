import type { Random } from '../../support/fuzz/random.ts';
import { renewal, reviewed, soonMs } from './some-steps.ts';
import type { Step, StepOf } from './steps.ts';

const minute = 60_000;

const matters = [
  renewal,
  { kind: 'register', years: 1 },
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
] as const;

const ben = (
  wanted: StepOf<'colleague'>['wanted'],
  domain: number,
  rest: Partial<StepOf<'colleague'>> = {},
): Step => ({
  ...{ do: 'colleague', login: 0, domain, wanted, isSent: true, settlesAfterMs: 2_000 },
  ...{ outcome: 'took-effect', thenMs: soonMs, ...rest },
});
const awayFor = (awayMs: number): Step => ({ do: 'database', awayMs, thenMs: 60 });
const waits = (ms: number): Step => ({ do: 'wait', ms, thenMs: soonMs });

/** A change that Ada has reviewed, the same one of Ben’s that takes effect meanwhile, and hers. */
const colleagueFirst = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  return [
    { ...reviewed(wanted, domain, null), isApplied: false },
    ben(wanted.kind, domain),
    { do: 'apply', which: 0, meets: null, thenMs: soonMs },
    reviewed(wanted, domain, null),
  ];
};

/** Two at once: what Ben has sent, only holds, or does not know the end of, while what Ada was shown before is to be sent. */
const colleagueAtIt = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  const batch = { do: 'batch', account: 0, domains: [0, 1, 2], wanted, meets: null, thenMs: soonMs } as const;
  const isBatch = random.chance(0.4);
  const ready: Step = isBatch
    ? { ...batch, isApplied: false, thenMs: 15_000 }
    : { ...reviewed(wanted, domain, null), isApplied: false };
  const applied: Step = isBatch
    ? {
        do: 'apply-batch',
        which: 0,
        isFresh: false,
        goesOnAfterUncertain: false,
        meets: null,
        thenMs: soonMs,
      }
    : { do: 'apply', which: 0, meets: null, thenMs: soonMs };
  return [
    ready,
    ben(wanted.kind, domain, {
      isSent: random.chance(0.7),
      settlesAfterMs: random.pick([90_000, 10 * minute, null]),
      outcome: random.pick(['took-effect', 'had-no-effect', 'uncertain']),
    }),
    applied,
    waits(3 * minute),
    reviewed(wanted, domain, null),
  ];
};

/** The database is away before a change is sent, or while it is; the program may end meanwhile. */
const databaseAway = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  const slow = { kind: 'slow', afterMs: 5_000 } as const;
  const sent: Step = {
    ...reviewed(wanted, domain, random.chance(0.5) ? slow : null),
    thenMs: random.pick([60, 500, soonMs]),
  };
  return [
    ...(random.chance(0.5)
      ? [awayFor(random.pick([soonMs, 2 * minute])), sent]
      : [sent, awayFor(2 * minute)]),
    ...(random.chance(0.5) ? [{ do: random.pick(['kill', 'restart'] as const), thenMs: soonMs }] : []),
    ben(wanted.kind, domain),
    waits(4 * minute),
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
    ben(wanted.kind, domain),
  ];
};

/** The answer of the database to one of its functions is lost, before or after it was done; Ben tries the same. */
const answerLost = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  return [
    {
      ...{ do: 'database', loses: random.pick(['lost-before', 'lost-after', 'unreachable']) },
      ...{ of: random.pick(['claim', 'mark_sent', 'mark_sent', 'settle', 'status']), thenMs: 60 },
    },
    { ...reviewed(wanted, domain, null), thenMs: random.pick([500, soonMs]) },
    ben(wanted.kind, domain),
    ...(random.chance(0.3) ? [{ do: 'kill', thenMs: soonMs } as const] : []),
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
  ];
};

export const teamPlots = { colleagueFirst, colleagueAtIt, databaseAway, answerLost };

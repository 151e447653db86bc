import type { Random } from '../../support/fuzz/random.ts';
import { renewal, reviewed, soonMs } from './some-steps.ts';
import type { Step, StepOf } from './steps.ts';
import type { Trouble } from './troubles.ts';

const minute = 60_000;

const matters = [
  renewal,
  { kind: 'register', years: 1 },
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
] as const;

const [ada, ben, cleo] = [0, 1, 2];

const at = (desk: number, step: Step): Step => ({ ...step, desk });
const waits = (ms: number): Step => ({ do: 'wait', ms, thenMs: soonMs });
const awayFor = (awayMs: number): Step => ({ do: 'database', awayMs, thenMs: 60 });
const opens = (wanted: StepOf<'review'>['wanted'], domain: number): Step => ({
  ...reviewed(wanted, domain, null),
  isApplied: false,
});
const applies: Step = { do: 'apply', which: 0, meets: null, thenMs: soonMs };
const batch = (
  wanted: StepOf<'batch'>['wanted'],
  isApplied: boolean,
  meets: Trouble | null = null,
): Step => ({
  ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted, meets, isApplied },
  thenMs: isApplied ? soonMs : 15_000,
});
const appliesBatch: Step = {
  ...{ do: 'apply-batch', which: 0, isFresh: false, goesOnAfterUncertain: false },
  ...{ meets: null, thenMs: soonMs },
};

/** A change that Ada has reviewed, the same one of Ben’s that takes effect meanwhile, and hers. */
const colleagueFirst = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  return [
    opens(wanted, domain),
    at(ben, reviewed(wanted, domain, null)),
    applies,
    reviewed(wanted, domain, null),
  ];
};

/** Two at once: what Ben has sent, and of which he knows the end late or not at all, while what Ada was shown before is to be sent. */
const colleagueAtIt = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  const isBatch = random.chance(0.4);
  const done = random.pick(['at-once', 'later', 'never'] as const);
  const lost = {
    kind: 'lost',
    how: random.pick(['silence', 'breaks'] as const),
    done,
    afterMs: 90_000,
  } as const;
  const meets = random.pick([lost, { kind: 'slow', afterMs: random.pick([20_000, 75_000]) }] as const);
  return [
    isBatch ? batch(wanted, false) : opens(wanted, domain),
    at(ben, reviewed(wanted, domain, meets)),
    isBatch ? appliesBatch : applies,
    waits(3 * minute),
    reviewed(wanted, domain, null),
    at(ben, { do: 'settle', which: 0, as: 'truth', thenMs: soonMs }),
    reviewed(wanted, domain, null),
  ];
};

/** The same names at every desk, in batches that run side by side; one of them may be killed. */
const batchesAtOnce = (random: Random): readonly Step[] => {
  const wanted = random.pick(matters);
  const slow = random.chance(0.5) ? ({ kind: 'slow', afterMs: 5_000 } as const) : null;
  const desks = [ada, ben, cleo];
  const whose = random.pick(desks);
  return [
    ...desks.map((desk) => at(desk, { ...batch(wanted, true, slow), thenMs: random.pick([0, 60, soonMs]) })),
    ...(random.chance(0.5)
      ? [at(whose, { do: random.pick(['kill', 'restart'] as const), thenMs: soonMs })]
      : []),
    waits(2 * minute),
    at(whose, { do: 'resume-batch', which: 0, meets: null, thenMs: soonMs }),
  ];
};

/** Everybody has reviewed the same, and sends it in the same moment. */
const allAtOnce = (random: Random): readonly Step[] => {
  const [wanted, domain] = [random.pick(matters), random.int(3)];
  const desks = [ada, ben, cleo];
  return [
    ...desks.map((desk) => at(desk, opens(wanted, domain))),
    ...desks.map((desk) => at(desk, { ...applies, thenMs: 0 })),
    waits(minute),
    ...desks.map((desk) => at(desk, { do: 'send', which: 0, meets: null, thenMs: 60 } as const)),
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
    at(ben, reviewed(wanted, domain, null)),
    waits(4 * minute),
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
    at(ben, { do: 'send', which: 0, meets: null, thenMs: soonMs }),
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
    at(ben, reviewed(wanted, domain, null)),
    ...(random.chance(0.3) ? [{ do: 'kill', thenMs: soonMs } as const] : []),
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
  ];
};

export const teamPlots = {
  ...{ colleagueFirst, colleagueAtIt, batchesAtOnce, allAtOnce, databaseAway, answerLost },
};

/** What anybody does at any desk; the rest of what happens happens at the first. */
const anywhere: ReadonlySet<Step['do']> = new Set<Step['do']>([
  ...(['review', 'apply', 'batch', 'apply-batch', 'pause-batch', 'resume-batch', 'stop-batch'] as const),
  ...(['undo-batch', 'read-batch-again', 'row', 'send', 'withdraw', 'verify', 'settle'] as const),
  ...(['trouble', 'kill', 'restart'] as const),
]);

/** The same steps, each at some desk. */
export const spread = (steps: readonly Step[], desks: number, random: Random): readonly Step[] =>
  steps.map((step) => (anywhere.has(step.do) ? at(random.int(desks), step) : step));

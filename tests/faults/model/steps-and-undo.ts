import type { Random } from '../../support/fuzz/random.ts';
import { soonMs } from './some-steps.ts';
import type { Step, StepOf, WantedOfMany } from './steps.ts';

const wants: readonly WantedOfMany[] = [
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
  { kind: 'contacts', city: 'Leeds' },
  { kind: 'contacts', city: 'Leeds', unlocks: true },
];

const applied = (wanted: WantedOfMany, meets: StepOf<'batch'>['meets'] = null): Step => ({
  ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted, isApplied: true },
  ...{ meets, thenMs: 50_000 },
});

const refused = { kind: 'lost', how: 'breaks', done: 'never', afterMs: 0 } as const;

/** A batch that is put back; in between, or between the review and the sending, somebody may have changed a domain. */
function putBackSince(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  const happen: Step = {
    do: 'happen',
    login: 0,
    domain: random.int(3),
    what: wanted.kind as 'lock',
    thenMs: soonMs,
  };
  const [isBefore, isBetween] = [random.chance(0.5), random.chance(0.5)];
  return [
    applied(wanted),
    ...(isBefore ? [happen] : []),
    { do: 'undo-batch', which: 0, isApplied: false, meets: null, thenMs: 15_000 },
    ...(isBetween ? [happen] : []),
    ...(random.chance(0.3) ? [{ do: 'kill', thenMs: soonMs } as const] : []),
    { do: 'apply-batch', which: 0, isFresh: true, goesOnAfterUncertain: true, meets: null, thenMs: 50_000 },
    { do: 'undo-batch', which: 0, isApplied: true, meets: null, thenMs: 50_000 },
  ];
}

/** Locked domains whose contacts are set in steps, of which one meets something; then a person goes on, or the program is killed. */
function stepsThatFail(random: Random): readonly Step[] {
  const meets = random.pick([null, refused, { kind: 'slow', afterMs: 5_000 }] as const);
  const wanted = { kind: 'contacts', city: 'York', unlocks: true } as const;
  return [
    applied({ kind: 'lock', state: 'locked' }),
    { ...applied(wanted), isApplied: false, thenMs: 15_000 } as Step,
    {
      ...{ do: 'apply-batch', which: 0, isFresh: true, goesOnAfterUncertain: random.chance(0.5) },
      ...{ meets: random.chance(0.5) ? meets : null, thenMs: random.pick([500, soonMs, 50_000]) },
    },
    ...(random.chance(0.4) ? [{ do: 'kill', thenMs: soonMs } as const] : []),
    { do: 'trouble', on: 'write', times: 1, trouble: refused, thenMs: 0 },
    { do: 'resume-batch', which: 0, meets: null, thenMs: 50_000 },
    { do: 'settle', which: 0, as: 'truth', thenMs: soonMs },
    { do: 'resume-batch', which: 0, meets: null, thenMs: 50_000 },
    { do: 'undo-batch', which: 0, isApplied: true, meets: null, thenMs: 50_000 },
  ];
}

/** Courses of things of batches with several steps, and of their way back. */
export const stepsAndUndoPlots = { putBackSince, stepsThatFail } as const;

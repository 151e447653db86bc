import type { Random } from '../../support/fuzz/random.ts';
import { renewal, soonMs } from './some-steps.ts';
import type { Step, StepOf, Verb, WantedOfMany } from './steps.ts';

const minute = 60_000;

const wants: readonly WantedOfMany[] = [
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
  { kind: 'contacts', city: 'Leeds' },
  { kind: 'contacts', city: 'Leeds', unlocks: true },
  renewal,
  { kind: 'register', years: 1 },
];

const script = (wanted: WantedOfMany, ...verbs: readonly Verb[]): StepOf<'script'> => ({
  ...{ do: 'script', verbs, account: 0, domains: [0, 1, 2], wanted, which: 0 },
  ...{ isAlone: false, ends: null, meets: null, thenMs: 50_000 },
});

const waits = (ms: number): Step => ({ do: 'wait', ms, thenMs: soonMs });
const uncertain = { kind: 'lost', how: 'breaks', done: 'at-once', afterMs: 0 } as const;

const happens = (random: Random, { kind }: WantedOfMany): Step => ({
  ...{ do: 'happen', login: 0, domain: random.int(3), thenMs: soonMs },
  what: kind === 'register' ? 'sold' : kind === 'renew' ? 'lock' : kind,
});

/** Created, and applied with the digest: at once, under another digest, after a domain has changed, too late, and once more. */
function scriptedBatch(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  const isAlone = random.chance(0.5);
  const run = (...verbs: readonly Verb[]): Step => ({ ...script(wanted, ...verbs), isAlone });
  const between = random.pick([null, happens(random, wanted), waits(16 * minute)]);
  const created = run('create', ...random.pick([[], ['exclude'], ['include']] as const));
  // A window that starts ends the reviews.
  if (isAlone) return [run('create', 'wrong-digest', 'apply', 'apply', 'undo', 'show', 'apply')];
  return [
    created,
    ...(random.chance(0.5) ? [run('wrong-digest')] : []),
    ...(between === null ? [] : [between]),
    run(random.pick(['apply', 'apply-on'] as const)),
    run('apply', ...random.pick([[], ['undo', 'apply'], ['resume', 'apply']] as const)),
  ];
}

/** A batch of a script that is paused, interrupted or killed in the middle; then it is applied again, resumed, or its digest used again. */
function scriptInterrupted(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  const isAlone = random.chance(0.6);
  const how = random.pick(['ctrl-c', 'kill'] as const);
  const ends = { how, afterMs: random.pick([50, 300, 600, 2_000, 6_000]) };
  const slow = { kind: 'slow', afterMs: 5_000 } as const;
  const meets = random.pick([null, slow, uncertain]);
  return [
    script(wanted, 'create'),
    { ...script(wanted, 'apply'), isAlone, ends, meets, thenMs: random.pick([60, soonMs]) },
    ...(random.chance(0.4) ? [{ do: 'kill', thenMs: soonMs } as const] : []),
    { ...script(wanted, 'apply'), isAlone: random.chance(0.5) },
    { ...script(wanted, 'resume'), isAlone: random.chance(0.5) },
    { ...script(wanted, 'show', 'apply'), isAlone: random.chance(0.5) },
  ];
}

/** Paused and resumed while its first change is on its way, of which nobody ever hears. */
function resumedMeanwhile(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  const done = random.pick(['at-once', 'never'] as const);
  const meets = { kind: 'lost', how: 'silence', done, afterMs: 0 } as const;
  return [
    { do: 'batch', account: 0, domains: [0, 1, 2], wanted, isApplied: false, meets: null, thenMs: 15_000 },
    {
      ...{ do: 'apply-batch', which: 0, isFresh: true, goesOnAfterUncertain: false, meets },
      thenMs: random.pick([500, soonMs]),
    },
    { do: 'pause-batch', which: 0, thenMs: 500 },
    { do: 'resume-batch', which: 0, meets: null, thenMs: 50_000 },
    waits(5 * minute),
  ];
}

/** One of its changes is uncertain: the batch halts there, or goes on where that was agreed to. */
function scriptHalts(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  return [
    script(wanted, 'create'),
    { ...script(wanted, random.pick(['apply', 'apply', 'apply-on'] as const)), meets: uncertain },
    { do: 'settle', which: 0, as: 'truth', thenMs: soonMs },
    script(wanted, 'resume', 'pause', 'resume'),
  ];
}

const proposes = (wanted: WantedOfMany): StepOf<'assistant'> => ({
  ...{ do: 'assistant', attempt: 'propose', account: 0, domains: [0, 1, 2], wanted },
  ...{ isAlone: false, thenMs: 15_000 },
});

/** Proposed, tried by commands, looked at, and approved or discarded; or a domain has changed, or it was read too long ago. */
function proposedBatch(random: Random): readonly Step[] {
  const wanted = random.pick(wants);
  const force: Step = { ...proposes(wanted), attempt: 'force', isAlone: random.chance(0.4) };
  const between = random.pick([null, happens(random, wanted), waits(16 * minute)]);
  const answer: Step = {
    ...{ do: 'answer', which: 0, meets: null, thenMs: 50_000 },
    as: random.chance(0.8) ? 'approved' : 'discarded',
  };
  return [
    { do: 'assistants', isOn: random.chance(0.85), thenMs: soonMs },
    { ...proposes(wanted), isAlone: random.chance(0.3) },
    { ...proposes(wanted), attempt: 'ask' },
    force,
    ...(between === null ? [] : [between]),
    answer,
    { ...force, thenMs: soonMs },
    ...(random.chance(0.5) ? [{ ...answer, as: 'approved' } as const] : []),
  ];
}

/** What was ordered last, of several accounts, over a start. */
function orderedLast(random: Random): readonly Step[] {
  const order = (account: number, deed: StepOf<'last-order'>['deed']): Step => ({
    ...{ do: 'last-order', account, deed },
    thenMs: soonMs,
  });
  return [
    order(0, 'save'),
    order(1, random.pick(['save', 'read'] as const)),
    ...(random.chance(0.5) ? [{ do: 'restart', thenMs: soonMs } as const] : []),
    order(random.int(3), 'read'),
    order(0, 'forget'),
    order(1, 'read'),
    ...(random.chance(0.5) ? [{ do: 'restart', thenMs: soonMs } as const] : []),
    order(0, 'read'),
  ];
}

/** An order that is lost on its way, and somebody else buys the name within the hour: the registry shows it. */
function soldMeanwhile(random: Random): readonly Step[] {
  const domain = random.int(3);
  const lost = { kind: 'lost', how: 'breaks', done: 'never', afterMs: 0 } as const;
  return [
    { do: 'registry-switch', isOn: true, thenMs: soonMs },
    { do: 'registry', manner: { kind: 'truly' }, thenMs: soonMs },
    {
      ...{ do: 'review', account: 0, domain, wanted: { kind: 'register', years: 1 }, isApplied: true },
      ...{ meets: lost, thenMs: soonMs },
    },
    { do: 'happen', login: 0, domain, what: 'sold', thenMs: soonMs },
    // Then the account cannot be asked.
    ...(random.chance(0.5) ? [{ do: 'away', login: 0, ms: 12 * minute, thenMs: soonMs } as const] : []),
    waits(80 * minute),
  ];
}

/** Courses of things of command lines, of assistants, and of orders. */
export const scriptPlots = {
  scriptedBatch,
  scriptInterrupted,
  scriptHalts,
  resumedMeanwhile,
  proposedBatch,
  orderedLast,
  soldMeanwhile,
} as const;

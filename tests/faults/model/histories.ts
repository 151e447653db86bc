import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { beliefPlots } from './belief-plots.ts';
import { someExpiries } from './manners.ts';
import { randomSteps } from './random-steps.ts';
import { ownedDomains } from './reseller.ts';
import { registryPlots } from './registry-plots.ts';
import { renewal, reviewed, soonMs } from './some-steps.ts';
import { scriptPlots } from './script-plots.ts';
import { stepsAndUndoPlots } from './steps-and-undo.ts';
import { people } from './team-here.ts';
import { spread, teamPlots } from './team-plots.ts';
import type { History, Step, StepOf } from './steps.ts';

const wants = [
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
  { kind: 'contacts', city: 'Bath' },
] as const;

/** A change that could not be sent, is overtaken by one that is made elsewhere, and is sent again. */
function sentAgain(random: Random): readonly Step[] {
  const [wanted, domain] = [random.pick(wants), random.int(3)];
  return [
    reviewed(wanted, domain, { kind: 'unreachable' }),
    { do: 'happen', login: 0, domain, what: wanted.kind, thenMs: soonMs },
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
  ];
}

/** A renewal that the backup knows nothing of, and the same one after that was restored. */
function renewedAfterBackup(random: Random): readonly Step[] {
  const domain = random.int(3);
  return [
    { do: 'backup', thenMs: soonMs },
    reviewed(renewal, domain, null),
    { do: 'restore', which: 0, thenMs: soonMs },
    reviewed(renewal, domain, null),
  ];
}

const damaged: StepOf<'damage'> = { do: 'damage', how: 'head', at: 0, first: 'window', thenMs: soonMs };

/** A renewal that is only written down when the backup is made, goes out afterwards, and is lost with the file; one was done before. */
function sentAfterBackup(random: Random): readonly Step[] {
  const domain = random.int(3);
  return [
    reviewed(renewal, domain, null),
    reviewed(renewal, domain, { kind: 'unreachable' }),
    { do: 'backup', thenMs: soonMs },
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
    damaged,
    reviewed(renewal, domain, null),
  ];
}

/** A batch that is ready when the backup is made, is carried out afterwards, and is lost with the file; its domains again. */
function batchAfterBackup(random: Random): readonly Step[] {
  const domain = random.int(3);
  const batch = { do: 'batch', account: 0, domains: [domain], wanted: renewal, meets: null } as const;
  const again: Step = random.chance(0.5)
    ? reviewed(renewal, domain, null)
    : { ...batch, isApplied: true, thenMs: soonMs };
  return [
    { ...batch, isApplied: false, thenMs: soonMs },
    { do: 'backup', thenMs: soonMs },
    { do: 'apply-batch', which: 0, isFresh: true, goesOnAfterUncertain: false, meets: null, thenMs: soonMs },
    damaged,
    again,
  ];
}

/** A renewal without a price, whose cost only the credit shows, and an order with a price that comes to more than a day's limit with it. */
function limitByFall(random: Random): readonly Step[] {
  return [
    {
      do: 'limit',
      scope: random.pick(['workspace', 'account']),
      account: 0,
      what: 'day-sum',
      thenMs: soonMs,
    },
    reviewed(renewal, random.int(3), null),
    reviewed({ kind: 'register', years: 1 }, 1, null),
  ];
}

/** A renewal that a file of before knows nothing of, and the same one after that was put back. */
function renewedAfterCopy(random: Random): readonly Step[] {
  const domain = random.int(3);
  const batch = { do: 'batch', account: 0, domains: [domain], wanted: renewal, meets: null } as const;
  const ready: readonly Step[] = random.chance(0.5) ? [{ ...batch, isApplied: false, thenMs: soonMs }] : [];
  const done: Step = { ...batch, isApplied: true, thenMs: soonMs };
  const again: Step =
    ready.length > 0
      ? {
          ...{ do: 'apply-batch', which: 1, isFresh: true, goesOnAfterUncertain: false },
          meets: null,
          thenMs: soonMs,
        }
      : reviewed(renewal, domain, null);
  return [
    ...ready,
    { do: 'restart', thenMs: soonMs },
    done,
    { do: 'put-back', which: 0, thenMs: soonMs },
    again,
  ];
}

/** The same file of before put back twice: at the second time nobody has answered for what it does not know. */
function sameCopyTwice(random: Random): readonly Step[] {
  const domain = random.int(3);
  // Of the copies, newest first: the one that was made when the second closes is before it.
  const putBack = (which: number) => ({ do: 'put-back', which, thenMs: soonMs }) as const;
  return [
    { do: 'restart', thenMs: soonMs },
    reviewed(renewal, domain, { kind: 'slow', afterMs: 75_000 }),
    { do: 'wait', ms: 11 * 60_000, thenMs: soonMs },
    putBack(0),
    putBack(1),
    reviewed(renewal, domain, null),
  ];
}

/** A request that has to wait for a place until long after it was agreed to; one before which nothing is read. */
function longWait(random: Random): readonly Step[] {
  const busy = { kind: 'busy', retryAfterS: 600, isDone: false } as const;
  return [
    { ...reviewed({ kind: 'sync' }, 1, null), isApplied: false },
    reviewed(random.pick(wants), 0, busy),
    { do: 'apply', which: 1, meets: null, thenMs: soonMs },
    { do: 'wait', ms: 3_600_000, thenMs: soonMs },
  ];
}

/** A batch that is paused over its first row, and goes on the next day. */
function goesOnNextDay(): readonly Step[] {
  const slow = { kind: 'slow', afterMs: 5_000 } as const;
  return [
    {
      ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted: renewal, meets: slow },
      ...{ isApplied: true, thenMs: soonMs },
    },
    { do: 'pause-batch', which: 0, thenMs: soonMs },
    { do: 'wait', ms: 24 * 3_600_000, thenMs: soonMs },
    { do: 'resume-batch', which: 0, meets: null, thenMs: soonMs },
  ];
}

/** Two labels of one login, of which one has a limit, and both pay. */
function limitOfOneLabel(random: Random): readonly Step[] {
  const priced = (account: number, domain: number): Step => ({
    ...{ do: 'review', account, domain, wanted: { kind: 'register', years: 1 }, isApplied: true },
    ...{ meets: null, thenMs: soonMs },
  });
  return [
    { do: 'limit', scope: 'account', account: 0, what: 'day-sum', thenMs: soonMs },
    priced(1, random.int(2)),
    priced(0, random.int(2)),
    priced(0, random.int(2)),
  ];
}

/** A login of another user, and back to the backup in which the account was the one of before. */
function loginOfBefore(): readonly Step[] {
  return [
    { do: 'backup', thenMs: soonMs },
    { do: 'edit', account: 0, what: 'user', thenMs: soonMs },
    { do: 'restore', which: 0, thenMs: soonMs },
    reviewed(renewal, 0, null),
  ];
}

/** A review that is open while the account is given another user or another address, and is applied then. */
function loginAfterReview(random: Random): readonly Step[] {
  return [
    { ...reviewed(random.pick([...wants, renewal]), random.int(3), null), isApplied: false },
    { do: 'edit', account: 0, what: random.pick(['user', 'address']), thenMs: soonMs },
    { do: 'apply', which: 0, meets: null, thenMs: soonMs },
  ];
}

/** A change that could not be sent, that a restore withdraws, and that a copy of before the restore has again. */
function withdrawnByRestore(random: Random): readonly Step[] {
  return [
    reviewed(random.pick(wants), random.int(3), { kind: 'unreachable' }),
    { do: 'backup', thenMs: soonMs },
    { do: 'restore', which: 0, thenMs: 15_000 },
    { do: 'put-back', which: 0, thenMs: soonMs },
    { do: 'send', which: 0, meets: null, thenMs: soonMs },
  ];
}

/** A write that is carried out when nobody waits for its answer any more. */
function carriedOutLate(random: Random): readonly Step[] {
  return [
    reviewed(random.pick(wants), random.int(3), { kind: 'slow', afterMs: 75_000 }),
    { do: 'wait', ms: 11 * 60_000, thenMs: soonMs },
  ];
}

/** A renewal that is lost with the whole file, and the same one after the backup of before was restored. */
function lostWithFile(random: Random): readonly Step[] {
  const domain = random.int(3);
  return [
    { do: 'backup', thenMs: soonMs },
    reviewed(renewal, domain, null),
    { ...damaged, how: 'gone' },
    reviewed(renewal, domain, null),
  ];
}

/** Names that are registered as one batch, over which something may go wrong, and the same names again. */
function namesAgain(random: Random): readonly Step[] {
  const meets = random.pick([null, { kind: 'unreachable' }, { kind: 'slow', afterMs: 5_000 }] as const);
  const wanted = { kind: 'register', years: 1 } as const;
  const batch = { do: 'batch', account: 0, domains: [0, 1, 2], wanted, isApplied: true } as const;
  return [
    { ...batch, meets, thenMs: random.pick([soonMs, 60_000]) },
    ...(random.chance(0.5)
      ? [{ do: 'row', which: 0, row: 2, isExcluded: false, thenMs: soonMs } as const]
      : []),
    { ...batch, meets: null, thenMs: soonMs },
  ];
}

/** A renewal that another computer has paid for, as its backup tells. */
function paidElsewhere(random: Random): readonly Step[] {
  const domain = random.int(3);
  const batch = { do: 'batch', account: 0, domains: [domain], wanted: renewal, meets: null } as const;
  return [
    { do: 'foreign', thenMs: soonMs },
    random.chance(0.5) ? reviewed(renewal, domain, null) : { ...batch, isApplied: true, thenMs: soonMs },
  ];
}

/** A renewal whose entry is on a page that reads as zeros. */
function paidOnBadPage(random: Random): readonly Step[] {
  const domain = random.int(3);
  return [
    reviewed(renewal, domain, null),
    { do: 'damage', how: 'page', at: random.int(1_000) / 1_000, first: 'window', thenMs: soonMs },
    reviewed(renewal, domain, null),
  ];
}

/** Courses of things, by name. */
const plots = {
  withdrawnByRestore,
  carriedOutLate,
  lostWithFile,
  paidElsewhere,
  paidOnBadPage,
  longWait,
  goesOnNextDay,
  limitOfOneLabel,
  loginOfBefore,
  loginAfterReview,
  renewedAfterCopy,
  sameCopyTwice,
  sentAgain,
  renewedAfterBackup,
  sentAfterBackup,
  batchAfterBackup,
  limitByFall,
  ...registryPlots,
  ...stepsAndUndoPlots,
  ...scriptPlots,
  ...teamPlots,
  namesAgain,
  ...beliefPlots,
} as const;
export type Plot = keyof typeof plots;
export const isPlot = (name: string): name is Plot => Object.hasOwn(plots, name);
const everyHowMany = 8;

/** Some histories have a course of things in them that chance alone brings about in few; the rest of them is as it was. */
function withPlot(
  steps: readonly Step[],
  {
    seed,
    number,
    plot: name,
  }: { readonly seed: number; readonly number: number; readonly plot: Plot | null },
): readonly Step[] {
  if (name === null && number % everyHowMany !== everyHowMany - 1) return steps;
  const random = createRandom((Math.imul(seed, 7_919) + Math.imul(number, 1_000_003)) >>> 0);
  const plot = (name === null ? random.pick(Object.values(plots)) : plots[name])(random);
  if (steps.length < plot.length) return steps;
  return steps.toSpliced(random.int(steps.length - plot.length + 1), plot.length, ...plot);
}

/** One of so many has several desks, also without a course of things that needs them. */
const everyHowManyTeams = 24;

/** How many desks there are, and what is done at which. In the course of things it is said. */
function overDesks(
  all: readonly Step[],
  before: readonly Step[],
  { seed, number }: { readonly seed: number; readonly number: number },
): Pick<History, 'desks' | 'steps'> {
  const isOfTeam = all.some((step) => step.desk !== undefined || step.do === 'database');
  if (!isOfTeam && number % everyHowManyTeams !== everyHowManyTeams - 2) return { desks: 1, steps: all };
  const random = createRandom((Math.imul(seed, 104_729) + Math.imul(number, 1_299_709)) >>> 0);
  const desks = 2 + random.int(people.length - 1);
  const over = spread(before, desks, random);
  const spreadOut = new Map(before.map((step, index) => [step, over[index] ?? step]));
  return { desks, steps: all.map((step) => spreadOut.get(step) ?? step) };
}

/** The names that {@link foreignHistory} pays for, at North. */
export const foreignNames: readonly string[] = ownedDomains.slice(0, 2);

/** How ids begin that the other computer gave. */
export const foreignIds = 'eeeeeeee';

/** What happened on another computer. */
export const foreignHistory: History = {
  ...{ seed: 0, number: -1, ground: 'in-process', isBesideCommandLine: false, hasKeychain: true },
  ...{ startAt: '2026-02-20T09:00:00Z', creditCents: 50_000 },
  ...{
    isRegistryOn: false,
    isAssistantOn: false,
    expireInMs: someExpiries(createRandom(0), false),
    desks: 1,
  },
  steps: foreignNames.map((_name, domain) => reviewed(renewal, domain, null)),
};

/**
 * @param number Of the history among those of its seed, from 0.
 * @param plot Is in each of them; where it is null, some have one by chance.
 */
export function historyOf(seed: number, number: number, length: number, plot: Plot | null = null): History {
  const random = createRandom((Math.imul(seed, 1_000_003) + Math.imul(number, 7_919)) >>> 0);
  const ground = random.chance(0.03) ? random.pick(['thread', 'sockets'] as const) : 'in-process';
  const isBesideCommandLine = ground === 'in-process' && random.chance(0.1);
  const startAt = random.pick(['2026-03-01T10:30:00Z', '2026-02-28T23:58:30Z', '2026-03-01T09:59:35Z']);
  const hasKeychain = random.chance(0.85);
  const next = randomSteps(random, isBesideCommandLine);
  const isRegistryOn = random.chance(0.6);
  const expireInMs = someExpiries(random, plot === 'afterExpiry');
  const isAssistantOn = random.chance(0.7);
  const creditCents = random.chance(0.15) ? 2_500 : 50_000;
  const byChance = next(length);
  const steps = withPlot(byChance, { seed, number, plot });
  const over = overDesks(steps, byChance, { seed, number });
  return {
    seed,
    number,
    // On a wire nothing tells from which computer a request comes.
    ground: over.desks > 1 && ground === 'sockets' ? 'in-process' : ground,
    isBesideCommandLine,
    hasKeychain,
    startAt,
    creditCents,
    isRegistryOn,
    isAssistantOn,
    expireInMs,
    ...over,
  };
}

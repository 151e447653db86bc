import type { Random } from '../../support/fuzz/random.ts';
import { filedDomains, ownedDomains } from './reseller.ts';
import { contradictions, definedNo, forms, sentences, strangeYeses } from './sentences.ts';
import { renewal, reviewed, soonMs } from './some-steps.ts';
import { oddities, type Step } from './steps.ts';

const minute = 60_000;
const waits = (ms: number): Step => ({ do: 'wait', ms, thenMs: soonMs });
const billed = (afterMs: number | null): Step => ({
  ...{ do: 'billing', login: 0, afterMs, lagMs: 0 },
  thenMs: 0,
});

/** A batch of renewals whose price becomes another one: after its review, while it runs, or once the service takes what it likes. */
function dearerSince(random: Random): readonly Step[] {
  const priced = (cents: number, takes = cents): Step => ({
    ...{ do: 'price', login: 0, cents, takes, thenMs: soonMs },
  });
  const when = random.pick(['after-review', 'while-running', 'never-said', 'never-said'] as const);
  return [
    when === 'never-said' ? priced(1_000, 10_000) : priced(1_000),
    { do: 'look-up', account: 0, isWide: false, thenMs: soonMs },
    ...(when === 'after-review' ? [waits(5 * 60 * minute), priced(10_000)] : []),
    {
      ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted: renewal, meets: null },
      ...{ isApplied: false, thenMs: 15_000 },
    },
    ...(when === 'while-running' ? [priced(10_000)] : []),
    { do: 'apply-batch', which: 0, isFresh: true, goesOnAfterUncertain: false, meets: null, thenMs: 50_000 },
    waits(11 * minute),
  ];
}

const noes = sentences.flatMap(({ means }, index) => (definedNo.has(means) ? [index] : []));

/**
 * A paid order that is answered with a no, and billed when nobody looks any more, or never; something is paid in meanwhile. Its registry
 * may show that it was done.
 */
function billedAfterNo(random: Random): readonly Step[] {
  const domain = random.int(3);
  const sentence = random.chance(0.6) ? random.pick(noes) : random.int(sentences.length);
  const isFollowed = random.chance(0.5);
  return [
    ...(isFollowed
      ? ([
          { do: 'registry-switch', isOn: true, thenMs: soonMs },
          { do: 'registry', manner: { kind: 'truly' }, thenMs: soonMs },
        ] as const)
      : []),
    billed(isFollowed ? null : random.pick([20_000, 60_000, 300_000])),
    {
      ...reviewed(renewal, domain, {
        ...{ kind: 'says', sentence, form: random.pick(forms) },
        ...{ status: 200, isDone: true },
      }),
      thenMs: random.pick([500, soonMs]),
    },
    ...(random.chance(0.5)
      ? [{ do: 'top-up', login: 0, cents: random.pick([990, 49_000]), thenMs: 50_000 } as const]
      : []),
    waits(isFollowed ? 61 * minute : 11 * minute),
    reviewed(renewal, domain, null),
  ];
}

/** A yes with something beside it, to what nothing else can be read of, or only the credit; nothing was done. */
function moreBesideYes(random: Random): readonly Step[] {
  const wanted = random.pick([renewal, { kind: 'sync' }, { kind: 'child', do: 'register' }] as const);
  const meets = {
    kind: 'both',
    body: contradictions.indexOf(random.pick(strangeYeses)),
    status: 200,
    isDone: false,
  } as const;
  return [reviewed(wanted, random.int(3), meets), waits(11 * minute)];
}

/** Two renewals of a service that bills late: the first one's bill comes when the second one's credit is read. */
function billedLate(random: Random): readonly Step[] {
  return [
    billed(random.pick([45_000, 45_000, 50_000, null])),
    { ...reviewed(renewal, 0, null), thenMs: random.pick([15_000, 23_000, 40_000]) },
    reviewed(renewal, 1, null),
    waits(11 * minute),
    billed(0),
  ];
}

/** What was unlocked at one login, and is to be locked again when the account has another one, where it is unlocked as well. */
function undoneElsewhere(random: Random): readonly Step[] {
  const [login, what] = random.pick([[1, 'user'] as const, [2, 'address'] as const]);
  const unlocked = [0, 1, 2].map(
    (domain) => ({ do: 'happen', login, domain, what: 'lock', thenMs: 0 }) as const,
  );
  return [
    {
      ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted: { kind: 'lock', state: 'unlocked' } },
      ...{ isApplied: true, meets: null, thenMs: 50_000 },
    },
    waits(minute),
    { do: 'edit', account: 0, what, thenMs: soonMs },
    ...unlocked,
    { do: 'undo-batch', which: 0, isApplied: true, meets: null, thenMs: 50_000 },
    waits(minute),
  ];
}

/** A name that only a file has, which is ordered then; its import is taken back, while nobody knows whether it is there or before. */
function undoneAfterOrder(random: Random): readonly Step[] {
  const domain = random.int(2);
  const lost = { kind: 'lost', how: 'breaks', done: 'at-once', afterMs: 0 } as const;
  const order = reviewed({ kind: 'register', years: 1 }, domain, random.pick([null, lost]));
  const undone: Step = { do: 'undo-import', which: 0, thenMs: soonMs };
  const row = { expiry: 'none', client: '', tag: '', note: '' } as const;
  return [
    {
      ...{ do: 'import', account: 0, thenMs: soonMs },
      rows: [{ ...row, name: ownedDomains.length + filedDomains.length + domain }],
    },
    ...(random.chance(0.6) ? [order, undone] : [undone, order]),
    waits(minute),
  ];
}

/** An assistant proposes what the contacts of a domain are, and what they are not. */
const guessedContacts = (random: Random): readonly Step[] => [
  { do: 'assistants', isOn: true, thenMs: soonMs },
  {
    ...{ do: 'assistant', attempt: 'guess', account: 0, domains: [random.int(3)], wanted: renewal },
    ...{ isAlone: false, thenMs: soonMs },
  },
];

/** A backup into which somebody wrote something, and a renewal before and after it was tried. */
function spoiltBackup(random: Random): readonly Step[] {
  const domain = random.int(3);
  return [
    { do: 'backup', thenMs: soonMs },
    reviewed(renewal, domain, null),
    { do: 'odd-backup', which: 0, how: random.pick(oddities), thenMs: soonMs },
    { do: 'restart', thenMs: soonMs },
    reviewed(renewal, domain, null),
  ];
}

/** Courses of things in which more is said than was done, or less, by name. */
export const beliefPlots = {
  dearerSince,
  billedAfterNo,
  moreBesideYes,
  billedLate,
  undoneElsewhere,
  undoneAfterOrder,
  guessedContacts,
  spoiltBackup,
} as const;

import type { Random } from '../../support/fuzz/random.ts';
import type { FileRow, Manner } from './manners.ts';
import { renewal, reviewed, soonMs } from './some-steps.ts';
import type { Step } from './steps.ts';

const minute = 60_000;
const hour = 60 * minute;

const switched: Step = { do: 'registry-switch', isOn: true, thenMs: soonMs };
const lookedUp: Step = { do: 'look-up', account: 0, isWide: false, thenMs: soonMs };
const waits = (ms: number): Step => ({ do: 'wait', ms, thenMs: soonMs });
const answering = (manner: Manner): Step => ({ do: 'registry', manner, thenMs: soonMs });

const imported = (name: number, expiry: FileRow['expiry'], client = ''): Step => ({
  ...{ do: 'import', account: 0, thenMs: soonMs },
  rows: [{ name, expiry, client, tag: '', note: '' }],
});

/** What is carried out, and nobody hears of it; or what is lost on its way. */
const lost = (done: 'at-once' | 'never') => ({ kind: 'lost', how: 'breaks', done, afterMs: 0 }) as const;

/** A renewal that nobody answers for, at a registry that does not say when it was changed last. */
const undatedProof = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'hides', what: 'changed' }),
  reviewed(renewal, random.int(3), lost('at-once')),
  waits(11 * minute),
];

/** A renewal that is lost on its way when the domain has expired, and the registry renews that by itself. */
const afterExpiry = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'hides', what: 'grace' }),
  waits(80 * minute),
  reviewed(renewal, random.int(3), lost('never')),
  waits(2 * hour),
];

/** A renewal that the service says is done and does later; another one meanwhile, that is lost on its way. */
const lateBeside = (random: Random): readonly Step[] => {
  const domain = random.int(3);
  return [
    switched,
    answering({ kind: 'truly' }),
    { ...reviewed(renewal, domain, { kind: 'accepts', afterMs: 2 * minute }), thenMs: 40_000 },
    reviewed(renewal, domain, lost('never')),
    waits(11 * minute),
  ];
};

/** An order that the service says is done, and does later: a registry is read for it. */
const acceptedOrder = (): readonly Step[] => [
  switched,
  answering({ kind: 'truly' }),
  reviewed({ kind: 'register', years: 1 }, 1, { kind: 'accepts', afterMs: 2 * minute }),
  waits(11 * minute),
];

/** A renewal that a lagging registry does not show, and another one that is lost on its way; a lock, before the registry shows the first. */
const laggingBeside = (random: Random): readonly Step[] => {
  const domain = random.int(3);
  return [
    switched,
    answering({ kind: 'lags', ms: 5 * minute, isDated: random.chance(0.5) }),
    reviewed(renewal, domain, null),
    reviewed(renewal, domain, lost('never')),
    reviewed({ kind: 'lock', state: 'unlocked' }, domain, null),
    reviewed({ kind: 'lock', state: 'locked' }, domain, null),
    waits(2 * hour),
  ];
};

/** A renewal that was carried out, at a registry that lags. */
const notYetShown = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'lags', ms: 2 * hour, isDated: true }),
  reviewed(renewal, random.int(3), lost('at-once')),
  waits(11 * minute),
];

/** A renewal that nobody answers for, and registries that are switched off after the first look at theirs. */
const switchedOff = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'truly' }),
  reviewed(renewal, random.int(3), lost('never')),
  waits(2 * minute),
  { do: 'registry-switch', isOn: false, thenMs: soonMs },
  waits(11 * minute),
];

/** A renewal of months ago, a file that shows its expiry, and another renewal. */
const fileAfterRenewal = (random: Random): readonly Step[] => {
  const domain = random.int(3);
  return [
    lookedUp,
    reviewed(renewal, domain, null),
    waits(61 * 24 * hour),
    imported(domain, 'true'),
    {
      ...{ do: 'batch', account: 0, domains: [domain], wanted: renewal, meets: null },
      ...{ isApplied: true, thenMs: soonMs },
    },
  ];
};

/** A renewal whose expiry is expected, or shown by the registry, and a file from before it. */
const olderFile = (random: Random): readonly Step[] => {
  const domain = random.int(3);
  return [
    switched,
    answering({ kind: 'truly' }),
    lookedUp,
    ...(random.chance(0.5) ? [answering({ kind: 'lags', ms: 30 * hour, isDated: true })] : []),
    reviewed(renewal, domain, null),
    imported(domain, 'stale'),
  ];
};

/** A file, a value of one's own in place of one of it, and the import taken back. */
const undoneLate = (random: Random): readonly Step[] => {
  const domain = random.int(8);
  return [
    imported(domain, 'none', 'Harbour Ltd'),
    { do: 'own', account: 0, domain, what: 'client', thenMs: soonMs },
    { do: 'undo-import', which: 0, thenMs: soonMs },
  ];
};

/** Registries are asked for names that were only searched for. */
const askedForCandidates = (): readonly Step[] => [
  switched,
  { do: 'look-up', account: 0, isWide: true, thenMs: soonMs },
];

/** Courses of things with registries and files, by name. */
/** An order that is lost on its way, or said to be done, while a drop catcher buys the name; the service shows their contacts. */
const caughtMeanwhile = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'truly' }),
  {
    ...reviewed({ kind: 'register', years: 1 }, 1, random.pick([lost('never'), { kind: 'lies' } as const])),
    thenMs: 500,
  },
  { do: 'happen', login: 0, domain: 1, what: random.pick(['caught', 'sold'] as const), thenMs: soonMs },
  waits(11 * minute),
  waits(2 * hour),
];

/** A renewal at a registry whose answers nobody foresaw, from its review or from its sending on. */
const oddRegistry = (random: Random): readonly Step[] => {
  const domain = random.int(3);
  const how = random.pick(['deep', 'year-20000', 'for-ever', 'year-1', 'clock'] as const);
  return [
    switched,
    answering({ kind: 'truly' }),
    { ...reviewed(renewal, domain, null), isApplied: false },
    answering({ kind: 'odd', how }),
    { do: 'apply', which: 0, meets: null, thenMs: 50_000 },
    reviewed(renewal, (domain + 1) % 3, null),
    waits(hour),
  ];
};

/** A renewal that was reviewed before its registry was about to delete the name. */
const deletedMeanwhile = (random: Random): readonly Step[] => [
  switched,
  answering({ kind: 'truly' }),
  { ...reviewed(renewal, random.int(3), null), isApplied: false },
  answering({ kind: 'deletes' }),
  // What was read for the review is not read again before.
  waits(6 * minute),
  { do: 'apply', which: 0, meets: null, thenMs: 50_000 },
];

/** A batch of renewals whose names are about to be deleted, as their registry says before its review or after it. */
const deletedBatch = (random: Random): readonly Step[] => {
  const isBefore = random.chance(0.5);
  const [deletes, looks] = [answering({ kind: 'deletes' }), lookedUp];
  return [
    switched,
    ...(isBefore ? [deletes, looks] : [answering({ kind: 'truly' })]),
    {
      ...{ do: 'batch', account: 0, domains: [0, 1, 2], wanted: renewal, meets: null },
      ...{ isApplied: isBefore, thenMs: soonMs },
    },
    ...(isBefore
      ? []
      : [
          deletes,
          {
            do: 'apply-batch',
            which: 0,
            isFresh: false,
            goesOnAfterUncertain: false,
            meets: null,
            thenMs: 50_000,
          } as const,
        ]),
  ];
};

export const registryPlots = {
  deletedMeanwhile,
  deletedBatch,
  caughtMeanwhile,
  oddRegistry,
  undatedProof,
  afterExpiry,
  lateBeside,
  laggingBeside,
  acceptedOrder,
  notYetShown,
  switchedOff,
  fileAfterRenewal,
  olderFile,
  undoneLate,
  askedForCandidates,
} as const;

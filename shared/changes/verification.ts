import type { ChangeKind } from '../domain/change.ts';

/** What can be read of a domain and its account. Source: Domain Reseller API v2.2, "Endpoints". */
export const readParts = ['lock', 'nameservers', 'contacts', 'credit', 'finding'] as const;
export type ReadPart = (typeof readParts)[number];

/** What is read for a kind of change, whether that proves the outcome, and the sentences about it. */
interface Verification {
  /** Read before the change is sent. */
  readonly before: readonly ReadPart[];
  /** Read to see whether the change was done. `lookAt` can request nothing else. */
  readonly readBack: readonly ReadPart[];
  /** Whether reading back can decide the outcome. If not, a person has to. */
  readonly isProvable: boolean;
  /**
   * The delays after an attempt at which an uncertain change is read back again automatically, in milliseconds,
   * ascending. The result `as-before` counts only from the last of them on: until then the service or its registry may
   * still do it. Empty if reading cannot decide it.
   */
  readonly readAgainAfterMs: readonly number[];
  readonly words: {
    /** What reading back does. */
    readonly reads: string;
    /** The same as a step of a change that is on its way. */
    readonly step: string;
    /** Why only the service's answer is known, if reading back did not decide it. */
    readonly answerAlone: string;
    /** Where a person can check the outcome. */
    readonly elsewhere: string;
    /** The state is as before, but it is too early to count; empty if that cannot occur. */
    readonly tooEarly: string;
  };
}

const halfMinuteMs = 30_000;
const readOnce = [halfMinuteMs] as const;
/**
 * A registry can be slow: a registration that is reported as not done too early is ordered and paid a second time
 * (F11).
 */
const readGrowing = [halfMinuteMs, 120_000, 600_000] as const;

const undecided = 'Reading back did not decide it, so the service’s answer is all there is.';
const early = 'Less than 30 s after the attempt: a slow service may still do it. Read back again later';

const child = {
  before: [],
  readBack: [],
  isProvable: false,
  readAgainAfterMs: [],
  words: {
    reads: 'Nothing can be read back: the service cannot show child nameservers.',
    step: 'Nothing can be read back for child nameservers',
    answerAlone: 'The service cannot show child nameservers, so its answer is all there is.',
    elsewhere: 'Look at the child nameservers on your provider’s own pages',
    tooEarly: '',
  },
} as const satisfies Verification;

/**
 * One entry for each kind: both what is read (`electron/main/changes/present.ts`,
 * `electron/main/changes/verification.ts`) and what the page says about it come from here. Source: docs/decisions/0010.
 */
export const verification = {
  lock: {
    before: ['lock'],
    readBack: ['lock'],
    isProvable: true,
    readAgainAfterMs: readOnce,
    words: {
      reads: 'Reads the registrar lock and compares it with what was wanted.',
      step: 'Reading the registrar lock back',
      answerAlone: undecided,
      elsewhere: 'Look at the registrar lock on your provider’s own pages',
      tooEarly: early,
    },
  },
  nameservers: {
    before: ['nameservers'],
    readBack: ['nameservers'],
    isProvable: true,
    readAgainAfterMs: readOnce,
    words: {
      reads: 'Reads the nameservers and compares them with those that were wanted.',
      step: 'Reading the nameservers back',
      answerAlone: undecided,
      elsewhere: 'Look at the nameservers on your provider’s own pages',
      tooEarly: early,
    },
  },
  contacts: {
    before: ['contacts'],
    readBack: ['contacts'],
    isProvable: true,
    readAgainAfterMs: readOnce,
    words: {
      reads: 'Reads the contacts and compares them field by field.',
      step: 'Reading the contacts back',
      answerAlone: undecided,
      elsewhere: 'Look at the contacts on your provider’s own pages',
      tooEarly: early,
    },
  },
  register: {
    before: ['finding', 'credit'],
    readBack: ['finding', 'contacts', 'credit'],
    isProvable: true,
    readAgainAfterMs: readGrowing,
    words: {
      reads:
        'Looks the name up, and reads its contacts and the credit. A registry can be slow: until 10 min after the order, “available” proves nothing.',
      step: 'Looking the name up, and reading its contacts and the credit',
      answerAlone: undecided,
      elsewhere: 'Look at your list of domains on your provider’s own pages',
      tooEarly: 'Less than 10 min after the order: a slow registry may still do it. Read back again later',
    },
  },
  renew: {
    before: ['credit'],
    readBack: ['credit'],
    isProvable: false,
    readAgainAfterMs: [],
    words: {
      reads: 'Reads the credit and compares it with what it was. That is a hint, not proof.',
      step: 'Reading the credit: a hint, not proof',
      answerAlone:
        'The service cannot show when a domain expires: its answer and the credit are all there is.',
      elsewhere: 'Look at the day of expiry on your provider’s own pages',
      tooEarly: '',
    },
  },
  'child-register': child,
  'child-modify': child,
  'child-delete': child,
  sync: {
    before: [],
    readBack: [],
    isProvable: false,
    readAgainAfterMs: [],
    words: {
      reads: 'Nothing can be read back: the service cannot show whether a sync was done.',
      step: 'Nothing can be read back for a sync',
      answerAlone: 'The service cannot show whether a sync was done, so its answer is all there is.',
      elsewhere: 'Look at the domain on your provider’s own pages',
      tooEarly: '',
    },
  },
} as const satisfies Readonly<Record<ChangeKind, Verification>>;

/** The entry of a kind that is only known at run time. */
export const verificationOf = (kind: ChangeKind): Verification => verification[kind];

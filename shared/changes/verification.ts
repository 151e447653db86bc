import type { ChangeKind } from '../domain/change.ts';

/** What can be read of a domain and of its account. Source: Domain Reseller API v2.2, "Endpoints". */
export const readParts = ['lock', 'nameservers', 'contacts', 'credit', 'finding'] as const;
export type ReadPart = (typeof readParts)[number];

/** What is read of a kind of change, what that proves, and the sentences that say so. */
interface Verification {
  /** Read before it is sent. */
  readonly before: readonly ReadPart[];
  /** Read to see whether it was done. `lookAt` can call for nothing else. */
  readonly readBack: readonly ReadPart[];
  /** Whether what is read back can decide it. Where it cannot, a person has to. */
  readonly isProvable: boolean;
  /**
   * How long after the attempt an uncertain change is read back again by itself, in milliseconds, growing. That it is as before
   * counts from the last of them on: until then the service or its registry may still do it. Empty where nothing can decide it.
   */
  readonly readAgainAfterMs: readonly number[];
  readonly words: {
    /** What reading back does. */
    readonly reads: string;
    /** The same as a step of a change that is on its way. */
    readonly step: string;
    /** Why the service's answer is all there is, where reading back did not decide it. */
    readonly answerAlone: string;
    /** Where a person sees what became of it. */
    readonly elsewhere: string;
    /** As before, but too early to count; empty where that cannot be. */
    readonly tooEarly: string;
  };
}

const halfMinuteMs = 30_000;
const readOnce = [halfMinuteMs] as const;
/** A registry can be slow: a registration that is called not done too early is ordered and paid a second time (F11). */
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
 * One entry a kind: what is read (`electron/main/changes/present.ts`, `reconcile/`) and what is said of it (the page) both come
 * from here. Source: docs/decisions/0010.
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

/** The entry of a kind, where the kind is not known beforehand. */
export const verificationOf = (kind: ChangeKind): Verification => verification[kind];

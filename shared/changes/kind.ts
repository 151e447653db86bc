import { inEnglish } from '../domain/counting.ts';
import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import type { BeforeState, ReadPart } from './parts.ts';
import { longestPeriodYears } from '../domain/bounds.ts';

export const periodYears = z.number().int().min(1).max(longestPeriodYears);

export const addons = z.object({
  dnsManagement: z.boolean().optional(),
  emailForwarding: z.boolean().optional(),
  idProtection: z.boolean().optional(),
});
export type Addons = TypeOf<typeof addons>;

export const namedFields = z
  .array(z.object({ name: z.string().max(200), value: z.string().max(2_000) }))
  .max(200)
  .readonly();

/** A contact's fields under the names that the service gave them, in its order; values in clear text. */
export const contactFields = z.object({ name: z.string().max(200), fields: namedFields });
export type ContactFields = TypeOf<typeof contactFields>;

/** One row of a before/after comparison. */
export const changeLine = z.object({
  label: z.string().max(400),
  /** Null if unknown. */
  before: z.string().max(4_000).nullable(),
  after: z.string().max(4_000).nullable(),
  isChanged: z.boolean(),
});
export type ChangeLine = TypeOf<typeof changeLine>;

/** What is read for a kind of change, whether that proves the outcome, and the sentences about it. */
export interface Verification {
  /** Read before the change is sent. */
  readonly before: readonly ReadPart[];
  /** Read to see whether the change was done; nothing else can be requested. */
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

/**
 * Everything to know of a kind of change on both sides: what is read of it, and every sentence about it.
 *
 * @typeParam Ask As a person requests it, with every value that is sent. Contains personal data: never stored so.
 * @typeParam What The same without personal data, as the journal stores it.
 */
export interface KindOfChange<What, Ask = What> {
  /** In a filter. */
  readonly label: string;
  /** At the beginning of a sentence: “A change of contacts”. */
  readonly noun: string;
  /** What it does, in a few words: “Lock”, “Renew for 1 year”. */
  readonly title: (of: Ask | What) => string;
  /** The label of the button that sends it. */
  readonly verb: (of: Ask | What) => string;
  /** Says in a sentence that it was done. @param name The domain, in Unicode. */
  readonly done: (what: What, name: string) => string;
  /** Says in a sentence that it was not done. */
  readonly undone: (what: What, name: string) => string;
  /** Says in a sentence that this is not known. */
  readonly unsure: (what: What, name: string) => string;
  /** What it did, line by line, from the journal. @param currency What the user gave the account. */
  readonly lines: (what: What, before: BeforeState | null, currency?: string | null) => readonly ChangeLine[];
  /** What these lines are, and what to know of them; given where they are neither before and after nor the request itself. */
  readonly aboutLines?: { readonly title: string; readonly note: string };
  /** Given where it may turn out that an earlier attempt had gone through: the wording for that (C13). */
  readonly wentThroughBefore?: {
    readonly done: (name: string) => string;
    readonly why: string;
    readonly shown: string;
  };
  /** The kinds of one family wait for each other on a domain; left out where the kind is a family of its own. */
  readonly family?: string;
  /** It costs money. */
  readonly isPaid?: true;
  /** It writes contact data. */
  readonly isPersonal?: true;
  /** Of a review: the program wrote the dates among its values. */
  readonly hasDays?: true;
  /** Its values are hosts and addresses. */
  readonly isOfHosts?: true;
  /** It takes something away at the service. */
  readonly isRemoval?: true;
  readonly verification: Verification;
}

/**
 * Unknown: how long a service may still work on a request that nobody waits for any more; the document gives no time. Assumed:
 * no longer than an answer is waited for (60 s) and half a minute, also where the wait ended sooner, as by a kill. A
 * service that takes longer is called wrong: the change is "not applied" as of that reading, and its next review shows
 * what is there then.
 */
const readTwice = [30_000, 90_000] as const;

/** The verification of a change whose wanted state can be read: by that part alone, before and after. */
export const provenBy = <P extends ReadPart>(
  part: P,
  read: string,
  compared: string,
): Verification & { readonly before: readonly [P]; readonly readBack: readonly [P] } => ({
  before: [part],
  readBack: [part],
  isProvable: true,
  readAgainAfterMs: readTwice,
  words: {
    reads: `Reads the ${read} again and compares ${compared}.`,
    step: `Verifying the ${read}`,
    answerAlone: undecided,
    elsewhere: `Check the ${read} in your provider’s panel`,
    tooEarly: 'Less than 90 s after the attempt: a slow service may still do it. Verify again later',
  },
});

export const undecided = 'Verifying did not decide it, so this rests on the service’s answer.';

/** Nothing that can be read proves the change, so it is read back at most once. */
export const unprovable = { isProvable: false, readAgainAfterMs: [] } as const;

/** A value that replaces one. */
export const changed = (label: string, before: string | null, after: string | null): ChangeLine => ({
  label,
  before,
  after,
  isChanged: true,
});

/** A value that was sent and replaces none. */
export const sent = (label: string, after: string): ChangeLine => ({
  label,
  before: null,
  after,
  isChanged: false,
});

/** `1 year`, `2 years`. */
export const yearsText = (years: number): string => inEnglish.counted(years, 'year', 'years');

import type { AppError } from '../app-error.ts';
import type { BeforeState, ChangeState, ChangeWhat, Evidence, SyncTold } from './change.ts';

/** What is written into the journal, one after the other; never changed, never removed. Nothing in it is personal. */
export type JournalEvent =
  | {
      readonly type: 'planned';
      readonly accountId: string;
      readonly accountLabel: string;
      readonly domain: string;
      readonly what: ChangeWhat;
      readonly planId: string | null;
      /** SHA-256 over all that is to be sent, hexadecimal: a change is only ever sent as it was written down. */
      readonly digest: string;
      /** Salted digests of what a contact change or a registration sends, by role and field, to compare what is read later. */
      readonly personal: PersonalDigests | null;
    }
  /** On disk before a connection is opened. */
  | { readonly type: 'sending'; readonly attempt: number; readonly before: BeforeState }
  | {
      readonly type: 'answered';
      readonly attempt: number;
      readonly verdict: AnswerVerdict;
      readonly error: AppError | null;
      /** The HTTP status; null where no complete answer came. */
      readonly status: number | null;
      /** The answer, masked, 64 KiB at most; empty where none came. */
      readonly answer: string;
      readonly told: SyncTold | null;
    }
  /** The program ended while it was on its way. */
  | { readonly type: 'interrupted' }
  | {
      readonly type: 'read-back';
      readonly verdict: ReadBackVerdict;
      readonly evidence: readonly Evidence[];
      readonly error: AppError | null;
    }
  | { readonly type: 'settled'; readonly as: 'applied' | 'not-applied'; readonly note: string }
  | { readonly type: 'withdrawn'; readonly error: AppError | null };

/**
 * What an attempt came to. `claimed`: the service said done. `refused-unconfirmed`: a no that the API document does not
 * define. `not-sent`: not a byte left.
 */
export type AnswerVerdict = 'claimed' | 'refused' | 'refused-unconfirmed' | 'uncertain' | 'not-sent';

/**
 * What reading back showed. `agrees`: it is as the change wanted. `as-before`: it is as it was. `differs`: neither.
 * `no-proof`: nothing that can be read decides it. `unreadable`: it could not be read now.
 */
export type ReadBackVerdict = 'agrees' | 'as-before' | 'differs' | 'no-proof' | 'unreadable';

export interface PersonalDigests {
  /** Hexadecimal, made for this change alone. */
  readonly salt: string;
  readonly roles: DigestedRoles;
  /** The same roles as they were read before; left out where they could not be read. */
  readonly before?: DigestedRoles | undefined;
}

export type DigestedRoles = readonly {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly digest: string }[];
}[];

/** One entry with its place in the chain. */
export interface JournalEntry {
  /** From 1, without gaps, over the whole journal. */
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  /** The state of the change after this entry. */
  readonly state: ChangeState;
  readonly event: JournalEvent;
  /** SHA-256 over the entry and the hash before it, hexadecimal. */
  readonly hash: string;
}

/** Whether the journal holds together. Where it does not, nothing is written to the service until a person has looked. */
export interface JournalHealth {
  readonly entries: number;
  readonly changes: number;
  /** The last entry's hash; empty where there is none. */
  readonly head: string;
  /** Null before the first check of this start. */
  readonly checkedAt: string | null;
  readonly broken: { readonly seq: number; readonly why: string } | null;
  /** The chain of accesses to transfer codes, beside that of the changes; checked together with it. */
  readonly accesses: AccessesHealth;
}

/** Where this one does not hold together, no code is asked for; changes go on. */
export interface AccessesHealth {
  readonly lines: number;
  /** The last line's hash; empty where there is none. */
  readonly head: string;
  readonly broken: { readonly seq: number; readonly why: string } | null;
}

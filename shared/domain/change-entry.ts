import type { AppError } from '../app-error.ts';
import type { BeforeState, ChangeState, ChangeWhat, Evidence, SyncTold } from './change.ts';
import type { ConfirmedLimit } from './limits.ts';
import type { Price } from './price.ts';
import type { ServiceIdentity } from './service.ts';

/** What a person was shown and agreed to. Kept with the change; nothing in it is personal. */
export interface Consent {
  /** When it was shown. */
  readonly at: string;
  readonly service: ServiceIdentity;
  /** The present state as text or, of contacts, as a digest of salted digests; empty where nothing could be read. */
  readonly present: string;
  /** The number of the last change of the family that had taken effect; 0 where there was none. */
  readonly lastEffect: number;
  /** Null where the change costs nothing that is known of. */
  readonly price: Price | null;
  readonly premiumAccepted: boolean;
  /** The limits that were shown and confirmed by typing, each up to the amount that was shown; no other one is gone over by it. */
  readonly limits: readonly ConfirmedLimit[];
}

/** What is written into the journal, one after the other; never changed, never removed. Nothing in it is personal. */
export type JournalEvent =
  | {
      readonly type: 'planned';
      readonly accountId: string;
      readonly accountLabel: string;
      /** Left out by versions before 0.2. */
      readonly service?: ServiceIdentity | undefined;
      readonly domain: string;
      readonly what: ChangeWhat;
      readonly planId: string | null;
      /** SHA-256 over all that is to be sent, hexadecimal: a change is only ever sent as it was written down. */
      readonly digest: string;
      /** What was agreed to when it was written down; left out by versions before 0.2. */
      readonly consent?: Consent | undefined;
      /** Salted digests of what a contact change or a registration sends, by role and field, to compare what is read later. */
      readonly personal: PersonalDigests | null;
    }
  /** On disk before a connection is opened. */
  | {
      readonly type: 'sending';
      readonly attempt: number;
      readonly before: BeforeState;
      /** What this attempt was agreed to by; left out by versions before 0.2. */
      readonly consent?: Consent | undefined;
    }
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
 * What an attempt came to. `claimed`: the service said done. `refused`: a no that is defined: credit, validation, credentials,
 * permission, not found (F2). `refused-unconfirmed`: a no by the HTTP status alone. `uncertain`: anything else. `not-sent`: not a
 * byte left.
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

import type { AppError } from '../errors.ts';
import { assertNever } from '../result.ts';
import {
  type BeforeState,
  type Change,
  type ChangeState,
  type ChangeWhat,
  type Evidence,
  isOpen,
  type NextStep,
  type Proof,
  type SyncAnswer,
} from './change.ts';
import type { Price } from './finding.ts';
import type { ConfirmedLimit } from './limits.ts';
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
      readonly told: SyncAnswer | null;
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

/** What the next state depends on. */
export interface ChangeStatus {
  readonly state: ChangeState;
  /** What the last attempt came to; null before it has answered, and after it was interrupted. */
  readonly answered: AnswerVerdict | null;
}

/**
 * The state after an event; null where the event cannot happen then. There is no way from `uncertain` back to `sending`: what
 * may have happened is never sent again, only looked at (C8).
 *
 * @param standing Null for a change that is not in the journal yet.
 */
export function stateAfter(standing: ChangeStatus | null, event: JournalEvent): ChangeState | null {
  if (standing === null) return event.type === 'planned' ? 'planned' : null;
  if (event.type === 'planned') return null;
  if (event.type === 'answered') return isUnanswered(standing) ? afterAnswer[event.verdict] : null;
  if (event.type === 'read-back') return afterReadBack(standing, event.verdict);
  const [from, to] = moves[event.type];
  return standing.state === from ? to : null;
}

/** Events that lead from one state to another, whatever they say. */
const moves = {
  sending: ['planned', 'sending'],
  withdrawn: ['planned', 'withdrawn'],
  interrupted: ['sending', 'uncertain'],
  settled: ['uncertain', 'settled'],
} as const satisfies Readonly<
  Record<
    Exclude<JournalEvent['type'], 'planned' | 'answered' | 'read-back'>,
    readonly [ChangeState, ChangeState]
  >
>;

const isUnanswered = ({ state, answered }: ChangeStatus): boolean => state === 'sending' && answered === null;

/** A yes and a no are both read back before they are believed; only a doubt needs no more to be one. */
const afterAnswer: Readonly<Record<AnswerVerdict, ChangeState>> = {
  claimed: 'sending',
  refused: 'sending',
  'refused-unconfirmed': 'sending',
  uncertain: 'uncertain',
  'not-sent': 'planned',
};

function afterReadBack({ state, answered }: ChangeStatus, verdict: ReadBackVerdict): ChangeState | null {
  if (state === 'uncertain') return afterDoubt[verdict];
  if (state !== 'sending' || answered === null) return null;
  return afterAnswerRead[answered]?.[verdict] ?? null;
}

type AfterReadBack = Readonly<Record<ReadBackVerdict, ChangeState>>;

const afterYes: AfterReadBack = {
  agrees: 'confirmed',
  'no-proof': 'confirmed',
  'as-before': 'uncertain',
  differs: 'uncertain',
  unreadable: 'uncertain',
};

/** What is there although the service refused may be the trace of an attempt of our own (C13). */
const afterNo: AfterReadBack = {
  agrees: 'applied',
  'no-proof': 'refused',
  'as-before': 'refused',
  differs: 'uncertain',
  unreadable: 'refused',
};

const afterDoubt: AfterReadBack = {
  agrees: 'applied',
  'as-before': 'not-applied',
  'no-proof': 'uncertain',
  differs: 'uncertain',
  unreadable: 'uncertain',
};

const afterAnswerRead: Readonly<Record<AnswerVerdict, AfterReadBack | null>> = {
  claimed: afterYes,
  refused: afterNo,
  // A no that is not defined is none by itself: only what is read makes it one (F2).
  'refused-unconfirmed': { ...afterNo, 'no-proof': 'uncertain', unreadable: 'uncertain' },
  uncertain: null,
  'not-sent': null,
};

/** A change as its entries tell it, with what the machine needs to know. */
export interface ProjectedChange {
  readonly change: Change;
  readonly answered: AnswerVerdict | null;
}

export const statusOf = ({ change, answered }: ProjectedChange): ChangeStatus => ({
  state: change.state,
  answered,
});

/**
 * The change after one more entry. Pure: the journal's list of changes is nothing but this, over all entries.
 *
 * @param told Null before the first entry, which is the one that plans.
 * @param number The change's own; looked at with the first entry alone.
 * @param serviceBefore Of an account, for entries of versions that did not write it down; null where it is not known.
 */
export function projectChange(
  told: ProjectedChange | null,
  entry: Pick<JournalEntry, 'changeId' | 'at' | 'state' | 'event'>,
  number: number,
  serviceBefore: (accountId: string) => ServiceIdentity | null = () => null,
): ProjectedChange {
  const { event, state, at } = entry;
  if (told === null) {
    if (event.type !== 'planned') throw new Error('A change begins by being planned');
    const service = event.service ?? serviceBefore(event.accountId);
    return { change: begun(entry.changeId, number, at, event, service), answered: null };
  }
  const answered = answeredAfter(told.answered, event);
  const moved = { ...told.change, ...happened(told.change, at, event), state, changedAt: at };
  return { change: { ...moved, proof: proofOf(state, event), next: nextSteps(state) }, answered };
}

function begun(
  id: string,
  number: number,
  at: string,
  { accountId, accountLabel, domain, what, planId }: Extract<JournalEvent, { readonly type: 'planned' }>,
  service: ServiceIdentity | null,
): Change {
  return {
    id,
    number,
    accountId,
    accountLabel,
    service,
    domain,
    what,
    planId,
    state: 'planned',
    before: null,
    attempts: 0,
    createdAt: at,
    changedAt: at,
    sentAt: null,
    error: null,
    proof: null,
    evidence: [],
    readBackAt: null,
    told: null,
    note: '',
    settledAs: null,
    next: nextSteps('planned'),
  };
}

function happened(change: Change, at: string, event: JournalEvent): Partial<Change> {
  switch (event.type) {
    case 'planned':
      return {};
    case 'sending':
      return {
        what: agreedTo(change.what, event.consent),
        before: event.before,
        attempts: event.attempt,
        sentAt: at,
        error: null,
        evidence: [],
        readBackAt: null,
      };
    case 'answered':
      return { error: event.error, told: event.told };
    case 'interrupted':
      return { error: { kind: 'uncertain', why: 'no-complete-answer' } };
    case 'read-back':
      return event.verdict === 'unreadable'
        ? { readBackAt: at, evidence: event.evidence, error: change.error ?? event.error }
        : { readBackAt: at, evidence: event.evidence };
    case 'settled':
      return { note: event.note, settledAs: event.as };
    case 'withdrawn':
      return { error: event.error };
    default:
      return assertNever(event);
  }
}

/** At the price that a person saw, which may be another one than when it was written down. */
function agreedTo(what: ChangeWhat, consent: Consent | undefined): ChangeWhat {
  const price = consent?.price ?? null;
  if (consent === undefined || price === null || !('price' in what)) return what;
  return what.kind === 'register'
    ? { ...what, price, isPremium: consent.premiumAccepted }
    : { ...what, price };
}

const answeredAfter = (before: AnswerVerdict | null, event: JournalEvent): AnswerVerdict | null => {
  if (event.type === 'answered') return event.verdict;
  return event.type === 'sending' || event.type === 'interrupted' ? null : before;
};

function proofOf(state: ChangeState, event: JournalEvent): Proof | null {
  if (isOpen(state) || state === 'withdrawn') return null;
  if (event.type === 'settled') return 'person';
  const decides =
    event.type === 'read-back' && event.verdict !== 'no-proof' && event.verdict !== 'unreadable';
  return decides ? 'read-back' : 'answer';
}

function nextSteps(state: ChangeState): readonly NextStep[] {
  if (state === 'planned') return ['send', 'withdraw'];
  return state === 'uncertain' ? ['read-back', 'settle'] : [];
}

/** The filter that every change fits. */
export const emptyChangeFilter = {
  accountId: null,
  states: null,
  kinds: null,
  text: '',
  domain: null,
  planId: null,
} as const;

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

/** What a person was shown and agreed to. Stored with the change; contains no personal data. */
export interface Consent {
  /** When it was shown. */
  readonly at: string;
  readonly service: ServiceIdentity;
  /** The present state as text; for contacts, a digest of salted digests. Empty if nothing could be read. */
  readonly present: string;
  /** The number of the last change of the family that had taken effect; 0 where there was none. */
  readonly lastEffect: number;
  /** Null if the change has no known cost. */
  readonly price: Price | null;
  readonly premiumAccepted: boolean;
  /**
   * The limits that the person saw and confirmed by typing, each up to the amount shown. No other limit may be
   * exceeded.
   */
  readonly limits: readonly ConfirmedLimit[];
}

/** An event in the append-only journal: never changed, never removed. Contains no personal data. */
export type JournalEvent =
  | {
      readonly type: 'planned';
      readonly accountId: string;
      readonly accountLabel: string;
      /** Missing in entries of versions before 0.2. */
      readonly service?: ServiceIdentity | undefined;
      readonly domain: string;
      readonly what: ChangeWhat;
      readonly planId: string | null;
      /** SHA-256 over everything that will be sent, hexadecimal: a change is only ever sent as it was recorded. */
      readonly digest: string;
      /** What was agreed to when the change was recorded; missing in entries of versions before 0.2. */
      readonly consent?: Consent | undefined;
      /**
       * Salted digests, by role and field, of what a contact change or a registration sends. Later reads are compared
       * with them.
       */
      readonly personal: PersonalDigests | null;
    }
  /** Flushed to disk before a connection is opened. */
  | {
      readonly type: 'sending';
      readonly attempt: number;
      readonly before: BeforeState;
      /** What was agreed to for this attempt; missing in entries of versions before 0.2. */
      readonly consent?: Consent | undefined;
    }
  | {
      readonly type: 'answered';
      readonly attempt: number;
      readonly verdict: AnswerVerdict;
      readonly error: AppError | null;
      /** The HTTP status; null if no complete answer came. */
      readonly status: number | null;
      /** The answer, masked, 64 KiB at most; empty if none came. */
      readonly answer: string;
      readonly told: SyncAnswer | null;
    }
  /** The program ended before the request was answered. */
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
 * The outcome of an attempt. `claimed`: the service reported success. `refused`: a refusal with a defined reason:
 * credit, validation, credentials, permission, not found (F2). `refused-unconfirmed`: a refusal by the HTTP status
 * alone. `uncertain`: anything else. `not-sent`: not a byte left.
 */
export type AnswerVerdict = 'claimed' | 'refused' | 'refused-unconfirmed' | 'uncertain' | 'not-sent';

/**
 * The result of reading back. `agrees`: the state is what the change wanted. `as-before`: it has not changed.
 * `differs`: neither. `no-proof`: nothing that can be read decides it. `unreadable`: it could not be read now.
 */
export type ReadBackVerdict = 'agrees' | 'as-before' | 'differs' | 'no-proof' | 'unreadable';

export interface PersonalDigests {
  /** Hexadecimal, generated for this change only. */
  readonly salt: string;
  readonly roles: DigestedRoles;
  /** The same roles as read before the attempt; missing if they could not be read. */
  readonly before?: DigestedRoles | undefined;
}

export type DigestedRoles = readonly {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly digest: string }[];
}[];

/** One entry and its position in the hash chain. */
export interface JournalEntry {
  /** From 1, without gaps, over the whole journal. */
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  /** The state of the change after this entry. */
  readonly state: ChangeState;
  readonly event: JournalEvent;
  /** SHA-256 over the entry and the previous hash, hexadecimal. */
  readonly hash: string;
}

/**
 * Whether the journal's hash chain is intact. If not, nothing is written to the service until a person has reviewed it.
 */
export interface JournalHealth {
  readonly entries: number;
  readonly changes: number;
  /** The last entry's hash; empty if there is none. */
  readonly head: string;
  /** Null before the first check after a start. */
  readonly checkedAt: string | null;
  readonly broken: { readonly seq: number; readonly why: string } | null;
  /** The separate hash chain of accesses to transfer codes; checked together with that of the changes. */
  readonly accesses: AccessesHealth;
}

/** If this chain is broken, no code is requested; changes continue. */
export interface AccessesHealth {
  readonly lines: number;
  /** The last line's hash; empty if there is none. */
  readonly head: string;
  readonly broken: { readonly seq: number; readonly why: string } | null;
}

/** The status from which the next state is derived. */
export interface ChangeStatus {
  readonly state: ChangeState;
  /** The outcome of the last attempt; null before it has one, and after it was interrupted. */
  readonly answered: AnswerVerdict | null;
}

/**
 * The state after an event; null if the event is not possible in this status. There is no transition from `uncertain`
 * back to `sending`: a change that may have happened is never sent again, only read back (C8).
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

/** Transitions that do not depend on what the event contains. */
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

/** Success and refusal are both read back before they are accepted; only `uncertain` is accepted at once. */
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

/** If the wanted state exists although the service refused, an earlier attempt of ours may have caused it (C13). */
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
  // A refusal without a defined reason proves nothing: only reading back can confirm it (F2).
  'refused-unconfirmed': { ...afterNo, 'no-proof': 'uncertain', unreadable: 'uncertain' },
  uncertain: null,
  'not-sent': null,
};

/** A change as projected from its entries, and the outcome that the next transition depends on. */
export interface ProjectedChange {
  readonly change: Change;
  readonly answered: AnswerVerdict | null;
}

export const statusOf = ({ change, answered }: ProjectedChange): ChangeStatus => ({
  state: change.state,
  answered,
});

/**
 * The change after one more entry. Pure: the journal's list of changes is this projection over all entries.
 *
 * @param told The projection so far; null before the first entry, which is always `planned`.
 * @param number The change's own number; used with the first entry only.
 * @param serviceBefore Returns an account's service for entries of versions that did not record it; null if unknown.
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

/** The change at the price that a person accepted, which may differ from the price when it was recorded. */
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

/** The filter that matches every change. */
export const emptyChangeFilter = {
  accountId: null,
  states: null,
  kinds: null,
  text: '',
  domain: null,
  planId: null,
} as const;

import { assertNever } from '../assert-never.ts';
import {
  type Change,
  type ChangeState,
  type ChangeWhat,
  isOpen,
  type NextStep,
  type Proof,
} from './change.ts';
import type { AnswerVerdict, Consent, JournalEntry, JournalEvent } from './change-entry.ts';
import type { ServiceIdentity } from './service.ts';
import type { Standing } from './change-machine.ts';

/** A change as its entries tell it, with what the machine needs to know. */
export interface Told {
  readonly change: Change;
  readonly answered: AnswerVerdict | null;
}

export const standingOf = ({ change, answered }: Told): Standing => ({ state: change.state, answered });

/**
 * The change after one more entry. Pure: the journal's list of changes is nothing but this, over all entries.
 *
 * @param told Null before the first entry, which is the one that plans.
 * @param number The change's own; looked at with the first entry alone.
 * @param serviceBefore Of an account, for entries of versions that did not write it down; null where it is not known.
 */
export function tell(
  told: Told | null,
  entry: Pick<JournalEntry, 'changeId' | 'at' | 'state' | 'event'>,
  number: number,
  serviceBefore: (accountId: string) => ServiceIdentity | null = () => null,
): Told {
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

import type * as schemas from '../areas/change-schemas.ts';
import type { ChangeWhat } from '../changes/index.ts';
import { assertNever } from '../result.ts';
import type { TypeOf } from '../schema-type.ts';
import { type ChangeState, familyOf, isOpen, type ShownState } from './change-kinds.ts';
import { type Counting, inEnglish } from './counting.ts';
import { nextReadAt } from './renewal-proof.ts';

/** The current status of a change. Its history is in its journal entries. */
export type Change = TypeOf<typeof schemas.change>;
export type SyncAnswer = TypeOf<typeof schemas.syncAnswer>;
export type Evidence = TypeOf<typeof schemas.evidence>;
export type Proof = NonNullable<Change['proof']>;
export type NextStep = Change['next'][number];

/** Whether the change has happened, as far as is known: according to the service, a read or a person. */
export const tookEffect = ({ state, settledAs }: Pick<Change, 'state' | 'settledAs'>): boolean =>
  state === 'confirmed' || state === 'applied' || (state === 'settled' && settledAs === 'applied');

/** Whether a confirmed change rests on the service's answer alone: screens, the log and counts call it accepted. */
export const isAccepted = ({ state, proof }: Pick<Change, 'state' | 'proof'>): boolean =>
  state === 'confirmed' && proof === 'answer';

/** Whether the registry's own record shows that it was done: screens, the command line and counts say so. */
export const isProven = ({ proof }: Pick<Change, 'proof'>): boolean => proof === 'registry';

/** "3 min later": so long after it was sent the registry, or a reading of the service, showed it; null where neither did. */
export function provenLater(
  { sentAt, provenAt }: { readonly sentAt?: string | null; readonly provenAt?: string | null },
  { span }: Pick<Counting, 'span'> = inEnglish,
): string | null {
  if (sentAt == null || provenAt == null) return null;
  return `${span(Math.max(0, Date.parse(provenAt) - Date.parse(sentAt)))} later`;
}

/** The state as it is shown, for counts and filters. */
export function shownState(change: Pick<Change, 'state' | 'proof'>): ShownState {
  if (isProven(change)) return 'proven';
  return isAccepted(change) ? 'accepted' : change.state;
}

/** Of such a change; in a sentence in lower case. */
export const provenWord = 'Proven by registry';

/** Of a registration's evidence: when its registry says that the domain was registered. */
export const registeredLabel = 'Registered, at the registry';

/** Of a renewal's evidence: the expiry that its registry shows, beside the one right before it was sent. */
export const expiryAtRegistryLabel = 'Expiry date, at the registry';

/** Of a renewal's evidence: the expiry that a later sync showed, beside the one known before. */
export const syncedExpiryLabel = 'Expiry date, from a sync';

/** Whether a sync has shown the later expiry that an uncertain renewal was to bring. It proves nothing: a person decides. */
export const isSuggestedBySync = ({ state, evidence }: Pick<Change, 'state' | 'evidence'>): boolean =>
  state === 'uncertain' && evidence.some(({ label }) => label === syncedExpiryLabel);
/**
 * Whether the service said that a paid change is done, and was not seen to take anything from the credit for it, within 30 s or later: it
 * may never do it (G1, H1).
 */
export const isUncharged = ({ state, charge, proof }: Pick<Change, 'state' | 'charge' | 'proof'>): boolean =>
  state === 'confirmed' && charge === 'not-yet' && proof !== 'registry';

/**
 * Whether it took effect and was not seen to take anything from the credit, also where a registry or a person shows since that it was done:
 * its bill may still come, and may be higher than was agreed (H6).
 */
export const isBillAwaited = (change: Pick<Change, 'state' | 'settledAs' | 'charge'>): boolean =>
  change.charge === 'not-yet' && tookEffect(change);

/** Whether a registry may prove it: of a renewal, it was read right before it was sent. */
export const isProvableAtRegistry = ({
  what,
  before,
  sentAt,
}: Pick<Change, 'what' | 'before' | 'sentAt'>): boolean =>
  sentAt !== null &&
  (what.kind === 'register' || (what.kind === 'renew' && before?.registry?.expiresAt != null));

/** Whether a renewal is called not done. That may be wrong, and what its registry shows reopens it (H5). */
const isRenewalNotDone = ({ state, what }: Pick<Change, 'state' | 'what'>): boolean =>
  what.kind === 'renew' && (state === 'refused' || state === 'not-applied');

/**
 * Whether a change that has ended may still be proven by its registry: where it was accepted without a charge (G1), rests on the service's
 * answer alone, or is called not done although it is paid. What the registry says meanwhile changes nothing else of it. Of a registration
 * only where its registrant was read back: for whom a name was registered the registry does not say, and what was sent is forgotten by
 * then (H2).
 */
export const isOpenToProof = (change: Change): boolean =>
  (change.what.kind === 'renew'
    ? isUncharged(change) || isAccepted(change) || isRenewalNotDone(change)
    : isUncharged(change) && change.proof === 'read-back') && isProvableAtRegistry(change);

/** Whether an entry may follow for a change that has ended: its registry, or the credit, may still show what became of it. */
export const isReadLater = (change: Change): boolean =>
  // Registrations that were accepted were read so before they had to have their registrant (H2).
  isBillAwaited(change) || isOpenToProof(change) || (isAccepted(change) && isProvableAtRegistry(change));

/**
 * When its registry is to be asked next about a change that is uncertain or {@link isOpenToProof}; null where that is over, or no registry
 * can prove it. Of what was accepted and charged nobody waits for a proof: it is asked for twice.
 *
 * @param readAt When it was asked last; null where it was not.
 */
export function nextRegistryRead(
  change: Change,
  readAt: string | null = change.registry?.at ?? null,
): string | null {
  const isToProve = change.state === 'uncertain' || isOpenToProof(change);
  if (!isToProve || !isProvableAtRegistry(change) || change.registry?.proof === 'cannot') return null;
  const isCharged = change.state === 'confirmed' && !isUncharged(change);
  return nextReadAt(change.sentAt ?? '', readAt, isCharged ? 'charged' : 'doubtful');
}

/** How long after its review a change can be sent, or a batch applied: then it is reviewed again. */
export const consentLastsMs = 15 * 60_000;

/** How long the consent to a batch lasts after it was given, or after the batch sent something last (G6). */
export const batchConsentLastsMs = 12 * 3_600_000;

/** What a person was shown and agreed to. Stored with the change; contains no personal data. */
export type Consent = TypeOf<typeof schemas.consent>;
/** An event in the append-only journal: never changed, never removed. Contains no personal data. */
export type JournalEvent = TypeOf<typeof schemas.journalEvent>;
export type WriteOutcome = TypeOf<typeof schemas.writeOutcome>;
export type ReadBackVerdict = TypeOf<typeof schemas.readBackVerdict>;
/** One entry and its position in the hash chain. */
export type JournalEntry = TypeOf<typeof schemas.journalEntry>;
export type JournalHealth = TypeOf<typeof schemas.journalHealth>;

/** The status from which the next state is derived. */
export interface ChangeStatus {
  readonly state: ChangeState;
  /** The outcome of the last attempt; null before it has one, and after it was interrupted. */
  readonly answered: WriteOutcome | null;
  /** See {@link isOpenToProof}. */
  readonly isOpenToProof?: boolean;
  /** See {@link isBillAwaited}. */
  readonly isBillAwaited?: boolean;
}

/**
 * The state after what was read of a change that has ended; null where nothing can be. A registry may prove later what was confirmed by its
 * answer alone, or called not done; that it does not is no sign against it. The credit may fall later, and by more than was agreed.
 */
function afterLaterReading(
  { state, isOpenToProof: isProvable = false, isBillAwaited: awaitsBill = false }: ChangeStatus,
  { registry, verdict, charge }: Extract<JournalEvent, { readonly type: 'read-back' }>,
): ChangeState | null {
  if (awaitsBill && charge !== undefined && verdict === 'no-proof') return state;
  if (!isProvable || registry === undefined) return null;
  if (verdict === 'no-proof') return state;
  if (verdict !== 'agrees') return null;
  return state === 'confirmed' ? state : 'applied';
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
  if (event.type === 'answered') return isUnanswered(standing) ? afterAnswer[event.outcome] : null;
  if (event.type === 'read-back')
    return afterLaterReading(standing, event) ?? afterReadBack(standing, event.verdict);
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
const afterAnswer: Readonly<Record<WriteOutcome, ChangeState>> = {
  done: 'sending',
  refused: 'sending',
  'refused-unconfirmed': 'sending',
  uncertain: 'uncertain',
  unsent: 'planned',
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

const afterAnswerRead: Readonly<Record<WriteOutcome, AfterReadBack | null>> = {
  done: afterYes,
  refused: afterNo,
  // A refusal without a defined reason proves nothing: only reading back can confirm it (F2).
  'refused-unconfirmed': { ...afterNo, 'no-proof': 'uncertain', unreadable: 'uncertain' },
  uncertain: null,
  unsent: null,
};

/** A change as projected from its entries, and the outcome that the next transition depends on. */
export interface ProjectedChange {
  readonly change: Change;
  readonly answered: WriteOutcome | null;
}

export const statusOf = ({ change, answered }: ProjectedChange): ChangeStatus => ({
  state: change.state,
  answered,
  isOpenToProof: isOpenToProof(change),
  isBillAwaited: isBillAwaited(change),
});

/**
 * The change after one more entry. Pure: the journal's list of changes is this projection over all entries.
 *
 * @param projected The projection so far; null before the first entry, which is always `planned`.
 * @param number The change's own number; used with the first entry only.
 */
export function projectChange(
  projected: ProjectedChange | null,
  entry: Pick<JournalEntry, 'changeId' | 'at' | 'state' | 'event'>,
  number: number,
): ProjectedChange {
  const { event, state, at } = entry;
  if (projected === null) {
    if (event.type !== 'planned') throw new Error('A change begins by being planned');
    return { change: begun(entry.changeId, number, at, event), answered: null };
  }
  const answered = answeredAfter(projected.answered, event);
  const { provenAt, ...before } = projected.change;
  const moved = { ...before, ...happened(before, at, event), state, changedAt: at };
  const isLater = isLaterReading(before, event);
  const proof = isLater ? before.proof : proofOf(state, event);
  const shownAt = isLater ? provenAt : isShownBy(proof) ? at : undefined;
  const proven = shownAt === undefined ? {} : { provenAt: shownAt };
  return { change: { ...moved, proof, ...proven, next: nextSteps(state) }, answered };
}

const isShownBy = (proof: Proof | null): boolean => proof === 'registry' || proof === 'read-back';

/** A registry that proves nothing takes nothing from what has ended. */
const isLaterReading = ({ state }: Change, event: JournalEvent): boolean =>
  !isOpen(state) && event.type === 'read-back' && event.verdict === 'no-proof';

function begun(
  id: string,
  number: number,
  at: string,
  {
    accountId,
    accountLabel,
    service,
    domain,
    what,
    batchId,
  }: Extract<JournalEvent, { readonly type: 'planned' }>,
): Change {
  return {
    id,
    number,
    accountId,
    accountLabel,
    service,
    domain,
    what,
    batchId,
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
    syncAnswer: null,
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
      return { error: event.error, syncAnswer: event.syncAnswer };
    case 'interrupted':
      return { error: { kind: 'uncertain', why: 'no-complete-answer' } };
    case 'read-back':
      return event.verdict === 'unreadable'
        ? { readBackAt: at, evidence: event.evidence, error: change.error ?? event.error }
        : {
            readBackAt: at,
            evidence: event.evidence,
            ...(event.charge && { charge: event.charge }),
            ...(event.registry && { registry: event.registry }),
          };
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

const answeredAfter = (before: WriteOutcome | null, event: JournalEvent): WriteOutcome | null => {
  if (event.type === 'answered') return event.outcome;
  return event.type === 'sending' || event.type === 'interrupted' ? null : before;
};

function proofOf(state: ChangeState, event: JournalEvent): Proof | null {
  if (isOpen(state) || state === 'withdrawn') return null;
  if (event.type === 'settled') return 'person';
  if (event.type === 'read-back' && event.verdict === 'agrees' && event.registry?.proof === 'proven')
    return 'registry';
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
  batchId: null,
} as const;

// In a team of several desks.

/** In `batch_rows.team_effect`: the team was asked, and had none. */
export const noEffect = 'none';

/** What became of an attempt, for everybody who may send a change of the same domain. `uncertain` keeps them waiting. */
export const settledOutcomes = ['took-effect', 'had-no-effect', 'uncertain', 'unsent', 'released'] as const;

/**
 * `unsent`: no byte of it left, whatever was said before. `released`: it was claimed, and never marked as sent. The rest is what the
 * journal knows.
 */
export type SettledOutcome = (typeof settledOutcomes)[number];

/** Null while the attempt goes on. @param attempt The one that was claimed: it may not have been begun. */
export function settledOutcomeOf(change: Change, attempt: number): SettledOutcome | null {
  const { state, attempts } = change;
  if (attempts < attempt || state === 'planned') return 'unsent';
  if (state === 'uncertain') return state;
  if (isOpen(state)) return null;
  return tookEffect(change) ? 'took-effect' : 'had-no-effect';
}

/**
 * What the others are told of a change. No value of a contact, no words of a person or of a service, nothing that was read before or
 * after: the journal of the desk that sent it has these.
 */
export const teamEntryOf = (
  change: Pick<Change, 'what' | 'state' | 'changedAt' | 'batchId'> & { readonly number: number | null },
) => ({
  number: change.number,
  batchId: change.batchId,
  state: change.state,
  at: change.changedAt,
  kind: change.what.kind,
  family: familyOf(change.what.kind),
  what: sharedWhat(change.what),
});

/** Of contacts, the names of their fields alone; of a registration, what it is for. */
function sharedWhat(what: Change['what']): Readonly<Record<string, unknown>> {
  const shared = Object.entries(what).filter(([name]) => sharedMembers.has(name));
  return Object.fromEntries(shared);
}

const sharedMembers: ReadonlySet<string> = new Set([
  'periodYears',
  'price',
  'isPremium',
  'state',
  'nameservers',
  'roles',
  'host',
]);

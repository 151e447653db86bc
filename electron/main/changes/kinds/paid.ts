import type { AskOf } from '#shared/changes/index.ts';
import { yearsText } from '#shared/changes/kind.ts';
import type { RenewalFacts } from '#shared/domain/batch.ts';
import { type ChangeKind, isPaid, nounOf } from '#shared/domain/change-kinds.ts';
import { type Change, isUncharged } from '#shared/domain/change.ts';
import { localDay, localTime } from '#shared/domain/counting.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { creditWarning, moneyText, sumsOf } from '#shared/domain/limits.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import { isRenewedSince } from '#shared/domain/renewal-proof.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import { earlierText, sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { type Earlier, excludes, type Facts, says } from './kind.ts';

type Paid = Facts<AskOf<'renew' | 'register'>>;

/** What may be a second payment, first what nobody can rule out (F1, F3, G1, G4, H5). */
export const paidBefore = (facts: Paid): readonly Remark[] => [
  ...sentSinceBackup(facts),
  ...laterThanBefore(facts),
  ...doneHere(facts),
  ...doneElsewhere(facts),
  ...doneInTeam(facts),
  ...triedBefore(facts),
];

/** The earlier change to show: a change without effect must not hide the one before it, which was paid (F1). */
export const lastOf = (kind: ChangeKind, { last, lastEffect, ownEffect }: Earlier): Change | null =>
  !isPaid(kind) || last?.state === 'uncertain' || last?.state === 'sending'
    ? last
    : (ownEffect ?? lastEffect ?? last);

/** What a row of a batch shows of what is paid for; null where nothing is. */
export function paidFacts(facts: Facts): RenewalFacts | null {
  const { ask, price, priceError, isFree, known, earlier } = facts;
  if (!isPaid(ask.kind)) return null;
  const isOpen = [earlier.lastEffect, earlier.ownEffect].some((effect) => effect && isUncharged(effect));
  const isAtRegistry = known.domain?.registry?.value.missing === null;
  return {
    renewedAt: lastDoneAt(facts),
    expiresOn: known.domain?.expiresOn ?? null,
    price: price ?? notGiven,
    ...(earlier.boughtAsPremium && { isPremium: true }),
    ...(isOpen && { isUncharged: true }),
    ...(isAtRegistry && { isAtRegistry }),
    ...(priceError && { priceError }),
    ...(isFree && { isFree }),
  };
}

/** When it was last done, as far as is known here or in the team; null where it was not. */
function lastDoneAt(facts: Facts): string | null {
  const own = facts.earlier.lastEffect?.sentAt ?? null;
  const team = facts.team.past?.last?.at ?? null;
  const at = team !== null && (own === null || own <= team) ? team : own;
  return at === null || isForgotten(facts, at) ? null : at;
}

const sentSinceBackup = ({ earlier: { mayBeDone } }: Paid): readonly Remark[] =>
  mayBeDone === null
    ? []
    : excludes(
        true,
        'from-backup',
        `It may have been paid for already. ${earlierText(mayBeDone)} Check your provider’s panel first.`,
      );

/** What was tried last and not called done may have been (H5). */
function laterThanBefore({ earlier: { lastSent }, present, known: { domain } }: Paid): readonly Remark[] {
  if (lastSent === null || mayHaveHappened(lastSent)) return [];
  const atRegistry = present?.before.registry?.expiresAt ?? null;
  if (!isRenewedSince(lastSent, atRegistry ?? domain?.expiresOn?.value ?? null)) return [];
  return excludes(true, 'may-be-renewed', laterText(lastSent, atRegistry !== null));
}

function laterText({ number, state, what }: Change, isAtRegistry: boolean): string {
  const by = what.kind === 'renew' ? yearsText(what.periodYears) : '';
  const than = `later by ${by} than before change ${number}, which was ${state === 'refused' ? 'refused' : 'not done'}`;
  return `${isAtRegistry ? 'The registry shows an expiry that is' : 'Its expiry is'} ${than}: it may have been renewed.`;
}

/** Something that was done, or may have been, of the same family. */
type Done = ReturnType<typeof doneBy>;

const doneBy = (change: Change) => ({
  at: change.sentAt ?? change.createdAt,
  isSure: change.state !== 'sending' && change.state !== 'uncertain',
  isUncharged: isUncharged(change),
});

/** @param text Without its end. */
function done(facts: Paid, id: Remark['id'], text: string, by: Done): readonly Remark[] {
  if (isForgotten(facts, by.at)) return [];
  const made = isRecent(facts, by) ? excludes : says;
  const { words, ...step } = by.isUncharged ? unchargedIn(facts, by) : { words: '.' };
  return made(true, id, `${text}${words}`).map((one) => ({ ...one, ...step, at: by.at }));
}

/** How one goes on that was accepted and not charged, and what shows whether it was done (G1). */
function unchargedIn({ ask, known: { domain } }: Paid, { at }: Done) {
  const words = ', but not yet charged: it may not have been done.';
  if (ask.kind === 'register') return { words };
  const on = domain?.expiresOn ?? null;
  return on?.source === 'sync' && on.at > at
    ? { words: `${words} The service has read it since: compare its expiry first.` }
    : { words: `${words} Have the service read it again first.`, step: 'sync' as const };
}

function doneHere(facts: Paid): readonly Remark[] {
  const { ask, earlier } = facts;
  const last = lastOf(ask.kind, earlier);
  if (last === null || !mayHaveHappened(last) || last.id === earlier.elsewhere?.id) return [];
  const [id, word] =
    ask.kind === 'renew'
      ? (['renewed-before', 'Renewed'] as const)
      : (['registered-before', 'Registered'] as const);
  const by = doneBy(last);
  const how = by.isUncharged ? 'Accepted' : word;
  return done(facts, id, `${how} before, as change ${last.number} of ${localDay(last.createdAt)}`, by);
}

function doneElsewhere(facts: Paid): readonly Remark[] {
  const { elsewhere } = facts.earlier;
  if (elsewhere === null) return [];
  const { what, accountLabel, number, createdAt } = elsewhere;
  const by = doneBy(elsewhere);
  const word = by.isUncharged ? 'accepted' : what.kind === 'register' ? 'registered' : 'renewed';
  const text = `It ${by.isSure ? 'was' : 'may have been'} ${word} on ${localDay(createdAt)} at ${accountLabel}, as change ${number}`;
  return done(facts, 'paid-elsewhere', text, by);
}

function doneInTeam(facts: Paid): readonly Remark[] {
  const last = facts.team.past?.last ?? null;
  // A change of this desk is told of by its own journal.
  if (last === null || last.changeId === facts.earlier.lastEffect?.id) return [];
  const { kind, by, at } = last;
  const text = `${nounOf(kind)} by ${by} took effect on ${localTime(at)}`;
  return done(facts, 'done-in-team', text, { at, isSure: true, isUncharged: false });
}

function triedBefore({ ask, earlier }: Paid): readonly Remark[] {
  const last = lastOf(ask.kind, earlier);
  return last === null || mayHaveHappened(last)
    ? []
    : says(true, 'tried-before', `Tried before, as change ${last.number} of ${localDay(last.createdAt)}.`);
}

const mayHaveHappened = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || state === 'uncertain' || settledAs === 'applied';

/** As the practice service starts over, it gives a sample's expiry, or its domain anew: what it did before is gone from it. */
const isForgotten = ({ isPractice, known: { domain } }: Pick<Facts, 'isPractice' | 'known'>, at: string) =>
  isPractice &&
  domain !== null &&
  ((domain.expiresOn?.source === 'sample' && domain.expiresOn.at > at) || domain.addedAt > at);

/** A domain renewed more recently than this is excluded from a batch, until a person includes it. */
const recentRenewalMs = 60 * 86_400_000;

/** A file may have been written before the renewal. */
const unconfirmed: ReadonlySet<KnownSource> = new Set(['expected', 'import']);

/**
 * True where it was renewed within 60 days, or since its expiry was last confirmed: an expected one is not, nor one of a file (F1). A name
 * that was registered before was free to be let go: that it is bought a second time is for a person to say.
 */
function isRecent({ ask, known: { domain }, now }: Paid, { at, isSure, isUncharged: isOpen }: Done): boolean {
  // Whether it was renewed elsewhere is not known: no time makes it known (G4).
  if (ask.kind === 'register' || !isSure) return true;
  const on = domain?.expiresOn ?? null;
  const isStale = on !== null && (unconfirmed.has(on.source) || on.at <= at);
  // Whether it was done where it was not charged, only an expiry shows that was read since (G1).
  if (isOpen && (on === null || isStale)) return true;
  return isStale || now.getTime() - Date.parse(at) < recentRenewalMs;
}

/** What it costs, where that is not known, or the credit may be too little. */
export function costsOf({ price, priceError, currency = null, present }: Facts): readonly Remark[] {
  if (price === null) return [];
  const tooLittle = creditWarning(present?.before.credit, [price], currency);
  return [
    ...says(price.kind !== 'given', 'price-not-given', priceUnknown(price, priceError ?? null, currency)),
    ...says(tooLittle !== null, 'credit-may-not-do', tooLittle ?? ''),
  ];
}

function priceUnknown(price: Price, error: AppError | null, currency: string | null): string {
  const [sum] = sumsOf([price]);
  return [
    'No price is known for this. It costs what the service charges.',
    ...(error === null ? [] : [`The price could not be looked up: ${sentencesFor(error).happened}`]),
    ...(sum === undefined
      ? []
      : [`By the price of one year it would cost at least ${moneyText(sum, currency)}; limits count that.`]),
  ].join(' ');
}

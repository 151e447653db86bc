import { localDay } from '#shared/domain/counting.ts';
import { type Addons, type ChangeLine, yearsText } from '#shared/changes/kind.ts';
import { type Change, isUncharged } from '#shared/domain/change.ts';
import { isSamePrice, type Price } from '#shared/domain/finding.ts';
import { creditWarning, moneyText, premiumWarning, sumsOf } from '#shared/domain/limits.ts';
import { yearsLater } from '#shared/domain/expiry.ts';
import { deletionText, isBeingDeleted, type RegistryReading } from '#shared/domain/registry.ts';
import { isRenewedSince, renewalProof } from '#shared/domain/renewal-proof.ts';
import { wasNotFound } from '#shared/domain/portfolio.ts';
import { earlierText, sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import * as orders from '../../reseller/operations/order.ts';
import { compareCredit } from '../charges.ts';
import {
  type AroundReading,
  type AtRegistry,
  bind,
  type KindInMain,
  line,
  plainKind,
  shownAtRegistry,
  type Subject,
  type Warning,
  type Weighed,
  when,
} from './kind.ts';

export const renew: KindInMain<'renew'> = {
  ...plainKind,
  request: (domain, { periodYears, addons }) => bind(orders.renew, { domain, periodYears, addons }),
  what: (ask, _present, price) => ({ ...ask, price }),
  asked: ({ periodYears, addons }) => ({ kind: 'renew', periodYears, addons }),
  lines({ periodYears, addons }, _present, { domain }) {
    const expiresOn = domain?.expiresOn?.value ?? null;
    return [
      line('Renew for', null, yearsText(periodYears)),
      expiresOn === null
        ? line('Expires on', null, 'Not known. Sync the domain or set its expiry to see it here.')
        : line('Expires on', expiresOn, `${yearsLater(expiresOn, periodYears)}, expected`),
      ...addonLines(addons),
    ];
  },
  warnings: (weighed) => [
    ...beingDeletedBefore(weighed),
    ...laterThanBefore(weighed),
    ...notFoundBefore(weighed),
    ...(weighed.last?.id === weighed.elsewhere?.id ? [] : renewedBefore(weighed)),
    ...paidElsewhere(weighed),
    ...triedBefore(weighed),
    ...sentSinceBackup(weighed),
    ...costWarnings(weighed),
    ...when(weighed.boughtAsPremium, 'premium', premiumWarning(1, 1)),
  ],
  asksForName: () => true,
  // That its registry is about to delete it is told before, or it is not sent.
  seen: (_ask, { before: { registry } }) =>
    registry != null && isBeingDeleted(registry) ? 'being deleted' : '',
  renewsFor: ({ periodYears }) => periodYears,
  maySend: (_ask, { renewal }, consent) =>
    renewal === null || isSamePrice(renewal.price, consent.price)
      ? 'if-as-seen'
      : (renewal.error ?? { kind: 'changed-since', what: 'price' }),
  /**
   * No operation of the service shows when a domain expires. The registry does, where it is asked, and its expiry is proof. The credit
   * is only a hint, because it is the whole account's. A refusal is not believed where the credit fell (F2).
   */
  async readBackOnce(subject, reads) {
    const [{ evidence, contradictsNo, charge }, reading] = await Promise.all([
      compareCredit(subject, reads),
      reads.registry(),
    ]);
    const shown =
      reading.ok && reading.value !== null ? atRegistry(subject, reading.value, { beside: null }) : null;
    const all = shown === null ? evidence : [...evidence, shown.evidence];
    const atIt = shown === null ? {} : { registry: shown.registry };
    // What was not charged yet is still to be: the next fall may be its (H8).
    if (shown?.registry.proof === 'proven')
      return { ...charge, ...atIt, verdict: 'agrees', evidence: all, error: null };
    return {
      ...charge,
      ...atIt,
      verdict: contradictsNo ? 'differs' : 'no-proof',
      evidence: all,
      error: null,
      contradictsNo,
    };
  },
  atRegistry,
  effect: ({ periodYears: years }, sentAt) => (sentAt === null ? null : { renewal: { years, sentAt } }),
};

function atRegistry(
  { what, before, sentAt }: Pick<Subject<'renew'>, 'what' | 'before' | 'sentAt'>,
  reading: RegistryReading,
  { beside }: Pick<AroundReading, 'beside'>,
): AtRegistry {
  const baseline = before?.registry ?? null;
  const years = what.periodYears;
  const outcome = renewalProof({ baseline, after: reading, years, sentAt: sentAt ?? '', beside });
  const dayIn = (instant: string | null | undefined): string | null => instant?.slice(0, 10) ?? null;
  return shownAtRegistry(
    outcome,
    reading,
    'Expiry date, at the registry',
    dayIn(baseline?.expiresAt),
    dayIn(reading.expiresAt),
  );
}

export const addonLines = ({ dnsManagement, emailForwarding, idProtection }: Addons): readonly ChangeLine[] =>
  [
    ['DNS management', dnsManagement] as const,
    ['E-mail forwarding', emailForwarding] as const,
    ['ID protection', idProtection] as const,
  ].flatMap(([label, on]) => (on === undefined ? [] : [line(label, null, on ? 'on' : 'off')]));

/** By what its registry showed last: an answer of right now is stored by then. A batch leaves such a domain out. */
function beingDeletedBefore({ present, known: { domain } }: Pick<Weighed, 'present' | 'known'>) {
  const shown = domain?.registry?.value ?? present.before.registry;
  return shown != null && isBeingDeleted(shown) ? when(true, 'being-deleted', deletionText(shown)) : [];
}

/** A batch leaves such a domain out until it is found again: no read is made for a renewal. */
const notFoundBefore = ({ known: { domain } }: Pick<Weighed, 'known'>): readonly Warning[] =>
  when(
    domain !== null && wasNotFound(domain),
    'not-found',
    'When it was last refreshed, this domain was not found in this account. Refresh it before you renew.',
  );

const renewedBefore = ({ last }: Pick<Weighed, 'last'>): readonly Warning[] =>
  last !== null && mayHaveHappened(last)
    ? when(
        true,
        'renewed-before',
        isUncharged(last)
          ? `Accepted before, as change ${last.number} of ${localDay(last.createdAt)}, but not yet charged: it may not have been done. Sync the domain first.`
          : `Renewed before, as change ${last.number} of ${localDay(last.createdAt)}.`,
      )
    : [];

/** A batch leaves such a domain out as it leaves out one that was renewed here. */
export const paidElsewhere = ({ elsewhere }: Pick<Weighed, 'elsewhere'>): readonly Warning[] => {
  if (elsewhere === null) return [];
  const { what, accountLabel, number, createdAt, state } = elsewhere;
  const done = what.kind === 'register' ? 'registered' : 'renewed';
  const [isUnsure, day] = [state === 'sending' || state === 'uncertain', localDay(createdAt)];
  const text = `It ${isUnsure ? 'may have been' : 'was'} ${done}`;
  return when(true, 'paid-elsewhere', `${text} on ${day} at ${accountLabel}, as change ${number}.`);
};

/** First of all: what was tried last and not called done may have been (H5). A batch leaves such a domain out. */
function laterThanBefore({ lastTried, present, known: { domain } }: Weighed): readonly Warning[] {
  if (lastTried === null || mayHaveHappened(lastTried)) return [];
  const atRegistry = present.before.registry?.expiresAt ?? null;
  if (!isRenewedSince(lastTried, atRegistry ?? domain?.expiresOn?.value ?? null)) return [];
  return laterText(lastTried, atRegistry !== null);
}

function laterText({ number, state, what }: Change, isAtRegistry: boolean): readonly Warning[] {
  const by = what.kind === 'renew' ? yearsText(what.periodYears) : '';
  const than = `later by ${by} than before change ${number}, which was ${state === 'refused' ? 'refused' : 'not done'}`;
  const shown = isAtRegistry ? 'The registry shows an expiry that is' : 'Its expiry is';
  return when(true, 'may-be-renewed', `${shown} ${than}: it may have been renewed.`);
}

export const triedBefore = ({ last }: Pick<Weighed, 'last'>): readonly Warning[] =>
  last === null || mayHaveHappened(last)
    ? []
    : when(true, 'tried-before', `Tried before, as change ${last.number} of ${localDay(last.createdAt)}.`);

/** A batch leaves such a domain out until a person includes it. */
export const sentSinceBackup = ({ mayBeDone }: Pick<Weighed, 'mayBeDone'>): readonly Warning[] =>
  when(
    mayBeDone !== null,
    'from-backup',
    `It may have been paid for already. ${mayBeDone === null ? '' : earlierText(mayBeDone)} Check your provider’s panel first.`,
  );

const mayHaveHappened = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || state === 'uncertain' || settledAs === 'applied';

export function costWarnings({
  price,
  priceError,
  currency = null,
  present: { before },
}: Pick<Weighed, 'price' | 'priceError' | 'present' | 'currency'>): readonly Warning[] {
  if (price === null) return [];
  const tooLittle = creditWarning(before.credit, [price], currency);
  return [
    ...when(price.kind !== 'given', 'price-not-given', priceUnknown(price, priceError ?? null, currency)),
    ...when(tooLittle !== null, 'credit-may-not-do', tooLittle ?? ''),
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

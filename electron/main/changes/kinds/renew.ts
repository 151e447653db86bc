import { type Addons, type ChangeLine, yearsText } from '#shared/changes/kind.ts';
import { expiryAtRegistryLabel } from '#shared/domain/change.ts';
import { isSamePrice } from '#shared/domain/finding.ts';
import { premiumWarning } from '#shared/domain/limits.ts';
import { yearsLater } from '#shared/domain/expiry.ts';
import { deletionText, isBeingDeleted, type RegistryReading } from '#shared/domain/registry.ts';
import { renewalProof } from '#shared/domain/renewal-proof.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import { wasNotFound } from '#shared/domain/portfolio.ts';
import * as orders from '../../reseller/operations/order.ts';
import { compareCredit } from '../charges.ts';
import { costsOf, paidBefore } from './paid.ts';
import {
  type AroundReading,
  type AtRegistry,
  bind,
  type KindInMain,
  line,
  plainKind,
  shownAtRegistry,
  type Subject,
  type Facts,
  excludes,
  says,
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
        ? line(
            'Expires on',
            null,
            'Not known. Have the service read it again, or set its expiry, to see it here.',
          )
        : line('Expires on', expiresOn, `${yearsLater(expiresOn, periodYears)}, expected`),
      ...addonLines(addons),
    ];
  },
  weigh: (facts) => [
    ...beingDeletedBefore(facts),
    ...notFoundBefore(facts),
    ...paidBefore(facts),
    ...costsOf(facts),
    ...says(facts.earlier.boughtAsPremium, 'premium', premiumWarning(1, 1)),
  ],
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
    expiryAtRegistryLabel,
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

/** By what its registry showed last: an answer of right now is stored by then. */
function beingDeletedBefore({ present, known: { domain } }: Pick<Facts, 'present' | 'known'>) {
  const shown = domain?.registry?.value ?? present?.before.registry;
  return shown != null && isBeingDeleted(shown) ? excludes(true, 'being-deleted', deletionText(shown)) : [];
}

/** No read is made for a renewal. */
const notFoundBefore = ({ known: { domain } }: Pick<Facts, 'known'>): readonly Remark[] =>
  excludes(
    domain !== null && wasNotFound(domain),
    'not-found',
    'When it was last refreshed, this domain was not found in this account. Refresh it before you renew.',
  );

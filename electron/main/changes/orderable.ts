import type { AppError } from '#shared/app-error.ts';
import type { ChangeWhat } from '#shared/domain/change.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { registrationPrice } from './describe/what.ts';

/**
 * What keeps a registration from going out, by what was found right before; null where nothing does. Only a fresh
 * `available` goes, or a `premium` that was looked at and accepted as one, and for the price that was looked at.
 */
export function orderable(
  what: ChangeWhat,
  finding: Pick<Finding, 'kind' | 'prices'> | null,
  premiumAccepted: boolean,
): AppError | null {
  if (what.kind !== 'register') return null;
  const kind = finding?.kind ?? 'unknown';
  if (kind !== 'available' && kind !== 'premium') return { kind: 'not-available', finding: kind };
  const isAccepted = kind === 'available' || (what.isPremium && premiumAccepted);
  const isSamePrice =
    JSON.stringify(registrationPrice(finding, what.periodYears)) === JSON.stringify(what.price);
  return isAccepted && isSamePrice ? null : { kind: 'changed-since', what: 'finding' };
}

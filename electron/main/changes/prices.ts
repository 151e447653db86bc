import type { ChangeAsk } from '#shared/changes/index.ts';
import { notGiven, type Price, renewalPrice } from '#shared/domain/finding.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Context } from './ledger.ts';

/**
 * The price of a renewal from the last lookup of the name; `notGiven` where there is none. Unknown: whether it is still valid.
 * Fails with: `storage`.
 */
export async function knownRenewalPrice(
  { findings }: Pick<Context, 'findings'>,
  accountId: string,
  domain: string,
  ask: ChangeAsk,
): Promise<Result<Price>> {
  if (ask.kind !== 'renew') return ok(notGiven);
  const found = await findings.known({ accountId, domains: [domain] });
  if (!found.ok) return found;
  const prices = found.value.find((one) => one.domain === domain)?.prices ?? [];
  return ok(renewalPrice(prices, ask.periodYears));
}

/** True where amount and currency are equal as text; two prices that are not given are the same. */
export function isSamePrice(one: Price | null, other: Price | null): boolean {
  if (one?.kind !== other?.kind) return false;
  if (one?.kind !== 'given' || other?.kind !== 'given') return true;
  return one.amount === other.amount && one.currency === other.currency;
}

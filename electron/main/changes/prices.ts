import type { ChangeAsk } from '#shared/domain/change.ts';
import { notGiven, type Price, type PriceList } from '#shared/domain/finding.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Context } from './ledger.ts';

/** To renew for a whole period; not given where that period was not named. */
export const renewalPrice = (prices: PriceList, periodYears: number): Price =>
  prices.find(({ period }) => period === periodYears)?.renew ?? notGiven;

/** The price of a renewal as the name was last looked up. Unknown: whether it is still that; none is `not given`. Fails with: `storage`. */
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

/** Amount and currency to the letter; two prices that nobody gave are the same. */
export function isSamePrice(one: Price | null, other: Price | null): boolean {
  if (one?.kind !== other?.kind) return false;
  if (one?.kind !== 'given' || other?.kind !== 'given') return true;
  return one.amount === other.amount && one.currency === other.currency;
}

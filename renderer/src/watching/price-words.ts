import { priceText } from '#shared/domain/finding.ts';
import type { PriceChange } from '#shared/domain/seen-prices.ts';
import type { PriceKind } from '#shared/domain/session-prices.ts';
import { format } from '../ui/Formats.tsx';

/** With the currency of amounts that name none: that of the account. */
type Shown = PriceChange & { readonly usual?: string | null };

const words = { register: 'Registration', renew: 'Renewal' } as const;

/** "Renewal: 18.99 EUR → 24.99 EUR since Nov 3, 2026". */
export function changeText({ of, before, after, since, usual }: Shown): string {
  const day = format.day(since);
  if (of === 'premium' || before === null || after === null) return `Premium since ${day}; available before`;
  return `${words[of]}: ${priceText(before, usual)} → ${priceText(after, usual)} since ${day}`;
}

/** "was 18.99 EUR on Nov 3, 2026", "premium since Nov 3, 2026". */
export function flagText({ of, before, beforeAt, since, usual }: Shown): string {
  if (of === 'premium' || before === null || beforeAt === null) return `premium since ${format.day(since)}`;
  return `${of === 'renew' ? 'renewal ' : ''}was ${priceText(before, usual)} on ${format.day(beforeAt)}`;
}

/** Those that concern what is paid: that a name became a premium one concerns its registration. */
export const changesOf = <T extends PriceChange>(changes: readonly T[], kind: PriceKind): readonly T[] =>
  changes.filter(({ of }) => of === kind || (of === 'premium' && kind === 'register'));

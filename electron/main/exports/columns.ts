import type { Finding, FindingKind } from '#shared/domain/finding.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type Price, shortestPeriod } from '#shared/domain/price.ts';

/**
 * One finding as every format writes it. Null is what the service did not say: an empty field, never 0 and never
 * `false`.
 *
 * The order of the fields is the order of the columns. Source: the product's "The command line", CSV columns.
 */
export interface ExportRow {
  /** As A-labels. */
  readonly domain: string;
  /** The label before the TLD in its Unicode form. */
  readonly name: string;
  readonly tld: string;
  readonly finding: FindingKind;
  readonly available: boolean | null;
  readonly premium: boolean | null;
  readonly reserved: boolean | null;
  readonly valid: boolean | null;
  /** To register for the shortest period that has a price: the decimal text as the service gave it. */
  readonly price_register: string | null;
  readonly price_renew: string | null;
  readonly currency: string | null;
  readonly message: string;
  /** UTC, ISO 8601. */
  readonly checked_at: string | null;
}

export const exportColumns = [
  'domain',
  'name',
  'tld',
  'finding',
  'available',
  'premium',
  'reserved',
  'valid',
  'price_register',
  'price_renew',
  'currency',
  'message',
  'checked_at',
] as const satisfies readonly (keyof ExportRow)[];

export function exportRow(finding: Finding): ExportRow {
  const { domain, tld, kind, message, checkedAt } = finding;
  const shortest = shortestPeriod(finding.prices);
  const label = domain.endsWith(`.${tld}`) ? domain.slice(0, -tld.length - 1) : domain;
  return {
    domain,
    name: toUnicode(label),
    tld,
    finding: kind,
    ...said[kind],
    price_register: amountOf(shortest?.register),
    price_renew: amountOf(shortest?.renew),
    currency: currencyOf(shortest?.register) ?? currencyOf(shortest?.renew),
    message,
    checked_at: checkedAt,
  };
}

type Said = Pick<ExportRow, 'available' | 'premium' | 'reserved' | 'valid'>;

const nothingSaid: Said = { available: null, premium: null, reserved: null, valid: null };

/** What a finding of each kind says, and no more: of a taken name, nobody said whether it would be a premium one. */
const said: Readonly<Record<FindingKind, Said>> = {
  available: { available: true, premium: false, reserved: false, valid: true },
  premium: { available: true, premium: true, reserved: false, valid: true },
  taken: { available: false, premium: null, reserved: false, valid: true },
  reserved: { available: false, premium: null, reserved: true, valid: true },
  invalid: { available: false, premium: null, reserved: null, valid: false },
  unknown: nothingSaid,
  unchecked: nothingSaid,
};

const amountOf = (price: Price | undefined): string | null => (price?.kind === 'given' ? price.amount : null);

const currencyOf = (price: Price | undefined): string | null =>
  price?.kind === 'given' ? price.currency : null;

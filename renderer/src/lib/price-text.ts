import type { Price } from '#shared/domain/price.ts';
import { assertNever } from '#shared/assert-never.ts';

/** A price as the service gave it. A price that is not given is *not given*, never 0; a currency it does not name is not named. */
export function priceText(price: Price): string {
  switch (price.kind) {
    case 'not-given':
      return 'not given';
    case 'unreadable':
      return 'not readable';
    case 'given':
      return price.currency === null ? price.amount : `${price.amount} ${price.currency}`;
    default:
      return assertNever(price);
  }
}

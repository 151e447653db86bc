import type { SpendingLimits } from './limits.ts';

/** What may differ between two servers of the same API, with the careful default. See docs/decisions/0005. */
export interface AccountOptions {
  /** Assumed: as the published request sends it, without a dot. Field notes disagree with each other. */
  readonly tldNotation: 'without-dot' | 'with-dot';
  /** The ceiling, in requests a second. */
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  /** How many TLDs one look-up request asks for at most. */
  readonly tldsPerRequest: number;
  readonly premiumEnabled: boolean;
  /** The whole request, connect to last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** Assumed off: the optional `timestamp` header is not in the API document. */
  readonly sendTimestamp: boolean;
  /** Assumed: the registrant alone may be written; the document models no other role. */
  readonly writableRoles: readonly string[];
  /** Assumed `postcode`; one provider says `zipcode`. Used when registering. */
  readonly postcodeField: 'postcode' | 'zipcode';
  /** Assumed five (field notes, “Nameservers write”); the API document gives no number. */
  readonly mostNameservers: number;
  /** Beside the workspace's own; null where the account has none of its own. */
  readonly limits: SpendingLimits | null;
}

export const defaultAccountOptions: AccountOptions = {
  tldNotation: 'without-dot',
  requestsPerSecond: 10,
  concurrency: 4,
  tldsPerRequest: 50,
  premiumEnabled: false,
  timeoutMs: 60_000,
  sendTimestamp: false,
  writableRoles: ['Registrant'],
  postcodeField: 'postcode',
  mostNameservers: 5,
  limits: null,
};

export const accountColours = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const;
export type AccountColour = (typeof accountColours)[number];

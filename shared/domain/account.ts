import type { SpendingLimits } from './limits.ts';

/** Options that may differ between two servers of the same API, with cautious defaults. See docs/decisions/0005. */
export interface AccountOptions {
  /** Assumed: without a dot, as in the published request. The field notes contradict each other. */
  readonly tldNotation: 'without-dot' | 'with-dot';
  /** The ceiling, in requests a second. */
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  /** The maximum number of TLDs in one lookup request. */
  readonly tldsPerRequest: number;
  readonly premiumEnabled: boolean;
  /** For the whole request, from connecting to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** Assumed off: the optional `timestamp` header is not in the API document. */
  readonly sendTimestamp: boolean;
  /** Assumed: only the registrant may be written; the document models no other role. */
  readonly writableRoles: readonly string[];
  /** Assumed `postcode`; one provider says `zipcode`. Used when registering. */
  readonly postcodeField: 'postcode' | 'zipcode';
  /** Assumed five (field notes, “Nameservers write”); the API document gives no number. */
  readonly mostNameservers: number;
  /** Applied in addition to the workspace's limits; null if the account has none. */
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

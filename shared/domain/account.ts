import type { accountOptions } from '../areas/startup-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import type { accountColours } from './terms.ts';

export type AccountOptions = TypeOf<typeof accountOptions>;
export type AccountColour = (typeof accountColours)[number];

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

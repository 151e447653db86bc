import { defaultAccountOptions } from '#shared/domain/account.ts';
import { format } from '../../lib/format.ts';
import type { AccountOptions } from '../../lib/nouns.ts';
import { limitsText } from '../limits/limits-form.ts';

export interface OptionWords<K extends keyof AccountOptions = keyof AccountOptions> {
  readonly label: string;
  /** What it is for, in one line. */
  readonly purpose: string;
  readonly show: (value: AccountOptions[K]) => string;
}

type AllOptionWords = { readonly [K in keyof AccountOptions]: OptionWords<K> };

/** Each option of an account in words. Closed: a new option does not compile until it is explained. */
export const optionWords: AllOptionWords = {
  tldNotation: {
    label: 'TLD notation',
    purpose:
      'How TLDs are sent. Servers of this API differ; try the other one if every lookup comes back unknown.',
    show: (value) => (value === 'with-dot' ? '.com, with a dot' : 'com, without a dot'),
  },
  requestsPerSecond: {
    label: 'Request rate',
    purpose: 'The most requests a second. Lower it if the service says that it was asked too often.',
    show: (value) => `${format.count(value)} a second`,
  },
  concurrency: {
    label: 'At the same time',
    purpose: 'How many requests may be on their way at once.',
    show: (value) => format.count(value),
  },
  tldsPerRequest: {
    label: 'TLDs per request',
    purpose: 'The most TLDs that one lookup asks for.',
    show: (value) => format.count(value),
  },
  premiumEnabled: {
    label: 'Premium names',
    purpose: 'Whether lookups ask for premium names and their prices.',
    show: (value) => (value ? 'Asked for' : 'Not asked for'),
  },
  timeoutMs: {
    label: 'Time-out',
    purpose: 'How long a whole request may take.',
    show: (value) => format.duration(value),
  },
  sendTimestamp: {
    label: 'Timestamp header',
    purpose: 'Newer servers read the time from it. It is not part of the API document.',
    show: (value) => (value ? 'Sent' : 'Not sent'),
  },
  writableRoles: {
    label: 'Writable contact roles',
    purpose: 'Which contacts of a domain may be changed. The API document knows the registrant alone.',
    show: (value) => (value.length === 0 ? 'None' : value.join(', ')),
  },
  postcodeField: {
    label: 'Postcode field',
    purpose: 'What the field is called when registering. One provider says zipcode.',
    show: (value) => value,
  },
  mostNameservers: {
    label: 'Nameservers at most',
    purpose: 'How many a domain can have. Five, say most providers; the API document gives no number.',
    show: (value) => format.count(value),
  },
  limits: {
    label: 'Spending limits',
    purpose: 'What this account may spend, beside the limits of Settings. Both hold.',
    show: (value) => (value === null ? 'Those of Settings' : limitsText(value)),
  },
};

export const optionNames = Object.keys(optionWords) as readonly (keyof AccountOptions)[]; // the table's own keys

/** One option's value in words. */
export const shownOption = <K extends keyof AccountOptions>(
  name: K,
  options: Pick<AccountOptions, K>,
): string => {
  const words: OptionWords<K> = optionWords[name];
  return words.show(options[name]);
};

export const isDefault = (name: keyof AccountOptions, options: AccountOptions): boolean =>
  JSON.stringify(options[name]) === JSON.stringify(defaultAccountOptions[name]);

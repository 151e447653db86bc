import { NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { mostNameservers, hardCeilings } from '#shared/domain/bounds.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { limitsText } from '../settings/SpendingLimits.tsx';
import { format } from '../ui/Formats.tsx';
import { OnOff } from '../ui/PageParts.tsx';
import type { AccountOptions, FoundPace } from '../client.ts';

/** Of orders, the defaults have a part of their own. */
export type OptionName = Exclude<keyof AccountOptions, 'orderDefaults' | 'limitsKept'>;

interface Labelled {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
  readonly autoFocus: boolean;
}

interface Option<V> {
  readonly label: string;
  /** The purpose, in one line. */
  readonly purpose: string;
  readonly show: (value: V) => string;
  readonly control: (labelled: Labelled, value: V, onChange: (value: V) => void) => ReactNode;
}

/** Numbers that the account stores `scale` times as large; without a number, the default. */
const numbers =
  (
    usual: number,
    bounds: { readonly min: number; readonly max: number; readonly suffix?: string },
    scale = 1,
  ): Option<number>['control'] =>
  (labelled, value, onChange) => (
    <NumberInput
      {...labelled}
      {...bounds}
      value={value / scale}
      allowDecimal={bounds.min < 1}
      onChange={(typed) => onChange(Number(typed) * scale || usual)}
    />
  );

/** As numbers; without one it is automatic. */
const numbersOrAutomatic =
  (bounds: { readonly min: number; readonly max: number }): Option<number | null>['control'] =>
  (labelled, value, onChange) => (
    <NumberInput
      {...labelled}
      {...bounds}
      placeholder={automatic}
      value={value ?? ''}
      allowDecimal={bounds.min < 1}
      onChange={(typed) => onChange(Number(typed) || null)}
    />
  );

const automatic = 'Automatic';

/** What was found of the service's limits, in one line; empty where nothing was. Where automatic ends is none of the service's. */
export function foundInWords(found: FoundPace): string {
  if (found === null) return '';
  const { requestsPerSecond: rate, concurrency, observedAt } = found;
  const limits = [
    rate === null || rate >= hardCeilings.requestsPerSecond
      ? ''
      : `about ${format.count(Math.round(10 * rate) / 10)} requests a second`,
    concurrency >= hardCeilings.concurrency ? '' : `${format.count(Math.floor(concurrency))} at once`,
  ].filter((limit) => limit !== '');
  if (limits.length === 0) return rate === null ? '' : `no limit met up to ${format.count(rate)} a second`;
  return `found ${limits.join(', ')} on ${format.instant(observedAt)}`;
}

const onOrOff: Option<boolean>['control'] = (labelled, value, onChange) => (
  <OnOff {...labelled} isOn={value} onChange={onChange} />
);

const oneOf =
  <V extends string>(choices: readonly (readonly [value: V, label: string])[]): Option<V>['control'] =>
  (labelled, value, onChange) => (
    <SegmentedControl
      {...labelled}
      value={value}
      onChange={onChange}
      data={choices.map(([choice, label]) => ({ value: choice, label }))}
    />
  );

const usual: AccountOptions = defaultAccountOptions;

/** Each option in words, with its control. The type is closed: a new option does not compile until it is described here. */
const options: { readonly [K in OptionName]: Option<AccountOptions[K]> } = {
  tldNotation: {
    label: 'TLD notation',
    purpose: 'How TLDs are sent. Servers differ: try the other form if every lookup comes back unknown.',
    show: (value) => (value === 'with-dot' ? '.com, with a dot' : 'com, without a dot'),
    control: oneOf([
      ['without-dot', 'com'],
      ['with-dot', '.com'],
    ]),
  },
  requestsPerSecond: {
    label: 'Request rate',
    purpose: 'Maximum requests per second. Automatic finds out what the service allows and keeps below it.',
    show: (value) => (value === null ? automatic : `${format.count(value)} a second`),
    control: numbersOrAutomatic({ min: 0.1, max: 1_000 }),
  },
  concurrency: {
    label: 'Parallel requests',
    purpose: 'How many requests may run at once.',
    show: (value) => (value === null ? automatic : format.count(value)),
    control: numbersOrAutomatic({ min: 1, max: 64 }),
  },
  tldsPerRequest: {
    label: 'TLDs per request',
    purpose: 'Maximum TLDs in one lookup request.',
    show: format.count,
    control: numbers(usual.tldsPerRequest, { min: 1, max: 500 }),
  },
  premiumEnabled: {
    label: 'Premium names',
    purpose: 'Whether lookups ask for premium names and their prices.',
    show: (value) => (value ? 'Included' : 'Not included'),
    control: onOrOff,
  },
  timeoutMs: {
    label: 'Time-out',
    purpose: 'How long a whole request may take.',
    show: format.duration,
    control: numbers(usual.timeoutMs, { min: 1, max: 300, suffix: ' s' }, 1_000),
  },
  sendTimestamp: {
    label: 'Timestamp header',
    purpose: 'Newer servers read the time from it. The API document does not mention it.',
    show: (value) => (value ? 'Sent' : 'Not sent'),
    control: onOrOff,
  },
  writableRoles: {
    label: 'Writable contact roles',
    purpose: 'Which contacts of a domain may be changed. The API document names only the registrant.',
    show: (value) => (value.length === 0 ? 'None' : value.join(', ')),
    control: (labelled, value, onChange) => (
      <TextInput
        {...labelled}
        defaultValue={value.join(', ')}
        onChange={(event) => onChange(rolesIn(event.currentTarget.value))}
      />
    ),
  },
  postcodeField: {
    label: 'Postcode field',
    purpose: 'What the field is called when registering. One provider says zipcode.',
    show: (value) => value,
    control: oneOf([
      ['postcode', 'postcode'],
      ['zipcode', 'zipcode'],
    ]),
  },
  expiryFromSync: {
    label: 'Expiry from the service',
    purpose:
      'Takes the date that the service returns when it reads a domain again (the API’s “sync”). The API document does not say what that does: this assumes that it changes nothing, and returns the registry’s date.',
    show: (value) => (value ? 'Used' : 'Not used'),
    control: onOrOff,
  },
  mostNameservers: {
    label: 'Maximum nameservers',
    purpose: 'How many a domain can have. Most providers allow five; the API document gives no limit.',
    show: format.count,
    control: numbers(usual.mostNameservers, { min: 2, max: mostNameservers }),
  },
  currency: {
    label: 'Currency',
    purpose: 'Shown beside amounts where the service names none, and in exports. Limits do not use it.',
    show: (value) => value ?? 'Not given',
    control: (labelled, value, onChange) => (
      <Select
        {...labelled}
        placeholder="Not given"
        searchable
        clearable
        data={Intl.supportedValuesOf('currency')}
        value={value}
        onChange={onChange}
      />
    ),
  },
  limits: {
    label: 'Spending limits',
    purpose: 'What this account may spend. The limits in Settings apply as well.',
    show: (value) => (value === null ? 'Settings only' : limitsText(value)),
    control: (labelled, value, onChange) => (
      <Switch
        {...labelled}
        label={value === null ? 'Settings only' : 'Own limits too'}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? defaultLimits : null)}
      />
    ),
  },
};

export const optionNames = Object.keys(options) as readonly OptionName[]; // the table's own keys

/** What most accounts have of their own. */
export const usualOptions: readonly OptionName[] = ['currency', 'limits'];

export const seldomOptions = optionNames.filter((name) => !usualOptions.includes(name));

export const optionWords: Readonly<Record<OptionName, { readonly label: string; readonly purpose: string }>> =
  options;

/** One option's value in words. */
export function shownOption<K extends OptionName>(name: K, value: AccountOptions[K]): string {
  const option: Option<AccountOptions[K]> = options[name];
  return option.show(value);
}

export function optionControl<K extends OptionName>(
  name: K,
  labelled: Labelled,
  value: AccountOptions[K],
  onChange: (value: AccountOptions[K]) => void,
): ReactNode {
  const option: Option<AccountOptions[K]> = options[name];
  return option.control(labelled, value, onChange);
}

export const isDefault = (name: keyof AccountOptions, { [name]: value }: AccountOptions): boolean =>
  JSON.stringify(value) === JSON.stringify(usual[name]);

/** The roles of a comma-separated list, without duplicates. */
export const rolesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  ),
];

import { Button, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { mostNameservers } from '#shared/domain/change.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import type { AccountOptions, AccountSummary } from '../bridge.ts';
import { formOf, hasProblem, type LimitsForm, limitsIn, limitsText } from '../settings/limits-form.ts';
import { LimitFields } from '../settings/SpendingLimits.tsx';
import { format } from '../ui/Formats.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import { AccountFields, SaveTrouble } from './AddAccount.tsx';
import css from './form.module.css';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
}

/** All editable settings of an account, except its key. */
export function EditAccount({ store, account }: Props) {
  const { route, notices } = useStores();
  const { saving, saveError } = useStore(store);
  const { id, label, colour, baseUrl, username } = account;
  const [draft, setDraft] = useState<AccountDraft>({ label, colour, baseUrl, username });
  const [options, setOptions] = useState<AccountOptions>(account.options);
  const [limits, setLimits] = useState<LimitsForm | null>(
    () => account.options.limits && formOf(account.options.limits),
  );
  const [tries, setTries] = useState(0);
  const otherLogin = account.key.hasKey && (draft.baseUrl !== baseUrl || draft.username !== username);
  const back = () => route.actions.goToAccount(id, 'look');

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (limits !== null && hasProblem(limits)) {
      setTries(tries + 1);
      return;
    }
    const own = { ...options, limits: limits && limitsIn(limits) };
    const saved = await store.actions.edit({ id, ...draft, options: own });
    if (saved === null) return;
    notices.actions.say(`Saved ${saved.label}`);
    back();
  }

  return (
    <form className={css['form']} onSubmit={(event) => void submit(event)} noValidate>
      <h2 className={css['title']}>Edit {label}</h2>
      <AccountFields
        draft={draft}
        error={saveError}
        practice={account.kind === 'practice'}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
      {otherLogin && (
        <p className={css['caution']}>
          The key belongs to this service and this e-mail address. With another one it is forgotten, and you
          enter the new one.
        </p>
      )}
      <h3 className={css['part']}>Options</h3>
      <OptionFields
        options={options}
        error={saveError}
        onChange={(changes) => setOptions({ ...options, ...changes })}
      />
      <OwnLimits accountId={id} form={limits} tries={tries} onChange={setLimits} />
      <SaveTrouble error={saveError} />
      <div className={css['buttons']}>
        <Button type="submit" loading={saving}>
          Save
        </Button>
        <Button variant="default" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface OptionFieldsProps {
  readonly options: AccountOptions;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
  readonly error: AppError | null;
}

type NumberName = 'requestsPerSecond' | 'concurrency' | 'tldsPerRequest' | 'mostNameservers';

const limits: Readonly<Record<NumberName, { readonly min: number; readonly max: number }>> = {
  requestsPerSecond: { min: 0.1, max: 1_000 },
  concurrency: { min: 1, max: 64 },
  tldsPerRequest: { min: 1, max: 500 },
  mostNameservers: { min: 2, max: mostNameservers },
};

/** The request options of the service, each with its purpose and default. */
function OptionFields({ options, onChange, error }: OptionFieldsProps) {
  const at = (name: keyof AccountOptions) => ({
    name,
    options,
    onChange,
    reason: fieldError(error, `options.${name}`),
  });
  const number = (name: NumberName) => (
    <OptionLine {...at(name)}>
      {(labelled) => (
        <NumberInput
          {...labelled}
          {...limits[name]}
          value={options[name]}
          allowDecimal={name === 'requestsPerSecond'}
          onChange={(value) => onChange({ [name]: Number(value) || defaultAccountOptions[name] })}
        />
      )}
    </OptionLine>
  );
  return (
    <>
      <OptionLine {...at('tldNotation')}>
        {(labelled) => (
          <SegmentedControl
            {...labelled}
            value={options.tldNotation}
            onChange={(tldNotation) => onChange({ tldNotation })}
            data={[
              { value: 'without-dot', label: 'com' },
              { value: 'with-dot', label: '.com' },
            ]}
          />
        )}
      </OptionLine>
      {number('requestsPerSecond')}
      {number('concurrency')}
      {number('tldsPerRequest')}
      <OptionLine {...at('timeoutMs')}>
        {(labelled) => (
          <NumberInput
            {...labelled}
            min={1}
            max={300}
            suffix=" s"
            allowDecimal={false}
            value={options.timeoutMs / 1_000}
            onChange={(value) => onChange({ timeoutMs: (Number(value) || 60) * 1_000 })}
          />
        )}
      </OptionLine>
      <Switches options={options} onChange={onChange} error={error} />
      {number('mostNameservers')}
    </>
  );
}

function Switches({ options, onChange, error }: OptionFieldsProps) {
  const at = (name: keyof AccountOptions) => ({
    name,
    options,
    onChange,
    reason: fieldError(error, `options.${name}`),
  });
  return (
    <>
      {(['premiumEnabled', 'sendTimestamp'] as const).map((name) => (
        <OptionLine key={name} {...at(name)}>
          {(labelled) => (
            <Switch
              {...labelled}
              label={options[name] ? 'On' : 'Off'}
              checked={options[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
          )}
        </OptionLine>
      ))}
      <OptionLine {...at('writableRoles')}>
        {(labelled) => (
          <TextInput
            {...labelled}
            defaultValue={options.writableRoles.join(', ')}
            onChange={(event) => onChange({ writableRoles: rolesIn(event.currentTarget.value) })}
          />
        )}
      </OptionLine>
      <OptionLine {...at('postcodeField')}>
        {(labelled) => (
          <SegmentedControl
            {...labelled}
            value={options.postcodeField}
            onChange={(postcodeField) => onChange({ postcodeField })}
            data={['postcode', 'zipcode']}
          />
        )}
      </OptionLine>
    </>
  );
}

interface OptionLineProps {
  readonly name: keyof AccountOptions;
  readonly options: AccountOptions;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
  /** Why the value was refused; null when it was not. */
  readonly reason: string | null;
  /** Renders the control with the ids for its label and description. */
  readonly children: (labelled: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

const defaults: AccountOptions = defaultAccountOptions;

/** One option: purpose on the left, control on the right, default and reset below. */
function OptionLine({ name, options, onChange, reason, children }: OptionLineProps) {
  const label = useId();
  const purpose = useId();
  const words = optionWords[name];
  return (
    <div className={css['option']}>
      <div>
        <div id={label} className={css['optionLabel']}>
          {words.label}
        </div>
        <p id={purpose} className={css['purpose']}>
          {words.purpose}
        </p>
      </div>
      <div className={css['control']}>
        {children({ 'aria-labelledby': label, 'aria-describedby': purpose })}
        {reason !== null && <p className={css['reason']}>{reason}</p>}
        {isDefault(name, options) ? (
          <span className={css['default']}>Default</span>
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            className={css['reset'] ?? ''}
            onClick={() => onChange({ [name]: defaults[name] })}
          >
            Default: {shownOption(name, defaults)}
          </Button>
        )}
      </div>
    </div>
  );
}

interface OptionWords<K extends keyof AccountOptions = keyof AccountOptions> {
  readonly label: string;
  /** The purpose, in one line. */
  readonly purpose: string;
  readonly show: (value: AccountOptions[K]) => string;
}

type AllOptionWords = { readonly [K in keyof AccountOptions]: OptionWords<K> };

/** The words for each option. The type is closed: a new option does not compile until it is described here. */
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

/** The roles of a comma-separated list, without duplicates. */
export const rolesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  ),
];

interface OwnLimitsProps {
  readonly accountId: string;
  /** Null: the account has no limits of its own. */
  readonly form: LimitsForm | null;
  /**
   * How often saving failed because of an entry here: from then on each invalid entry shows its error, and the first gets the
   * focus.
   */
  readonly tries: number;
  readonly onChange: (form: LimitsForm | null) => void;
}

/** The account's own spending limits, next to those of Settings. */
function OwnLimits({ accountId, form, tries, onChange }: OwnLimitsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const limits = form === null ? null : defaultLimits;
  return (
    <>
      <OptionLine
        name="limits"
        options={{ ...defaultAccountOptions, limits }}
        reason={null}
        onChange={() => onChange(null)}
      >
        {(labelled) => (
          <Switch
            {...labelled}
            label={form === null ? 'Those of Settings' : 'Its own as well'}
            checked={form !== null}
            onChange={(event) => onChange(event.currentTarget.checked ? formOf(defaultLimits) : null)}
          />
        )}
      </OptionLine>
      {form !== null && (
        <div ref={fields}>
          <LimitFields
            form={form}
            accountId={accountId}
            isStrict={tries > 0}
            onType={(name, entry) => onChange({ ...form, [name]: entry })}
            onLeave={() => undefined}
          />
        </div>
      )}
    </>
  );
}

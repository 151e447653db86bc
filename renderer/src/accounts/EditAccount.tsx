import {
  Button,
  NumberInput,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
  Select,
} from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { defaultAccountOptions, isSameLogin } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { ok } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import {
  formOf,
  hasProblem,
  LimitFields,
  type LimitsForm,
  limitsIn,
  limitsText,
} from '../settings/SpendingLimits.tsx';
import { AskBeforeLeaving, ConfirmDialog, useIsHere } from '../ui/Dialogs.tsx';
import { OnOff } from '../ui/PageParts.tsx';
import { Setting } from '../ui/Setting.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import { AccountFields, AccountFormEnd, SaveTrouble } from './AddAccount.tsx';
import { OrderDefaultsFields } from './OrderDefaults.tsx';
import { format } from '../ui/Formats.tsx';
import { mostNameservers } from '#shared/domain/bounds.ts';
import type { AccountOptions, AccountSummary } from '../contract-types.ts';
import type { AccountField } from '../shell/route-store.ts';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  /** The field that gets the focus: its name unless given. */
  readonly first?: AccountField | 'label' | undefined;
}

/** All editable settings of an account, except its key. */
export function EditAccount({ store, account, first = 'label' }: Props) {
  const { route, notices } = useStores();
  const { saving, saveError } = useStore(store);
  const { id, label, colour, baseUrl, username } = account;
  const [draft, setDraft] = useState<AccountDraft>({ label, colour, baseUrl, username });
  const [options, setOptions] = useState<AccountOptions>(account.options);
  const [limits, setLimits] = useState<LimitsForm>(() => formOf(account.options.limits ?? defaultLimits));
  const [tries, setTries] = useState(0);
  const [asking, setAsking] = useState(false);
  const [before] = useState(() => JSON.stringify([draft, options, limits]));
  const isChanged = JSON.stringify([draft, options, limits]) !== before;
  const isHere = useIsHere();
  const change = (changes: Partial<AccountOptions>): void => setOptions({ ...options, ...changes });

  /** Leaves on purpose: nothing is asked. */
  function back(): void {
    route.actions.holdBack(null);
    route.actions.goToAccount(id, 'view');
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (options.limits !== null && hasProblem(limits)) {
      setTries(tries + 1);
      return;
    }
    if (account.kind === 'reseller' && !isSameLogin(draft, account)) setAsking(true);
    else await save();
  }

  async function save(login: { readonly isSameService?: boolean } = {}): Promise<void> {
    const own = { ...options, limits: options.limits && limitsIn(limits) };
    const saved = await store.actions.edit({ id, ...draft, options: own, ...login });
    if (saved !== null) notices.actions.say(`Saved ${isolated(saved.label)}`);
    // Where the person went on meanwhile, the next screen may hold input of its own.
    if (saved !== null && isHere.current) back();
  }

  return (
    <>
      {/* Beside the form: what is submitted in the dialog would be submitted in a form around it too. */}
      <AskBeforeLeaving isChanged={isChanged} title="Leave without saving?">
        <p>Your changes to this account will be discarded.</p>
      </AskBeforeLeaving>
      {asking && (
        <WhichService
          account={account}
          draft={draft}
          onClose={() => setAsking(false)}
          onAnswer={(isSameService) => save({ isSameService })}
        />
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack maw={680}>
          <Title order={2} fz={18}>
            Edit <bdi>{label}</bdi>
          </Title>
          <AccountFields
            draft={draft}
            error={saveError}
            practice={account.kind === 'practice'}
            first={first}
            onChange={(changes) => setDraft({ ...draft, ...changes })}
          />
          <OptionsTitle />
          <div>
            <OptionLines options={options} first={first} error={saveError} onChange={change} />
            {options.limits !== null && (
              <OwnLimits account={account} form={limits} tries={tries} onChange={setLimits} />
            )}
          </div>
          <OrderDefaultsFields options={options} onChange={change} />
          <SaveTrouble error={saveError} />
          <FormEnd saving={saving} onCancel={back} />
        </Stack>
      </form>
    </>
  );
}

const OptionsTitle = () => (
  <Title order={3} pt="md" className="line-above">
    Options
  </Title>
);

const FormEnd = ({ saving, onCancel }: { readonly saving: boolean; readonly onCancel: () => void }) => (
  <AccountFormEnd>
    <Button type="submit" loading={saving}>
      Save
    </Button>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </AccountFormEnd>
);

interface WhichServiceProps {
  readonly account: AccountSummary;
  readonly draft: AccountDraft;
  readonly onClose: () => void;
  readonly onAnswer: (isSame: boolean) => Promise<void>;
}

type Answer = 'same' | 'another';

const answers: readonly (readonly [Answer, string])[] = [
  ['same', 'The same service'],
  ['another', 'Another service'],
];

const follows: Readonly<Record<Answer, readonly string[]>> = {
  same: [
    'The saved key is used at the new address.',
    'What was renewed, registered and spent so far still counts, so nothing is paid twice.',
  ],
  another: [
    'The saved key is deleted. Enter the new one.',
    'Batches of this account that are not finished are stopped.',
    'Names that were renewed or registered before are still excluded from batches until you include them.',
  ],
};

/** Whether the account's address or user names the same login as before (G4). Nothing is chosen beforehand: both cost. */
function WhichService({ account, draft, onClose, onAnswer }: WhichServiceProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isMoved = draft.baseUrl !== account.baseUrl;
  return (
    <ConfirmDialog
      title={
        isMoved ? 'Is this the same service at a new address?' : 'Is this the same login under a new e-mail?'
      }
      consequences={answer === null ? [] : follows[answer]}
      action="Save"
      isReady={answer !== null}
      onClose={onClose}
      onConfirm={async () => {
        await onAnswer(answer === 'same');
        return ok(null);
      }}
    >
      <Radio.Group
        label={
          isMoved
            ? `${account.baseUrl} becomes ${draft.baseUrl}`
            : `${account.username} becomes ${draft.username}`
        }
        value={answer}
        onChange={(chosen) => setAnswer(chosen === 'same' ? 'same' : 'another')}
      >
        <Stack gap="xs" mt="xs">
          {answers.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}

interface OptionLineProps {
  readonly name: OptionName;
  readonly options: AccountOptions;
  /** Why the value was refused; null when it was not. */
  readonly reason: string | null;
  readonly isFirst: boolean;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
}

const defaults: AccountOptions = defaultAccountOptions;

/** One option: purpose on the left, control on the right, default and reset below. */
const OptionLine = ({ name, options, reason, isFirst, onChange }: OptionLineProps) => (
  <Setting {...optionWords[name]}>
    {(labelled) => (
      <Stack gap={4} w={216} align="stretch">
        {optionControl(name, { ...labelled, autoFocus: isFirst }, options[name], (value) =>
          onChange({ [name]: value }),
        )}
        {reason !== null && (
          <Text size="xs" c="var(--nd-danger)">
            {reason}
          </Text>
        )}
        {isDefault(name, options) ? (
          <Text size="xs" c="dimmed">
            Default
          </Text>
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            ml={-7}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange({ [name]: defaults[name] })}
          >
            Default: {shownOption(name, defaults[name])}
          </Button>
        )}
      </Stack>
    )}
  </Setting>
);

interface OptionLinesProps extends Pick<OptionLineProps, 'options' | 'onChange'> {
  readonly error: Parameters<typeof fieldError>[0];
  readonly first: AccountField | 'label';
}

const OptionLines = ({ error, first, ...given }: OptionLinesProps) =>
  optionNames.map((name) => (
    <OptionLine
      key={name}
      name={name}
      reason={fieldError(error, `options.${name}`)}
      isFirst={name === first}
      {...given}
    />
  ));

interface OwnLimitsProps {
  readonly account: Props['account'];
  readonly form: LimitsForm;
  /**
   * How often saving failed because of an entry here: from then on each invalid entry shows its error, and the first gets the
   * focus.
   */
  readonly tries: number;
  readonly onChange: (form: LimitsForm) => void;
}

/** The account's own spending limits, next to those of Settings. */
function OwnLimits({ account, form, tries, onChange }: OwnLimitsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    <div ref={fields}>
      {account.options.limitsKept === true && (
        <Text size="xs" c="dimmed">
          Kept from an earlier account of the same login. What you set here takes their place.
        </Text>
      )}
      <LimitFields
        form={form}
        accountId={account.id}
        isStrict={tries > 0}
        onType={(name, entry) => onChange({ ...form, [name]: entry })}
      />
    </div>
  );
}

/** Of orders, the defaults have a part of their own. */
type OptionName = Exclude<keyof AccountOptions, 'orderDefaults' | 'limitsKept'>;

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
    label: 'Expiry from a sync',
    purpose:
      'Takes the date that a sync returns for the expiry. The API document does not say what a sync does: this assumes that it changes nothing, and returns the registry’s date.',
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

export const optionWords: Readonly<Record<OptionName, { readonly label: string; readonly purpose: string }>> =
  options;

/** One option's value in words. */
export function shownOption<K extends OptionName>(name: K, value: AccountOptions[K]): string {
  const option: Option<AccountOptions[K]> = options[name];
  return option.show(value);
}

function optionControl<K extends OptionName>(
  name: K,
  labelled: Labelled,
  value: AccountOptions[K],
  onChange: (value: AccountOptions[K]) => void,
): ReactNode {
  const option: Option<AccountOptions[K]> = options[name];
  return option.control(labelled, value, onChange);
}

export const isDefault = (name: OptionName, { [name]: value }: AccountOptions): boolean =>
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

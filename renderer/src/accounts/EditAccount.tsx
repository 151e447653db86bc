import { Button, Radio, Stack, Text, Title } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { defaultAccountOptions, isSameLogin } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { ok } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { formOf, hasProblem, LimitFields, type LimitsForm, limitsIn } from '../settings/SpendingLimits.tsx';
import { AskBeforeLeaving, ConfirmDialog, useIsHere } from '../ui/Dialogs.tsx';
import { Fold } from '../ui/PageParts.tsx';
import { Setting } from '../ui/Setting.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import {
  isDefault,
  type OptionName,
  optionControl,
  seldomOptions,
  usualOptions,
  optionWords,
  shownOption,
} from './account-options.tsx';
import { AccountFields, AccountFormEnd, SaveTrouble } from './AddAccount.tsx';
import { OrderDefaultsFields } from './OrderDefaults.tsx';
import type { AccountOptions, AccountSummary } from '../client.ts';
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
  const lines = { options, first, error: saveError, onChange: change };

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
    const saved = await store.actions.edit({ id, ...draft, options: own, ...login }, account);
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
            <OptionLines names={usualOptions} {...lines} />
            {options.limits !== null && (
              <OwnLimits account={account} form={limits} tries={tries} onChange={setLimits} />
            )}
            <SeldomOptions {...lines} />
          </div>
          <OrderDefaultsFields options={options} onChange={change} />
          <FormEnd saving={saving} error={saveError} onCancel={back} />
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

interface FormEndProps {
  readonly saving: boolean;
  /** Why it was not saved. */
  readonly error: Parameters<typeof fieldError>[0];
  readonly onCancel: () => void;
}

const FormEnd = ({ saving, error, onCancel }: FormEndProps) => (
  <>
    <SaveTrouble error={error} />
    <AccountFormEnd>
      <Button variant="filled" type="submit" loading={saving}>
        Save
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </AccountFormEnd>
  </>
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
            onClick={() => onChange({ [name]: defaultAccountOptions[name] })}
          >
            Default: {shownOption(name, defaultAccountOptions[name])}
          </Button>
        )}
      </Stack>
    )}
  </Setting>
);

interface OptionLinesProps extends Pick<OptionLineProps, 'options' | 'onChange'> {
  readonly names: readonly OptionName[];
  readonly error: Parameters<typeof fieldError>[0];
  readonly first: AccountField | OptionName | 'label' | undefined;
}

const OptionLines = ({ names, error, first, ...given }: OptionLinesProps) =>
  names.map((name) => (
    <OptionLine
      key={name}
      name={name}
      reason={fieldError(error, `options.${name}`)}
      isFirst={name === first}
      {...given}
    />
  ));

/** What most accounts leave as it is: folded, unless a person was led to one of it, or one of it was refused. */
const SeldomOptions = ({ first, ...props }: Omit<OptionLinesProps, 'names'>) => (
  <Fold
    summary="Advanced"
    open={
      first === 'advanced' ||
      seldomOptions.some((name) => name === first || fieldError(props.error, `options.${name}`) !== null) ||
      undefined
    }
  >
    <OptionLines names={seldomOptions} first={first === 'advanced' ? seldomOptions[0] : first} {...props} />
  </Fold>
);

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

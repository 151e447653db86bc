import { Button, Stack, Text, Title } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { useStores } from '../app-stores.ts';
import type { AccountOptions, AccountSummary } from '../bridge.ts';
import { formOf, hasProblem, LimitFields, type LimitsForm, limitsIn } from '../settings/SpendingLimits.tsx';
import { AskBeforeLeaving, useIsHere } from '../ui/Dialogs.tsx';
import { Setting } from '../ui/PageParts.tsx';
import { Notice } from '../ui/States.tsx';
import {
  isDefault,
  optionControl,
  type OptionName,
  optionNames,
  optionWords,
  shownOption,
} from './account-options.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import { AccountFields, AccountFormEnd, SaveTrouble } from './AddAccount.tsx';

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
  const [limits, setLimits] = useState<LimitsForm>(() => formOf(account.options.limits ?? defaultLimits));
  const [tries, setTries] = useState(0);
  const otherLogin = account.key.hasKey && (draft.baseUrl !== baseUrl || draft.username !== username);
  const [before] = useState(() => JSON.stringify([draft, options, limits]));
  const isChanged = JSON.stringify([draft, options, limits]) !== before;

  const isHere = useIsHere();

  /** Leaves on purpose: nothing is asked. */
  function back(): void {
    route.actions.holdBack(null);
    route.actions.goToAccount(id, 'look');
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (options.limits !== null && hasProblem(limits)) {
      setTries(tries + 1);
      return;
    }
    const own = { ...options, limits: options.limits && limitsIn(limits) };
    const saved = await store.actions.edit({ id, ...draft, options: own });
    if (saved === null) return;
    notices.actions.say(`Saved ${isolated(saved.label)}`);
    // Where the person went on meanwhile, the next screen may hold input of its own.
    if (isHere.current) back();
  }

  return (
    <>
      {/* Beside the form: what is submitted in the dialog would be submitted in a form around it too. */}
      <AskBeforeLeaving isChanged={isChanged} title="Leave without saving?">
        <p>Your changes to this account will be discarded.</p>
      </AskBeforeLeaving>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack maw={680}>
          <Title order={2} fz={18}>
            Edit <bdi>{label}</bdi>
          </Title>
          <AccountFields
            draft={draft}
            error={saveError}
            practice={account.kind === 'practice'}
            onChange={(changes) => setDraft({ ...draft, ...changes })}
          />
          {otherLogin && <NewKeyNeeded />}
          <Title order={3} pt="md" className="line-above">
            Options
          </Title>
          <div>
            {optionNames.map((name) => (
              <OptionLine
                key={name}
                name={name}
                options={options}
                reason={fieldError(saveError, `options.${name}`)}
                onChange={(changes) => setOptions({ ...options, ...changes })}
              />
            ))}
            {options.limits !== null && (
              <OwnLimits accountId={id} form={limits} tries={tries} onChange={setLimits} />
            )}
          </div>
          <SaveTrouble error={saveError} />
          <FormEnd saving={saving} onCancel={back} />
        </Stack>
      </form>
    </>
  );
}

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

const NewKeyNeeded = () => (
  <Notice>Changing the server or e-mail address deletes the saved key. Then enter the new one.</Notice>
);

interface OptionLineProps {
  readonly name: OptionName;
  readonly options: AccountOptions;
  /** Why the value was refused; null when it was not. */
  readonly reason: string | null;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
}

const defaults: AccountOptions = defaultAccountOptions;

/** One option: purpose on the left, control on the right, default and reset below. */
const OptionLine = ({ name, options, reason, onChange }: OptionLineProps) => (
  <Setting {...optionWords[name]}>
    {(labelled) => (
      <Stack gap={4} w={216} align="stretch">
        {optionControl(name, labelled, options[name], (value) => onChange({ [name]: value }))}
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

interface OwnLimitsProps {
  readonly accountId: string;
  readonly form: LimitsForm;
  /**
   * How often saving failed because of an entry here: from then on each invalid entry shows its error, and the first gets the
   * focus.
   */
  readonly tries: number;
  readonly onChange: (form: LimitsForm) => void;
}

/** The account's own spending limits, next to those of Settings. */
function OwnLimits({ accountId, form, tries, onChange }: OwnLimitsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    <div ref={fields}>
      <LimitFields
        form={form}
        accountId={accountId}
        isStrict={tries > 0}
        onType={(name, entry) => onChange({ ...form, [name]: entry })}
      />
    </div>
  );
}

import { Anchor, Button, Group, Input, SegmentedControl, Stack, TextInput, Title } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { baseUrlProblem, labelProblem, usernameProblem } from '#shared/domain/account-fields.ts';
import type { AccountColour } from '#shared/domain/account.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { ErrorState, type RemedyHandlers } from '../ui/States.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import { accountColours } from '#shared/domain/choices.ts';
import type { AccountSummary } from '../client.ts';
import type { AccountField } from '../shell/route-store.ts';

interface Props {
  readonly store: AccountScreenStore;
  /** Whether there is a practice account already. */
  readonly hasPractice: boolean;
}

/** Adds an account. Its key is asked for at once, and tested when it was saved. */
export function AddAccount({ store, hasPractice }: Props) {
  const { accounts, route } = useStores();
  const { goToAccount } = route.actions;
  const saving = useStore(store, (state) => state.saving);

  async function show(asked: Promise<AccountSummary | null>): Promise<AccountSummary | null> {
    const added = await asked;
    if (added === null) return null;
    await accounts.actions.load();
    goToAccount(added.id, 'view');
    return added;
  }

  async function addWithKey(draft: AccountDraft): Promise<void> {
    const added = await show(store.actions.add(draft));
    if (added !== null && (await store.actions.takeKey(added.id, 'enter', 'keychain')))
      await store.actions.test(added.id);
  }

  return (
    <Stack maw={680}>
      <Title order={2} fz={18}>
        Add an account
      </Title>
      <NewAccountForm store={store} onSubmit={(draft) => void addWithKey(draft)}>
        <AccountFormEnd>
          <Button variant="filled" type="submit" loading={saving}>
            Add, then enter the key
          </Button>
          <Button onClick={() => goToAccount(null, 'view')}>Cancel</Button>
          {!hasPractice && (
            <Button variant="subtle" onClick={() => void show(store.actions.addPractice())}>
              Add the practice account instead
            </Button>
          )}
        </AccountFormEnd>
      </NewAccountForm>
    </Stack>
  );
}

const emptyDraft: AccountDraft = { label: '', colour: 'blue', baseUrl: '', username: '' };

interface NewAccountFormProps {
  readonly store: AccountScreenStore;
  /** What the fields begin with: nothing unless given. */
  readonly initial?: AccountDraft;
  readonly onSubmit: (draft: AccountDraft) => void;
  /** The buttons. */
  readonly children: ReactNode;
}

type TypedField = 'label' | 'baseUrl' | 'username';
type Problems = Readonly<Record<TypedField, string | null>>;

const problemsIn = ({ label, baseUrl, username }: AccountDraft): Problems => ({
  label: labelProblem(label),
  baseUrl: baseUrlProblem(baseUrl, URL.parse(baseUrl.trim())),
  username: usernameProblem(username),
});

/** The fields of a new account. What is wrong with them is told of all at once, from the first try on. */
export function NewAccountForm({ store, initial = emptyDraft, onSubmit, children }: NewAccountFormProps) {
  const error = useStore(store, (state) => state.saveError);
  const [draft, setDraft] = useState(initial);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsIn(draft);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.values(problems).every((problem) => problem === null)) onSubmit(draft);
        else setTries(tries + 1);
      }}
    >
      <Stack>
        <AccountFields
          draft={draft}
          error={error}
          problems={tries > 0 ? problems : null}
          // What is there already is corrected: mostly its address.
          first={initial === emptyDraft ? 'label' : 'baseUrl'}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
        <SaveTrouble error={error} />
        {children}
      </Stack>
    </form>
  );
}

/** The same address by https, of a text that is one of another server's without it; null where that helps nothing. */
function httpsOf(text: string): string | null {
  const [host = ''] = text.trim().split(/[?#]/);
  const found = `https://${host.replace(/^(http:)?\/*/i, '')}`;
  const url = URL.parse(found);
  return url?.hostname.includes('.') === true && baseUrlProblem(found, url) === null ? found : null;
}

interface AccountFieldsProps {
  readonly draft: AccountDraft;
  readonly onChange: (changes: Partial<AccountDraft>) => void;
  readonly error: AppError | null;
  /** What is wrong with each field; null where that is not told yet. */
  readonly problems?: Problems | null;
  /** A practice account has no address and no user name of its own. */
  readonly practice?: boolean;
  /** The field that gets the focus; none of these where it is an option. */
  readonly first?: TypedField | AccountField;
}

/** The fields that identify an account. Each shows its own error. */
export function AccountFields({
  draft,
  onChange,
  error,
  problems = null,
  practice = false,
  first = 'label',
}: AccountFieldsProps) {
  const https = httpsOf(draft.baseUrl);
  /** The one mistake that is corrected by one press: an address without https. */
  const withRemedy = (name: TypedField, problem: string | null) =>
    problem === null || name !== 'baseUrl' || https === null ? (
      problem
    ) : (
      <>
        {problem}.{' '}
        <Anchor component="button" type="button" inherit onClick={() => onChange({ baseUrl: https })}>
          Use {https}
        </Anchor>
      </>
    );
  const field = (name: TypedField) => ({
    'data-autofocus': name === first || undefined,
    autoFocus: name === first,
    value: draft[name],
    error: withRemedy(name, problems?.[name] ?? fieldError(error, name)),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Name"
        description="Only for you. Shown in the header and in lists."
        placeholder="Northwind Hosting"
        maxLength={80}
        {...field('label')}
      />
      <Colours value={draft.colour} onChange={(colour) => onChange({ colour })} />
      {!practice && (
        <>
          <TextInput
            label="Base URL"
            description="From your provider, with its path. It starts with https."
            placeholder="https://portal.example.com/modules/addons/DomainsReseller/api/index.php"
            classNames={{ input: 'mono' }}
            maxLength={2_048}
            {...field('baseUrl')}
          />
          <TextInput
            label="E-mail address"
            description="The address your reseller account is registered with."
            placeholder="you@example.com"
            type="email"
            maxLength={320}
            {...field('username')}
          />
        </>
      )}
    </>
  );
}

interface ColoursProps {
  readonly value: AccountColour;
  readonly onChange: (colour: AccountColour) => void;
}

function Colours({ value, onChange }: ColoursProps) {
  const labelId = useId();
  return (
    <Stack gap={0} align="flex-start">
      <Input.Label id={labelId} labelElement="div">
        Colour
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        value={value}
        onChange={onChange}
        data={accountColours.map((colour) => ({
          value: colour,
          label: (
            <Group h={20} justify="center" title={colour}>
              <AccountDot colour={colour} />
              <span className="spoken">{colour}</span>
            </Group>
          ),
        }))}
      />
    </Stack>
  );
}

/** The buttons of an account's form. They stay visible below a form that is longer than the window. */
export const AccountFormEnd = ({ children }: { readonly children: ReactNode }) => (
  <Group
    gap="sm"
    py={12}
    pos="sticky"
    bottom={0}
    bg="var(--nd-surface)"
    className="line-above"
    style={{ zIndex: 3 }}
  >
    {children}
  </Group>
);

const atItsField = new Set(['label', 'baseUrl', 'username']);

interface SaveTroubleProps {
  readonly error: AppError | null;
  readonly remedies?: RemedyHandlers;
}

/** Why an account could not be saved or removed, with a link to what blocks it; nothing where the error is shown at its field. */
export function SaveTrouble({ error, remedies = {} }: SaveTroubleProps) {
  if (error === null || (error.kind === 'invalid-input' && atItsField.has(error.field))) return null;
  return (
    <Stack gap="sm" align="flex-start">
      <ErrorState error={forPeople(error)} remedies={remedies} />
      {error.kind === 'account-in-use' && <InTheWay error={error} />}
    </Stack>
  );
}

const forPeople = (error: AppError): AppError =>
  error.kind === 'account-in-use' && error.domain !== null
    ? { ...error, domain: nameInText(error.domain) }
    : error;

function InTheWay({ error }: { readonly error: Extract<AppError, { kind: 'account-in-use' }> }) {
  const { goToChanges } = useStores().route.actions;
  const { why, id, number } = error;
  return why === 'change' ? (
    <Button onClick={() => goToChanges({ kind: 'list', changeId: id })}>Open change {number}</Button>
  ) : (
    <Button onClick={() => goToChanges({ kind: 'batch', batchId: id })}>Open the batch</Button>
  );
}

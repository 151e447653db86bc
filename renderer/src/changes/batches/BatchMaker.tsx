import { Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { type NamedValue, templateFields } from '#shared/domain/contact-fields.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type Stores, useActiveId, useStores } from '../../app-stores.ts';
import { accountOf } from '../../shell/stores.ts';
import { storeOf } from '../../ui/live-collection.ts';
import { Notice } from '../../ui/States.tsx';
import { ContactGrid } from '../../domains/contacts/ContactInput.tsx';
import { WritableRoles } from '../../domains/contacts/ContactRoles.tsx';
import type { NamesOf } from '../../domains/domains-store.ts';
import { hostsOf, hostsProblem, howMany } from '../../domains/nameservers/host-rows.ts';
import { type DialogForm, FewNames, FormDialog } from '../../ui/Dialogs.tsx';
import { counted, format, upperFirst } from '../../ui/Formats.tsx';
import { AccountLabel, OtherAccount, Tick } from '../../ui/PageParts.tsx';
import { FlowTrouble } from '../ChangeParts.tsx';
import { periodChoices } from '../kinds/renew.tsx';
import { ClientOffer } from './ClientOffer.tsx';
import { taskWords, useBatches } from './batch-store.ts';
import { RenewalDates } from './RenewalDates.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import { mostBatchRows } from '#shared/domain/bounds.ts';

/** What was typed before the form opens: the nameservers, or the e-mail address of the registrant. */
export interface GivenChange {
  readonly hosts?: readonly string[];
  readonly email?: string;
}

/** A batch that is to be made, as far as it is known. */
export interface WantedBatch {
  /** The domains, as A-labels. A batch is of one account: those of several become a batch of each. */
  readonly of: readonly NamesOf[];
  readonly action: BatchAction;
  readonly given?: GivenChange | undefined;
}

interface Props extends WantedBatch {
  /** Batches of these domains are created: they need not stay selected. */
  readonly onMade?: (of: readonly NamesOf[]) => void;
  readonly onClose: () => void;
}

/** What all of the accounts allow. */
function useAllowed(of: readonly NamesOf[]) {
  const state = useStore(useStores().accounts);
  return useMemo(() => {
    const options = of.map(({ accountId }) => accountOf(state, accountId)?.options);
    const [roles = [], ...others] = options.map((known) => known?.writableRoles ?? []);
    return {
      mostNameservers: Math.min(...options.map((known) => (known ?? defaultAccountOptions).mostNameservers)),
      writable: roles.filter((role) => others.every((writable) => writable.includes(role))),
    };
  }, [state, of]);
}

type Allowed = ReturnType<typeof useAllowed>;

/** Which batch is to be reviewed after which, by their ids: those that were made of one selection. */
export const followingBatches = () => createStore<ReadonlyMap<string, string>>(() => new Map());

/** What was submitted already: a dialog that is drawn again after a failure, as on the way back from another screen, waits for a person. */
const triedBatches = () => new WeakSet<WantedBatch['of']>();

const isEqual = (one: ReadonlySet<string>, other: readonly string[]): boolean =>
  one.size === other.length && other.every((name) => one.has(name));

/** The form for a batch. Submitting starts reading the present state and opens the batch; nothing is changed yet. */
export function BatchMaker({ of, action, given = {}, onMade, onClose }: Props) {
  const stores = useStores();
  const batches = useBatches();
  const { discarded } = batches.getState();
  const [first = { accountId: '', names: [] }] = of;
  const { accountId } = first;
  const domains = of.flatMap(({ names }) => names);
  const isSame =
    of.length === 1 && discarded?.accountId === accountId && isEqual(new Set(discarded.domains), domains);
  const allowed = useAllowed(of);
  const schema = useMemo(() => formSchema(allowed.mostNameservers), [allowed]);
  // What is reviewed next says all that would stand here, but that it is of another account.
  const isActive = useActiveId() === accountId;
  const tried = storeOf(stores, triedBatches);
  const isTooMany = of.some(({ names }) => names.length > mostBatchRows);
  return (
    <FormDialog
      title={upperFirst(taskWords(askOf({ ...emptyForm, action }), domains.length))}
      size={action === 'contacts' || action === 'renew' ? 720 : 560}
      schema={schema}
      initialValues={{
        ...startOf(action, isSame ? discarded.ask : null, allowed.writable),
        ...formWith(given, allowed.writable),
      }}
      asksFirst={action === 'contacts'}
      showsMissing
      isReady={!isTooMany && domains.length > 0}
      submitsAtOnce={isActive && isComplete(of, action, given) && !tried.has(of)}
      action="Continue to review"
      hint="You review every row before anything is sent."
      onSubmit={(form) => {
        tried.add(of);
        return prepareEach(batches.actions.prepare, of, askOf(form));
      }}
      onDone={({ made, failed }) => {
        onMade?.(of.slice(0, made.length));
        reviewInTurn(stores, made);
        if (failed !== null)
          stores.notices.actions.say(`Not all were created. ${sentencesFor(failed).happened}`, 'problem');
      }}
      onError={(error, again) => (
        <FlowTrouble
          accountId={accountId}
          error={error}
          about="The batch change was not created"
          recheck={again}
        />
      )}
      onClose={onClose}
    >
      {(form) => (
        <>
          {of.length === 1 ? <OtherAccount accountId={accountId} /> : <OneOfEach of={of} />}
          {action === 'renew' ? (
            <RenewalDates of={of} periodYears={form.values.periodYears} />
          ) : (
            <FewNames names={domains} />
          )}
          {isTooMany && (
            <Text c="var(--nd-danger)" role="alert">
              One batch takes {format.count(mostBatchRows)} domains at most. Select fewer.
            </Text>
          )}
          {action === 'nameservers' && <Hosts of={of} allowed={allowed} form={form} />}
          {action === 'contacts' && <ContactsOfMany of={of} allowed={allowed} form={form} />}
          {action === 'renew' && (
            <Select
              label="Period"
              w={200}
              data={periodChoices}
              value={String(form.values.periodYears)}
              data-autofocus
              onChange={(value) => form.setFieldValue('periodYears', Number(value ?? 1))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Says before anything is made that each account gets a batch of its own. */
const OneOfEach = ({ of }: Pick<Props, 'of'>) => (
  <Notice tone="quiet" title={`${format.count(of.length)} batches, one for each account`}>
    <ul>
      {of.map(({ accountId, names }) => (
        <li key={accountId}>
          <AccountLabel accountId={accountId} />: {counted(names.length, 'domain', 'domains')}
        </li>
      ))}
    </ul>
    You review one at a time.
  </Notice>
);

interface Made {
  readonly made: readonly Batch[];
  /** Why the rest was not made. */
  readonly failed: AppError | null;
}

/** A batch of each account. Fails where the first cannot be made. */
async function prepareEach(
  prepare: ReturnType<typeof useBatches>['actions']['prepare'],
  of: readonly NamesOf[],
  ask: FullBatchAsk,
): Promise<Result<Made>> {
  const made: Batch[] = [];
  for (const { accountId, names } of of) {
    const result = await prepare({ accountId, ask, domains: [...names] });
    if (result.ok) made.push(result.value);
    else return made.length === 0 ? result : ok({ made, failed: result.error });
  }
  return ok({ made, failed: null });
}

/** Opens the first; each leads to the next. */
function reviewInTurn(stores: Stores, made: readonly Batch[]): void {
  const next = new Map(storeOf(stores, followingBatches).getState());
  made.forEach(({ id }, index) => {
    const after = made[index + 1];
    if (after !== undefined) next.set(id, after.id);
  });
  storeOf(stores, followingBatches).setState(next, true);
  const [first] = made;
  if (first !== undefined) stores.route.actions.goToChanges({ kind: 'batch', batchId: first.id });
}

interface HostsProps extends Pick<Props, 'of'> {
  readonly allowed: Allowed;
  readonly form: DialogForm<BatchForm>;
}

/** The nameservers for every domain: typed one to a line, pasted, or taken from a template. */
function Hosts({ of, allowed: { mostNameservers: most }, form }: HostsProps) {
  const text = form.values.hosts;
  const problem = hostsProblem([text], most);
  const sent = hostsOf([text]);
  return (
    <Stack gap="xs">
      {text.trim() === '' && (
        <ClientOffer
          of={of}
          kind="nameservers"
          choose={({ nameservers }) => form.setFieldValue('hosts', nameservers.join('\n'))}
        />
      )}
      <Textarea
        label="Nameservers, one per line"
        description={`${upperFirst(howMany(most))}. They replace the whole set of each domain.`}
        placeholder={'ns1.example.net\nns2.example.net'}
        classNames={{ input: 'mono' }}
        maxLength={4_000}
        rows={4}
        data-autofocus
        {...form.getInputProps('hosts')}
        error={sent.length >= 2 ? problem : form.errors['hosts']}
      />
      <Group gap="sm" wrap="nowrap">
        <TemplateMenu
          kind="nameservers"
          choose={({ nameservers }) => form.setFieldValue('hosts', nameservers.join('\n'))}
        />
        {problem === null && (
          <Text c="dimmed">
            Sent as <span className="mono">{sent.join(', ')}</span>
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/**
 * What of a contact is set or cleared at every domain, typed or taken from a template, and for which roles. A field that is left alone
 * stays as it is at each.
 */
function ContactsOfMany({ of, allowed: { writable }, form }: HostsProps) {
  const { roles, fields, cleared } = form.values;
  const isUntouched = cleared.length === 0 && fields.every(({ value }) => value === '');
  return (
    <Stack gap="sm">
      {isUntouched && (
        <ClientOffer
          of={of}
          kind="contact"
          choose={(template) => form.setFieldValue('fields', templateFields(template.fields))}
        />
      )}
      <Group role="group" aria-label="Roles" gap="4px 16px">
        {writable.map((role, at) => (
          <Tick
            key={role}
            data-autofocus={at === 0 || undefined}
            label={role}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'roles',
                writable.filter((one) => (one === role ? checked : roles.includes(one))),
              )
            }
          />
        ))}
        <Group ml="auto">
          <TemplateMenu
            kind="contact"
            choose={(template) => form.setValues({ fields: templateFields(template.fields), cleared: [] })}
          />
        </Group>
      </Group>
      <Text c="dimmed">
        A field that you leave empty stays as it is at each domain; tick Clear to empty it there.{' '}
        {of.map(({ accountId }) => (
          <WritableRoles key={accountId} accountId={accountId} />
        ))}
      </Text>
      <div>
        <Tick
          label="Unlock before, lock again after"
          checked={form.values.unlocks}
          onChange={({ currentTarget: { checked } }) => form.setFieldValue('unlocks', checked)}
        />
        <Text c="dimmed" pl={26}>
          Some registries refuse new contacts while a domain is locked. A domain that is not locked stays so.
        </Text>
      </div>
      <ContactGrid
        fields={fields}
        onChange={(next) => form.setFieldValue('fields', next)}
        clearing={{ cleared, onChange: (next) => form.setFieldValue('cleared', next) }}
      />
      {form.errors['roles'] !== undefined && (
        <Text c="var(--nd-danger)" role="alert">
          {form.errors['roles']}
        </Text>
      )}
    </Stack>
  );
}

const actions = ['lock', 'unlock', 'nameservers', 'contacts', 'renew', 'sync'] as const;
export type BatchAction = (typeof actions)[number];

interface BatchForm {
  readonly action: BatchAction;
  /** As typed or pasted, one to a line. */
  readonly hosts: string;
  readonly periodYears: number;
  /** Those that get the contact. */
  readonly roles: readonly string[];
  /** Of the contact, under the documented names. One without a value stays as it is at each domain. */
  readonly fields: readonly NamedValue[];
  /** The names of the fields that are emptied at each domain. */
  readonly cleared: readonly string[];
  /** Whether each domain is unlocked for its contacts, and locked again. */
  readonly unlocks: boolean;
}

/** Whether there is nothing left to fill in, nor to say before: several accounts become a batch of each. */
const isComplete = (of: readonly NamesOf[], action: BatchAction, { hosts }: GivenChange): boolean =>
  of.length === 1 && (['lock', 'unlock', 'sync'].includes(action) || hosts !== undefined);

/** @param writable The roles whose contacts can be set. The registrant is who is meant where nobody says whose address it is. */
function formWith({ hosts, email }: GivenChange, writable: readonly string[]): Partial<BatchForm> {
  if (hosts !== undefined) return { hosts: hosts.join('\n') };
  if (email === undefined) return {};
  const roles = writable.filter((role) => writable.length === 1 || role === 'Registrant');
  return { roles, fields: templateFields([{ name: 'Email', value: email }]) };
}

const emptyForm: BatchForm = {
  action: 'lock',
  hosts: '',
  periodYears: 1,
  roles: [],
  fields: templateFields([]),
  cleared: [],
  unlocks: false,
};

const formSchema = (most: number) =>
  z
    .object({
      action: z.enum(actions),
      hosts: z.string(),
      periodYears: z.number(),
      roles: z.readonly(z.array(z.string())),
      fields: z.readonly(z.array(z.object({ name: z.string(), value: z.string() }))),
      cleared: z.readonly(z.array(z.string())),
      unlocks: z.boolean(),
    })
    .check((context) => {
      const { action, hosts, roles } = context.value;
      const missing = action === 'contacts' ? contactsProblem(context.value) : null;
      if (missing !== null)
        context.issues.push({ code: 'custom', message: missing, input: roles, path: ['roles'] });
      const message = action === 'nameservers' ? hostsProblem([hosts], most) : null;
      if (message !== null) context.issues.push({ code: 'custom', message, input: hosts, path: ['hosts'] });
    });

/** Only what is set or cleared is asked for: of the other fields nothing is said. */
const askedFields = ({ fields, cleared }: Pick<BatchForm, 'fields' | 'cleared'>): readonly NamedValue[] =>
  fields
    .map(({ name, value }) => ({ name, value: cleared.includes(name) ? '' : value }))
    .filter(({ name, value }) => value.trim() !== '' || cleared.includes(name));

function contactsProblem(form: Pick<BatchForm, 'roles' | 'fields' | 'cleared'>): string | null {
  if (form.roles.length === 0) return 'Choose a role';
  return askedFields(form).length === 0 ? 'Fill in or clear a field, or use a template' : null;
}

/** What was asked for, else what was discarded for the same domains. */
function startOf(
  action: BatchAction,
  discarded: FullBatchAsk | null,
  writable: readonly string[],
): BatchForm {
  // Where there is no choice, none has to be made.
  const start = { ...emptyForm, action, roles: writable.length === 1 ? writable : [] };
  return discarded === null || action !== formOf(discarded).action
    ? start
    : { ...start, ...formOf(discarded) };
}

function formOf(ask: FullBatchAsk): Partial<BatchForm> {
  // Made in Register, and on the domain's own page.
  if (ask.kind === 'register' || 'host' in ask) return {};
  switch (ask.kind) {
    case 'lock':
      return { action: ask.state === 'locked' ? 'lock' : 'unlock' };
    case 'nameservers':
      return { action: 'nameservers', hosts: ask.nameservers.map(toUnicode).join('\n') };
    case 'renew':
      return { action: 'renew', periodYears: ask.periodYears };
    case 'sync':
      return { action: 'sync' };
    case 'contacts':
      return contactsFormOf(ask);
  }
}

function contactsFormOf({
  roles,
  unlocks,
}: Extract<FullBatchAsk, { readonly kind: 'contacts' }>): Partial<BatchForm> {
  const fields = roles[0]?.fields ?? [];
  return {
    action: 'contacts',
    roles: roles.map(({ name }) => name),
    fields: templateFields(fields),
    cleared: fields.filter(({ value }) => value === '').map(({ name }) => name),
    unlocks: unlocks === true,
  };
}

function askOf(form: BatchForm): FullBatchAsk {
  const { action, hosts, periodYears, roles } = form;
  switch (action) {
    case 'lock':
      return { kind: 'lock', state: 'locked' };
    case 'unlock':
      return { kind: 'lock', state: 'unlocked' };
    case 'nameservers':
      return { kind: 'nameservers', nameservers: hostsOf([hosts]) };
    case 'renew':
      return { kind: 'renew', periodYears };
    case 'contacts':
      return {
        kind: 'contacts',
        roles: roles.map((name) => ({ name, fields: askedFields(form) })),
        ...(form.unlocks && { unlocks: true }),
      };
    case 'sync':
      return { kind: 'sync' };
  }
}

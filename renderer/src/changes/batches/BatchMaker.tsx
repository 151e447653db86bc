import { Button, Group, Menu, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import * as z from 'zod/mini';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import { type NamedValue, templateFields } from '#shared/domain/contact-fields.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { mostBatchRows } from '#shared/domain/terms.ts';
import { useStores } from '../../app-stores.ts';
import { TemplateItems, useTemplates } from '../../settings/TemplatesView.tsx';
import { ContactGrid } from '../../domains/contacts/ContactInput.tsx';
import { useWritableRoles, WritableRoles } from '../../domains/contacts/ContactRoles.tsx';
import {
  fewestRows,
  listed,
  problemOf,
  readHost,
  useMostNameservers,
} from '../../domains/nameservers/host-rows.ts';
import { type DialogForm, FewNames, FormDialog } from '../../ui/Dialogs.tsx';
import { counted, format } from '../../ui/Formats.tsx';
import { Choices, OtherAccount, Tick } from '../../ui/PageParts.tsx';
import { FlowTrouble } from '../ChangeParts.tsx';
import { periodChoices } from '../kinds/renew.tsx';
import { useBatches } from './batch-store.ts';

interface Props {
  /** The account that holds the domains. */
  readonly accountId: string;
  /** As A-labels. */
  readonly domains: readonly string[];
  /** Chosen at the start, where it was asked for already. */
  readonly action?: BatchAction | undefined;
  /** The batch is created: these domains need not stay selected. */
  readonly onMade?: () => void;
  readonly onClose: () => void;
}

const isEqual = (one: ReadonlySet<string>, other: readonly string[]): boolean =>
  one.size === other.length && other.every((name) => one.has(name));

/** The form for a batch. Submitting starts reading the present state and opens the batch; nothing is changed yet. */
export function BatchMaker({ accountId, domains, action, onMade, onClose }: Props) {
  const { route } = useStores();
  const batches = useBatches();
  const { cancelled } = batches.getState();
  const isSame = cancelled?.accountId === accountId && isEqual(new Set(cancelled.domains), domains);
  const most = useMostNameservers(accountId);
  const writable = useWritableRoles(accountId);
  const schema = useMemo(() => formSchema(most), [most]);
  const isTooMany = domains.length > mostBatchRows;
  return (
    <FormDialog
      title={`Batch change for ${counted(domains.length, 'domain', 'domains')}`}
      size={action === 'contacts' ? 720 : 560}
      schema={schema}
      initialValues={startOf(action, isSame ? cancelled.ask : null, writable)}
      asksFirst={action === 'contacts'}
      showsMissing
      isReady={!isTooMany && domains.length > 0}
      action="Read and review"
      hint="You review every row before anything is sent."
      onSubmit={(form) => batches.actions.prepare({ accountId, ask: askOf(form), domains: [...domains] })}
      onDone={({ id }) => {
        onMade?.();
        route.actions.goToChanges({ kind: 'batch', planId: id });
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
          <OtherAccount accountId={accountId} />
          <FewNames names={domains} />
          {isTooMany && (
            <Text c="danger" role="alert">
              One batch takes {format.count(mostBatchRows)} domains at most. Select fewer.
            </Text>
          )}
          <Choices
            legend="Change"
            choices={batchActions}
            value={form.values.action}
            onChange={(action) => form.setFieldValue('action', action)}
            hasFocus
          />
          {form.values.action === 'nameservers' && <Hosts accountId={accountId} form={form} />}
          {form.values.action === 'contacts' && <ContactsOfMany accountId={accountId} form={form} />}
          {form.values.action === 'renew' && (
            <Select
              label="Period"
              w={200}
              data={periodChoices}
              value={String(form.values.periodYears)}
              onChange={(value) => form.setFieldValue('periodYears', Number(value ?? 1))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

const strong = (label: string) => <strong>{label}</strong>;

const batchActions: readonly {
  readonly value: BatchAction;
  readonly label: ReactNode;
  readonly about: string;
}[] = [
  { value: 'lock', label: strong('Lock'), about: 'Turn the registrar lock on' },
  { value: 'unlock', label: strong('Unlock'), about: 'Turn the registrar lock off' },
  { value: 'nameservers', label: strong('Set nameservers'), about: 'The same set for all' },
  {
    value: 'contacts',
    label: strong('Set contacts'),
    about: 'One contact for the roles that you choose',
  },
  {
    value: 'renew',
    label: strong('Renew'),
    about: 'Costs money. The review shows the prices that are known',
  },
  {
    value: 'sync',
    label: strong('Sync'),
    about: 'Refresh from the registry. It may return the expiry date',
  },
];

interface HostsProps {
  readonly accountId: string;
  readonly form: DialogForm<BatchForm>;
}

/** The nameservers for every domain: typed one to a line, pasted, or taken from a template. */
function Hosts({ accountId, form }: HostsProps) {
  const most = useMostNameservers(accountId);
  const text = form.values.hosts;
  const problem = hostsProblem(text, most);
  const sent = hostsIn(text);
  return (
    <Stack gap="xs">
      <Textarea
        label="Nameservers, one per line"
        description={`Two to ${most === 5 ? 'five' : most}. They replace the whole set of each domain.`}
        placeholder={'ns1.example.net\nns2.example.net'}
        classNames={{ input: 'mono' }}
        maxLength={4_000}
        rows={4}
        spellCheck={false}
        {...form.getInputProps('hosts')}
        error={sent.length >= 2 ? problem : form.errors['hosts']}
      />
      <Group gap="sm" wrap="nowrap">
        <Templates
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

/** One contact for every domain, typed or taken from a template, and the roles that get it. */
function ContactsOfMany({ accountId, form }: HostsProps) {
  const writable = useWritableRoles(accountId);
  const { roles, fields } = form.values;
  return (
    <Stack gap="sm">
      <Group role="group" aria-label="Roles" gap="4px 16px">
        {writable.map((role) => (
          <Tick
            key={role}
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
          <Templates
            kind="contact"
            choose={(template) => form.setFieldValue('fields', templateFields(template.fields))}
          />
        </Group>
      </Group>
      <Text c="dimmed">
        <WritableRoles accountId={accountId} /> A field that is empty here is emptied at each domain. Other
        fields of a domain stay as they are.
      </Text>
      <ContactGrid
        fields={fields}
        doubtsEmpty={fields.some(({ value }) => value !== '')}
        onChange={(next) => form.setFieldValue('fields', next)}
      />
      {form.errors['roles'] !== undefined && (
        <Text c="danger" role="alert">
          {form.errors['roles']}
        </Text>
      )}
    </Stack>
  );
}

interface TemplatesProps<K extends Template['kind']> {
  readonly kind: K;
  readonly choose: (template: Extract<Template, { readonly kind: K }>) => void;
}

function Templates<K extends Template['kind']>({ kind, choose }: TemplatesProps<K>) {
  const { templates, read } = useTemplates();
  return (
    <Menu position="bottom-start" width={320} onOpen={() => void read()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Use a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TemplateItems templates={templates} kind={kind} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
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
  /** Of the contact, under the documented names. */
  readonly fields: readonly NamedValue[];
}

const emptyForm: BatchForm = {
  action: 'lock',
  hosts: '',
  periodYears: 1,
  roles: [],
  fields: templateFields([]),
};

const formSchema = (most: number) =>
  z
    .object({
      action: z.enum(actions),
      hosts: z.string(),
      periodYears: z.number(),
      roles: z.readonly(z.array(z.string())),
      fields: z.readonly(z.array(z.object({ name: z.string(), value: z.string() }))),
    })
    .check((context) => {
      const { action, hosts, roles, fields } = context.value;
      const missing = action === 'contacts' ? contactsProblem(roles, fields) : null;
      if (missing !== null)
        context.issues.push({ code: 'custom', message: missing, input: roles, path: ['roles'] });
      const message = action === 'nameservers' ? hostsProblem(hosts, most) : null;
      if (message !== null) context.issues.push({ code: 'custom', message, input: hosts, path: ['hosts'] });
    });

function contactsProblem(roles: readonly string[], fields: readonly NamedValue[]): string | null {
  if (roles.length === 0) return 'Choose a role';
  return fields.every(({ value }) => value.trim() === '') ? 'Enter a contact, or use a template' : null;
}

/** Why the nameservers cannot be set; null where they can. */
export function hostsProblem(text: string, most: number): string | null {
  const rows = listed(text);
  if (rows.length < fewestRows) return 'Enter two nameservers';
  if (rows.length > most) return `${most} nameservers can be sent at most`;
  for (const [index, row] of rows.entries()) {
    const problem = problemOf(rows, index);
    if (problem !== null) return `${row}: ${problem}`;
  }
  return null;
}

/** The hosts as sent: A-labels, in order. */
const hostsIn = (text: string): readonly string[] =>
  listed(text).flatMap((row) => {
    const host = readHost(row);
    return host.ok ? [host.value] : [];
  });

/** What was asked for, else what was cancelled for the same domains. */
function startOf(
  action: BatchAction | undefined,
  cancelled: FullBatchAsk | null,
  writable: readonly string[],
): BatchForm {
  // Where there is no choice, none has to be made.
  const start = { ...emptyForm, roles: writable.length === 1 ? writable : [] };
  if (cancelled !== null && (action === undefined || action === cancelled.kind))
    return { ...start, ...formOf(cancelled) };
  return action === undefined ? start : { ...start, action };
}

function formOf(ask: FullBatchAsk): Partial<BatchForm> {
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
      return {
        action: 'contacts',
        roles: ask.roles.map(({ name }) => name),
        fields: templateFields(ask.roles[0]?.fields ?? []),
      };
  }
}

function askOf({ action, hosts, periodYears, roles, fields }: BatchForm): FullBatchAsk {
  switch (action) {
    case 'lock':
      return { kind: 'lock', state: 'locked' };
    case 'unlock':
      return { kind: 'lock', state: 'unlocked' };
    case 'nameservers':
      return { kind: 'nameservers', nameservers: hostsIn(hosts) };
    case 'renew':
      return { kind: 'renew', periodYears };
    case 'contacts':
      return { kind: 'contacts', roles: roles.map((name) => ({ name, fields })) };
    case 'sync':
      return { kind: 'sync' };
  }
}

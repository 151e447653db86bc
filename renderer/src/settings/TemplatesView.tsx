import { Button, Group, Menu, NavLink, Text, TextInput } from '@mantine/core';
import { IconEdit, IconPencil, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { Input } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { upperFirst } from '../ui/Formats.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { idleFlow } from '../changes/flow-store.ts';
import { meaningOf, type NamedValue, templateFields } from '#shared/domain/contact-fields.ts';
import { ContactGrid } from '../domains/contacts/ContactInput.tsx';
import {
  type HostRows,
  hostsOf,
  howMany,
  isSendable,
  useHostRows,
} from '../domains/nameservers/host-rows.ts';
import { HostsField } from '../domains/nameservers/HostsField.tsx';
import { ConfirmDialog, FormDialog } from '../ui/Dialogs.tsx';
import { BackTo, Page, Section } from '../ui/PageParts.tsx';
import { EmptyState, ErrorState, Loaded } from '../ui/States.tsx';
import { moveInList, pressed } from '../ui/Shortcuts.tsx';
import { useAction } from '../use-action.ts';
import { valueOf } from '../remote.ts';

interface Asked {
  readonly to: 'edit' | 'rename' | 'remove';
  /** Without an id: a new one. */
  readonly template: Template;
}

const newContact: Template = { id: '', name: '', kind: 'contact', fields: templateFields([]) };
const newHosts: Template = { id: '', name: '', kind: 'nameservers', nameservers: [] };

/** All templates, with actions to create, open, rename and remove them. */
export function TemplatesView() {
  const { goToDomains } = useStores().route.actions;
  const [templates, again] = useAction('templates', 'list', {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const add = (template: Template, label: string) => (
    <Button
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setAsked({ to: 'edit', template })}
    >
      {label}
    </Button>
  );
  const isSealed = templates.status === 'failed' && templates.error.kind === 'keychain';
  return (
    <Page
      title="Templates"
      width={1080}
      back={<BackTo label="Domains" onClick={() => goToDomains({ kind: 'list' })} />}
      actions={
        <>
          {add(newContact, 'New contact')}
          {add(newHosts, 'New nameserver set')}
        </>
      }
    >
      <Loaded
        of={templates}
        about={
          isSealed
            ? 'Contact templates are encrypted with a key from the keychain. Without it they can’t be opened or saved'
            : 'Couldn’t load the templates'
        }
        loading="Loading the templates…"
        again={again}
      >
        {({ templates: all }) =>
          all.length === 0 ? <NoTemplates /> : <Groups templates={all} onAsk={setAsked} />
        }
      </Loaded>
      {asked !== null && <TemplateDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

const NoTemplates = () => (
  <EmptyState icon={<IconTemplate size={24} stroke={1.5} />} title="No templates yet">
    Save contacts and nameserver sets you use often. Insert them when you register or edit a domain; nothing
    is sent automatically.
  </EmptyState>
);

interface RowsProps {
  readonly templates: readonly Template[];
  readonly onAsk: (asked: Asked) => void;
}

const Groups = ({ templates, onAsk }: RowsProps) => (
  <div>
    <Section title="Contacts">
      <Text c="dimmed">Personal: encrypted on this computer with a key from the keychain.</Text>
      <TemplateRows templates={templates.filter(isOf('contact'))} onAsk={onAsk} />
    </Section>
    <Section title="Nameservers">
      <TemplateRows templates={templates.filter(isOf('nameservers'))} onAsk={onAsk} />
    </Section>
  </div>
);

/** The list of templates: Enter opens one; the shortcuts of Templates rename it, or ask to remove it. */
const TemplateRows = ({ templates, onAsk }: RowsProps) =>
  templates.length === 0 ? (
    <Text c="dimmed">None yet</Text>
  ) : (
    <ul>
      {templates.map((template) => (
        <Group key={template.id} component="li" gap="sm" wrap="nowrap" className="line-below">
          <NavLink
            component="button"
            type="button"
            label={template.name}
            description={summaryOf(template) || 'Empty'}
            noWrap
            styles={{ label: { fontWeight: 600 } }}
            {...(template.kind === 'nameservers' && { classNames: { description: 'mono' } })}
            onClick={() => onAsk({ to: 'edit', template })}
            onKeyDown={(event) => onKey(event, template, onAsk)}
          />
          <More template={template} onAsk={onAsk} />
        </Group>
      ))}
    </ul>
  );

function onKey(event: KeyboardEvent<HTMLElement>, template: Template, onAsk: RowsProps['onAsk']): void {
  if (pressed(event, 'renameTemplate')) onAsk({ to: 'rename', template });
  else if (pressed(event, 'removeTemplate')) onAsk({ to: 'remove', template });
  else {
    moveInList(event);
    return;
  }
  event.preventDefault();
}

const menuActions = [
  ['edit', 'Edit…', IconEdit],
  ['rename', 'Rename…', IconPencil],
  ['remove', 'Remove…', IconTrash],
] as const;

function More({ template, onAsk }: Omit<RowsProps, 'templates'> & { readonly template: Template }) {
  return (
    <MoreMenu label={`More for ${isolated(template.name)}`} width={200}>
      {menuActions.map(([to, label, Icon]) => (
        <Menu.Item
          key={to}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => onAsk({ to, template })}
        >
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
  );
}

interface DialogProps<T extends Template = Template> {
  readonly template: T;
  readonly onClose: () => void;
}

function TemplateDialog({ asked: { to, template }, ...props }: Omit<DialogProps, 'template'> & AskedProps) {
  if (to === 'rename') return <RenameTemplate template={template} {...props} />;
  if (to === 'remove') return <RemoveTemplate template={template} {...props} />;
  return template.kind === 'contact' ? (
    <ContactTemplateForm template={template} {...props} />
  ) : (
    <HostsTemplateForm template={template} {...props} />
  );
}

interface AskedProps {
  readonly asked: Asked;
}

const idOf = ({ id }: Template): string | null => (id === '' ? null : id);

const bodyOf = (template: Template) =>
  template.kind === 'contact'
    ? { kind: template.kind, fields: template.fields }
    : { kind: template.kind, nameservers: template.nameservers };

/** Renames a template; its content stays. */
const RenameTemplate = ({ template, onClose }: DialogProps) => (
  <TemplateForm
    title="Rename a template"
    action="Rename"
    id={template.id}
    name={template.name}
    body={bodyOf(template)}
    onClose={onClose}
  />
);

/** A form for a named set of nameservers, with the same checks as before sending. */
function HostsTemplateForm({ template, onClose }: DialogProps<TemplateOf<'nameservers'>>) {
  const [typed, setTyped] = useState<readonly string[]>(template.nameservers);
  const rows = useHostRows(null, typed, setTyped);
  const nameservers = hostsOf(rows.rows);
  const isWhole = isSendable(rows.rows, rows.most);
  const id = idOf(template);
  return (
    <TemplateForm
      title={id === null ? 'New nameserver set' : 'Edit nameserver set'}
      size={560}
      id={id}
      name={template.name}
      body={{ kind: 'nameservers', nameservers }}
      missing={isWhole ? '' : `${upperFirst(howMany(rows.most))} hosts`}
      onClose={onClose}
    >
      <HostsField rows={rows} flow={idleFlow} isStrict={false} />
    </TemplateForm>
  );
}

/** A form for the ten fields of a contact, with a template name. No field is required: an empty field is filled in as empty. */
function ContactTemplateForm({ template, onClose }: DialogProps<TemplateOf<'contact'>>) {
  const [fields, setFields] = useState(template.fields);
  const id = idOf(template);
  return (
    <TemplateForm
      title={id === null ? 'New contact' : 'Edit a contact'}
      size={720}
      id={id}
      name={template.name}
      body={{ kind: 'contact', fields }}
      onClose={onClose}
    >
      <ContactGrid fields={fields} nameLabel="Name of the contact" onChange={setFields} />
    </TemplateForm>
  );
}

/** Asks once, and says what is lost. */
function RemoveTemplate({ template: { id, name }, onClose }: DialogProps) {
  const { bridge, undo } = useStores();
  return (
    <ConfirmDialog
      title="Remove this template?"
      size={480}
      action="Remove the template"
      color="danger"
      onConfirm={() =>
        undo.actions.edit({ area: 'templates', text: 'Removed the template', accountId: null }, (edit) =>
          bridge.request.templates.remove({ id, edit }),
        )
      }
      onClose={onClose}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text>You can undo this until Namedesk restarts. Domains it was used for stay as they are.</Text>
    </ConfirmDialog>
  );
}

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });

interface TemplateFormProps extends Pick<Input<'templates', 'save'>, 'id' | 'body'> {
  readonly title: string;
  readonly size?: number;
  /** The name at first. */
  readonly name?: string;
  readonly action?: string;
  /** Why it cannot be saved, other than a missing name; empty where nothing is missing. */
  readonly missing?: string;
  readonly onClose: () => void;
  /** The template's content. */
  readonly children?: ReactNode;
}

/** A dialog with a template's name and its content, which saves it. */
export function TemplateForm(props: TemplateFormProps) {
  const { title, size = 480, id, name = '', body, action = 'Save', missing = '', onClose } = props;
  const { bridge, undo } = useStores();
  const [atFirst] = useState(() => JSON.stringify(body));
  return (
    <FormDialog
      title={title}
      size={size}
      action={action}
      hint={missing}
      isReady={missing === ''}
      schema={schema}
      initialValues={{ name }}
      asksFirst
      isTyped={JSON.stringify(body) !== atFirst}
      onSubmit={(named) =>
        undo.actions.edit({ area: 'templates', text: 'Saved the template', accountId: null }, (edit) =>
          bridge.request.templates.save({ id, ...named, body, edit }),
        )
      }
      onError={(error) => <NotSaved error={error} />}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name of the template"
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {props.children}
        </>
      )}
    </FormDialog>
  );
}

/** Why a template was not saved. Scrolled into view, since the form may be long. */
function NotSaved({ error }: { readonly error: AppError }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [error]);
  return (
    <div ref={place}>
      <ErrorState error={error} about={error.kind === 'keychain' ? sealed : 'The template was not saved'} />
    </div>
  );
}

const sealed = 'The template was not saved: contacts are personal, and encrypting them needs the keychain';

interface SaveContactTemplateProps {
  readonly fields: readonly NamedValue[];
  readonly onClose: () => void;
}

/** Saves a contact as a template, encrypted. */
export function SaveContactTemplate({ fields, onClose }: SaveContactTemplateProps) {
  const others = fields.filter((field) => field.value !== '' && meaningOf(field.name) === null);
  return (
    <TemplateForm
      title="Save as a template"
      id={null}
      body={{ kind: 'contact', fields: templateFields(fields) }}
      onClose={onClose}
    >
      <Text c="dimmed">
        The ten documented fields are saved, encrypted with a key from the keychain.
        {others.length > 0 && ` Not saved: ${others.map((field) => field.name).join(', ')}.`}
      </Text>
    </TemplateForm>
  );
}

type TemplateOf<K extends Template['kind']> = Extract<Template, { readonly kind: K }>;

export const isOf =
  <K extends Template['kind']>(kind: K) =>
  (template: Template): template is TemplateOf<K> =>
    template.kind === kind;

function summaryOf(template: Template): string {
  if (template.kind === 'nameservers') return template.nameservers.join(', ');
  const value = (name: string) => template.fields.find((field) => field.name === name)?.value ?? '';
  return [value('Contact_Name'), value('Company_Name'), value('City'), value('Country')]
    .filter((part) => part !== '')
    .join(', ');
}

interface TemplateItemsProps<K extends Template['kind']> {
  readonly kind: K;
  readonly onChoose: (template: TemplateOf<K>) => void;
}

/** The templates of a kind as menu items, or why there are none. */
export function TemplateItems<K extends Template['kind']>({ kind, onChoose }: TemplateItemsProps<K>) {
  const [templates] = useAction('templates', 'list', {});
  const all = valueOf(templates)?.templates.filter(isOf(kind)) ?? null;
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0)
    return <Menu.Label>No templates of {kind === 'contact' ? 'contacts' : 'nameservers'} yet</Menu.Label>;
  return all.map((template) => (
    <Menu.Item key={template.id} onClick={() => onChoose(template)}>
      {template.name}
      <Text
        size="xs"
        c="dimmed"
        style={{ overflowWrap: 'anywhere' }}
        {...(kind === 'nameservers' && { className: 'mono' })}
      >
        {summaryOf(template)}
      </Text>
    </Menu.Item>
  ));
}

/** Templates of nameservers: apply one, or save the present rows as one. */
export function HostTemplates({ rows }: { readonly rows: HostRows }) {
  const { route } = useStores();
  const [isSaving, setIsSaving] = useState(false);
  const hosts = hostsOf(rows.rows);

  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button leftSection={<IconTemplate size={14} aria-hidden />}>Templates</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <TemplateItems kind="nameservers" onChoose={({ nameservers }) => rows.replace(nameservers)} />
          <Menu.Divider />
          <Menu.Item disabled={hosts.length === 0} onClick={() => setIsSaving(true)}>
            Save these as a template…
          </Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <TemplateForm
          title="Save as a template"
          id={null}
          body={{ kind: 'nameservers', nameservers: [...hosts] }}
          onClose={() => setIsSaving(false)}
        >
          <ul className="mono selectable">
            {hosts.map((host) => (
              <li key={host}>{host}</li>
            ))}
          </ul>
        </TemplateForm>
      )}
    </>
  );
}

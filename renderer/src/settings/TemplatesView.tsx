import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import {
  IconArrowLeft,
  IconDots,
  IconEdit,
  IconPencil,
  IconPlus,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Template } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import { idleFlow } from '../changes/flow-store.ts';
import { templateFields } from '../domains/contacts/contact-fields.ts';
import { ContactInput } from '../domains/contacts/ContactInput.tsx';
import { hostsOf, isSendable, rowsOf, useHostRows } from '../domains/nameservers/host-rows.ts';
import { HostRowList } from '../domains/nameservers/HostRowList.tsx';
import { Section } from '../ui/PageParts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import {
  type ContactTemplate,
  DialogForm,
  type HostsTemplate,
  isOfContact,
  isOfHosts,
  summaryOf,
  useCodeExport,
  useTemplates,
} from './TemplateForm.tsx';
import css from './templates.module.css';

/** All templates, with actions to create, open, rename and remove them. */
export function TemplatesView() {
  const { templates, read } = useTemplates();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    void read();
  }, [read]);
  const all = valueOf(templates);

  function close(isChanged: boolean): void {
    setAsked(null);
    if (isChanged) void read();
  }

  return (
    <div className={css['screen']}>
      <Head onAsk={setAsked} />
      {templates.status === 'failed' && <Trouble error={templates.error} read={() => void read()} />}
      {all?.length === 0 && <NoTemplates />}
      {all !== null && all.length > 0 && <Groups templates={all} onAsk={setAsked} />}
      {asked !== null && <TemplateDialog asked={asked} onClose={close} />}
    </div>
  );
}

interface AskProps {
  readonly onAsk: (asked: Asked) => void;
}

function Head({ onAsk }: AskProps) {
  const { route } = useStores();
  const make = (of: 'contact' | 'nameservers', label: string) => (
    <Button
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => onAsk({ to: 'make', of })}
    >
      {label}
    </Button>
  );
  return (
    <div className={css['head']}>
      <Button
        variant="subtle"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => route.actions.goToDomains({ kind: 'list' })}
      >
        Domains
      </Button>
      <h1 className={css['title']}>Templates</h1>
      {make('contact', 'New contact')}
      {make('nameservers', 'New set of nameservers')}
    </div>
  );
}

function Trouble({ error, read }: { readonly error: AppError; readonly read: () => void }) {
  const about =
    error.kind === 'keychain'
      ? 'Templates of contacts are sealed with a key that only the keychain has. Without it they can be neither opened nor kept'
      : 'The templates could not be read';
  return <ErrorState error={error} about={about} remedies={{ 'try-again': read }} />;
}

const NoTemplates = () => (
  <EmptyState icon={<IconTemplate size={24} stroke={1.5} />} title="No templates yet">
    Keep contacts and sets of nameservers that you need again and again. They are put in where a domain is
    registered or edited; nothing is sent by itself.
  </EmptyState>
);

function Groups({ templates, onAsk }: AskProps & { readonly templates: readonly Template[] }) {
  return (
    <div>
      <Section title="Contacts">
        <p className={css['quiet']}>
          Personal: sealed on this computer with a key that only the keychain has.
        </p>
        <TemplateRows templates={templates.filter(isOfContact)} onAsk={onAsk} />
      </Section>
      <Section title="Nameservers">
        <TemplateRows templates={templates.filter(isOfHosts)} onAsk={onAsk} />
      </Section>
    </div>
  );
}

interface Props {
  readonly templates: readonly Template[];
  readonly onAsk: (asked: Asked) => void;
}

/** The list of templates: Enter opens one, F2 renames it, Delete asks to remove it. */
function TemplateRows({ templates, onAsk }: Props) {
  if (templates.length === 0) return <p className={css['quiet']}>None yet</p>;
  return (
    <ul className={css['rows']}>
      {templates.map((template) => (
        <li key={template.id} className={css['row']}>
          <button
            type="button"
            className={css['open']}
            onClick={() => onAsk({ to: 'edit', template })}
            onKeyDown={(event) => onKey(event, template, onAsk)}
          >
            <span className={css['rowName']}>{template.name}</span>
            <span className={`${css['rowText'] ?? ''} ${template.kind === 'nameservers' ? 'mono' : ''}`}>
              {summaryOf(template) || 'Empty'}
            </span>
          </button>
          <More template={template} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

function onKey(event: KeyboardEvent<HTMLElement>, template: Template, onAsk: Props['onAsk']): void {
  if (event.key === 'F2') onAsk({ to: 'rename', template });
  else if (event.key === 'Delete') onAsk({ to: 'remove', template });
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
  else return;
  event.preventDefault();
}

function moveFocus({ currentTarget, key }: KeyboardEvent<HTMLElement>): void {
  const row = currentTarget.closest('li');
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector('button')?.focus();
}

function More({ template, onAsk }: Pick<Props, 'onAsk'> & { readonly template: Template }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for ${template.name}`}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEdit size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'edit', template })}
        >
          Edit…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'rename', template })}
        >
          Rename…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'remove', template })}
        >
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The active dialog. */
type Asked =
  | { readonly to: 'make'; readonly of: Template['kind'] }
  | { readonly to: 'edit' | 'rename' | 'remove'; readonly template: Template };

interface TemplateDialogProps {
  readonly asked: Asked;
  readonly onClose: (isChanged: boolean) => void;
}

/** Draws the active dialog. */
function TemplateDialog({ asked, onClose }: TemplateDialogProps) {
  switch (asked.to) {
    case 'make':
      return <Form template={fresh(asked.of)} id={null} onClose={onClose} />;
    case 'edit':
      return <Form template={asked.template} id={asked.template.id} onClose={onClose} />;
    case 'rename':
      return <RenameTemplate template={asked.template} onClose={onClose} />;
    case 'remove':
      return <RemoveTemplate template={asked.template} onClose={onClose} />;
    default:
      return assertNever(asked);
  }
}

const fresh = (kind: Template['kind']): Template =>
  kind === 'contact'
    ? { id: '', name: '', kind, fields: templateFields([]) }
    : { id: '', name: '', kind, nameservers: [] };

interface FormProps extends Pick<TemplateDialogProps, 'onClose'> {
  readonly template: Template;
  readonly id: string | null;
}

const Form = ({ template, id, onClose }: FormProps) =>
  template.kind === 'contact' ? (
    <ContactTemplateForm template={template} id={id} onClose={onClose} />
  ) : (
    <HostsTemplateForm template={template} id={id} onClose={onClose} />
  );

interface RenameTemplateProps {
  readonly template: Template;
  readonly onClose: (isChanged: boolean) => void;
}

/** Renames a template; its content stays. */
function RenameTemplate({ template, onClose }: RenameTemplateProps) {
  const [name, setName] = useState(template.name);
  const { error, isSaving, save } = useCodeExport(onClose);
  return (
    <DialogForm
      title="Rename a template"
      size={480}
      verb="Rename"
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      onSave={() => void save({ id: template.id, name, body: bodyOf(template) })}
      onClose={() => onClose(false)}
    />
  );
}

const bodyOf = (template: Template) =>
  template.kind === 'contact'
    ? { kind: template.kind, fields: template.fields }
    : { kind: template.kind, nameservers: template.nameservers };

interface HostsTemplateFormProps {
  readonly template: HostsTemplate;
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: (isChanged: boolean) => void;
}

/** A form for a named set of nameservers, with the same checks as before sending. */
function HostsTemplateForm({ template, id, onClose }: HostsTemplateFormProps) {
  const [name, setName] = useState(template.name);
  const [typed, setTyped] = useState<readonly string[]>(template.nameservers);
  const { error, isSaving, save } = useCodeExport(onClose);
  const rows = useHostRows(null, rowsOf(typed, []), setTyped);
  const isWhole = isSendable(rows.rows) && hostsOf(rows.rows).length > 0;
  return (
    <DialogForm
      title={id === null ? 'New set of nameservers' : 'Edit a set of nameservers'}
      size={560}
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      missing={isWhole ? '' : 'Two to five hosts'}
      onSave={() => void save({ id, name, body: { kind: 'nameservers', nameservers: hostsOf(rows.rows) } })}
      onClose={() => onClose(false)}
    >
      <HostRowList rows={rows} flow={idleFlow} isStrict={false} />
    </DialogForm>
  );
}

interface ContactTemplateFormProps {
  readonly template: ContactTemplate;
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: (isChanged: boolean) => void;
}

/** A form for the ten fields of a contact, with a template name. No field is required: an empty field is filled in as empty. */
function ContactTemplateForm({ template, id, onClose }: ContactTemplateFormProps) {
  const [name, setName] = useState(template.name);
  const [fields, setFields] = useState(template.fields);
  const { error, isSaving, save } = useCodeExport(onClose);
  const country = fields.find((field) => field.name === 'Country')?.value ?? '';
  return (
    <DialogForm
      title={id === null ? 'New contact' : 'Edit a contact'}
      size={720}
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      onSave={() => void save({ id, name, body: { kind: 'contact', fields } })}
      onClose={() => onClose(false)}
    >
      <div className={css['grid']}>
        {fields.map((field) => (
          <ContactInput
            key={field.name}
            name={field.name}
            {...(field.name === 'Contact_Name' ? { label: 'Name of the contact' } : {})}
            value={field.value}
            country={country}
            onChange={(value) =>
              setFields(fields.map((other) => (other.name === field.name ? { ...other, value } : other)))
            }
          />
        ))}
      </div>
    </DialogForm>
  );
}

interface RemoveTemplateProps {
  readonly template: Template;
  readonly onClose: (isChanged: boolean) => void;
}

/** Asks once, and says what is lost. */
function RemoveTemplate({ template, onClose }: RemoveTemplateProps) {
  const { bridge, notices } = useStores();
  const [error, setError] = useState<AppError | null>(null);

  async function remove(): Promise<void> {
    const result = await bridge.request.templates.remove({ id: template.id });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say('Removed the template');
    onClose(true);
  }

  return (
    <Modal opened onClose={() => onClose(false)} title="Remove this template?" size={480}>
      <div className={css['dialog']}>
        <p className={css['about']}>{template.name}</p>
        <p>
          What it holds is forgotten, and there is no way back. Domains that it was put into stay as they are.
        </p>
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void remove() }} />}
        <div className={css['dialogEnd']}>
          <Button variant="default" data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button color="danger" onClick={() => void remove()}>
            Remove the template
          </Button>
        </div>
      </div>
    </Modal>
  );
}

import { ActionIcon, Button, Group, Menu, NavLink, SimpleGrid, Text } from '@mantine/core';
import { IconDots, IconEdit, IconPencil, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { isolated } from '#shared/domain/isolated.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { useStores } from '../app-stores.ts';
import { idleFlow } from '../changes/flow-store.ts';
import { templateFields } from '../domains/contacts/contact-fields.ts';
import { ContactInput } from '../domains/contacts/ContactInput.tsx';
import { hostsOf, isSendable, rowsOf, useHostRows } from '../domains/nameservers/host-rows.ts';
import { HostRowList } from '../domains/nameservers/HostRowList.tsx';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Page } from '../ui/Page.tsx';
import { BackTo, Loaded, Section } from '../ui/PageParts.tsx';
import { moveInList, pressed } from '../ui/Shortcuts.tsx';
import { EmptyState } from '../ui/States.tsx';
import { isOf, summaryOf, TemplateForm, type TemplateOf, useTemplates } from './TemplateForm.tsx';

/** The active dialog. */
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
  const { templates, read } = useTemplates();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => void read(), [read]);
  const again = () => void read();
  const add = (template: Template, label: string) => (
    <Button
      variant="default"
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
        {(all) => (all.length === 0 ? <NoTemplates /> : <Groups templates={all} onAsk={setAsked} />)}
      </Loaded>
      {asked !== null && <TemplateDialog asked={asked} onDone={again} onClose={() => setAsked(null)} />}
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

const deeds = [
  ['edit', 'Edit…', IconEdit],
  ['rename', 'Rename…', IconPencil],
  ['remove', 'Remove…', IconTrash],
] as const;

function More({ template, onAsk }: Pick<RowsProps, 'onAsk'> & { readonly template: Template }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`More for ${isolated(template.name)}`}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map(([to, label, Icon]) => (
          <Menu.Item
            key={to}
            leftSection={<Icon size={14} aria-hidden />}
            onClick={() => onAsk({ to, template })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface DialogProps<T extends Template = Template> {
  readonly template: T;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Draws the active dialog. */
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
const RenameTemplate = ({ template, onDone, onClose }: DialogProps) => (
  <TemplateForm
    title="Rename a template"
    action="Rename"
    id={template.id}
    name={template.name}
    body={bodyOf(template)}
    onSaved={onDone}
    onClose={onClose}
  />
);

/** A form for a named set of nameservers, with the same checks as before sending. */
function HostsTemplateForm({ template, onDone, onClose }: DialogProps<TemplateOf<'nameservers'>>) {
  const [typed, setTyped] = useState<readonly string[]>(template.nameservers);
  const rows = useHostRows(null, rowsOf(typed, []), setTyped);
  const nameservers = hostsOf(rows.rows);
  const isWhole = isSendable(rows.rows) && nameservers.length > 0;
  const id = idOf(template);
  return (
    <TemplateForm
      title={id === null ? 'New nameserver set' : 'Edit nameserver set'}
      size={560}
      id={id}
      name={template.name}
      body={{ kind: 'nameservers', nameservers }}
      missing={isWhole ? '' : 'Two to five hosts'}
      onSaved={onDone}
      onClose={onClose}
    >
      <HostRowList rows={rows} flow={idleFlow} isStrict={false} />
    </TemplateForm>
  );
}

/** A form for the ten fields of a contact, with a template name. No field is required: an empty field is filled in as empty. */
function ContactTemplateForm({ template, onDone, onClose }: DialogProps<TemplateOf<'contact'>>) {
  const [fields, setFields] = useState(template.fields);
  const country = fields.find((field) => field.name === 'Country')?.value ?? '';
  const id = idOf(template);
  return (
    <TemplateForm
      title={id === null ? 'New contact' : 'Edit a contact'}
      size={720}
      id={id}
      name={template.name}
      body={{ kind: 'contact', fields }}
      onSaved={onDone}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="md" verticalSpacing={12}>
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
      </SimpleGrid>
    </TemplateForm>
  );
}

/** Asks once, and says what is lost. */
function RemoveTemplate({ template: { id, name }, onDone, onClose }: DialogProps) {
  const { bridge, undo } = useStores();
  return (
    <ConfirmDialog
      title="Remove this template?"
      size={480}
      action="Remove the template"
      cancel="Keep it"
      color="danger"
      onConfirm={() =>
        undo.actions.edit({ area: 'templates', text: 'Removed the template', accountId: null }, (edit) =>
          bridge.request.templates.remove({ id, edit }),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text>You can undo this until Namedesk restarts. Domains it was used for stay as they are.</Text>
    </ConfirmDialog>
  );
}

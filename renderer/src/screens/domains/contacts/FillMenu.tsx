import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ContactTemplateItems } from '../../templates/ContactTemplateItems.tsx';
import { SaveContactTemplate } from '../../templates/SaveContactTemplate.tsx';
import { useTemplates } from '../../templates/use-templates.ts';
import { CopyFromDomain } from './copy/CopyFromDomain.tsx';
import { editAt, type RoleNow } from './edits.ts';
import { filled, type NamedValue } from './filling.ts';
import type { Contacts } from './use-contacts.ts';

interface Props {
  readonly role: RoleNow;
  readonly contacts: Contacts;
}

/** Fills a role in from elsewhere, or keeps it to fill others in. Nothing of it is sent by itself. */
export function FillMenu({ role, contacts }: Props) {
  const { notices, route } = useStores();
  const { templates, read } = useTemplates();
  const [dialog, setDialog] = useState<'save' | 'copy' | null>(null);
  const close = () => setDialog(null);
  const others = contacts.roles.filter((other) => other.isWritable && other.name !== role.name);

  function fill(source: readonly NamedValue[]): void {
    const filling = filled(source, textFields(role));
    contacts.fill(role, filling.values);
    if (filling.leftOver.length > 0) notices.actions.say(`No field for ${filling.leftOver.join(', ')}`);
  }

  return (
    <>
      <Menu position="bottom-end" width={320} onOpen={() => void read()}>
        <Menu.Target>
          <Button
            variant="default"
            aria-label={`${role.isWritable ? 'Fill in' : 'Use'} ${role.name}`}
            leftSection={<IconTemplate size={14} aria-hidden />}
          >
            {role.isWritable ? 'Fill in' : 'Use'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {role.isWritable && (
            <>
              <ContactTemplateItems templates={templates} onChoose={({ fields }) => fill(fields)} />
              <Menu.Divider />
              <Menu.Item onClick={() => setDialog('copy')}>Copy from another domain…</Menu.Item>
            </>
          )}
          <CopyItem role={role} others={others} contacts={contacts} />
          <Menu.Item onClick={() => setDialog('save')}>Save as a template…</Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveContactTemplate fields={shownValues(role, contacts)} onClose={close} />}
      {dialog === 'copy' && (
        <CopyFromDomain
          accountId={contacts.domain.accountId}
          except={contacts.domain.name}
          role={role.name}
          onClose={close}
          onTake={(source) => {
            fill(source);
            close();
          }}
        />
      )}
    </>
  );
}

interface CopyItemProps extends Props {
  readonly others: readonly RoleNow[];
}

function CopyItem({ role, others, contacts }: CopyItemProps) {
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name);
  return (
    <Menu.Item onClick={() => contacts.fillEach(others, shownValues(role, contacts))}>
      Copy this to {names.join(', ')}
    </Menu.Item>
  );
}

const textFields = ({ fields }: RoleNow): readonly string[] =>
  fields.filter(({ isText }) => isText).map(({ name }) => name);

/** A role as it stands in the editor, with what was typed. */
const shownValues = (role: RoleNow, { edits }: Contacts): readonly NamedValue[] =>
  role.fields
    .filter(({ isText }) => isText)
    .map(({ name, value }) => ({
      name,
      value: editAt(edits, { role: role.name, field: name })?.value ?? value,
    }));

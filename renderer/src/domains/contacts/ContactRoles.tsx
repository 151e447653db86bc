import { Badge, Button, Group, Menu, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { listed, plural } from '#shared/domain/counting.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import type { FlowState } from '../../changes/flow-store.ts';
import { SaveContactTemplate, TemplateItems } from '../../settings/TemplatesView.tsx';
import { counted } from '../../ui/Formats.tsx';
import { filled, kindOf, type NamedValue } from '#shared/domain/contact-fields.ts';
import { ContactInput, countryName } from './ContactInput.tsx';
import { CopyFromDomain } from './CopyFromDomain.tsx';
import { type Contacts, type Edit, editAt, isConflict, refusalAt, type RoleNow } from './use-contacts.ts';
import css from './contacts.module.css';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

interface Props {
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** All roles of the answer, in its order; the reason why some are read-only is above the first of them. */
export function ContactRoles({ contacts, flow }: Props) {
  const { roles } = contacts;
  const firstReadOnly = roles.find(({ isWritable }) => !isWritable);
  return roles.map((role) => (
    <div key={role.name}>
      {role === firstReadOnly && (
        <Text pt={12} pb="sm" className={`${css['why'] ?? ''} line-above`} c="dimmed">
          <WritableRoles accountId={contacts.domain.accountId} />
        </Text>
      )}
      <Role role={role} contacts={contacts} flow={flow} />
    </div>
  ));
}

const noRoles: readonly string[] = [];

/** The roles that the account's options let it write. */
export const useWritableRoles = (accountId: string): readonly string[] =>
  useAccount(accountId)?.options.writableRoles ?? noRoles;

/** Which roles may be written, with a link to where that is said. */
export function WritableRoles({ accountId }: { readonly accountId: string }) {
  const { route } = useStores();
  const writable = useWritableRoles(accountId);
  return (
    <>
      This account may write {wordsOf(writable)}:{' '}
      <button
        type="button"
        className={css['link']}
        onClick={() => route.actions.goToAccount(accountId, 'edit', 'writableRoles')}
      >
        account options
      </button>
      .
    </>
  );
}

function wordsOf(roles: readonly string[]): string {
  if (roles.length === 0) return 'no role';
  return plural(roles.length, `only the ${listed(roles).toLowerCase()}`, `only ${listed(roles)}`);
}

interface RoleProps {
  readonly role: RoleNow;
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** One role: its fields, with the names and order of the answer. */
function Role({ role, contacts, flow }: RoleProps) {
  const title = useId();
  const changed = contacts.changed.filter(({ edit }) => edit.role === role.name).length;
  return (
    <Stack
      component="section"
      gap="sm"
      py={12}
      className={`${css['role'] ?? ''} line-above`}
      aria-labelledby={title}
    >
      <Group gap="4px 12px" mih={32}>
        <Title order={4} id={title} fz="md">
          {role.name}
        </Title>
        {!role.isWritable && <Badge color="gray">Read-only</Badge>}
        {changed > 0 && (
          <Text span size="xs" fw={500} c="var(--nd-accent)">
            {counted(changed, 'field', 'fields')} changed
          </Text>
        )}
        <FillMenu role={role} contacts={contacts} />
      </Group>
      {role.fields.length === 0 && (
        <Text c="dimmed">The service shows no fields for this role, so there is nothing to edit.</Text>
      )}
      {role.isWritable ? <Fields role={role} contacts={contacts} flow={flow} /> : <Values role={role} />}
    </Stack>
  );
}

function Fields({ role, contacts, flow }: RoleProps) {
  const valueAt = (field: string, now: string) =>
    editAt(contacts.edits, { role: role.name, field })?.value ?? now;
  const country = role.fields.find(({ name, isText }) => isText && kindOf(name) === 'country');
  const isFilled = role.fields.some(({ name, value }) => valueAt(name, value) !== '');
  return (
    <SimpleGrid minColWidth={300} spacing="lg" verticalSpacing={12} style={{ alignItems: 'start' }}>
      {role.fields.map((field) => (
        <RoleField
          key={field.name}
          role={role}
          field={field}
          contacts={contacts}
          flow={flow}
          country={country === undefined ? '' : valueAt(country.name, country.value)}
          doubtsEmpty={isFilled}
        />
      ))}
    </SimpleGrid>
  );
}

const Values = ({ role }: Pick<RoleProps, 'role'>) => (
  <dl className={css['values']}>
    {role.fields.map(({ name, value, isText }) => (
      <div key={name}>
        <dt>{contactLabelOf(name)}</dt>
        <dd className={isText ? 'selectable' : 'mono selectable'}>
          {value === '' ? <Faint>empty</Faint> : value}
          {kindOf(name) === 'country' && countryName(value) !== null && <Faint> {countryName(value)}</Faint>}
        </dd>
      </div>
    ))}
  </dl>
);

const Faint = ({ children }: { readonly children: ReactNode }) => (
  <span style={{ color: 'var(--nd-faint)' }}>{children}</span>
);

interface RoleFieldProps {
  readonly role: RoleNow;
  readonly field: RoleNow['fields'][number];
  readonly contacts: Contacts;
  readonly flow: FlowState;
  readonly country: string;
  readonly doubtsEmpty: boolean;
}

/** One editable field of a role, with the value before the edit. */
function RoleField({ role, field, contacts, flow, country, doubtsEmpty }: RoleFieldProps) {
  const { name, value: now } = field;
  if (!field.isText) return <NoText name={name} json={now} />;
  const edit = editAt(contacts.edits, { role: role.name, field: name });
  const isChanged = edit !== null && edit.value !== now;
  return (
    <div className={css['cell']} data-changed={isChanged || undefined}>
      <ContactInput
        name={name}
        value={edit?.value ?? now}
        country={country}
        doubtsEmpty={doubtsEmpty}
        refusal={refusalAt(flow, role.name, name)}
        onChange={(value) => contacts.type(role, name, value)}
      >
        {edit !== null && isConflict(edit, now) && <Conflict edit={edit} now={now} contacts={contacts} />}
        {isChanged && !isConflict(edit, now) && (
          <Group component="p" gap="0 4px" mih={24} c="dimmed" fz="xs" style={{ overflowWrap: 'anywhere' }}>
            <span>
              was <Quoted text={now} />
            </span>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Undo ${contactLabelOf(name)} of ${role.name}`}
              onClick={() => contacts.undo(role.name, name)}
            >
              Undo
            </Button>
          </Group>
        )}
      </ContactInput>
    </div>
  );
}

const Quoted = ({ text }: { readonly text: string }) =>
  text === '' ? (
    <Faint>
      <em>empty</em>
    </Faint>
  ) : (
    <span className="selectable">
      “<bdi>{text}</bdi>”
    </span>
  );

interface ConflictProps {
  readonly edit: Edit;
  readonly now: string;
  readonly contacts: Contacts;
}

/** The present value and the typed value, both shown; the user chooses. */
function Conflict({ edit, now, contacts }: ConflictProps) {
  const what = `${contactLabelOf(edit.field)} of ${edit.role}`;
  const conflict = { edit, now };
  return (
    <Group
      role="note"
      gap={6}
      mt={4}
      px="sm"
      py={6}
      bdrs="md"
      bg="var(--nd-caution-soft)"
      fz="xs"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text size="xs" lh="20px" flex="1 0 100%">
        At the service now: <Quoted text={now} />. When you typed, it was <Quoted text={edit.was} />.
      </Text>
      <Button
        size="compact-xs"
        aria-label={`Keep what I typed for ${what}`}
        onClick={() => contacts.keepTyped([conflict])}
      >
        Keep what I typed
      </Button>
      <Button
        size="compact-xs"
        aria-label={`Use the service’s value for ${what}`}
        onClick={() => contacts.takeTheirs([conflict])}
      >
        Use the service’s value
      </Button>
    </Group>
  );
}

const NoText = ({ name, json }: { readonly name: string; readonly json: string }) => (
  <dl>
    <Text component="dt" fw={500} mb={4}>
      {contactLabelOf(name)}
    </Text>
    <Stack component="dd" gap={4}>
      <code className={`mono selectable ${css['asItCame'] ?? ''}`}>{json}</code>
      <Text span size="xs" c="dimmed">
        Not text in the answer: shown as received, and not sent
      </Text>
    </Stack>
  </dl>
);

interface FillMenuProps {
  readonly role: RoleNow;
  readonly contacts: Contacts;
}

/** Fills a role from a template or another domain, or saves it as a template. Sends nothing. */
function FillMenu({ role, contacts }: FillMenuProps) {
  const { notices, route } = useStores();
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
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button
            ml="auto"
            aria-label={`${role.isWritable ? 'Fill in' : 'Use'} ${role.name}`}
            leftSection={<IconTemplate size={14} aria-hidden />}
          >
            {role.isWritable ? 'Fill in' : 'Use'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {role.isWritable && (
            <>
              <TemplateItems kind="contact" onChoose={({ fields }) => fill(fields)} />
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

interface CopyItemProps extends FillMenuProps {
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

const shownValues = (role: RoleNow, { edits }: Contacts): readonly NamedValue[] =>
  role.fields
    .filter(({ isText }) => isText)
    .map(({ name, value }) => ({
      name,
      value: editAt(edits, { role: role.name, field: name })?.value ?? value,
    }));

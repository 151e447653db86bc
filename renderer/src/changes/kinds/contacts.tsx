import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { type FlowState, isBusy, isShownElsewhere } from '../flow-store.ts';
import {
  DisabledReason,
  DraftNote,
  KnownAge,
  LastChange,
  useLastChange,
  EditorEnd,
} from '../ChangeParts.tsx';
import { counted } from '../../ui/Formats.tsx';
import { Fact, Facts, RawAnswer, Section } from '../../ui/PageParts.tsx';
import { ErrorState, Notice, useAccountRemedies } from '../../ui/States.tsx';
import { isRegistrant } from '#shared/domain/contact-fields.ts';
import { ContactRoles } from '../../domains/contacts/ContactRoles.tsx';
import {
  type Contacts,
  type ContactsNow,
  type Edits,
  isOfOneField,
  rolesToSend,
  useContacts,
} from '../../domains/contacts/use-contacts.ts';
import css from '../../domains/contacts/contacts.module.css';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { type Remote, valueOf } from '../../remote.ts';
import type { OfDomain } from '../../domains/domain-words.ts';

/** What the help says of its tab. */
export const help = {
  purpose: 'The contacts of one domain, as the service has them now.',
  firstStep: 'Edit the fields, then choose Review….',
  notes: [
    'Each role is sent as a whole. The review shows what changes.',
    'A new registrant may need approvals by e-mail, and may lock transfers for a while.',
    'What you type is kept as a draft until you send or reset it.',
  ],
};

/** The contacts of a domain as read from the service now, with editing of the roles that this account may write. */
export const ContactsEditor = ({ domain }: OfDomain) => (
  <ContactsOf key={`${domain.accountId} ${domain.name}`} domain={domain} />
);

function ContactsOf({ domain }: OfDomain) {
  const contacts = useContacts(domain);
  const { remote, readAgain } = contacts;
  return (
    <div className={css['whole']}>
      <Section
        title="Contacts"
        actions={
          <Group gap="sm">
            <ReadState remote={remote} />
            <Button
              aria-label="Read again: contacts"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={remote.status === 'loading'}
              onClick={readAgain}
            >
              Read again
            </Button>
          </Group>
        }
      >
        <Stack gap={12}>
          <DisabledReason accountId={domain.accountId} />
          <ChangeFlow flow={contacts.flow} isAtItsField={isOfOneField} />
          <Trouble contacts={contacts} />
          {valueOf(remote) === null ? <NotRead contacts={contacts} /> : <Read contacts={contacts} />}
        </Stack>
      </Section>
    </div>
  );
}

function ReadState({ remote }: { readonly remote: Remote<ContactsNow> }) {
  const now = valueOf(remote);
  if (now !== null) return <KnownAge at={now.readAt} source="read" />;
  return (
    <Text span c="dimmed">
      {remote.status === 'failed' ? 'Not loaded' : 'Reading…'}
    </Text>
  );
}

interface PartProps {
  readonly contacts: Contacts;
}

function Trouble({ contacts: { domain, remote, readAgain } }: PartProps) {
  const remedies = useAccountRemedies(domain.accountId);
  if (remote.status !== 'failed') return null;
  return (
    <ErrorState
      isRead
      error={remote.error}
      about={
        remote.before === null
          ? 'Couldn’t load the contacts'
          : 'Couldn’t read the contacts. Showing what was loaded before'
      }
      remedies={{ 'try-again': readAgain, ...remedies }}
    />
  );
}

/** Shown until the contacts are read: there is nothing to edit yet; earlier edits are shown and kept. */
function NotRead({ contacts: { remote, edits, editor } }: PartProps) {
  return (
    <>
      {remote.status !== 'failed' && (
        <Group component="p" gap="sm" c="dimmed" role="status">
          <Loader size={14} aria-hidden />
          Loading the contacts from the service. They are read each time.
        </Group>
      )}
      {edits.length > 0 && (
        <>
          <DraftNote state={editor.state} />
          <TypedList edits={edits} title="It is filled in as soon as the contacts are loaded:" />
        </>
      )}
    </>
  );
}

function Read({ contacts }: PartProps) {
  const { lost, forget, remote } = contacts;
  const flow = useStore(contacts.flow);
  const answer = valueOf(remote)?.answer ?? '';
  return (
    <>
      <Conflicts contacts={contacts} />
      {lost.length > 0 && (
        <Notice
          actions={
            <Button size="compact-sm" onClick={() => forget(lost)}>
              Discard these
            </Button>
          }
        >
          <TypedList
            edits={lost}
            title="Typed before, for fields that the service no longer shows or this account may not write:"
          />
        </Notice>
      )}
      <ContactRoles contacts={contacts} flow={flow} />
      {answer !== '' && (
        <RawAnswer summary="The answer as JSON, values masked" label="The answer as JSON">
          {answer}
        </RawAnswer>
      )}
      <End contacts={contacts} flow={flow} />
    </>
  );
}

/** Says that values at the service changed since the edit, and lets the user choose for all at once. */
function Conflicts({ contacts }: { readonly contacts: Contacts }) {
  const { conflicts, keepTyped, takeTheirs } = contacts;
  if (conflicts.length === 0) return null;
  return (
    <Notice
      actions={
        <Group gap="sm">
          <Button size="compact-sm" onClick={() => keepTyped(conflicts)}>
            Keep everything I typed
          </Button>
          <Button size="compact-sm" onClick={() => takeTheirs(conflicts)}>
            Use all of the service’s values
          </Button>
        </Group>
      }
    >
      {counted(conflicts.length, 'field is', 'fields are')} changed at the service since you typed. Both
      values are shown below: choose for each, or for all.
    </Notice>
  );
}

interface TypedListProps {
  readonly edits: Edits;
  readonly title: string;
}

/** The edits, field by field, where they cannot be shown in their place. */
const TypedList = ({ edits, title }: TypedListProps) => (
  <div>
    <p>{title}</p>
    <Facts label="Your input">
      {edits.map(({ role, field, value }) => (
        <Fact key={`${role} ${field}`} name={`${role}, ${contactLabelOf(field)}`}>
          {value === '' ? 'empty' : value}
        </Fact>
      ))}
    </Facts>
  </div>
);

interface EndProps {
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** The number of unsent edits and the button for the review. Sticky below a long form. */
function End({ contacts, flow }: EndProps) {
  const { domain, changed, conflicts, edits, roles, editor } = contacts;
  const last = useLastChange(domain.accountId, domain.name, 'contacts');
  const review = () => contacts.flow.actions.begin({ kind: 'contacts', roles: rolesToSend(edits, roles) });
  return (
    <div className={css['end']}>
      <Group gap="0 16px">
        {edits.length > 0 && <DraftNote state={editor.state} />}
        {changed.some(({ edit }) => isRegistrant(edit.role)) && (
          <Text c="var(--nd-caution)">
            The registrant changes: the registry may ask for approvals by e-mail and lock the domain against
            transfers for a while.
          </Text>
        )}
      </Group>
      <EditorEnd
        flow={flow}
        canReview={changed.length > 0 && conflicts.length === 0 && !isBusy(flow)}
        onReview={review}
        canReset={edits.length > 0}
        onReset={editor.actions.reset}
      >
        <Text span c="dimmed" role="status">
          {summaryOf(contacts)}
        </Text>
        {last !== null && !isShownElsewhere(flow, last) && <LastChange change={last} />}
      </EditorEnd>
    </div>
  );
}

function summaryOf({ changed, conflicts }: Contacts): string {
  if (conflicts.length > 0) return 'Choose at the marked fields first';
  const roles = [...new Set(changed.map(({ edit }) => edit.role))];
  return changed.length === 0
    ? 'No changes yet'
    : `${counted(changed.length, 'field', 'fields')} changed: ${roles.join(', ')}. Each role is sent as a whole`;
}

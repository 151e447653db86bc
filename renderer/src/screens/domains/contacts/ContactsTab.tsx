import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Section } from '../../../components/Section.tsx';
import { type Remote, valueOf } from '../../../lib/remote.ts';
import { ChangeFlow } from '../../change/ChangeFlow.tsx';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { Hindrance } from '../../change/Hindrance.tsx';
import { KnownAge } from '../../change/KnownAge.tsx';
import { AnswerAsItCame } from './AnswerAsItCame.tsx';
import { Conflicts } from './Conflicts.tsx';
import css from './contacts.module.css';
import type { ContactsNow } from './edits.ts';
import { End } from './End.tsx';
import { isOfOneField } from './refusals.ts';
import { RoleList } from './RoleList.tsx';
import { TypedList } from './TypedList.tsx';
import { type Contacts, useContacts } from './use-contacts.ts';

interface Props {
  readonly domain: Domain;
}

/** The contacts of a domain as they are at the service now, and the editing of those that this account may write. */
export function ContactsTab({ domain }: Props) {
  return <ContactsOf key={`${domain.accountId} ${domain.name}`} domain={domain} />;
}

function ContactsOf({ domain }: Props) {
  const contacts = useContacts(domain);
  const { remote, readAgain } = contacts;
  return (
    <div className={css['whole']}>
      <Section
        title="Contacts"
        actions={
          <span className={css['read']}>
            <ReadState remote={remote} />
            <Button
              variant="default"
              aria-label="Read again: contacts"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={remote.status === 'loading'}
              onClick={readAgain}
            >
              Read again
            </Button>
          </span>
        }
      >
        <div className={css['tab']}>
          <Hindrance accountId={domain.accountId} />
          <ChangeFlow flow={contacts.flow} isAtItsField={isOfOneField} />
          <Trouble contacts={contacts} />
          {valueOf(remote) === null ? <NotRead contacts={contacts} /> : <Read contacts={contacts} />}
        </div>
      </Section>
    </div>
  );
}

function ReadState({ remote }: { readonly remote: Remote<ContactsNow> }) {
  const now = valueOf(remote);
  if (now !== null) return <KnownAge at={now.readAt} source="read" />;
  return <span className={css['quiet']}>{remote.status === 'failed' ? 'Not read' : 'Reading…'}</span>;
}

interface PartProps {
  readonly contacts: Contacts;
}

function Trouble({ contacts: { domain, remote, readAgain } }: PartProps) {
  const { route } = useStores();
  if (remote.status !== 'failed') return null;
  return (
    <ErrorState
      error={remote.error}
      about={
        remote.before === null
          ? 'The contacts could not be read'
          : 'The contacts could not be read again. What is shown was read before'
      }
      remedies={{
        'try-again': readAgain,
        'enter-key': () => route.actions.goToAccount(domain.accountId, 'look'),
        'edit-account': () => route.actions.goToAccount(domain.accountId, 'edit'),
      }}
    />
  );
}

/** Nothing is known to type over; what was typed before is shown, and waits. */
function NotRead({ contacts: { remote, edits, editor } }: PartProps) {
  return (
    <>
      {remote.status !== 'failed' && (
        <p className={css['waiting']} role="status">
          <Loader size={14} aria-hidden />
          Not read yet: the service is being asked. Contacts are read anew each time.
        </p>
      )}
      {edits.length > 0 && (
        <>
          <DraftNote state={editor.state} />
          <TypedList edits={edits} title="It is put in its place as soon as the contacts are read:" />
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
        <div className={css['caution']} role="note">
          <TypedList
            edits={lost}
            title="Typed before, for fields that the service does not show any more or that this account may not write:"
          />
          <Button variant="default" size="compact-sm" onClick={() => forget(lost)}>
            Forget these
          </Button>
        </div>
      )}
      <RoleList contacts={contacts} flow={flow} />
      <AnswerAsItCame answer={answer} />
      <End contacts={contacts} flow={flow} />
    </>
  );
}

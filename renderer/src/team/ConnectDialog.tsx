import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { TeamPreview } from '#shared/domain/team-view.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { Consequences, DialogEnd, type DialogForm, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { useChangePassword } from './team-store.ts';
import { roleWord, TeamError, unlessRefused } from './team-words.tsx';

interface Place {
  readonly url: string;
  readonly user: string;
  readonly caFile: string;
  readonly name: string;
}

const placeSchema = z.object({
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(63)),
  caFile: z.string(),
  name: z.string().check(z.trim(), z.maxLength(80)),
});

const newSchema = z.object({
  ...placeSchema.shape,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
});

interface ConnectDialogProps {
  readonly isNew: boolean;
  /** With a password that was given out. */
  readonly onJoined: () => void;
  readonly onClose: () => void;
}

/** Where the database is; the password is typed in a window of its own; then what would be shared. */
export function ConnectDialog({ isNew, onJoined, onClose }: ConnectDialogProps) {
  const { team } = useStores().bridge.request;
  const initial: Place = { url: '', user: '', caFile: '', name: '' };

  async function connect({ name, ...place }: Place): Promise<Result<TeamPreview> | null> {
    const at = { ...place, caFile: place.caFile === '' ? null : place.caFile };
    const answer = isNew ? await team.init({ ...at, name }) : await team.preview(at);
    const shown = unlessRefused(answer, ['url', 'user', 'caFile']);
    if (!shown.ok) return shown;
    return shown.value.kind === 'cancelled' ? null : ok(shown.value);
  }

  return (
    <FormDialog
      title={isNew ? 'Set up a team' : 'Join a team'}
      size={560}
      action={isNew ? 'Set up, with the password…' : 'Connect, with the password…'}
      asksFirst
      schema={isNew ? newSchema : placeSchema}
      initialValues={initial}
      onSubmit={connect}
      onError={(error) => <TeamError error={error} />}
      onClose={onClose}
      report={(preview) => <Preview preview={preview} isNew={isNew} onJoined={onJoined} onClose={onClose} />}
    >
      {(form) => (
        <>
          <Text c="dimmed">
            {isNew
              ? 'An empty database of a PostgreSQL server (14 or newer), and a user who owns it and may make roles. You become the team’s first admin.'
              : 'Address, name and one-time password come from an admin of the team.'}
          </Text>
          {isNew && (
            <TextInput
              label="Name of the team"
              maxLength={80}
              data-autofocus
              {...form.getInputProps('name')}
            />
          )}
          <TextInput
            label="Address of the database"
            placeholder="postgresql://db.example.com:5432/namedesk"
            classNames={{ input: 'mono' }}
            maxLength={2_000}
            data-autofocus={!isNew || undefined}
            {...form.getInputProps('url')}
          />
          <TextInput
            label={isNew ? 'User of the database' : 'Your name in the team'}
            maxLength={63}
            {...form.getInputProps('user')}
          />
          <AuthorityFile form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** The system's authorities unless a file is chosen. */
function AuthorityFile({ form }: { readonly form: DialogForm<Place> }) {
  const { team } = useStores().bridge.request;
  const { caFile } = form.values;
  const choose = async (): Promise<void> => {
    const chosen = await team.chooseCaFile({});
    if (chosen.ok && chosen.value.path !== null) form.setFieldValue('caFile', chosen.value.path);
  };
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label="Certificate of the authority"
        description="Only where the server’s certificate is of an authority of your own."
        placeholder="Those of the system"
        readOnly
        {...form.getInputProps('caFile')}
      />
      <Button onClick={() => void choose()}>Choose…</Button>
      {caFile !== '' && (
        <Button variant="subtle" onClick={() => form.setFieldValue('caFile', '')}>
          Clear
        </Button>
      )}
    </Group>
  );
}

interface PreviewProps extends ConnectDialogProps {
  readonly preview: TeamPreview;
}

/** What would be shared, and the one move. */
function Preview({ preview, isNew, onJoined, onClose }: PreviewProps) {
  const { ticket, name, role, entries, logins, toShare } = preview;
  const { bridge, notices } = useStores();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function join(): Promise<void> {
    setBusy(true);
    const answer = await bridge.request.team.join({ ticket });
    setBusy(false);
    const joined = unlessRefused(answer);
    if (!joined.ok) {
      setError(joined.error);
      return;
    }
    notices.actions.say(`Joined ${isolated(name)}`);
    if (!isNew) onJoined();
    onClose();
  }

  return (
    <Stack>
      <Text fw={600}>
        {isNew ? `${isolated(name)} is set up.` : isolated(name)}
        {role !== null && ` You would join as ${roleWord(role).toLowerCase()}.`}
      </Text>
      <Text c="dimmed">{counted(entries, 'entry', 'entries')} in its journal</Text>
      <Text>From now on everybody in the team sees:</Text>
      <Consequences
        of={[
          'each change that you send: domain, kind, when and with what outcome; of a renewal the years and the price, of nameservers the hosts, of contacts only which fields',
          `your ${counted(toShare.domains, 'domain', 'domains')} with what was observed of them, tags (${toShare.tagged}), notes and clients (${toShare.noted})`,
          'your name, and when you are at work',
          logins.length === 0 ? (
            'the logins with which you send: user and address'
          ) : (
            <Logins logins={logins} />
          ),
        ]}
      />
      <Text>
        Keys, passwords, transfer codes, values of contacts, drafts and sessions stay on this computer, and so
        does the practice account. What others in the team have edited takes the place of what you have; yours
        is kept beside it. Leaving the team takes nothing away from this workspace.
      </Text>
      {error !== null && <TeamError error={error} />}
      <DialogEnd>
        <Button onClick={onClose} disabled={busy}>
          Not now
        </Button>
        <Button variant="filled" loading={busy} onClick={() => void join()} data-autofocus>
          Join {isolated(name)}
        </Button>
      </DialogEnd>
    </Stack>
  );
}

/** After joining: whoever has invited the person knows the password that was given out. */
export function OwnPassword({ onClose }: Pick<PreviewProps, 'onClose'>) {
  const change = useChangePassword();
  const [error, setError] = useState<AppError | null>(null);

  async function choose(): Promise<void> {
    const result = await change();
    if (result?.ok === true) onClose();
    else setError(result?.error ?? null);
  }

  return (
    <ModalDialog title="Choose a password of your own?" size={480} onClose={onClose}>
      <Stack>
        <Text>
          Whoever invited you has seen the one-time password. One of your own takes the place of the other
          one, in the database and in the keychain. You can also choose it later, in Settings → Advanced →
          Team.
        </Text>
        {error !== null && <TeamError error={error} />}
        <DialogEnd>
          <Button onClick={onClose}>Later</Button>
          <Button variant="filled" onClick={() => void choose()} data-autofocus>
            Choose a password…
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

const mostLogins = 3;

const Logins = ({ logins }: { readonly logins: readonly string[] }) => (
  <>
    the logins with which you send:{' '}
    <span className="selectable" style={{ overflowWrap: 'anywhere' }}>
      {logins.slice(0, mostLogins).join(', ')}
      {logins.length > mostLogins && ` and ${format.count(logins.length - mostLogins)} more`}
    </span>
  </>
);

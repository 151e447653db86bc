import { Box, Group, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { ConfirmDialog, FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Choices, Tick } from '../ui/PageParts.tsx';
import { comparable, inTime, ofOneWorld, type SessionListStore } from './session-list.ts';
import { cellsOf, sizeInWords } from './session-words.ts';
import { isOnItsWay, sessionOf } from './sessions-store.ts';
import { valueOf } from '../remote.ts';

const dialogs = {
  rename: RenameDialog,
  remove: RemoveDialog,
  'run-again': RunAgainDialog,
  compare: CompareDialog,
} as const;

/** The active dialog for a session; nothing where the session no longer exists. */
export function SessionDialogs({ store }: { readonly store: SessionListStore }) {
  const { sessions } = useStores();
  const dialog = useStore(store, (state) => state.dialog);
  const session = useStore(sessions, (state) =>
    dialog === null ? null : sessionOf(state, dialog.sessionId),
  );
  if (dialog === null || session === null) return null;
  const Dialog = dialogs[dialog.name];
  return (
    <Dialog
      key={session.id}
      session={session}
      onClose={() => store.setState({ dialog: null })}
      runAgain={() => store.setState({ dialog: { name: 'run-again', sessionId: session.id } })}
    />
  );
}

interface DialogProps {
  readonly session: Session;
  readonly onClose: () => void;
}

export const mostNameLength = 120;

const nameSchema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });

function RenameDialog({ session, onClose }: DialogProps) {
  const { sessions } = useStores();
  return (
    <FormDialog
      title="Rename"
      size={480}
      action="Rename"
      schema={nameSchema}
      initialValues={{ name: session.name }}
      onSubmit={({ name }) => sessions.actions.rename(session.id, name)}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Name"
          maxLength={mostNameLength}
          data-autofocus
          {...form.getInputProps('name')}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </FormDialog>
  );
}

/** Asks once, says what is lost, and requires the name to be typed, because removal cannot be undone. */
function RemoveDialog({ session, onClose }: DialogProps) {
  const { sessions, notices } = useStores();
  const findings = cellsOf(session) - session.counts.unchecked;
  return (
    <ConfirmDialog
      title="Remove this session?"
      consequences={[
        isOnItsWay(session) && 'It stops running.',
        findings === 0
          ? `Its ${counted(session.names, 'name is', 'names are')} deleted. Nothing was found yet.`
          : `Its ${counted(session.names, 'name', 'names')} and ${counted(findings, 'result', 'results')} are deleted, with the saved answers.`,
        session.shortlisted > 0 &&
          `Its shortlist of ${format.count(session.shortlisted)} is deleted as well.`,
        findings > 0 && 'This can’t be undone. Export it first if you may still need it.',
        'Nothing changes at the service.',
      ]}
      typed={
        findings > 0
          ? {
              label: 'Type the session’s name to remove it',
              // Names may differ in case alone: exactly this one.
              matches: (typed) => typed.trim() === session.name.trim(),
            }
          : null
      }
      action="Remove the session"
      color="danger"
      onConfirm={() => sessions.actions.remove(session.id)}
      onDone={() => notices.actions.say(`Removed ${isolated(session.name)}`)}
      onClose={onClose}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {session.name}
      </Text>
    </ConfirmDialog>
  );
}

const accountSchema = z.object({ accountId: z.string().check(z.minLength(1)) });

/** Creates a session with the same names and TLDs, for the same account or another one. The old session stays unchanged. */
function RunAgainDialog({ session, onClose }: DialogProps) {
  const { sessions, accounts, route } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const own = all.find(({ id }) => id === session.accountId) ?? all[0];
  const [start, setStart] = useState(true);
  return (
    <FormDialog
      title="Run again"
      size={480}
      action={start ? 'Run again' : 'Create the session'}
      schema={accountSchema}
      initialValues={{ accountId: own?.id ?? '' }}
      onSubmit={({ accountId }) => sessions.actions.runAgain(session.id, accountId, start)}
      onDone={({ id }) => route.actions.goToBulk({ kind: 'session', sessionId: id })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            A new session with the same {sizeInWords(session)}. “<bdi>{session.name}</bdi>” stays as it is,
            and you can compare the two.
          </p>
          <Choices
            legend="Account"
            hasFocus
            isAboutAtEnd
            value={form.values.accountId}
            onChange={(accountId) => form.setFieldValue('accountId', accountId)}
            choices={all.map(({ id, label, colour, key }) => ({
              value: id,
              label: (
                <Group gap="sm" wrap="nowrap">
                  <AccountDot colour={colour} />
                  {label}
                </Group>
              ),
              about: [id === session.accountId ? 'as before' : '', key.hasKey ? '' : 'no key yet']
                .filter((part) => part !== '')
                .join(', '),
            }))}
          />
          <Tick
            label="Start at once"
            checked={start}
            onChange={(event) => setStart(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Chooses the other session: the later of the two is opened with what differs. */
function CompareDialog({ session, onClose, runAgain }: DialogProps & { readonly runAgain: () => void }) {
  const { sessions, accounts, route } = useStores();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const known = useStore(accounts, (state) => valueOf(state.accounts)?.accounts);
  const accountLabel = ({ accountId }: Session): string =>
    known?.find(({ id }) => id === accountId)?.label ?? 'Removed account';
  const { runs, others } = useMemo(
    () => comparable(ofOneWorld(all?.values() ?? [], known ?? [], session.accountId), session),
    [all, known, session],
  );
  const [otherId, setOtherId] = useState(runs[0]?.id ?? null);
  const other = [...runs, ...others].find(({ id }) => id === otherId);
  if (runs.length + others.length === 0)
    return (
      <ConfirmDialog
        title={`Compare “${isolated(session.name)}”`}
        size={560}
        action="Run again…"
        cancel="Close"
        onConfirm={() => Promise.resolve(ok(null))}
        onDone={runAgain}
        onClose={onClose}
      >
        <p>There is nothing to compare it with yet. Run it again later to see what changed.</p>
      </ConfirmDialog>
    );

  const candidates = (legend: string, candidates: readonly Session[]) =>
    candidates.length > 0 && (
      <Choices
        legend={legend}
        isAboutAtEnd
        hasFocus={candidates === runs || runs.length === 0}
        value={otherId}
        onChange={setOtherId}
        choices={candidates.map((one) => ({
          value: one.id,
          label: one.name,
          about: (
            <>
              <bdi>{accountLabel(one)}</bdi> · {sizeInWords(one)} · <Age at={one.createdAt} />
            </>
          ),
        }))}
      />
    );
  return (
    <ConfirmDialog
      title={`Compare “${isolated(session.name)}” with`}
      size={560}
      action="Compare"
      isReady={other !== undefined}
      onConfirm={() => Promise.resolve(other === undefined ? null : ok(other))}
      onDone={(one) => route.actions.goToBulk({ kind: 'session', ...inTime(session, one) })}
      onClose={onClose}
    >
      <Box mah={320} mx={-8} px={8} style={{ overflowY: 'auto' }}>
        {candidates('Runs of the same names', runs)}
        {candidates('Others with a TLD in common', others)}
      </Box>
      <Text size="xs" c="dimmed">
        Opens the later one with the names and TLDs that were checked in both and differ.
      </Text>
    </ConfirmDialog>
  );
}

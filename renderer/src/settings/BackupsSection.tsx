import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { kindOf } from '#shared/changes/index.ts';
import { commands } from '#shared/domain/commands.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { ConfirmDialog, Consequences, DialogEnd, inAnyCase } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { Section } from '../ui/PageParts.tsx';
import { SettingPart } from '../ui/Setting.tsx';
import { Awaited, ErrorState, Loaded, Notice } from '../ui/States.tsx';
import { copyText } from '../ui/copy.ts';
import { useAction } from '../use-action.ts';
import type { Backup, BackupReason, PlaceRisk, SinceBackup } from '#shared/domain/backup.ts';
import { valueOf } from '../remote.ts';

/** Backups of the workspace: the list, and restoring one. */
export function BackupsSection() {
  const { settings } = useStores();
  const risk = useStore(settings, (state) => valueOf(state.about)?.placeRisk ?? null);
  const [listed, read] = useAction('backups', 'list', {});
  const work = useBackupWork(read);
  const [wanted, setWanted] = useState<Backup | null>(null);
  const { running, failed } = work;
  return (
    <Section
      title="Backups"
      actions={
        <Button onClick={work.make} disabled={running !== null} loading={running === 'make'}>
          {commands.backUp.label}
        </Button>
      }
    >
      <SettingPart label="Backups">
        <Stack gap={12}>
          {risk !== null && <Notice>{riskWords[risk]}</Notice>}
          <Text size="xs" c="dimmed" textWrap="pretty">
            Verified copies of the workspace, one each day and one before each update. They have no keys.
          </Text>
          {failed !== null && (
            <ErrorState
              error={failed.error}
              about={failed.what === 'make' ? 'No backup was made' : 'The backup could not be verified'}
            />
          )}
          <Loaded of={listed} about="Couldn’t list the backups" loading="Loading the backups…" again={read}>
            {({ backups, folder, kept }) => (
              <>
                {backups.length === 0 ? (
                  <Text c="dimmed">
                    <strong>No backup yet.</strong> The first is made automatically today, or now with “Back
                    up now”.
                  </Text>
                ) : (
                  <BackupList work={work} backups={backups} onRestore={setWanted} />
                )}
                <BackupFolder path={folder} kept={kept} newest={backups[0]?.name ?? null} />
              </>
            )}
          </Loaded>
        </Stack>
      </SettingPart>
      {wanted !== null && <RestoreDialog key={wanted.name} backup={wanted} onClose={() => setWanted(null)} />}
    </Section>
  );
}

type BackupWork = ReturnType<typeof useBackupWork>;

function useBackupWork(read: () => void) {
  const { bridge, notices } = useStores();
  const { backups } = bridge.request;
  /** A backup's name, or `make`; null where nothing is running. */
  const [running, setRunning] = useState<string | null>(null);
  /** The last failed action: a backup's name, or `make`. */
  const [failed, setFailed] = useState<{ readonly what: string; readonly error: AppError } | null>(null);

  async function work(what: string, asked: Promise<Result<Backup>>, good: string): Promise<void> {
    setRunning(what);
    setFailed(null);
    const result = await asked;
    setRunning(null);
    read();
    if (!result.ok) setFailed({ what, error: result.error });
    else if (result.value.state === 'good') notices.actions.say(good);
    else notices.actions.say(unusableWords[result.value.state], 'problem');
  }

  return {
    running,
    failed,
    make: () => void work('make', backups.make({}), 'The backup was made and verified.'),
    verify: (name: Backup['name']) => void work(name, backups.verify({ name }), 'The backup is good.'),
  };
}

interface FolderProps {
  readonly path: string;
  /** Selected where the folder is shown; null where it is empty. */
  readonly newest: Backup['name'] | null;
  /** How many of each kind are retained. */
  readonly kept: number;
}

/** The folder of the backups and how long they are retained. */
function BackupFolder({ path, kept, newest }: FolderProps) {
  const stores = useStores();
  async function show(name: Backup['name']): Promise<void> {
    const shown = await stores.bridge.request.backups.showInFolder({ name });
    if (!shown.ok) stores.notices.actions.fail(shown.error);
  }
  return (
    <div>
      <Text size="xs" c="dimmed" textWrap="pretty">
        The newest {kept} daily and the newest {kept} manual ones stay in this folder. To keep one for good,
        copy it elsewhere.
      </Text>
      <Group gap="md" wrap="nowrap" mt={4}>
        <Text size="xs" flex={1} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
          {path}
        </Text>
        {newest !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Show in folder: the newest backup"
            onClick={() => void show(newest)}
          >
            Show in folder
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          mr={-9}
          aria-label="Copy the path of the backups’ folder"
          onClick={() => void copyText(stores, path, 'the path of the folder')}
        >
          Copy the path
        </Button>
      </Group>
    </div>
  );
}

interface BackupListProps {
  readonly work: BackupWork;
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

/** The list in the order received: newest first. */
const BackupList = ({ work, backups, onRestore }: BackupListProps) => (
  <Table>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Created</Table.Th>
        <Table.Th>Why</Table.Th>
        <Table.Th ta="right">Size</Table.Th>
        <Table.Th>State</Table.Th>
        <Table.Th>
          <span className="spoken">Actions</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {backups.map((backup) => (
        <Row key={backup.name} work={work} backup={backup} onRestore={onRestore} />
      ))}
    </Table.Tbody>
  </Table>
);

interface RowProps extends Omit<BackupListProps, 'backups'> {
  readonly backup: Backup;
}

function Row({ work: { running, verify }, backup, onRestore }: RowProps) {
  const { name, madeAt, reason, bytes, state } = backup;
  const made = format.instant(madeAt);
  const isUnusable = state === 'damaged' || state === 'foreign';
  return (
    <Table.Tr style={{ whiteSpace: 'nowrap' }}>
      <Table.Td>
        <time dateTime={madeAt}>{made}</time>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'normal' }}>{reasonWords[reason]}</Table.Td>
      <Table.Td ta="right">{sizeWords(bytes)}</Table.Td>
      <Table.Td c={isUnusable ? 'var(--nd-danger)' : 'dimmed'}>
        {isUnusable && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />} {stateWords[state]}
      </Table.Td>
      <Table.Td w="1%">
        <Button
          variant="subtle"
          size="compact-sm"
          loading={running === name}
          disabled={running !== null}
          aria-label={`Verify the backup of ${made}`}
          onClick={() => verify(name)}
        >
          Verify
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          mr={-9}
          disabled={running !== null || isUnusable}
          aria-label={`Restore the backup of ${made}`}
          onClick={() => onRestore(backup)}
        >
          Restore…
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Shows what would change, and restores once the word was typed; then Namedesk restarts. */
function RestoreDialog({ backup: { name, madeAt }, onClose }: RestoreDialogProps) {
  const { backups } = useStores().bridge.request;
  const [since] = useAction('backups', 'since', { name });
  const title = `Go back to ${format.instant(madeAt)}`;
  const whyNot = since.status === 'ready' ? since.value.whyNot : null;
  if (since.status === 'failed' || whyNot !== null)
    return (
      <ModalDialog onClose={onClose} title={title} size={560}>
        <Stack>
          {since.status === 'failed' ? (
            <ErrorState isRead error={since.error} about="Couldn’t check what would be lost" />
          ) : (
            <Notice role="alert" title="This backup can’t be restored now">
              {whyNot}
            </Notice>
          )}
          {since.status === 'ready' && since.value.open.length > 0 && <OpenChanges since={since.value} />}
          <DialogEnd>
            <Button onClick={onClose} data-autofocus>
              Close
            </Button>
          </DialogEnd>
        </Stack>
      </ModalDialog>
    );
  return (
    <ConfirmDialog
      title={title}
      size={560}
      typed={{ label: 'Type “restore” to confirm', matches: inAnyCase('restore') }}
      action="Restore and restart"
      color="danger"
      about="Nothing was restored"
      isReady={since.status === 'ready'}
      onConfirm={() => backups.restore({ name })}
      onClose={onClose}
    >
      {since.status === 'ready' ? (
        <WhatIsLost since={since.value} />
      ) : (
        <Awaited>Verifying the backup…</Awaited>
      )}
      <Text textWrap="pretty">
        The current state is kept as a backup you can return to. Then Namedesk restarts.
      </Text>
    </ConfirmDialog>
  );
}

/** The changes being sent, each with the way to it. */
function OpenChanges({ since: { open, openCount } }: { readonly since: SinceBackup }) {
  const { goToChanges } = useStores().route.actions;
  return (
    <div>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Domain</Table.Th>
            <Table.Th>Account</Table.Th>
            <Table.Th>Change</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>
              <span className="spoken">Next step</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {open.map(({ id, domain, accountLabel, what, state }) => (
            <Table.Tr key={id}>
              <Table.Td className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
                {toUnicode(domain)}
              </Table.Td>
              <Table.Td>{accountLabel}</Table.Td>
              <Table.Td>{kindOf(what.kind).label}</Table.Td>
              <Table.Td>
                <ChangeStateMark of={{ state }} />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  aria-label={`Open the change of ${nameInText(domain)}`}
                  onClick={() => goToChanges({ kind: 'list', changeId: id })}
                >
                  Open
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {openCount > open.length && (
        <Text c="dimmed">and {counted(openCount - open.length, 'other', 'others')}, in Activity</Text>
      )}
    </div>
  );
}

function WhatIsLost({ since: { entries, changes, accesses } }: { readonly since: SinceBackup }) {
  return (
    <>
      <Text textWrap="pretty">
        Sessions and results, domains, accounts and settings go back to that point; stricter spending limits,
        the app lock and the list of registries stay. Batches are stopped, and planned changes are withdrawn.
      </Text>
      {entries + accesses > 0 && (
        <Text>Both journals stay as they are, with these entries that were written since then:</Text>
      )}
      <Consequences
        of={[
          entries > 0 &&
            `${counted(entries, 'entry', 'entries')} of the journal of changes, ${counted(changes, 'change', 'changes')} begun since`,
          accesses > 0 && `${counted(accesses, 'line', 'lines')} about requested transfer codes`,
        ]}
      />
      {entries > 0 && (
        <Notice>
          After the restart Namedesk lists the domains to review.{' '}
          <strong>Until you have reviewed them, nothing paid is sent.</strong>
        </Notice>
      )}
    </>
  );
}

const reasonWords: Readonly<Record<BackupReason, string>> = {
  daily: 'Once a day',
  'by-hand': 'Manual',
  migration: 'Before an update',
  restore: 'Before a restore',
  removal: 'Before an account was removed',
};

const stateWords: Readonly<Record<Backup['state'], string>> = {
  good: 'Verified',
  damaged: 'Damaged',
  foreign: 'Not made by Namedesk',
  unchecked: 'Not verified',
};

const unusableWords: Readonly<Record<Exclude<Backup['state'], 'good'>, string>> = {
  damaged: 'This backup is damaged and can’t be restored.',
  foreign: 'Namedesk did not make this file, or its tables were changed since: it can’t be restored.',
  unchecked: 'This backup was not verified.',
};

const riskWords: Readonly<Record<PlaceRisk, string>> = {
  network:
    'The workspace is on another computer’s disk. Its file can be damaged when the network fails: keep it on this computer.',
  synced:
    'The workspace is in a folder that another program copies to other computers. Its file can be damaged while it is copied: keep it elsewhere.',
};

const [kilo, mega, giga] = [1_000, 1_000_000, 1_000_000_000];
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** "812 kB", "1.2 MB": as file managers count. */
function sizeWords(bytes: number): string {
  if (bytes >= giga) return `${oneDecimal.format(bytes / giga)} GB`;
  if (bytes >= mega) return `${oneDecimal.format(bytes / mega)} MB`;
  return `${format.count(Math.ceil(bytes / kilo))} kB`;
}

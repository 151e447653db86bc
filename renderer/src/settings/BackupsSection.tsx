import { Button, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SyntheticEvent, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Backup, BackupReason, PlaceRisk, SinceBackup } from '#shared/domain/backup.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { answered, idle, type Remote, valueOf } from '../bridge.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Awaited, Section } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import css from './backups.module.css';

/** Backups of the workspace: the list, and restoring one. */
export function BackupsSection() {
  const { settings } = useStores();
  const risk = useStore(settings, (state) => valueOf(state.about)?.placeRisk ?? null);
  const inSight = useBackups();
  const [wanted, setWanted] = useState<Backup | null>(null);
  const { listed, underWay, failed, make, read } = inSight;
  const known = valueOf(listed);
  return (
    <Section
      title="Backups"
      actions={
        <Button variant="default" onClick={make} disabled={underWay !== null} loading={underWay === 'make'}>
          Back up now
        </Button>
      }
    >
      <div className={css['parts']}>
        {risk !== null && (
          <p role="note" className={css['risk']}>
            {riskWords[risk]}
          </p>
        )}
        <p className={css['purpose']}>
          Copies of the workspace: one each day while Namedesk runs, and one before a new version changes it.
          Each is read through once it is made. Keys are not in them: those stay in the system’s keychain.
        </p>
        {failed !== null && (
          <ErrorState
            error={failed.error}
            about={failed.what === 'make' ? 'No backup was made' : 'The backup could not be verified'}
          />
        )}
        {listed.status === 'failed' && (
          <ErrorState
            error={listed.error}
            about="The backups could not be listed"
            remedies={{ 'try-again': () => void read() }}
          />
        )}
        {known === null && listed.status !== 'failed' && <Awaited>Reading the folder of backups…</Awaited>}
        {known !== null && <BackupList inSight={inSight} backups={known.backups} onRestore={setWanted} />}
        {known !== null && <BackupFolder path={known.folder} kept={known.kept} />}
      </div>
      {wanted !== null && <RestoreDialog key={wanted.name} backup={wanted} onClose={() => setWanted(null)} />}
    </Section>
  );
}

interface BackupsInSight {
  readonly listed: Remote<Output<'backups', 'list'>>;
  /** The action in progress: a backup's name, or `make`; null where none is. */
  readonly underWay: string | null;
  /** The last failed action: a backup's name, or `make`. */
  readonly failed: { readonly what: string; readonly error: AppError } | null;
  readonly make: () => void;
  readonly verify: (name: Backup['name']) => void;
  readonly read: () => Promise<void>;
}

/** The listed backups and the actions on them. */
function useBackups(): BackupsInSight {
  const { bridge, notices } = useStores();
  const { backups } = bridge.request;
  const [listed, setListed] = useState<BackupsInSight['listed']>(idle);
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [failed, setFailed] = useState<BackupsInSight['failed']>(null);

  const read = useCallback(async () => {
    const result = await backups.list({});
    setListed((before) => answered(before, result));
  }, [backups]);
  useEffect(() => {
    let isHere = true;
    void backups.list({}).then((result) => {
      if (isHere) setListed((before) => answered(before, result));
    });
    return () => {
      isHere = false;
    };
  }, [backups]);

  async function work(
    what: string,
    ask: Promise<Result<Backup>>,
    done: (made: Backup) => string,
  ): Promise<void> {
    setUnderWay(what);
    setFailed(null);
    const result = await ask;
    setUnderWay(null);
    if (result.ok)
      notices.actions.say(done(result.value), result.value.state === 'good' ? 'quiet' : 'problem');
    else setFailed({ what, error: result.error });
    await read();
  }

  return {
    listed,
    underWay,
    failed,
    read,
    make: () => void work('make', backups.make({}), () => 'The backup was made and verified.'),
    verify: (name) =>
      void work(name, backups.verify({ name }), ({ state }) =>
        state === 'good' ? 'The backup is good.' : 'This backup is damaged. It cannot be restored.',
      ),
  };
}

interface Props {
  readonly path: string;
  /** How many of each kind are retained. */
  readonly kept: number;
}

/** The folder of the backups and how long they are retained. */
function BackupFolder({ path, kept }: Props) {
  const { bridge, notices } = useStores();
  async function copy(): Promise<void> {
    const copied = await bridge.request.clipboard.copyText({ text: path });
    if (copied.ok) notices.actions.say('The folder’s path was copied.');
  }
  return (
    <div className={css['folder']}>
      <p className={css['purpose']}>
        The newest {kept} daily ones and the newest {kept} made by hand stay in this folder. To keep one for
        good, copy it elsewhere.
      </p>
      <p className={`${css['path'] ?? ''} mono selectable`}>{path}</p>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label="Copy the path of the backups’ folder"
        onClick={() => void copy()}
      >
        Copy the path
      </Button>
    </div>
  );
}

interface BackupListProps {
  readonly inSight: BackupsInSight;
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

/** The list in the order received: newest first. */
function BackupList({ inSight, backups, onRestore }: BackupListProps) {
  if (backups.length === 0)
    return (
      <p className={css['none']}>
        <strong>No backup yet.</strong> The first is made by itself today, or now with “Back up now”.
      </p>
    );
  return (
    <table className={css['list']}>
      <thead>
        <tr>
          <th scope="col">Made</th>
          <th scope="col">Why</th>
          <th scope="col" className={css['number']}>
            Size
          </th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="spoken">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <Row key={backup.name} inSight={inSight} backup={backup} onRestore={onRestore} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<BackupListProps, 'backups'> {
  readonly backup: Backup;
}

function Row({ inSight: { underWay, verify }, backup, onRestore }: RowProps) {
  const { name, madeAt, reason, bytes, state } = backup;
  const made = format.instant(madeAt);
  return (
    <tr>
      <td>
        <time dateTime={madeAt}>{made}</time>
      </td>
      <td>{reasonWords[reason]}</td>
      <td className={css['number']}>{sizeWords(bytes)}</td>
      <td>
        <span className={css['state']} data-state={state}>
          {state === 'damaged' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
          {stateWords[state]}
        </span>
      </td>
      <td className={css['deeds']}>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={underWay === name}
          disabled={underWay !== null}
          aria-label={`Verify the backup of ${made}`}
          onClick={() => verify(name)}
        >
          Verify
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={underWay !== null || state === 'damaged'}
          aria-label={`Restore the backup of ${made}`}
          onClick={() => onRestore(backup)}
        >
          Restore…
        </Button>
      </td>
    </tr>
  );
}

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

const word = 'restore';

/** Shows what would change, and restores once the word was typed; then Namedesk restarts. */
function RestoreDialog({ backup: { name, madeAt }, onClose }: RestoreDialogProps) {
  const { backups } = useStores().bridge.request;
  const [since, setSince] = useState<Remote<SinceBackup>>(idle);
  useEffect(() => {
    void backups.since({ name }).then((result) => setSince((before) => answered(before, result)));
  }, [backups, name]);
  const isGood = since.status === 'ready' && since.value.backup.state === 'good';
  const cannotBe = since.status === 'failed' || (since.status === 'ready' && !isGood);
  return (
    <Modal opened onClose={onClose} title={`Go back to ${format.instant(madeAt)}`} size={560}>
      <div className={css['dialog']}>
        <WhatIsLost since={since} />
        {cannotBe ? (
          <div className={css['end']}>
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </div>
        ) : (
          <AskForTheWord name={name} isGood={isGood} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

interface AskProps extends Pick<RestoreDialogProps, 'onClose'> {
  readonly name: Backup['name'];
  /** False until the backup has been read completely. */
  readonly isGood: boolean;
}

function AskForTheWord({ name, isGood, onClose }: AskProps) {
  const { backups } = useStores().bridge.request;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const isSure = isGood && typed.trim().toLowerCase() === word;

  async function restore(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!isSure) return;
    setUnderWay(true);
    const asked = await backups.restore({ name });
    if (asked.ok) return;
    setUnderWay(false);
    setError(asked.error);
  }

  return (
    <form className={css['dialog']} onSubmit={(event) => void restore(event)}>
      <p>
        What is there now is kept as a backup of its own: you can come back to it. Then Namedesk restarts.
      </p>
      <TextInput
        label={`Type “${word}” to go on`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {error !== null && <ErrorState error={error} about="Nothing was restored" />}
      <div className={css['end']}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="danger" loading={isUnderWay} disabled={!isSure}>
          Restore and restart
        </Button>
      </div>
    </form>
  );
}

/** What would be lost by restoring this backup; or why it cannot be restored. */
function WhatIsLost({ since }: { readonly since: Remote<SinceBackup> }) {
  if (since.status === 'failed')
    return <ErrorState error={since.error} about="What would be forgotten could not be read" />;
  if (since.status !== 'ready') return <Awaited>Reading the backup through…</Awaited>;
  const { backup, ...lost } = since.value;
  if (backup.state !== 'good')
    return (
      <p role="alert" className={css['damaged']}>
        This backup is damaged. It cannot take the workspace’s place.
      </p>
    );
  const lines = lostWords(lost);
  return (
    <>
      <p>
        Sessions and their findings, domains, accounts and settings go back to what they were then. Batches
        are stopped, and planned changes are withdrawn.
      </p>
      {lines.length > 0 && (
        <>
          <p>Both journals are kept. These were written since then, and are carried over:</p>
          <ul className={css['lost']}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {lost.entries > 0 && (
        <p className={css['sent']}>
          After the restart Namedesk shows which domains need a look.{' '}
          <strong>Until you have looked, nothing paid is sent.</strong>
        </p>
      )}
    </>
  );
}

const reasonWords: Readonly<Record<BackupReason, string>> = {
  daily: 'Once a day',
  'by-hand': 'By hand',
  migration: 'Before a new version',
  restore: 'Before a restore',
  removal: 'Before an account was removed',
};

const stateWords: Readonly<Record<Backup['state'], string>> = {
  good: 'Verified',
  damaged: 'Damaged',
  unchecked: 'Not verified',
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

interface Lost {
  readonly entries: number;
  readonly changes: number;
  readonly accesses: number;
}

/** The entries written to the two journals since a backup, as lines; empty where there are none. */
const lostWords = ({ entries, changes, accesses }: Lost): readonly string[] => [
  ...(entries === 0
    ? []
    : [
        `${counted(entries, 'entry', 'entries')} of the journal of changes, ${counted(changes, 'change', 'changes')} begun since`,
      ]),
  ...(accesses === 0
    ? []
    : [`${counted(accesses, 'line', 'lines')} about transfer codes that were asked for`]),
];

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowsDiff,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { findingKinds } from '#shared/domain/finding.ts';
import type { KindCounts, Session } from '#shared/domain/session.ts';
import type { AppError, AppErrorKind, RefusalReason } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import type { AccountSummary } from '../bridge.ts';
import { format, useNowMs } from '../ui/Formats.tsx';
import { AccountDot, FindingMark, findingWords } from '../ui/Marks.tsx';
import { Keys, type ShortcutName } from '../ui/Shortcuts.tsx';
import { StackedBar } from '../ui/StackedBar.tsx';
import { canGoOn, canStop, type SessionListActions } from './session-list-store.ts';
import { leftInWords, percentDone, sizeInWords, slowedInWords } from './session-words.ts';
import { isOnItsWay } from './sessions-store.ts';
import css from './list.module.css';

interface Props {
  readonly id: string;
  readonly index: number;
  readonly session: Session;
  /** Null where the account no longer exists. */
  readonly account: AccountSummary | null;
  /** An action on the session is pending. */
  readonly busy: boolean;
  /** The current row. */
  readonly current: boolean;
  /** The first row of another account's sessions. */
  readonly apart: boolean;
  readonly deeds: SessionListActions;
}

/** One bulk lookup: its name, progress, findings and state. */
export const SessionRow = memo(function SessionRow(props: Props) {
  const { id, index, session, account, busy, current, apart, deeds } = props;
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={busy}
      data-apart={apart}
      onClick={() => deeds.open(session)}
    >
      <div className={css['what']} role="gridcell">
        <span className={css['name']} title={session.name}>
          {session.name}
        </span>
        <span className={css['size']}>
          {sizeInWords(session)} · {sourceWords(session)}
        </span>
      </div>
      <div className={css['account']} role="gridcell">
        {account !== null && <AccountDot colour={account.colour} />}
        <span>{account?.label ?? 'Removed account'}</span>
      </div>
      <div className={css['progress']} role="gridcell">
        <FindingsBar
          counts={session.counts}
          label={`Progress of ${session.name}`}
          words={progressWords(session)}
          percent={percentDone(session)}
        />
        <Found session={session} />
      </div>
      <Status session={session} />
      <div className={css['actions']} role="gridcell">
        <RowActions session={session} busy={busy} deeds={deeds} />
      </div>
    </div>
  );
});

const sourceWords = ({ source, rerunOf }: Session): string =>
  rerunOf === null ? source : `run again · ${source}`;

const worthSeeing = ['available', 'premium', 'unknown'] as const;

/** The progress, and the findings of interest. */
function Found({ session }: { readonly session: Session }) {
  return (
    <span className={css['found']}>
      <span className={css['percent']}>{percentDone(session)} %</span>
      {worthSeeing
        .filter((kind) => session.counts[kind] > 0)
        .map((kind) => (
          <span key={kind} className={css['count']} title={findingWords[kind]}>
            <FindingMark kind={kind} />
            {format.count(session.counts[kind])}
          </span>
        ))}
    </span>
  );
}

function Status({ session }: { readonly session: Session }) {
  const { main, more } = statusWords(session, useNowMs());
  return (
    <div className={css['status']} role="gridcell" data-state={session.state}>
      <span className={css['main']} title={main}>
        {main}
      </span>
      <span className={css['more']} title={more}>
        {more}
      </span>
    </div>
  );
}

interface FindingsBarProps {
  readonly counts: KindCounts;
  /** The accessible name of the bar. */
  readonly label: string;
  /** Everything that the bar shows, in words. */
  readonly words: string;
  readonly percent: number;
}

/** A session's progress and findings as one bar, in the findings' colours. The numbers are beside it. */
const FindingsBar = ({ counts, label, words, percent }: FindingsBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={words}
  >
    <StackedBar counts={counts} />
  </div>
);

interface RowActionsProps {
  readonly session: Session;
  readonly busy: boolean;
  readonly deeds: SessionListActions;
}

/** Buttons for the mouse. The list's keys do the same, so none of them is a Tab stop. */
function RowActions({ session, busy, deeds }: RowActionsProps) {
  return (
    // A click on a button is not a click on the row.
    <div style={{ display: 'flex' }} onClick={(event) => event.stopPropagation()}>
      <HoldOrGoOn session={session} busy={busy} deeds={deeds} />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            tabIndex={-1}
            aria-label={`More for ${session.name}`}
          >
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <More session={session} deeds={deeds} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function HoldOrGoOn({ session, busy, deeds }: RowActionsProps) {
  const going = isOnItsWay(session);
  if (!going && !canGoOn(session)) return null;
  const label = `${going ? 'Pause' : 'Resume'} ${session.name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        tabIndex={-1}
        aria-label={label}
        loading={busy}
        onClick={() => deeds.pauseOrResume(session)}
      >
        {going ? (
          <IconPlayerPause size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

function More({ session, deeds }: Omit<RowActionsProps, 'busy'>) {
  const item = (label: string, icon: ReactNode, keys: ShortcutName, act: (one: Session) => void) => (
    <Menu.Item leftSection={icon} rightSection={<Keys of={keys} />} onClick={() => act(session)}>
      {label}
    </Menu.Item>
  );
  const size = { size: 14, 'aria-hidden': true } as const;
  return (
    <>
      {item('Open', <IconTable {...size} />, 'openSession', deeds.open)}
      {canStop(session) && item('Stop', <IconPlayerStop {...size} />, 'stopSession', deeds.stop)}
      {item('Rename…', <IconPencil {...size} />, 'renameSession', (one) => deeds.ask('rename', one))}
      {item('Run again…', <IconRepeat {...size} />, 'runSessionAgain', (one) => deeds.ask('run-again', one))}
      {item('Compare with…', <IconArrowsDiff {...size} />, 'compareSession', (one) =>
        deeds.ask('compare', one),
      )}
      <Menu.Divider />
      {item('Remove…', <IconTrash {...size} />, 'removeSession', (one) => deeds.ask('remove', one))}
    </>
  );
}

/** What a session is doing, in one line, and further details in a second line. */
export interface StatusWords {
  readonly main: string;
  /** Empty where there is no further detail. */
  readonly more: string;
}

const rate = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "Running · 9.8 requests/s", "Waits: offline", "Paused at 43 %", "Finished 3 h ago". */
export function statusWords(session: Session, nowMs: number): StatusWords {
  const { state, pace } = session;
  switch (state) {
    case 'running':
      return pace === null
        ? { main: 'Running', more: 'Measuring the rate' }
        : {
            main: `Running · ${rate.format(pace.requestsPerSecond)} requests/s`,
            more: [leftInWords(pace.left), slowedInWords(pace)].filter((part) => part !== '').join(' · '),
          };
    case 'waiting':
      return {
        main: session.waitingFor === null ? 'Waits' : `Waits: ${causeOfWaiting(session.waitingFor)}`,
        more: 'Goes on by itself',
      };
    case 'paused':
      return { main: `Paused at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'stopped':
      return { main: `Stopped at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'finished':
      return {
        main: session.finishedAt === null ? 'Finished' : `Finished ${format.age(session.finishedAt, nowMs)}`,
        more: unknownsOf(session),
      };
    default:
      return assertNever(state);
  }
}

const unknownsOf = ({ counts }: Session): string =>
  counts.unknown === 0 ? '' : `${format.count(counts.unknown)} unknown`;

/** What a session waits for, as the end of "Waits: …". The full sentence is on the session's own screen. */
export function causeOfWaiting(error: AppError): string {
  if (error.kind === 'unreachable' || error.kind === 'not-sent')
    return error.why === 'offline' ? 'offline' : 'service unreachable';
  if (error.kind === 'refused') return refusals[error.why] ?? 'the service refuses';
  if (error.kind === 'storage' && error.fault === 'full') return 'the disk is full';
  return causes[error.kind];
}

const causes: Readonly<Record<Exclude<AppErrorKind, 'unreachable' | 'not-sent' | 'refused'>, string>> = {
  unreadable: 'the service’s answers cannot be read',
  'no-key': 'the account has no key',
  'no-account': 'its account is gone',
  keychain: 'the keychain does not answer',
  storage: 'the workspace cannot be written to',
  uncertain: 'something stands in the way',
  'open-change': 'something stands in the way',
  'changed-since': 'something stands in the way',
  'over-limit': 'something stands in the way',
  'rate-limited': 'the service asked to wait',
  'account-in-use': 'something stands in the way',
  'not-available': 'something stands in the way',
  'journal-broken': 'something stands in the way',
  'restore-unacknowledged': 'something stands in the way',
  'from-backup': 'something stands in the way',
  'invalid-input': 'something stands in the way',
  cancelled: 'something stands in the way',
  bug: 'a mistake in Namedesk stands in the way',
};

const refusals: Partial<Readonly<Record<RefusalReason, string>>> = {
  credentials: 'the service refused the key',
  address: 'the service refuses this computer’s address',
  permission: 'the service does not permit it',
  rate: 'asked too often',
  server: 'the service has errors of its own',
};

/** The bar in words, for screen readers: "43 % checked: 1,204 available, 12 unknown". */
export function progressWords(session: Session): string {
  const known = findingKinds.filter((kind) => kind !== 'unchecked' && session.counts[kind] > 0);
  const parts = known.map(
    (kind) => `${format.count(session.counts[kind])} ${findingWords[kind].toLowerCase()}`,
  );
  const checked = `${percentDone(session)} % checked`;
  return parts.length === 0 ? checked : `${checked}: ${parts.join(', ')}`;
}

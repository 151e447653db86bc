import { Button, SegmentedControl } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCopy,
  IconNotes,
  IconPoint,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LogLine, logLineText } from '#shared/domain/diagnostics.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { createLatest } from '../bridge.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Awaited } from '../ui/PageParts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { DiagnosticsPage, useCopyText } from './DiagnosticsPages.tsx';
import css from './diagnostics.module.css';

/** Namedesk's own log; of one incident, where its number is given. */
export function LogPage({ incidentId }: { readonly incidentId: string | null }) {
  const { bridge } = useStores();
  const [store] = useState(() => createLogStore(bridge.request, { level: 'all', incidentId }));
  const { lines, error } = useStore(store);
  useEffect(() => void store.actions.look({ incidentId }), [store, incidentId]);
  return (
    <DiagnosticsPage
      title="Log"
      purpose="What Namedesk noted of itself. No names of domains, no keys, no codes and no persons: the log has no place for them."
      actions={<CopyLines lines={lines ?? []} />}
    >
      <Filter store={store} />
      {error !== null && (
        <ErrorState error={error} remedies={{ 'try-again': () => void store.actions.look() }} />
      )}
      {lines === null && error === null && <Awaited>Reading the log…</Awaited>}
      {lines?.length === 0 && <NoLines store={store} />}
      {lines !== null && lines.length > 0 && <LogLines lines={lines} />}
      {lines !== null && <Foot store={store} shown={lines.length} />}
    </DiagnosticsPage>
  );
}

function CopyLines({ lines }: { readonly lines: readonly LogLine[] }) {
  const copy = useCopyText();
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={14} aria-hidden />}
      disabled={lines.length === 0}
      onClick={() =>
        copy(lines.map((line) => logLineText(line)).join('\n'), counted(lines.length, 'line', 'lines'))
      }
    >
      Copy these lines
    </Button>
  );
}

function Foot({ store, shown }: { readonly store: LogStore; readonly shown: number }) {
  const { total, lost } = useStore(store);
  if (shown === 0 && lost === 0) return null;
  return (
    <footer className={css['foot']}>
      {shown < total && shown > 0 && (
        <Button variant="default" onClick={() => void store.actions.older()}>
          Show older lines
        </Button>
      )}
      <span>
        {format.count(shown)} of {counted(total, 'line', 'lines')}
        {lost > 0 && `; ${counted(lost, 'line', 'lines')} could not be written or read`}
      </span>
    </footer>
  );
}

function Filter({ store }: { readonly store: LogStore }) {
  const { level, incidentId } = useStore(store);
  return (
    <div className={css['filter']}>
      <SegmentedControl
        aria-label="Lines to show"
        value={level}
        onChange={(chosen) => void store.actions.look({ level: chosen })}
        data={[
          { value: 'all', label: 'Everything' },
          { value: 'problems', label: 'Problems' },
        ]}
      />
      {incidentId !== null && (
        <span className={css['chip']}>
          Incident <span className="mono selectable">{incidentId}</span>
          <Button variant="subtle" onClick={() => void store.actions.look({ incidentId: null })}>
            Show all lines
          </Button>
        </span>
      )}
      <span className={css['gap']} />
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => void store.actions.look()}
      >
        Read again
      </Button>
    </div>
  );
}

function NoLines({ store }: { readonly store: LogStore }) {
  const { level, incidentId } = useStore(store);
  const isFiltered = level === 'problems' || incidentId !== null;
  const [title, text] = wordsForNone(level, incidentId);
  return (
    <EmptyState
      icon={<IconNotes size={24} stroke={1.5} />}
      title={title}
      actions={
        isFiltered && (
          <Button
            variant="default"
            onClick={() => void store.actions.look({ level: 'all', incidentId: null })}
          >
            Show all lines
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

function wordsForNone(
  level: LogFilter['level'],
  incidentId: string | null,
): readonly [title: string, text: string] {
  if (incidentId !== null)
    return [
      'The log has no line of this incident',
      'Old lines are dropped by themselves. Show all lines to see what is left.',
    ];
  if (level === 'problems')
    return ['No problem was noted', 'As far back as the log goes, nothing went wrong in Namedesk.'];
  return [
    'Nothing noted yet',
    'Starts, changes and whatever goes wrong are noted here, the newest first. Old lines are dropped by themselves.',
  ];
}

/** Log lines in words, each with its fields and below them its cause. */
const LogLines = ({ lines }: { readonly lines: readonly LogLine[] }) => (
  <ol className={css['lines']} aria-label="Lines of the log, the newest first">
    {lines.map((line) => (
      <li key={line.index} className={css['line']}>
        <LevelMark level={line.level} />
        <time className={css['time']} dateTime={line.at}>
          {format.instant(line.at)}
        </time>
        <div className={css['said']}>
          <p className="selectable">{wordsOf(line)}</p>
          <p className={`${css['fields'] ?? ''} mono selectable`}>
            {[line.event, ...Object.entries(line.fields).map(([name, value]) => `${name}=${value}`)].join(
              ' ',
            )}
          </p>
          {line.errors.map(({ class: name, code, frames }, depth) => (
            <p key={depth} className={`${css['fields'] ?? ''} mono selectable`}>
              {depth === 0 ? '' : 'caused by '}
              {[name, ...(code === null ? [] : [code]), ...frames].join(' ')}
            </p>
          ))}
        </div>
      </li>
    ))}
  </ol>
);

const marks = {
  info: { Icon: IconPoint, word: 'For information' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  error: { Icon: IconAlertOctagon, word: 'Mistake' },
} as const;

/** The level of a line, by shape and colour; the word is for screen readers. */
function LevelMark({ level }: { readonly level: LogLine['level'] }) {
  const { Icon, word } = marks[level];
  return (
    <span className={css['mark']} data-level={level} role="img" aria-label={word} title={word}>
      <Icon size={14} stroke={1.75} aria-hidden />
    </span>
  );
}

type Fields = LogLine['fields'];
type Say = (fields: Fields) => string;

const word = (fields: Fields, name: string): string => String(fields[name] ?? 'unknown').replaceAll('-', ' ');

const kinds: Readonly<Record<string, string>> = {
  register: 'A registration',
  renew: 'A renewal',
  contacts: 'A change of contacts',
  lock: 'A change of the registrar lock',
  nameservers: 'A change of nameservers',
  'child-register': 'A new child nameserver',
  'child-modify': 'A change of a child nameserver',
  'child-delete': 'The removal of a child nameserver',
  sync: 'A sync',
};

const kind = (fields: Fields): string => kinds[String(fields['what'])] ?? 'A change';

const outcomes: Readonly<Record<string, string>> = {
  code: 'and came',
  emailed: 'and was e-mailed to the registrant',
  refused: 'and the service refused it',
  unclear: 'and the answer was unclear',
  'no-answer': 'and no answer came',
  'not-sent': 'and nothing was sent',
  'not-asked': 'and nothing was asked',
};

const actions: Readonly<Record<string, string>> = {
  copy: 'to copy it',
  reveal: 'to show it',
  save: 'for a file',
};

const reason = (fields: Fields): string =>
  fields['why'] === undefined || fields['why'] === 'none' ? '' : ` (${word(fields, 'why')})`;

const connections: Readonly<Record<string, string>> = {
  unknown: 'The service was not asked yet',
  online: 'The service answers',
  offline: 'The service cannot be reached',
  refused: 'The service refuses the login',
  'no-key': 'The account has no key',
};

/** The words for each log event. A test compares the table with the list of events that main can write. */
export const eventWords: Readonly<Record<string, Say>> = {
  'app.started': (fields) => `Namedesk ${word(fields, 'app')} was started`,
  'app.stopped': () => 'Namedesk was closed',
  'ipc.refused': (fields) => `A request of the page was refused (${word(fields, 'guard')})`,
  'keychain.failed': (fields) => `The keychain did not answer (${word(fields, 'fault')})`,
  'storage.opened': () => 'The workspace was opened',
  'storage.failed': (fields) => `The workspace could not be opened (${word(fields, 'fault')})`,
  'storage.set-aside': () => 'The workspace was damaged and was set aside',
  'storage.restored': () => 'The workspace was restored from a backup, not acknowledged yet',
  'storage.acknowledged': () => 'The restore was acknowledged',
  'connection.changed': (fields) =>
    `${connections[String(fields['connection'])] ?? 'The connection changed'}${reason(fields)}`,
  'change.moved': (fields) => `${kind(fields)}: ${word(fields, 'state')}`,
  'change.uncertain': (fields) => `${kind(fields)} may or may not have happened`,
  'code.taken': (fields) =>
    `A transfer code was asked for ${actions[String(fields['deed'])] ?? ''} ${outcomes[String(fields['outcome'])] ?? ''}`.trim(),
  'codes.saved': (fields) => `Codes were saved to a file: ${word(fields, 'state')}`,
  'backup.made': (fields) => `A backup was made (${word(fields, 'reason')})`,
  'backup.failed': (fields) => `No backup could be made (${word(fields, 'fault')})`,
  'update.moved': (fields) => `Updates: ${word(fields, 'status')}`,
  'update.failed': (fields) => `An update came to nothing (${word(fields, 'fault')})`,
  'practice.started': () => 'The practice service was started',
  bug: (fields) => `A mistake in Namedesk, incident ${String(fields['incidentId'] ?? 'without a number')}`,
};

/** One line in words; an unknown event is shown by its own name. */
export const wordsOf = ({ event, fields }: Pick<LogLine, 'event' | 'fields'>): string =>
  eventWords[event]?.(fields) ?? event;

interface LogFilter {
  readonly level: 'all' | 'problems';
  readonly incidentId: string | null;
}

interface LogState extends LogFilter {
  /** The newest first; null before the first answer. */
  readonly lines: readonly LogLine[] | null;
  /** All matching lines, loaded or not. */
  readonly total: number;
  readonly lost: number;
  readonly error: AppError | null;
}

interface LogStore extends StoreApi<LogState> {
  readonly actions: {
    /** Loads from the newest line on. The present lines stay until the answer arrives. */
    readonly look: (filter?: Partial<LogFilter>) => Promise<void>;
    readonly older: () => Promise<void>;
  };
}

const pageSize = 100;

function createLogStore(request: Pick<Bridge['request'], 'diagnostics'>, first: LogFilter): LogStore {
  const store = createStore<LogState>(() => ({ ...first, lines: null, total: 0, lost: 0, error: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function read(before: number | null): Promise<void> {
    const isLatest = latest.begin();
    const { level, incidentId } = get();
    const page = await request.diagnostics.log({ level, incidentId, before, limit: pageSize });
    if (!isLatest()) return;
    if (!page.ok) {
      set({ error: page.error });
      return;
    }
    const { lines, total, lost } = page.value;
    const shown = before === null ? { lines: [], lost: 0 } : get();
    set({ lines: [...(shown.lines ?? []), ...lines], total, lost: shown.lost + lost, error: null });
  }

  return {
    ...store,
    actions: {
      async look(filter = {}) {
        set(filter);
        await read(null);
      },
      older: () => read(get().lines?.at(-1)?.index ?? null),
    },
  };
}

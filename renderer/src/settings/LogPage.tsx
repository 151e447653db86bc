import { Box, Button, Group, SegmentedControl, Space, Text } from '@mantine/core';
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
import { createStore } from 'zustand/vanilla';
import { kindOf } from '#shared/changes/index.ts';
import { changeKinds } from '#shared/domain/change-kinds.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Awaited, EmptyState, ErrorState } from '../ui/States.tsx';
import { copyText } from '../ui/copy.ts';
import { useChosen } from '../ui/table-view.ts';
import { DiagnosticsPage } from './DiagnosticsPages.tsx';
import { type LogLine, logLineText } from '#shared/domain/diagnostics.ts';
import { createLatest } from '../remote.ts';

/** Namedesk's own log; of one incident, where its number is given. */
export function LogPage({ incidentId }: { readonly incidentId: string | null }) {
  const stores = useStores();
  // An incident's lines are shown whole at first, whatever was chosen for the log.
  const [left, choose] = useChosen(incidentId === null ? 'log' : 'log of an incident');
  const [store] = useState(() =>
    createLogStore(stores.bridge.request, { level: left === 'problems' ? left : 'all', incidentId }),
  );
  const { lines, error } = useStore(store);
  useEffect(() => void store.actions.read({ incidentId }), [store, incidentId]);
  const copy = (shown: readonly LogLine[]) =>
    copyText(
      stores,
      shown.map((line) => logLineText(line)).join('\n'),
      counted(shown.length, 'line', 'lines'),
    );
  return (
    <DiagnosticsPage
      title="Log"
      purpose="Namedesk’s own log. It contains no domain names, keys, codes or personal data."
      actions={
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          disabled={lines === null || lines.length === 0}
          onClick={() => void copy(lines ?? [])}
        >
          Copy these lines
        </Button>
      }
    >
      <Filter store={store} onLevel={choose} />
      {error !== null && (
        <ErrorState isRead error={error} remedies={{ 'try-again': () => void store.actions.read() }} />
      )}
      {lines === null && error === null && <Awaited>Loading the log…</Awaited>}
      {lines?.length === 0 && <NoLines store={store} />}
      {lines !== null && lines.length > 0 && (
        <Box component="ol" aria-label="Log, newest first" className="line-above">
          {lines.map((line) => (
            <Line key={line.index} line={line} />
          ))}
        </Box>
      )}
      {lines !== null && <Foot store={store} shown={lines.length} />}
    </DiagnosticsPage>
  );
}

interface StoreProps {
  readonly store: LogStore;
}

function Foot({ store, shown }: StoreProps & { readonly shown: number }) {
  const { total, lost } = useStore(store);
  if (shown === 0 && lost === 0) return null;
  return (
    <Group component="footer" gap={12}>
      {shown < total && shown > 0 && (
        <Button variant="default" onClick={() => void store.actions.older()}>
          Show older lines
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {format.count(shown)} of {counted(total, 'line', 'lines')}
        {lost > 0 && `; ${counted(lost, 'line', 'lines')} could not be written or read`}
      </Text>
    </Group>
  );
}

function Filter({ store, onLevel }: StoreProps & { readonly onLevel: (level: string) => void }) {
  const { level, incidentId } = useStore(store);
  const { read } = store.actions;
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Lines to show"
        value={level}
        onChange={(chosen) => {
          onLevel(chosen);
          void read({ level: chosen });
        }}
        data={[
          { value: 'all', label: 'Everything' },
          { value: 'problems', label: 'Problems' },
        ]}
      />
      {incidentId !== null && (
        <>
          <Text>
            Incident <span className="mono selectable">{incidentId}</span>
          </Text>
          <Button variant="subtle" onClick={() => void read({ incidentId: null })}>
            Show all lines
          </Button>
        </>
      )}
      <Space flex={1} />
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => void read()}
      >
        Refresh
      </Button>
    </Group>
  );
}

function NoLines({ store }: StoreProps) {
  const { level, incidentId } = useStore(store);
  const [title, text] = wordsForNone(level, incidentId);
  return (
    <EmptyState
      icon={<IconNotes size={24} stroke={1.5} />}
      title={title}
      actions={
        (level === 'problems' || incidentId !== null) && (
          <Button
            variant="default"
            onClick={() => void store.actions.read({ level: 'all', incidentId: null })}
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
      'The log has no line for this incident',
      'Old lines are removed automatically. Show all lines to see what is left.',
    ];
  if (level === 'problems')
    return ['No problems', 'Nothing went wrong in Namedesk as far back as the log goes.'];
  return [
    'Nothing logged yet',
    'Starts, changes and problems are logged here, newest first. Old lines are removed automatically.',
  ];
}

const marks = {
  info: { Icon: IconPoint, word: 'Info', colour: 'var(--nd-faint)' },
  warning: { Icon: IconAlertTriangle, word: 'Warning', colour: 'var(--nd-caution)' },
  error: { Icon: IconAlertOctagon, word: 'Error', colour: 'var(--nd-danger)' },
} as const;

/** A line in words, with its fields and below them its causes. Its level is shown by shape and colour. */
function Line({ line: { level, at, event, fields, errors } }: { readonly line: LogLine }) {
  const { Icon, word: levelWord, colour } = marks[level];
  const details = [
    [event, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)],
    ...errors.map(({ class: name, code, frames }, depth) => [
      ...(depth === 0 ? [] : ['caused by']),
      name,
      ...(code === null ? [] : [code]),
      ...frames,
    ]),
  ];
  return (
    <Group component="li" gap="sm" py={6} align="flex-start" wrap="nowrap" className="line-below">
      <Box c={colour} h={20} pt={3} role="img" aria-label={levelWord} title={levelWord}>
        <Icon size={14} stroke={1.75} aria-hidden />
      </Box>
      <Text component="time" c="dimmed" w={176} flex="none" dateTime={at}>
        {format.instant(at)}
      </Text>
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text className="selectable">{wordsOf({ event, fields })}</Text>
        {details.map((parts, index) => (
          <Text key={index} size="xs" c="dimmed" className="mono selectable">
            {parts.join(' ')}
          </Text>
        ))}
      </Box>
    </Group>
  );
}

type Fields = LogLine['fields'];
type Say = (fields: Fields) => string;

const word = (fields: Fields, name: string): string => String(fields[name] ?? 'unknown').replaceAll('-', ' ');

const kind = ({ what }: Fields): string => {
  const known = changeKinds.find((one) => one === what);
  return known === undefined ? 'A change' : kindOf(known).noun;
};

const outcomes: Readonly<Record<string, string>> = {
  code: 'received',
  emailed: 'e-mailed to the registrant',
  refused: 'refused by the service',
  unclear: 'answered unclearly',
  'no-answer': 'no answer came',
  'not-sent': 'nothing was sent',
  'not-asked': 'not requested',
};

const actions: Readonly<Record<string, string>> = {
  copy: 'Transfer code to copy',
  reveal: 'Transfer code to show',
  save: 'Transfer code for a file',
};

const reason = (fields: Fields): string =>
  fields['why'] === undefined || fields['why'] === 'none' ? '' : ` (${word(fields, 'why')})`;

const connections: Readonly<Record<string, string>> = {
  unknown: 'The service was not contacted yet',
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
  'storage.set-aside': () => 'The workspace was damaged and was moved aside',
  'storage.restored': () => 'The workspace was restored, or may lack payments, not reviewed yet',
  'storage.not-restored': (fields) => `The workspace could not be restored (${word(fields, 'fault')})`,
  'storage.acknowledged': () => 'What may have changed was reviewed',
  'storage.checked': () => 'What may have been paid was checked: it was not done',
  'mark.failed': () => 'The mark of what was sent could not be written or compared',
  'connection.changed': (fields) =>
    `${connections[String(fields['connection'])] ?? 'The connection changed'}${reason(fields)}`,
  'change.moved': (fields) => `${kind(fields)}: ${word(fields, 'state')}`,
  'change.uncertain': (fields) => `${kind(fields)} may or may not have happened`,
  'code.taken': (fields) =>
    `${actions[String(fields['deed'])] ?? 'Transfer code'}: ${outcomes[String(fields['outcome'])] ?? 'unknown'}`,
  'codes.saved': (fields) => `Codes were saved to a file: ${word(fields, 'state')}`,
  'backup.made': (fields) => `A backup was made (${word(fields, 'reason')})`,
  'backup.failed': (fields) => `No backup could be made (${word(fields, 'fault')})`,
  'update.moved': (fields) => `Updates: ${word(fields, 'status')}`,
  'update.failed': (fields) => `An update failed (${word(fields, 'fault')})`,
  'practice.started': () => 'The practice service was started',
  bug: (fields) => `A bug in Namedesk, incident ${String(fields['incidentId'] ?? 'without a number')}`,
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

type LogStore = ReturnType<typeof createLogStore>;

const pageSize = 100;

function createLogStore(request: Pick<Bridge['request'], 'diagnostics'>, first: LogFilter) {
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
      /** Loads from the newest line on. The present lines stay until the answer arrives. */
      read: (filter: Partial<LogFilter> = {}): Promise<void> => {
        set(filter);
        return read(null);
      },
      older: () => read(get().lines?.at(-1)?.index ?? null),
    },
  };
}

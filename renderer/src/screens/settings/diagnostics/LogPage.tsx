import { Button, SegmentedControl } from '@mantine/core';
import { IconCopy, IconNotes, IconRefresh } from '@tabler/icons-react';
import type { LogLine } from '#shared/domain/diagnostics.ts';
import { logLineText } from '#shared/words/log-line-text.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted, format } from '../../../lib/format.ts';
import css from './diagnostics.module.css';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { createLogStore, type LogFilter, type LogStore } from './log-store.ts';
import { LogLines } from './LogLines.tsx';
import { useCopyText } from './use-copy-text.ts';

/** What Namedesk noted of itself; of one incident where it is asked for by its number. */
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

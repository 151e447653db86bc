import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconFileExport, IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JournalHealth } from '#shared/domain/journal.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import type { ChangeFilter } from './change-stores.ts';
import css from './journal.module.css';

/** Whether the journal is intact, and when that was last verified. */
export function JournalLine({ store }: { readonly store: HealthStore }) {
  const { health, isChecking, error } = useStore(store);
  useEffect(() => void store.actions.read(), [store]);
  return (
    <footer className={`${css['line'] ?? ''} figures`}>
      <IconLink size={14} stroke={1.75} aria-hidden />
      <p role="status">
        {error !== null && `The journal could not be checked. ${sentencesFor(error).happened}`}
        {error === null && isChecking && 'Checking every entry…'}
        {error === null && !isChecking && health !== null && <Words health={health} />}
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={isChecking}
        onClick={() => void store.actions.check()}
      >
        Check now
      </Button>
    </footer>
  );
}

type Health = NonNullable<ReturnType<HealthStore['getState']>['health']>;

function Words({ health }: { readonly health: Health }) {
  const { entries, checkedAt, broken, accesses } = health;
  if (accesses.broken !== null) {
    const line = format.count(accesses.broken.seq);
    return `The journal of codes does not hold together at line ${line}: no transfer code is asked for.`;
  }
  if (broken !== null) return `The journal does not hold together at entry ${format.count(broken.seq)}.`;
  if (checkedAt === null) return `${counted(entries, 'entry', 'entries')}, not checked yet.`;
  return (
    <>
      {entries === 0 ? 'No entries yet' : `${counted(entries, 'entry holds', 'entries hold')} together`},
      checked <Age at={checkedAt} />.
    </>
  );
}

/** For a damaged journal: what is wrong, what no longer works, and what still does. */
export function BrokenJournal({ store }: { readonly store: HealthStore }) {
  const broken = useStore(store, (state) => state.health?.broken ?? null);
  if (broken === null) return null;
  return (
    <div className={css['broken']} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <p className={css['title']}>
          The journal does not hold together at entry {format.count(broken.seq)}: nothing is changed at any
          service
        </p>
        <p className="selectable">{broken.why}</p>
        <p>
          Looking up, reading domains, looking through this list, reading back and exporting go on as ever.
          Export the journal, keep a copy of the workspace, and restore a backup from before this.
        </p>
      </div>
    </div>
  );
}

interface HealthState {
  /** Null until it is known. */
  readonly health: JournalHealth | null;
  readonly isChecking: boolean;
  /** Why it could not be verified. */
  readonly error: AppError | null;
}

interface HealthStore extends StoreApi<HealthState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Verifies the whole hash chain. */
    readonly check: () => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.health'>;
}

/** The state of the journal. An event from main is newer than any answer still to come. */
export function createHealthStore({ request, on }: Deps): HealthStore {
  const store = createStore<HealthState>(() => ({ health: null, isChecking: false, error: null }));
  const { getState: get, setState: set } = store;
  let told = 0;
  on['changes.health']((health) => {
    told += 1;
    set({ health, error: null });
  });

  async function ask(check: boolean): Promise<void> {
    const before = told;
    const result = await request.changes.health({ check });
    if (!result.ok) set({ error: result.error });
    else if (before === told) set({ health: result.value, error: null });
  }

  return {
    ...store,
    actions: {
      read: () => ask(false),
      async check() {
        if (get().isChecking) return;
        set({ isChecking: true });
        await ask(true);
        set({ isChecking: false });
      },
    },
  };
}

interface Props {
  /** The list's filter: exactly the filtered changes are exported. */
  readonly filter: ChangeFilter;
  readonly changes: number;
  readonly isAll: boolean;
  readonly onClose: () => void;
}

type Format = 'csv' | 'json';

interface Written {
  readonly path: string;
  readonly entries: number;
}

/** Writes the entries of the shown changes to a file, with the hashes that chain them. */
export function ExportDialog({ filter, changes, isAll, onClose }: Props) {
  const { bridge } = useStores();
  const [format, setFormat] = useState<Format>('csv');
  const [error, setError] = useState<AppError | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function write(): Promise<void> {
    setBusy(true);
    setError(null);
    const result = await bridge.request.changes.exportJournal({ format, filter });
    setBusy(false);
    if (!result.ok) setError(result.error);
    else if (result.value.path !== null)
      setWritten({ path: result.value.path, entries: result.value.entries });
  }

  return (
    <Modal opened onClose={onClose} title="Export the journal" size={560}>
      {written !== null ? (
        <Done written={written} onClose={onClose} />
      ) : (
        <div className={css['dialog']}>
          <p>
            {isAll ? 'All that is listed' : 'Exactly what is filtered'}:{' '}
            {counted(changes, 'change', 'changes')}, each with all its entries, their times and their hashes.
            Nothing personal is in it: the journal keeps none.
          </p>
          <SegmentedControl
            fullWidth
            withItemsBorders={false}
            aria-label="Format"
            data={[
              { value: 'csv', label: 'CSV' },
              { value: 'json', label: 'JSON' },
            ]}
            value={format}
            onChange={(value) => setFormat(value === 'json' ? 'json' : 'csv')}
          />
          <p className={css['quiet']}>{about[format]}</p>
          {error !== null && <ErrorState error={error} about="Nothing was exported" />}
          <div className={css['end']}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              data-autofocus
              loading={isBusy}
              disabled={changes === 0}
              leftSection={<IconFileExport size={14} aria-hidden />}
              onClick={() => void write()}
            >
              Choose a file…
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

const about: Readonly<Record<Format, string>> = {
  csv: 'A table for spreadsheets: one line for each entry.',
  json: 'One document, for programs, and for checking the chain of hashes elsewhere.',
};

function Done({ written, onClose }: { readonly written: Written; readonly onClose: () => void }) {
  const copy = useCopy();
  return (
    <div className={css['dialog']}>
      <p role="status">{counted(written.entries, 'entry is', 'entries are')} written to:</p>
      <p className={`mono selectable ${css['path'] ?? ''}`}>{written.path}</p>
      <div className={css['end']}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy([written.path])}
        >
          Copy the path
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

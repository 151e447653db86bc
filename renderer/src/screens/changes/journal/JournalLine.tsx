import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLink } from '@tabler/icons-react';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Age } from '../../../components/Age.tsx';
import { counted, format } from '../../../lib/format.ts';
import type { HealthStore } from './health-store.ts';
import css from './journal.module.css';

/** Whether the journal holds together, and when that was looked at last. */
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

/** Says of a broken journal what is wrong, what no longer works, and what still does. */
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

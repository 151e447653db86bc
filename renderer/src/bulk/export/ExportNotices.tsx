import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileExport, IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { RunningExport } from './exports-store.ts';
import css from './export.module.css';

/** The running exports, and the ended ones that were not dismissed: in the corner, on every screen. */
export function ExportNotices() {
  const { exports } = useStores();
  const all = useStore(exports, (state) => state.exports);
  if (all.length === 0) return null;
  return (
    <section className={css['notices']} aria-label="Exports">
      {all.map((one) => (
        <Notice key={one.id} of={one} />
      ))}
    </section>
  );
}

function Notice({ of: one }: { readonly of: RunningExport }) {
  const { exports } = useStores();
  const { dismiss, cancel } = exports.actions;
  const copy = useCopy();
  return (
    <div className={css['notice']}>
      <Mark stage={one.stage} />
      <div className={css['words']}>
        <p role="status">{titleOf(one)}</p>
        {one.stage === 'writing' && (
          <progress
            className={css['progress']}
            aria-label="Written"
            max={Math.max(1, one.total)}
            value={one.written}
          />
        )}
        <p className={`${css['detail'] ?? ''} figures selectable`}>{detailOf(one)}</p>
      </div>
      {one.stage === 'writing' && (
        <Button variant="default" onClick={() => cancel(one.id)}>
          Cancel
        </Button>
      )}
      {one.stage === 'done' && (
        <Button variant="default" onClick={() => copy([one.path])}>
          Copy the path
        </Button>
      )}
      {one.stage !== 'writing' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Dismiss"
          onClick={() => dismiss(one.id)}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Mark({ stage }: Pick<RunningExport, 'stage'>) {
  if (stage === 'failed')
    return <IconAlertTriangle className={css['bad']} size={18} stroke={1.75} aria-hidden />;
  if (stage === 'done') return <IconCheck className={css['good']} size={18} stroke={2} aria-hidden />;
  return <IconFileExport className={css['mark']} size={18} stroke={1.75} aria-hidden />;
}

function titleOf({ stage, sessionName, rows }: RunningExport): string {
  switch (stage) {
    case 'writing':
      return `Exporting ${sessionName}`;
    case 'done':
      return `Exported ${sessionName}: ${counted(rows, 'row', 'rows')}`;
    case 'cancelled':
      return `The export of ${sessionName} was cancelled`;
    case 'failed':
      return `The export of ${sessionName} failed`;
  }
}

function detailOf({ stage, path, written, total, error }: RunningExport): string {
  switch (stage) {
    case 'writing':
      return total === 0 ? 'Begins' : `${format.count(written)} of ${format.count(total)} cells`;
    case 'done':
      return path;
    case 'cancelled':
      return 'No file was written; what stood under that name is as it was.';
    case 'failed': {
      if (error === null) return '';
      const { happened, next } = sentencesFor(error);
      return `${happened} What stood under that name is as it was. ${next}`;
    }
  }
}

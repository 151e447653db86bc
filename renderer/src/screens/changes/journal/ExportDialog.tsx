import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted } from '../../../lib/format.ts';
import { useCopy } from '../../search/use-copy.ts';
import type { ChangeFilter } from '../list/list-store.ts';
import css from './journal.module.css';

interface Props {
  /** By what the list is filtered: exactly that is exported. */
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

/** Writes the entries of the changes that are shown to a file, with the hashes that hold them together. */
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

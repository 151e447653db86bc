import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { useStores } from '../../../../app-stores.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { counted, format as inLocale } from '../../../../lib/format.ts';
import type { ExportFormat } from '../exports-store.ts';
import { useSession, useSessionState } from '../session-context.ts';
import type { Shown } from '../session-state.ts';
import css from './export.module.css';
import { exportFormats, exportedInWords, mostCellsToCopy } from './export-words.ts';

interface Props {
  readonly onClose: () => void;
}

/** What is exported, in which form, and where to: a file, or the clipboard. */
export function ExportDialog({ onClose }: Props) {
  const shown = useSessionState((state) => state.shown);
  return (
    <Modal opened onClose={onClose} title="Export" size={560}>
      {shown !== null && <Choice shown={shown} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ shown, onClose }: Props & { readonly shown: Shown }) {
  const { state } = useSession();
  const { view } = shown;
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { error, isBusy, toFile, toClipboard } = useExporting(shown, onClose);
  const isTooMuch = view.cells > mostCellsToCopy;
  return (
    <div className={css['dialog']}>
      <p>
        {exportedInWords(view)}{' '}
        {state === 'running' && (
          <span className={css['quiet']}>
            The session goes on: what is found until the file is begun is in it.
          </span>
        )}
      </p>
      <SegmentedControl
        fullWidth
        withItemsBorders={false}
        aria-label="Format"
        data={exportFormats.map(({ format: value, label }) => ({ value, label }))}
        value={format}
        onChange={(value) => setFormat(exportFormats.find((one) => one.format === value)?.format ?? 'csv')}
      />
      <p className={css['quiet']}>{exportFormats.find((one) => one.format === format)?.about}</p>
      <p id="copy-limit" className={css['limit']} data-over={isTooMuch}>
        {isTooMuch
          ? `Too much to copy: the clipboard takes ${inLocale.count(mostCellsToCopy)} cells at most. Take a file, or filter.`
          : `A copy is tab-separated text for a spreadsheet, ${inLocale.count(mostCellsToCopy)} cells at most.`}
      </p>
      {error !== null && <ErrorState error={error} about="Nothing was exported" />}
      <div className={css['end']}>
        <Button
          variant="default"
          disabled={isTooMuch || view.cells === 0 || isBusy}
          aria-describedby="copy-limit"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void toClipboard()}
        >
          Copy as a table
        </Button>
        <Button
          data-autofocus
          disabled={view.cells === 0 || isBusy}
          leftSection={<IconFileExport size={14} aria-hidden />}
          onClick={() => void toFile(format)}
        >
          Choose a file…
        </Button>
      </div>
    </div>
  );
}

interface Exporting {
  readonly error: AppError | null;
  readonly isBusy: boolean;
  readonly toFile: (format: ExportFormat) => Promise<void>;
  readonly toClipboard: () => Promise<void>;
}

/** Both take the very filter and order by which the rows are shown. */
function useExporting({ filter, sort }: Shown, onClose: () => void): Exporting {
  const { exports, bridge, notices } = useStores();
  const { id, name } = useSession();
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function during(act: () => Promise<AppError | null>): Promise<void> {
    setBusy(true);
    setError(null);
    const failed = await act();
    setBusy(false);
    if (failed === null) onClose();
    else setError(failed);
  }

  return {
    error,
    isBusy,
    toFile: (format) =>
      during(() => exports.actions.start({ sessionId: id, sessionName: name, filter, sort, format })),
    toClipboard: () =>
      during(async () => {
        const copied = await bridge.request.exports.toClipboard({ id, filter, sort });
        if (!copied.ok) return copied.error;
        notices.actions.say(`Copied ${counted(copied.value.rows, 'row', 'rows')}`);
        return null;
      }),
  };
}

import { Button, Stack, Text } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type SessionMatrix, type SessionView, shownKindOf } from '#shared/domain/session.ts';
import { useStores } from '../../app-stores.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import { UnreadNames } from '../../search/Details.tsx';
import { useUnreadNames } from '../../search/owned.ts';
import { DialogEnd } from '../../ui/Dialogs.tsx';
import { ModalDialog } from '../../ui/ModalDialog.tsx';
import { counted, format as inLocale } from '../../ui/Formats.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { everyFormat, FormatChoice, useOneAtATime } from '../../ui/WrittenFile.tsx';
import type { Shown } from '../session/session-state.ts';
import { useSession, useSessionState } from '../session/session-store.ts';
import type { ExportFormat } from './exports-store.ts';

interface ExportDialogProps {
  readonly onClose: () => void;
}

/** Chooses what is exported, in which format, and the target: a file or the clipboard. */
export function ExportDialog({ onClose }: ExportDialogProps) {
  const shown = useSessionState((state) => state.shown);
  return (
    <ModalDialog onClose={onClose} title="Export" size={560}>
      {shown !== null && <Choice shown={shown} onClose={onClose} />}
    </ModalDialog>
  );
}

function Choice({ shown, onClose }: ExportDialogProps & { readonly shown: Shown }) {
  const { state, accountId } = useSession();
  const areUnread = useUnreadNames(accountId) !== null;
  const { view } = shown;
  const [format, setFormat] = useState<ExportFormat>('csv');
  const model = useSessionState((now) => now.model);
  const { error, toFile, toClipboard } = useExporting(shown, onClose);
  const available = useAvailable(model, view);
  const isStopped = view.cells === 0 || areUnread;
  const isTooMuch = view.cells > mostCellsToCopy;
  return (
    <Stack gap={12}>
      <p>
        {exportedInWords(view)}{' '}
        {state === 'running' && (
          <Text span c="dimmed">
            The session is still running: the file has what was found when it starts.
          </Text>
        )}
      </p>
      <FormatChoice formats={everyFormat} value={format} onChange={setFormat} />
      {isTooMuch && (
        <Text id="copy-limit" size="xs" c="var(--nd-caution)">
          Too much to copy: the clipboard takes at most {inLocale.count(mostCellsToCopy)} checks. Export a
          file, or filter.
        </Text>
      )}
      <UnreadNames accountId={accountId} />
      {error !== null && <ErrorState error={error} about="Nothing was exported" />}
      <DialogEnd>
        <Button
          disabled={isTooMuch || isStopped}
          {...(isTooMuch && { 'aria-describedby': 'copy-limit' })}
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void toClipboard()}
        >
          Copy as a table
        </Button>
        {available > 0 && available < view.cells && (
          <Button
            disabled={isStopped}
            leftSection={<IconFileExport size={14} aria-hidden />}
            onClick={() => void toFile(format, 'available')}
          >
            Only the {inLocale.count(available)} available…
          </Button>
        )}
        <Button
          variant="filled"
          data-autofocus
          disabled={isStopped}
          leftSection={<IconFileExport size={14} aria-hidden />}
          onClick={() => void toFile(format)}
        >
          Save as…
        </Button>
      </DialogEnd>
    </Stack>
  );
}

function useAvailable(model: GridModel | null, view: SessionView): number {
  return useMemo(() => (model === null ? 0 : availableIn(model.matrix, view)), [model, view]);
}

/** How many of the shown cells are available. */
export function availableIn(
  { codes, tlds }: SessionMatrix,
  { rows, columns, fits }: Pick<SessionView, 'rows' | 'columns' | 'fits'>,
): number {
  let count = 0;
  for (const row of rows)
    for (const column of columns) {
      const cell = row * tlds.length + column;
      if (fits(cell) && shownKindOf(codes[cell] ?? 0) === 'available') count += 1;
    }
  return count;
}

/** Exports to a file and to the clipboard. Unless told otherwise, both use the filter and order of the shown rows. */
function useExporting({ filter, sort }: Shown, onClose: () => void) {
  const { exports, bridge, notices } = useStores();
  const { id, name } = useSession();
  const { error, during } = useOneAtATime(onClose);
  return {
    error,
    toFile: (format: ExportFormat, only: 'shown' | 'available' = 'shown') =>
      during(() =>
        exports.actions.start(name, {
          id,
          filter: only === 'available' ? { ...filter, kinds: ['available'] } : filter,
          sort,
          format,
        }),
      ),
    toClipboard: () =>
      during(async () => {
        const copied = await bridge.request.exports.toClipboard({ id, filter, sort, as: 'table' });
        if (!copied.ok) return copied.error;
        notices.actions.say(`Copied ${counted(copied.value.rows, 'row', 'rows')}`);
        return null;
      }),
  };
}

/** The limit of `exports.toClipboard`. */
const mostCellsToCopy = 200_000;

/** `Exactly what is shown: 1,204 cells of 310 names.` */
export const exportedInWords = (view: Pick<SessionView, 'rows' | 'cells'>): string =>
  view.cells === 0
    ? 'The filter hides everything, so there is nothing to export. Clear it first.'
    : `Exactly what is shown: ${counted(view.cells, 'check', 'checks')} of ${counted(view.rows.length, 'name', 'names')}.`;

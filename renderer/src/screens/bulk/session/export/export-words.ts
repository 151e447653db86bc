import type { SessionView } from '#shared/domain/session-view.ts';
import { counted } from '../../../../lib/format.ts';
import type { ExportFormat } from '../exports-store.ts';

/** As `exports.toClipboard` has it. */
export const mostCellsToCopy = 200_000;

export const exportFormats: readonly {
  readonly format: ExportFormat;
  readonly label: string;
  readonly about: string;
}[] = [
  {
    format: 'csv',
    label: 'CSV',
    about: 'A table for spreadsheets: one line for each cell, with prices, message and time.',
  },
  { format: 'json', label: 'JSON', about: 'One document with all cells, for programs.' },
  {
    format: 'ndjson',
    label: 'NDJSON',
    about: 'One JSON object to a line, for programs that read while it is written.',
  },
  { format: 'txt', label: 'TXT', about: 'The names alone, one to a line.' },
];

/** `Exactly what is shown: 1,204 cells of 310 names.` */
export const exportedInWords = (view: Pick<SessionView, 'rows' | 'cells'>): string =>
  view.cells === 0
    ? 'Nothing is shown, so there is nothing to export. Clear the filter first.'
    : `Exactly what is shown: ${counted(view.cells, 'cell', 'cells')} of ${counted(view.rows.length, 'name', 'names')}.`;

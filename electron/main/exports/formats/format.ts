import type { ExportRow } from '../columns.ts';

/** One way to write findings, piece by piece, so that a million of them never stand in memory as text. */
export interface Format {
  readonly head: string;
  /** @param isFirst Whether no row was written before these. */
  readonly rows: (rows: readonly ExportRow[], isFirst: boolean) => string;
  readonly foot: string;
}

import { setImmediate as turn } from 'node:timers/promises';
import { fail, ok, type Result } from '#shared/result.ts';
import { exportRow } from './columns.ts';
import type { Format } from './formats/format.ts';
import { shownCells } from './shown-cells.ts';
import type { SessionReader, Shown } from './shown.ts';

/** Small enough that reading and writing one holds main for a few milliseconds only. */
const cellsAPiece = 500;

export interface Piece {
  readonly text: string;
  readonly cells: number;
}

/** A failure on the way, carried out of the generator. */
type Pieces = AsyncGenerator<Result<Piece>, void, void>;

/**
 * The shown findings as text, piece by piece: head, rows, foot. The next piece is read when the one before was taken, so
 * that a slow disk is never overrun.
 *
 * Fails with: `storage`, `cancelled`; nothing comes after a failure.
 */
export async function* piecesOf(
  sessions: SessionReader,
  id: string,
  { view, tlds }: Shown,
  format: Format,
  signal: AbortSignal | null,
): Pieces {
  yield ok({ text: format.head, cells: 0 });
  let isFirst = true;
  for (const cells of shownCells(view, tlds, cellsAPiece)) {
    const findings = await sessions.findings({ id, cells });
    if (!findings.ok) {
      yield findings;
      return;
    }
    yield ok({ text: format.rows(findings.value.map(exportRow), isFirst), cells: cells.length });
    isFirst = false;
    await turn();
    if (signal?.aborted === true) {
      yield fail({ kind: 'cancelled' });
      return;
    }
  }
  yield ok({ text: format.foot, cells: 0 });
}

import { setImmediate as turn } from 'node:timers/promises';
import { fail, ok, type Result } from '#shared/result.ts';
import { exportRow } from './columns.ts';
import type { Format } from './formats/format.ts';
import type { SessionReader } from './shown.ts';

/** Small enough that reading and writing one holds main for a few milliseconds only. */
const cellsAPiece = 500;

export interface Piece {
  readonly text: string;
  readonly cells: number;
}

type Findings = ReturnType<SessionReader['findings']>;

/**
 * The findings of `cells` as text, piece by piece: head, rows, foot. While one piece is written the findings of the next
 * one are read, and no more than these, so that a slow disk is never overrun.
 *
 * Fails with: `storage`, `cancelled`; nothing comes after a failure.
 */
export async function* piecesOf(
  sessions: SessionReader,
  id: string,
  cells: Uint32Array<ArrayBuffer>,
  format: Format,
  signal: AbortSignal | null,
): AsyncGenerator<Result<Piece>, void, void> {
  /** A copy: what is sent to the workspace's thread is sent with all of its memory. */
  const readFrom = (start: number): Findings =>
    sessions.findings({ id, cells: cells.slice(start, start + cellsAPiece) });

  yield ok({ text: format.head, cells: 0 });
  let next: Findings | null = cells.length > 0 ? readFrom(0) : null;
  try {
    for (let start = 0; next !== null; start += cellsAPiece) {
      const findings: Awaited<Findings> = await next;
      next = start + cellsAPiece < cells.length ? readFrom(start + cellsAPiece) : null;
      if (!findings.ok) {
        yield findings;
        return;
      }
      const text = format.rows(findings.value.map(exportRow), start === 0);
      yield ok({ text, cells: findings.value.length });
      await turn();
      if (signal?.aborted === true) {
        yield fail({ kind: 'cancelled' });
        return;
      }
    }
    yield ok({ text: format.foot, cells: 0 });
  } finally {
    // Whoever stops early leaves a read under way: it is waited for, and what it says is of no use any more.
    await Promise.allSettled([next]);
  }
}

import { countsOf } from '#shared/domain/cell.ts';
import type { Pace, Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { RecordedRequest, SessionRecord } from '../../workspace/session-records.ts';
import { createLabels, type Labels } from '../../workspace/sessions/labels.ts';
import { type Matrix, matrixOf, putCell } from '../../workspace/sessions/matrix.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { createFrames, type Frames } from './frames.ts';
import type { Run } from './run.ts';

/** A session in memory: one that is asked, or that somebody looks at. */
export interface LiveSession {
  record: SessionRecord;
  readonly matrix: Matrix;
  readonly labels: Labels;
  /** A-labels, joined by line feeds. */
  readonly names: string;
  readonly frames: Frames;
  /** Null while it is not asked. */
  run: Run | null;
  /** Open views, and commands that are at work on it: as long as there are any, it stays in memory. */
  users: number;
}

type Kept = Pick<Workspace['sessions'], 'cells' | 'names'>;

/** Fails with: `storage`. */
export async function loadSession(
  kept: Kept,
  record: SessionRecord,
  timer: Timer,
): Promise<Result<LiveSession>> {
  const names = await kept.names({ id: record.id });
  if (!names.ok) return names;
  const cells = await kept.cells({ id: record.id });
  if (!cells.ok) return cells;
  // The workspace's thread hands arrays over that are nobody else's.
  const matrix = matrixOf(cells.value);
  const pace = (): Pace | null => live.run?.pace() ?? null;
  const live: LiveSession = {
    record,
    matrix,
    names: names.value,
    labels: createLabels(names.value, record.names),
    frames: createFrames(matrix, pace, timer),
    run: null,
    users: 0,
  };
  return ok(live);
}

/** A session that is not in memory, as the workspace has it. */
export const restingSession = (record: SessionRecord): Session => ({
  ...record,
  pace: null,
  waitingFor: null,
});

/** The session as it stands. What the cells say is counted from the cells. */
export function sessionOf({ record, matrix, run }: LiveSession): Session {
  const pace = run?.pace() ?? null;
  return {
    ...record,
    ...countsOf(matrix.tallies.entries()),
    left: matrix.left,
    pace,
    waitingFor: run?.waitingFor() ?? null,
  };
}

/** Takes what is on disk into the cells. `codes`: one for each column of each request, in their order. */
export function takeIn(
  { matrix, frames, record }: LiveSession,
  requests: readonly RecordedRequest[],
  codes: Uint8Array,
): void {
  const width = record.tlds.length;
  let at = 0;
  for (const { row, columns, checkedAtMs } of requests) {
    const checkedAt = Math.floor(checkedAtMs / 1_000);
    for (const column of columns) {
      const cell = row * width + column;
      putCell(matrix, cell, codes[at] ?? 0, checkedAt);
      frames.add(cell);
      at += 1;
    }
  }
  frames.touch();
}

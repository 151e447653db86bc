import { fail, ok, type Result } from '#shared/result.ts';
import { writeWhole } from '../files/write-whole.ts';
import { createJobThread } from '../threads/job-thread.ts';
import { everySoOften } from './every-so-often.ts';
import type { ExportFormat, ExportRequest } from './export-request.ts';
import { formats } from './formats/all.ts';
import { tsv } from './formats/separated.ts';
import { piecesOf } from './pieces.ts';
import { type SessionReader, shownOf, type ViewThread } from './shown.ts';

/** Says how far an export is, in cells; at most ten times a second, and at the end. */
export type ExportProgress = (written: number, total: number) => void;

/**
 * A session's findings as files: exactly the cells that a filter shows, in the order in which it shows them. Which cells
 * these are is settled when the export begins; a cell that is asked meanwhile is written as it was read. Unchecked cells
 * are cells like others: a filter without kinds, or with this one, has them.
 *
 * A file appears under its name only when it is complete; a failed or cancelled export leaves what stood there.
 *
 * Fails with: `storage` (`full` for the target too), `invalid-input` (`sessionId`, `path`, `filter`), `cancelled`.
 */
export interface Exports {
  readonly toFile: (
    request: ExportRequest & { readonly path: string; readonly format: ExportFormat },
    signal: AbortSignal,
    onProgress: ExportProgress,
  ) => Promise<Result<{ readonly rows: number }>>;
  /** Tab-separated text with a head line; 200,000 cells at most. */
  readonly toText: (
    request: ExportRequest,
  ) => Promise<Result<{ readonly text: string; readonly rows: number }>>;
  readonly close: () => Promise<void>;
}

export interface ExportsDeps {
  readonly sessions: SessionReader;
  /** The thread's code: `exports-worker.js` of the build, or `exports-worker.ts` where sources are run. */
  readonly workerUrl: URL;
  /** A clock that only goes forward, in milliseconds. */
  readonly nowMs: () => number;
}

export const mostCellsAsText = 200_000;
const progressPauseMs = 100;

export function createExports({ sessions, workerUrl, nowMs }: ExportsDeps): Exports {
  const thread: ViewThread = createJobThread({ workerUrl });
  return {
    async toFile(request, signal, onProgress) {
      const shown = await shownOf(sessions, thread, request, signal);
      if (!shown.ok) return shown;
      const total = shown.value.length;
      const tell = everySoOften(progressPauseMs, nowMs, onProgress);
      const written = await writeWhole(request.path, async (write) => {
        const format = formats[request.format];
        let rows = 0;
        for await (const piece of piecesOf(sessions, request.sessionId, shown.value, format, signal)) {
          if (!piece.ok) return piece;
          await write(piece.value.text);
          rows += piece.value.cells;
          tell(rows, total);
        }
        return ok({ rows });
      });
      if (written.ok) onProgress(written.value.rows, total);
      return written;
    },
    async toText(request) {
      const shown = await shownOf(sessions, thread, request);
      if (!shown.ok) return shown;
      if (shown.value.length > mostCellsAsText) return tooMuchText(shown.value.length);
      const texts: string[] = [];
      let rows = 0;
      for await (const piece of piecesOf(sessions, request.sessionId, shown.value, tsv, null)) {
        if (!piece.ok) return piece;
        texts.push(piece.value.text);
        rows += piece.value.cells;
      }
      return ok({ text: texts.join(''), rows });
    },
    close: thread.close,
  };
}

const tooMuchText = (cells: number): Result<never> =>
  fail({
    kind: 'invalid-input',
    field: 'filter',
    reason: `${count(cells)} cells are too many for the clipboard, which takes ${count(mostCellsAsText)}: filter them, or export a file.`,
  });

const count = (n: number): string => n.toLocaleString('en');

import type { z } from 'zod';
import type { SessionFilter, SessionSort } from '#shared/domain/session-view.ts';
import type { exportFormat } from '#shared/ipc/session-schemas.ts';
import type { Result } from '#shared/result.ts';

export type ExportFormat = z.output<typeof exportFormat>;

export interface ExportRequest {
  readonly sessionId: string;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** Says how far an export is, in cells. */
export type ExportProgress = (written: number, total: number) => void;

/**
 * A session's findings as files: exactly the cells that a filter shows, in the order in which it shows them.
 *
 * A file appears under its name only when it is complete; a failed or cancelled export leaves what stood there.
 *
 * Fails with: `storage` (also of the target: `full`, `read-only`), `invalid-input`, `cancelled`.
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
}

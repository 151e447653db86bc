import type { z } from 'zod';
import type { SessionFilter, SessionSort } from '#shared/domain/session-view.ts';
import type { exportFormat } from '#shared/ipc/session-schemas.ts';

export type ExportFormat = z.output<typeof exportFormat>;

export interface ExportRequest {
  readonly sessionId: string;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

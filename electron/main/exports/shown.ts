import { fail, type Result } from '#shared/result.ts';
import type { JobThread } from '../threads/job-thread.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ExportRequest } from './export-request.ts';
import type { cellsOf } from './shown-cells.ts';

/** Finds the cells of a view, in their order. */
export type ViewThread = JobThread<typeof cellsOf>;

export type SessionReader = Pick<Workspace['sessions'], 'find' | 'names' | 'cells' | 'findings'>;

/**
 * The cells that an export writes, in their order: settled when it begins, also where the session goes on meanwhile.
 *
 * Fails with: `storage`, `cancelled`, `invalid-input` (`sessionId`) where there is no such session.
 */
export async function shownOf(
  sessions: SessionReader,
  thread: ViewThread,
  { sessionId: id, filter, sort }: ExportRequest,
  signal?: AbortSignal,
): Promise<Result<Uint32Array<ArrayBuffer>>> {
  const session = await sessions.find({ id });
  if (!session.ok) return session;
  if (session.value === null) {
    return fail({ kind: 'invalid-input', field: 'sessionId', reason: 'This session is not there any more.' });
  }
  const tlds = [...session.value.tlds];
  const names = await sessions.names({ id });
  if (!names.ok) return names;
  const cells = await sessions.cells({ id });
  if (!cells.ok) return cells;
  const { codes, checkedAt } = cells.value;
  return thread.run(
    { names: names.value, tlds, codes, checkedAt, filter, sort },
    { handedOver: [codes.buffer, checkedAt.buffer], ...(signal && { signal }) },
  );
}

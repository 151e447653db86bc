import type { SessionView } from '#shared/domain/session-view.ts';
import { viewOf } from '#shared/domain/view-of.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ExportRequest } from './exports.ts';

export type SessionReader = Pick<Workspace['sessions'], 'find' | 'names' | 'cells' | 'findings'>;

/** What an export writes: fixed when it begins, also where the session goes on meanwhile. */
export interface Shown {
  readonly view: SessionView;
  /** How many columns the session has. */
  readonly tlds: number;
}

/** Looks at a session as the grid does. Fails with: `storage`, `invalid-input` where there is no such session. */
export async function shownOf(
  sessions: SessionReader,
  { sessionId: id, filter, sort }: ExportRequest,
): Promise<Result<Shown>> {
  const session = await sessions.find({ id });
  if (!session.ok) return session;
  if (session.value === null) {
    return fail({ kind: 'invalid-input', field: 'sessionId', reason: 'This session is not there any more.' });
  }
  const { tlds } = session.value;
  const names = await sessions.names({ id });
  if (!names.ok) return names;
  const cells = await sessions.cells({ id });
  if (!cells.ok) return cells;
  const { codes, checkedAt } = cells.value;
  const matrix = { names: names.value === '' ? [] : names.value.split('\n'), tlds, codes, checkedAt };
  return ok({ view: viewOf(matrix, filter, sort), tlds: tlds.length });
}

import { z } from 'zod';
import { accountId, text } from '#shared/areas/common-schemas.ts';
import { exportFormat, sessionFilter, sessionId, sessionSort } from '#shared/areas/sessions.ts';
import { localDay } from '#shared/domain/counting.ts';
import { ok, type Result } from '#shared/result.ts';
import { inWindow } from '../action.ts';
import type { InWindow } from '../app/in-window.ts';
import type { DomainsRequest } from './exports.ts';

const ofExport = z.object({ exportId: z.uuid() });
const ofSession = z.object({ id: sessionId, filter: sessionFilter, sort: sessionSort });

/**
 * Domains of one account or of several, in the order of a list. `rows`: one to a line, the place of its account in `accountIds`, a space,
 * and its name as A-labels. `hidden`: columns of the list that are left out.
 */
const domainsInOrder = z.object({
  accountIds: z.array(accountId).min(1).max(1_000).readonly(),
  rows: z.string().max(100_000_000),
  hidden: z.array(text(20)).max(20).readonly(),
});

export const exports = {
  /** Opens the system's save dialog; `started` is false if it was cancelled. Progress is sent as `exports.*` events. */
  toFile: inWindow(
    ofSession.extend({ ...ofExport.shape, format: exportFormat }),
    async (on, { exportId, id, ...order }) => {
      const session = await on.sessions.find(id);
      if (!session.ok) return session;
      const path = await on.askWhereTo(fileNameOf(session.value.name), order.format);
      if (path !== null) on.fileExports.session(exportId, { sessionId: id, ...order, path });
      return ok({ started: path !== null });
    },
  ),
  /** Copies the view as tab-separated text, or its domains alone, one to a line; 200,000 cells at most. */
  toClipboard: inWindow(
    ofSession.extend({ as: z.enum(['table', 'names']) }),
    async (on, { id, filter, sort, as }) =>
      copied(on, await on.exports.toText({ sessionId: id, filter, sort }, as)),
  ),
  /** As `toFile`, of domains of the portfolio, in this order. Never with transfer codes. */
  domainsToFile: inWindow(
    domainsInOrder.extend({ ...ofExport.shape, format: exportFormat }),
    async (on, { exportId, hidden, format, ...list }) => {
      const path = await on.askWhereTo(`domains-${localDay(on.now())}`, format);
      if (path !== null) on.fileExports.domains(exportId, requestsOf(list), { hidden, format, path });
      return ok({ started: path !== null });
    },
  ),
  /** As tab-separated text. */
  domainsToClipboard: inWindow(domainsInOrder, async (on, { hidden, ...list }) =>
    copied(on, await on.fileExports.domainsAsText(requestsOf(list), hidden)),
  ),
  cancel: inWindow(ofExport, (on, { exportId }) => {
    on.fileExports.cancel(exportId);
    return ok({});
  }),
};

async function copied(
  { clipboard }: InWindow,
  made: Result<{ readonly text: string; readonly rows: number }>,
): Promise<Result<{ readonly rows: number }>> {
  if (!made.ok) return made;
  // What was copied before is not lost for nothing.
  if (made.value.text !== '') await clipboard.writeText(made.value.text);
  return ok({ rows: made.value.rows });
}

/** The rows of a list in their order; those of one account that follow each other are one request. */
function requestsOf({
  accountIds,
  rows,
}: Pick<z.output<typeof domainsInOrder>, 'accountIds' | 'rows'>): readonly DomainsRequest[] {
  const requests: { accountId: string; names: string[] }[] = [];
  for (const line of rows.split('\n')) {
    const [place = '', name = ''] = line.split(' ', 2);
    const accountId = accountIds[Number(place)];
    if (accountId === undefined) continue;
    if (requests.at(-1)?.accountId !== accountId) requests.push({ accountId, names: [] });
    requests.at(-1)?.names.push(name);
  }
  return requests;
}

/** A session's name as a file name: without characters that some system forbids. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 100) || 'session';

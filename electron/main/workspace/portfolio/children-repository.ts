import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { childNameserver } from '#shared/ipc/portfolio-schemas.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, jsonColumn, parseRow, toMs } from '../row.ts';

const childRow = z
  .object({ host: z.string(), addresses: jsonColumn, at: instantColumn, source: z.string() })
  .pipe(childNameserver);

/** The hosts below the domains of the portfolio. */
export function createChildrenRepository(database: DatabaseSync): Repository<'children'> {
  const list = database.prepare(
    'SELECT host, addresses, at, source FROM children WHERE account_id = ? AND domain = ? ORDER BY host',
  );
  const put = database.prepare(`
    INSERT INTO children (account_id, domain, host, addresses, at, source)
    SELECT account_id, name, ?, ?, ?, ? FROM domains WHERE account_id = ? AND name = ?
    ON CONFLICT (account_id, domain, host) DO UPDATE SET
      addresses = excluded.addresses, at = excluded.at, source = excluded.source`);
  const remove = database.prepare('DELETE FROM children WHERE account_id = ? AND domain = ? AND host = ?');

  return {
    list: ({ accountId, domain }) => list.all(accountId, domain).map((row) => parseRow(childRow, row)),
    save({ accountId, domain, child: { host, addresses, at, source } }) {
      const { changes } = put.run(host, JSON.stringify(addresses), toMs(at), source, accountId, domain);
      return changes > 0;
    },
    remove({ accountId, domain, host }) {
      remove.run(accountId, domain, host);
      return {};
    },
  };
}

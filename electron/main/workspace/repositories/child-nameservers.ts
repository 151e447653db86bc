import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { childNameserver } from '#shared/areas/portfolio.ts';
import { instantColumn, jsonColumn, rowsOf } from '../sqlite.ts';

const childRow = childNameserver.extend({
  addresses: jsonColumn(childNameserver.shape.addresses),
  at: instantColumn,
});

export type ChildRow = z.output<typeof childRow>;

interface OfDomain {
  readonly accountId: string;
  /** As A-labels in lower case. */
  readonly domain: string;
}

/** The child nameservers of the portfolio's domains. */
export function createChildrenRepository(database: DatabaseSync) {
  const list = rowsOf(database, childRow).from('children WHERE account_id = ? AND domain = ? ORDER BY host');
  const put = database.prepare(`
    INSERT INTO children (account_id, domain, host, addresses, at, source)
    SELECT account_id, name, :host, :addresses, :at, :source FROM domains
    WHERE account_id = :accountId AND name = :domain
    ON CONFLICT (account_id, domain, host) DO UPDATE SET
      addresses = excluded.addresses, at = excluded.at, source = excluded.source`);
  const remove = database.prepare('DELETE FROM children WHERE account_id = ? AND domain = ? AND host = ?');

  return {
    list: ({ accountId, domain }: OfDomain) => list.all(accountId, domain),
    /** False where the domain is not in the portfolio. */
    save: ({ accountId, domain, child }: OfDomain & { readonly child: ChildRow }) =>
      put.run({ ...childRow.encode(child), accountId, domain }).changes > 0,
    remove({ accountId, domain, host }: OfDomain & { readonly host: string }) {
      remove.run(accountId, domain, host);
    },
  };
}

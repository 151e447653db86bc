import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DomainRecord, domainRecord } from '../portfolio-requests.ts';
import { instantColumn, jsonColumn, parseRow } from '../row.ts';

/** What is kept in the column `known`; what it does not name is not known. */
const known = z.object({
  lock: domainRecord.shape.lock.default(null),
  nameservers: domainRecord.shape.nameservers.default(null),
  /** Of the registrant the age and the source alone: the name is in a column of its own, sealed. */
  registrant: domainRecord.shape.registrant.unwrap().omit({ value: true }).nullable().default(null),
  expiresOn: domainRecord.shape.expiresOn.default(null),
  transferredAway: domainRecord.shape.transferredAway.default(null),
  troubles: domainRecord.shape.troubles.default([]),
});

const domainRow = z
  .object({
    account_id: domainRecord.shape.accountId,
    name: domainRecord.shape.name,
    added_at: instantColumn,
    added_by: domainRecord.shape.addedBy,
    tags: jsonColumn.pipe(domainRecord.shape.tags),
    note: domainRecord.shape.note,
    archived_at: instantColumn.nullable(),
    known: jsonColumn.pipe(known),
    registrant: z.instanceof(Uint8Array).nullable(),
  })
  .transform(
    ({ account_id, added_at, added_by, archived_at, known: kept, registrant, ...row }): DomainRecord => ({
      ...row,
      ...kept,
      accountId: account_id,
      addedAt: added_at,
      addedBy: added_by,
      archivedAt: archived_at,
      registrant:
        kept.registrant === null || registrant === null
          ? null
          : { ...kept.registrant, value: Buffer.from(registrant).toString('base64') },
    }),
  );

/** The rows of the table `domains`, read and written one by one. */
export interface DomainRows {
  readonly find: (accountId: string, name: string) => DomainRecord | null;
  /** Those of the names that are there, in the order of the names. */
  readonly some: (accountId: string, names: readonly string[]) => DomainRecord[];
  readonly all: (accountId: string) => IterableIterator<DomainRecord>;
  /** Of a domain that is there, everything but since when and by whom. */
  readonly update: (domain: DomainRecord) => void;
}

export function createDomainRows(database: DatabaseSync): DomainRows {
  const columns = 'account_id, name, added_at, added_by, tags, note, archived_at, known, registrant';
  const one = database.prepare(`SELECT ${columns} FROM domains WHERE account_id = ? AND name = ?`);
  const all = database.prepare(`SELECT ${columns} FROM domains WHERE account_id = ? ORDER BY name`);
  const put = database.prepare(`
    UPDATE domains SET tags = ?, note = ?, archived_at = ?, known = ?, registrant = ?
    WHERE account_id = ? AND name = ?`);

  const find = (accountId: string, name: string): DomainRecord | null => {
    const row = one.get(accountId, name);
    return row === undefined ? null : parseRow(domainRow, row);
  };

  return {
    find,
    some: (accountId, names) =>
      names.map((name) => find(accountId, name)).filter((domain) => domain !== null),
    *all(accountId) {
      for (const row of all.iterate(accountId)) yield parseRow(domainRow, row);
    },
    update(domain) {
      const { accountId, name, tags, note, archivedAt, registrant } = domain;
      const archived = archivedAt === null ? null : Date.parse(archivedAt);
      const sealed = registrant === null ? null : Buffer.from(registrant.value, 'base64');
      put.run(JSON.stringify(tags), note, archived, knownOf(domain), sealed, accountId, name);
    },
  };
}

/** As JSON text, without what is not known. */
function knownOf({
  lock,
  nameservers,
  registrant,
  expiresOn,
  transferredAway,
  troubles,
}: DomainRecord): string {
  const dated = registrant === null ? null : { at: registrant.at, source: registrant.source };
  const values = { lock, nameservers, registrant: dated, expiresOn, transferredAway };
  const said = Object.entries(values).filter(([, value]) => value !== null);
  return JSON.stringify({ ...Object.fromEntries(said), ...(troubles.length === 0 ? {} : { troubles }) });
}

import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite.ts';
import type { DomainObservation, DomainRecord } from './domain-observations.ts';

/** What a file has of a domain; what is empty keeps what is stored. */
export interface ImportedRow {
  /** As A-labels in lower case. */
  readonly name: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly expires: string;
  /** Added to those that the domain has. */
  readonly tags: readonly string[];
  readonly note: string;
}

interface BringIn {
  readonly accountId: string;
  readonly rows: readonly ImportedRow[];
  readonly at: string;
}

interface Tables {
  readonly database: DatabaseSync;
  readonly rows: {
    readonly find: (accountId: string, name: string) => DomainRecord | null;
    readonly update: (record: DomainRecord) => void;
  };
  readonly expiries: { readonly observe: (record: DomainRecord, news: DomainObservation) => DomainRecord };
  readonly add: (
    names: Pick<DomainRecord, 'accountId' | 'tags' | 'addedAt' | 'addedBy'> & { readonly names: string },
  ) => { readonly isFull: boolean };
  readonly tagsAfter: (tags: readonly string[], added: readonly string[]) => readonly string[];
}

/**
 * Stores what a file has of domains, and adds the missing ones; archived ones stay so. Returns the domains; none, and `isFull`, where
 * the account would have more than it can.
 */
export const createBringIn =
  ({ database, rows, expiries, add, tagsAfter }: Tables) =>
  ({ accountId, rows: imported, at }: BringIn) => {
    const names = imported.map(({ name }) => name).filter((name) => rows.find(accountId, name) === null);
    const { isFull } = add({ accountId, names: names.join('\n'), tags: [], addedAt: at, addedBy: 'import' });
    if (isFull) return { domains: [], isFull };

    function bringIn({ name, expires, tags, note }: ImportedRow): readonly DomainRecord[] {
      const before = rows.find(accountId, name);
      if (before === null) return [];
      const entered = {
        tags: tagsAfter(before.tags, tags),
        note: note === '' ? before.note : note,
      };
      const dates = expires === '' ? [] : [{ source: 'import' as const, date: expires, at }];
      const after = expiries.observe({ ...before, ...entered }, { name, expiries: dates });
      rows.update(after);
      return [after];
    }

    return { domains: inTransaction(database, () => imported.flatMap(bringIn)), isFull };
  };

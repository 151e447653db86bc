import type { DatabaseSync } from 'node:sqlite';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Head } from '../chain/chain.ts';
import type { ChainCheck } from '../chain/check-chain.ts';
import { createCheckOfAccesses } from '../codes/accesses-repository.ts';
import type { Repository } from '../requests.ts';
import { createChangeRows } from './change-rows.ts';
import { createCheck } from './check.ts';
import { createEntryRows } from './entry-rows.ts';
import { createListChanges } from './list-changes.ts';
import { createSealedRows } from './sealed-rows.ts';
import { createWriting } from './write.ts';

/** The journal in the workspace's file. Before the first entry of a start is added, the whole chain is checked. */
export function createJournalRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  accesses: ChainCheck<Head> = createCheckOfAccesses(database, now),
): Repository<'journal'> {
  const [entries, changes, sealed] = [
    createEntryRows(database),
    createChangeRows(database),
    createSealedRows(database),
  ];
  const check = createCheck(database, entries, changes, sealed, now);
  const writing = createWriting(database, entries, changes, sealed);

  const health = (): JournalHealth => {
    const { head, checkedAt, broken } = check.health();
    const ofAccesses = accesses.health();
    return {
      entries: head.length,
      changes: head.changes,
      head: head.hash,
      checkedAt,
      broken,
      accesses: {
        lines: ofAccesses.head.length,
        head: ofAccesses.head.hash,
        broken: ofAccesses.broken,
      },
    };
  };

  return {
    begin: (input) => check.unlessBroken(() => writing.begin(input)),
    append: (input) => check.unlessBroken(() => writing.append(input)),
    find: ({ id }) => changes.find(id)?.change ?? null,
    entries: ({ id }) => entries.ofChange(id),
    list: createListChanges(database),
    open: ({ accountId }) => changes.open(accountId),
    lastOf: ({ accountId, domain }) => changes.lastOf(accountId, domain),
    sealed: ({ id }) => sealed.find(id),
    page: ({ after, limit }) => entries.after(after, limit),
    health: ({ check: isWanted }) =>
      isWanted ? Promise.all([check.walk(), accesses.walk()]).then(health) : health(),
  };
}

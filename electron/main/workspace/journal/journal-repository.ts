import type { DatabaseSync } from 'node:sqlite';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Written } from '../journal-requests.ts';
import { createCheckOfAccesses } from '../codes/accesses-repository.ts';
import type { AccessesCheck } from '../codes/check-accesses.ts';
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
  accesses: AccessesCheck = createCheckOfAccesses(database, now),
): Repository<'journal'> {
  const [entries, changes, sealed] = [
    createEntryRows(database),
    createChangeRows(database),
    createSealedRows(database),
  ];
  const check = createCheck(database, entries, changes, sealed, now);
  const writing = createWriting(database, entries, changes, sealed);

  const unlessBroken = (write: () => Written): Written => {
    const broken = check.broken();
    return broken === null ? write() : { kind: 'broken', seq: broken.seq };
  };
  const whenChecked = (write: () => Written): Written | Promise<Written> =>
    check.isWalked() ? unlessBroken(write) : check.walk().then(() => unlessBroken(write));

  const health = (): JournalHealth => {
    const { lines, head, broken } = accesses.health();
    return { ...check.health(), accesses: { lines, head, broken } };
  };

  return {
    begin: (input) => whenChecked(() => writing.begin(input)),
    append: (input) => whenChecked(() => writing.append(input)),
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

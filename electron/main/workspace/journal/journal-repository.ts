import type { DatabaseSync } from 'node:sqlite';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Head } from '../chain/chain.ts';
import type { ChainCheck } from '../chain/check-chain.ts';
import { createCheckOfAccesses } from '../codes/accesses-repository.ts';
import { unlessDamaged } from '../damage.ts';
import type { Repository } from '../requests.ts';
import { createChangeRows, createServicesBefore } from './change-rows.ts';
import { inTransaction } from '../transaction.ts';
import { createCheck, listWithin } from './check.ts';
import { createEntryRows } from './entry-rows.ts';
import { createListChanges } from './list-changes.ts';
import { createSealedRows } from './sealed-rows.ts';
import { createSending } from './send.ts';
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
  const serviceBefore = createServicesBefore(database);
  // A migration that gave it other columns leaves the list empty.
  if (changes.count() === 0 && unlessDamaged(() => entries.head().changes, 0) > 0) {
    inTransaction(database, () => listWithin(entries, changes, sealed, serviceBefore));
  }
  const check = createCheck(database, entries, changes, sealed, serviceBefore, now);
  const writing = createWriting(database, entries, changes, sealed, serviceBefore);
  const send = createSending(database, changes, writing);

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
    send: (input) => check.unlessBroken(() => send(input)),
    append: (input) => check.unlessBroken(() => writing.append(input)),
    find: ({ id }) => changes.find(id)?.change ?? null,
    entries: ({ id }) => entries.ofChange(id),
    list: createListChanges(database),
    open: ({ accountId }) => changes.open(accountId),
    lastOf: ({ service, domain }) => changes.lastOf(service, domain),
    lastEffectOf: ({ service, domain, family }) => changes.lastEffectOf(service, domain, family),
    spent: (input) => [...changes.spent(input)],
    sealed: ({ id }) => sealed.find(id),
    page: ({ after, limit }) => entries.after(after, limit),
    health: ({ check: isWanted }) =>
      isWanted ? Promise.all([check.walk(), accesses.walk()]).then(health) : health(),
  };
}

import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '../../../shared/errors.ts';
import type { JournalEvent } from '../../../shared/domain/journal.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { createJournalRepository } from '../../../electron/main/workspace/journal/journal-repository.ts';
import { journalRequests } from '../../../electron/main/workspace/change-requests.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/startup.ts';
import { anAccount } from '../workspace/a-workspace.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';

type Journal = Workspace['journal'];

export interface AJournal {
  readonly journal: Journal;
  /** From now on a write of this event, or a call of this name, fails so; null ends it. */
  readonly failAt: (name: string, fault: StorageFault | null) => void;
  readonly database: DatabaseSync;
}

/** The journal as it is kept, but in memory; what goes in and out is parsed as it is between the threads. */
export function aJournal(): AJournal {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  createAccountsRepository(database).save(anAccount());
  const repository = createJournalRepository(database);
  const faults = new Map<string, StorageFault>();

  const call = <M extends keyof Journal>(method: M): Journal[M] =>
    // Each method's own input and output, parsed by its own schemas.
    (async (input: unknown): Promise<Result<unknown>> => {
      const { input: given, output } = journalRequests[method];
      const parsed = given.parse(input);
      const fault = faults.get(typeOf(parsed)) ?? faults.get(method);
      if (fault !== undefined) return fail({ kind: 'storage', fault });
      const ask = repository[method] as (input: unknown) => unknown;
      return ok(output.parse(await ask(parsed)));
    }) as Journal[M];

  return {
    database,
    failAt(name, fault) {
      if (fault === null) faults.delete(name);
      else faults.set(name, fault);
    },
    journal: {
      begin: call('begin'),
      append: call('append'),
      send: call('send'),
      find: call('find'),
      entries: call('entries'),
      list: call('list'),
      open: call('open'),
      lastOf: call('lastOf'),
      lastEffectOf: call('lastEffectOf'),
      spent: call('spent'),
      sealed: call('sealed'),
      page: call('page'),
      health: call('health'),
    },
  };
}

/** Of the event that is written; empty where none is. */
function typeOf(input: object): string {
  if ('consent' in input) return 'sending';
  return 'event' in input ? (input.event as JournalEvent).type : '';
} // Parsed by the schema just before.

import type { DatabaseSync } from 'node:sqlite';
import type { SpendingLimits } from '../../../shared/domain/limits.ts';
import type { StorageFault } from '../../../shared/errors.ts';
import type { JournalEvent } from '../../../shared/domain/change.ts';
import { createJournalRepository } from '../../../electron/main/workspace/journal/journal-repository.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/startup.ts';
import { anAccount } from '../workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../workspace/stores-here.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';

type Journal = Workspace['journal'];

export interface AJournal {
  readonly journal: Journal;
  /** From now on a write of this event, or a call of this name, fails so; null ends it. */
  readonly failAt: (name: string, fault: StorageFault | null) => void;
  readonly database: DatabaseSync;
}

const withAnAccount = (database: DatabaseSync): void =>
  void createAccountsRepository(database).save(anAccount());

/** The journal as it is kept, but in memory. */
export function aJournal(): AJournal {
  const database = aDatabase(withAnAccount);
  const faults = new Map<string, StorageFault>();
  const { journal } = clientHere(
    { journal: createJournalRepository(database) },
    ({ method, input }) => faults.get(typeOf(input)) ?? faults.get(method),
  );

  return {
    database,
    failAt(name, fault) {
      if (fault === null) faults.delete(name);
      else faults.set(name, fault);
    },
    journal,
  };
}

/** The spending limits as the settings keep them. */
export function keepLimits({ database }: AJournal, limits: SpendingLimits): void {
  database
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('limits', ?)")
    .run(JSON.stringify(limits));
}

/** Of the event that is written; empty where none is. */
function typeOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  if ('consent' in input) return 'sending';
  return 'event' in input ? (input.event as JournalEvent).type : ''; // Of a call of `begin` or `append`.
}

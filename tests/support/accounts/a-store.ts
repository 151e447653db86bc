import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/startup.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';

export interface AStore {
  /** For what other parts of the workspace would have written. */
  readonly database: DatabaseSync;
  readonly store: Workspace['accounts'];
  /** From now on the named method fails so. */
  readonly failAt: (method: keyof Workspace['accounts'], fault: StorageFault) => void;
}

/** The workspace's accounts, kept in memory. */
export function aStore(): AStore {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  const repository = createAccountsRepository(database);
  const faults = new Map<string, StorageFault>();

  const later =
    <I, O>(method: keyof Workspace['accounts'], call: (input: I) => O) =>
    (input: I): Promise<Result<O>> => {
      const fault = faults.get(method);
      return Promise.resolve(fault === undefined ? ok(call(input)) : fail({ kind: 'storage', fault }));
    };

  return {
    database,
    store: {
      list: later('list', repository.list),
      save: later('save', repository.save),
      remove: later('remove', repository.remove),
      contents: later('contents', repository.contents),
      hide: later('hide', repository.hide),
      restore: later('restore', repository.restore),
      hidden: later('hidden', repository.hidden),
      noteKey: later('noteKey', repository.noteKey),
      active: later('active', repository.active),
      select: later('select', repository.select),
    },
    failAt: (method, fault) => faults.set(method, fault),
  };
}

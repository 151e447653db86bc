import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type Call, createClient, type WorkspaceClient } from '../../../electron/main/workspace/rpc.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { answerTo } from '../../../electron/main/workspace/serve.ts';

const copies = new Map<(database: DatabaseSync) => void, Uint8Array>();

const asMigrated = (database: DatabaseSync): void => {
  for (const migration of migrations) database.exec(migration);
};

/**
 * A new workspace in memory: filled once, and copied from then on, which takes a twentieth of the time.
 *
 * @param fill Puts the same into it each time, and is the same function each time.
 */
export function aDatabase(fill = asMigrated): DatabaseSync {
  const copy = copies.get(fill);
  if (copy === undefined) {
    const database = fill === asMigrated ? new DatabaseSync(':memory:') : aDatabase();
    fill(database);
    copies.set(fill, database.serialize());
    return database;
  }
  const database = new DatabaseSync(':memory:');
  database.deserialize(copy);
  return database;
}

type Asked = Omit<Call, 'id'>;

/** Main's view of repositories on the same thread. @param faultOf Why a call fails; undefined where it does not. */
export const clientHere = (
  repositories: object,
  faultOf: (call: Asked) => StorageFault | undefined = () => undefined,
): WorkspaceClient =>
  createClient(async (call) => {
    const fault = faultOf(call);
    return fault === undefined ? await callHere(repositories, call) : fail({ kind: 'storage', fault });
  });

/** Calls the repository's method; a bug is thrown. */
export async function callHere(repositories: object, call: Asked): Promise<Result<unknown>> {
  const answer = await answerTo(repositories, { ...call, id: 0 });
  if (answer.kind === 'bug') throw answer.thrown;
  return answer.kind === 'done' ? ok(answer.value) : fail({ kind: 'storage', fault: answer.fault });
}

/** The same object, except for some members. A client has no members to be spread: they are made when they are asked for. */
export const instead = <T extends object>(of: T, changes: Partial<T>): T =>
  Object.assign(Object.create(of) as T, changes);

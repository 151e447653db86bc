import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '../../../shared/errors.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import {
  type Around,
  createClient,
  sendHere,
  type WorkspaceClient,
} from '../../../electron/main/workspace/workspace.ts';

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

type Asked = Parameters<Around>[1];

/** What SQLite's error of this kind has as its number. */
const errcodes: Readonly<Partial<Record<StorageFault, number>>> = {
  busy: 5,
  'read-only': 8,
  damaged: 11,
  full: 13,
};

/** Repositories as the program has them. @param faultOf Why a call fails; undefined where it does not. */
export function clientHere(
  repositories: object,
  faultOf: (call: Asked) => StorageFault | undefined = () => undefined,
): WorkspaceClient {
  const around: Around = (call, of) => {
    const fault = faultOf(of);
    if (fault !== undefined) throw Object.assign(new Error(fault), { errcode: errcodes[fault] });
    return call();
  };
  return createClient(repositories, around, sendHere(repositories, around));
}

/** The same object, except for some members. A client has no members to be spread: they are made when they are asked for. */
export const instead = <T extends object>(of: T, changes: Partial<T>): T =>
  Object.assign(Object.create(of) as T, changes);

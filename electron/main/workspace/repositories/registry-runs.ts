import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { instantColumn, isOfPresent, isPresent, jsonColumn, rowsOf, toMs } from '../sqlite.ts';

const run = z.object({
  id: z.string(),
  accountId: z.string(),
  beganAt: instantColumn,
  /** As A-labels in lower case, in the order in which they are looked up. */
  names: jsonColumn(z.array(z.string()).readonly()),
});

/** Lists of names that are being looked up at their registries: what a restart interrupts goes on. */
export function createRegistryRuns(database: DatabaseSync) {
  const all = rowsOf(database, run).query(`
    SELECT id, account_id AS "accountId", began_at AS "beganAt", names FROM registry_runs
    WHERE ${isOfPresent} ORDER BY began_at, id`);
  const put = database.prepare(`
    INSERT OR REPLACE INTO registry_runs (id, account_id, began_at, names)
    SELECT ?, id, ?, ? FROM accounts WHERE id = ? AND ${isPresent}`);
  const remove = database.prepare('DELETE FROM registry_runs WHERE id = ?');
  // What a registry kept to itself for now is no answer.
  const answered = rowsOf(database, z.object({ name: z.string() })).query(`
    SELECT name FROM domains WHERE account_id = ? AND known ->> '$.registry.at' >= ?
      AND name IN (SELECT value FROM json_each(?))
      AND ifnull(known ->> '$.registry.value.missing', '') NOT IN ('limited', 'unreachable', 'not-understood')`);

  return {
    /** The oldest first. */
    list: () => all.all(),
    put({ id, accountId, beganAt, names }: z.output<typeof run>) {
      put.run(id, toMs(beganAt), JSON.stringify(names), accountId);
    },
    remove({ id }: Pick<z.output<typeof run>, 'id'>) {
      remove.run(id);
    },
    /** Of these names, those whose registry has said since then what it knows. */
    answered: ({ accountId, names, since }: Answered): readonly string[] =>
      answered.all(accountId, since, JSON.stringify(names)).map(({ name }) => name),
  };
}

interface Answered {
  readonly accountId: string;
  readonly names: readonly string[];
  /** UTC, ISO 8601. */
  readonly since: string;
}

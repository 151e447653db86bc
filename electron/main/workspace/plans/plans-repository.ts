import type { DatabaseSync } from 'node:sqlite';
import type { Repository } from '../requests.ts';
import { createDigest } from './digest.ts';
import { createLeaveOut } from './leave-out.ts';
import { createListRows } from './list-rows.ts';
import { createLives } from './lives.ts';
import { createPlanRecords } from './plan-records.ts';
import { createReadingRows } from './reading-rows.ts';
import { createRunningRows } from './running-rows.ts';

/** Plans and their rows. */
export function createPlansRepository(database: DatabaseSync): Repository<'plans'> {
  const records = createPlanRecords(database);
  const digestOf = createDigest(database);
  const remove = database.prepare("DELETE FROM plans WHERE id = ? AND state <> 'running'");
  return {
    list: ({ accountId }) => records.ofAccount(accountId),
    some: ({ ids }) => ids.map(records.find).filter((plan) => plan !== null),
    underWay: () => records.underWay(),
    rows: createListRows(database),
    ...createLives(database, records, digestOf),
    ...createReadingRows(database),
    ...createRunningRows(database),
    leaveOut: createLeaveOut(database, records, digestOf),
    remove: ({ id }) => remove.run(id).changes > 0,
  };
}

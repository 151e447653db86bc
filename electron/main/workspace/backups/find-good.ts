import { join } from 'node:path';
import { backupsFolder } from './backup-names.ts';
import { listBackups } from './catalogue.ts';
import { readThrough } from './read-through.ts';

/**
 * The newest backup that can take a lost workspace's place: read through now, since a file that was good can have become
 * damaged. What was put away when another one was restored comes last: the user had left that.
 *
 * @returns Its name; null where there is none.
 */
export function findGood(directory: string, mostVersion: number): string | null {
  const folder = backupsFolder(directory);
  const listed = listBackups(folder).filter(({ version }) => version !== null && version <= mostVersion);
  const left = Object.groupBy(listed, ({ reason }) => (reason === 'restore' ? 'last' : 'first'));
  const inTurn = [...(left.first ?? []), ...(left.last ?? [])];
  return inTurn.find(({ name }) => readThrough(join(folder, name)).isGood)?.name ?? null;
}

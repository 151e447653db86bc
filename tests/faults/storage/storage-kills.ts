import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../electron/main/workspace/stores.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { aDirectory } from '../../support/workspace/a-workspace.ts';
import { runUntilDead } from './killed-children.ts';

export interface StorageKills {
  readonly kills: number;
  readonly kept: number;
  /** Said to be kept, and not there or not as it was said. */
  readonly lost: number;
  /** Starts that found the file damaged. */
  readonly damaged: number;
}

const script = fileURLToPath(new URL('../../support/workspace/acked-writer.ts', import.meta.url));

/** Kills a process that writes, so many times over one workspace, and counts after each what it had said is kept. */
export async function killStorage(seed: number, kills: number): Promise<StorageKills> {
  const random = createRandom(seed);
  const directory = aDirectory();
  const run = { kept: 0, lost: 0, damaged: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const wanted = run.kept + 5 + random.int(60);
    const { lines } = await runUntilDead(script, [directory.path, String(run.kept)], (line, end) => {
      if (Number(line) >= wanted) end();
    });
    run.kept = Number(lines.at(-1) ?? run.kept - 1) + 1;
    if (!isSoundFile(directory.path)) run.damaged += 1;
    run.lost += lostIn(directory.path, run.kept);
  }
  directory.remove();
  return { kills, ...run };
}

export const isSound = ({ lost, damaged }: StorageKills): boolean => lost + damaged === 0;

function isSoundFile(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'workspace.sqlite'), { readOnly: true });
  const [answer] = Object.values(database.prepare('PRAGMA quick_check').get() ?? {});
  database.close();
  return answer === 'ok';
}

/** How many of the findings 0 … count-1 are not there, or not what was written. */
function lostIn(directory: string, count: number): number {
  const opened = openDatabase(directory, migrations, () => new Date());
  if (!opened.ok) return count;
  const { findings } = createRepositories(opened.value.database);
  const domains = Array.from({ length: count }, (_, number) => `name-${number}.com`);
  const known = findings.known({ accountId: 'a1', domains });
  opened.value.database.close();
  const found = Array.isArray(known) ? known : [];
  return count - found.filter(({ domain, message }) => domain === `name-${message}.com`).length;
}

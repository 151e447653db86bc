import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createRandom } from '../fuzz/random.ts';
import { aDirectory } from './a-workspace.ts';
import { type Extent, flipBitIn } from './journal-bytes.ts';

export interface TurnedBits {
  readonly file: string;
  /** Where the bits are turned. */
  readonly rows: readonly Extent[];
  /** So many copies, one bit turned in each. */
  readonly flips: number;
  readonly seed: number;
  /** Whether the check finds it in a file that opens. */
  readonly isFound: (database: DatabaseSync) => Promise<boolean>;
}

/** In how many copies the turned bit is noticed: set aside at the opening, or found by the check. */
export async function noticedOf({ file, rows, flips, seed, isFound }: TurnedBits): Promise<number> {
  const random = createRandom(seed);
  const other = aDirectory();
  let noticed = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    const copy = join(other.path, `${flip}`, 'workspace.sqlite');
    mkdirSync(dirname(copy));
    copyFileSync(file, copy);
    flipBitIn(copy, rows, random);
    if (await isNoticed(dirname(copy), isFound)) noticed += 1;
  }
  other.remove();
  return noticed;
}

async function isNoticed(folder: string, isFound: TurnedBits['isFound']): Promise<boolean> {
  const open = openDatabase(folder, migrations, () => new Date());
  if (!open.ok) return true;
  const { database, opening } = open.value;
  try {
    return (await isFound(database)) || opening.notice !== null;
  } finally {
    database.close();
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backup } from '#shared/domain/backup.ts';
import { readBackupName } from './backup-names.ts';
import { writeDurably } from '../../files/durable.ts';
import { versionInHeader } from './header.ts';
import { type Looked, looked } from './read-through.ts';

/** What is known of each backup, until its file changes: written beside them. */
const known = z.record(z.string(), looked.extend({ bytes: z.int(), changedAtMs: z.number() }));
type Known = z.output<typeof known>;

const fileOf = (folder: string): string => join(folder, 'checked.json');

/** A backup, with what was found when it was read through; null where it was not, or its file is not the same any more. */
export interface Listed extends Backup {
  readonly looked: Looked | null;
}

/** The backups of a folder, the newest first. */
export function listBackups(folder: string): readonly Listed[] {
  const seen = readKnown(folder);
  return filesIn(folder)
    .flatMap((name) => listed(folder, name, seen[name]) ?? [])
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Keeps what was found when a backup was read through. */
export function noteLooked(folder: string, name: string, found: Looked): void {
  const { size: bytes, mtimeMs: changedAtMs } = statSync(join(folder, name));
  const there = new Set(filesIn(folder));
  const others = Object.entries(readKnown(folder)).filter(([each]) => there.has(each));
  writeDurably(
    fileOf(folder),
    JSON.stringify({ ...Object.fromEntries(others), [name]: { ...found, bytes, changedAtMs } }),
  );
}

export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}

function listed(folder: string, name: string, seen: Known[string] | undefined): Listed | null {
  const named = readBackupName(name);
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (named === null || stat?.isFile() !== true) return null;
  const isSame = seen?.bytes === stat.size && seen.changedAtMs === stat.mtimeMs;
  const version = versionInHeader(path);
  return {
    name,
    ...named,
    bytes: stat.size,
    version,
    state: version === null ? 'damaged' : isSame ? (seen.isGood ? 'good' : 'damaged') : 'unchecked',
    looked: isSame ? seen : null,
  };
}

/** Nothing where it cannot be read: then the backups are unchecked, no more. */
function readKnown(folder: string): Known {
  try {
    return known.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return {};
  }
}

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endPostgres, type PostgresPlace, startPostgres, whyNoPostgres } from './postgres-server.ts';

/** The variable that names the folder in which the processes of one run of the tests find their server. */
const variable = 'NAMEDESK_TEST_POSTGRES';

interface OfRun {
  readonly folder: string;
  /** The process that ends last. */
  readonly ownerPid: number;
}

let own: OfRun | null = null;

/** For Vitest. Starts nothing: most runs of a few files need no server. */
export function setup(): void {
  if (process.env[variable] !== undefined) return;
  own = { folder: mkdtempSync(join(tmpdir(), 'namedesk-pg-run-')), ownerPid: process.pid };
  process.env[variable] = JSON.stringify(own);
  const why = whyNoPostgres();
  if (why !== null) process.stdout.write(`namedesk: the tests of a team: not run, because ${why}\n`);
}

export async function teardown(): Promise<void> {
  if (own === null) return;
  const place = placeIn(own.folder);
  if (place !== null) await endPostgres(place);
  rmSync(own.folder, { recursive: true, force: true });
}

/** The server of this run of the tests, started by whoever asks first. Outside a run, each process has its own, which ends with it. */
export async function postgresOfRun(): Promise<PostgresPlace> {
  const left = process.env[variable];
  if (left === undefined) return await (ofProcess ??= startPostgres());
  const { folder, ownerPid } = JSON.parse(left) as OfRun; // Written by `setup`.
  if (isFirst(join(folder, 'starting'))) {
    const place = await startPostgres({ ownerPid });
    const file = join(folder, 'place.json');
    writeFileSync(`${file}.new`, JSON.stringify(place));
    renameSync(`${file}.new`, file);
    return place;
  }
  for (;;) {
    const place = placeIn(folder);
    if (place !== null) return place;
    await wait(50);
  }
}

let ofProcess: Promise<PostgresPlace> | undefined;

/** A folder can be made once. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false; // Another process is starting it.
  }
}

function placeIn(folder: string): PostgresPlace | null {
  const file = join(folder, 'place.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PostgresPlace) : null; // Written above.
}

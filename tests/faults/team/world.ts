import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresPlace } from '../../support/postgres/postgres-server.ts';
import { aFastTime } from '../../support/time/virtual-time.ts';
import { TeamDatabase } from './database.ts';
import { DeskProcesses } from './desk-process.ts';
import { type Services, startServices } from './fronts.ts';
import { mostDesks } from './plan.ts';
import { timesFaster } from './protocol.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** What outlives an interleaving: a database, two accounts at a service, ways to them for each desk, and processes that are desks. */
export interface World {
  readonly database: TeamDatabase;
  readonly services: Services;
  readonly proxies: readonly Proxy[];
  readonly processes: DeskProcesses;
  /** In which each interleaving has a folder of its own. */
  readonly folder: string;
  /** The time of all desks whose clock is right. */
  readonly now: () => Date;
  readonly end: () => Promise<void>;
}

/** Nothing here outlives a power cut: where there is a file system in memory, nobody waits for the disk. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** @param name Of the database, which is the world's own. */
export async function openWorld(place: PostgresPlace, name: string): Promise<World> {
  const processes = new DeskProcesses(3);
  const [database, services, proxies] = await Promise.all([
    TeamDatabase.make(place, name, mostDesks),
    startServices(mostDesks),
    Promise.all(Array.from({ length: mostDesks }, () => startProxy(place.port))),
  ]);
  const folder = mkdtempSync(join(inMemory, 'namedesk-team-faults-'));
  const { now } = aFastTime(timesFaster);
  return {
    ...{ database, services, proxies, processes, folder, now },
    async end() {
      processes.end();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await services.stop();
      await database.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

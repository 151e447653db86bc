// How many lookups of ten TLDs the practice service answers in a second on one core. Run: node tests/bench/practice-lookups.ts
// The service and the client are two processes on a core each, where the system can pin them; the service's own processor
// time stands beside the wall clock, because on a shared machine only it is the service's.
import { execFileSync } from 'node:child_process';
import { Pool } from 'undici';
import { tokenAt } from '../../electron/main/practice/wire.ts';
import { benchLogin, benchTlds as tlds, startService } from './service/running-service.ts';

const { username, apiKey } = benchLogin;
const connections = 32;
const runs = 5;
const lookupsPerRun = 20_000;
/** By then the service's code has been compiled; counted, because on a busy machine a time says nothing. */
const warmUpLookups = 40_000;

const isPinned = process.platform === 'linux' && pin(process.pid, 1);

function pin(pid: number, core: number): boolean {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let asked = 0;

async function lookUp(pool: Pool, path: string, token: string): Promise<void> {
  asked += 1;
  const term = `quay${asked}`;
  const body = `searchTerm=${term}&${tlds.map((tld) => `tldsToInclude%5B%5D=${tld}`).join('&')}&premiumEnabled=0`;
  const headers = {
    username,
    token,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await pool.request({ path, method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 || !text.startsWith(`[{"domainName":"${term}.com"`)) throw new Error(text);
}

/** Asks on every connection until so many lookups have been answered. */
async function load(pool: Pool, path: string, lookups: number): Promise<void> {
  const token = tokenAt(username, apiKey, new Date());
  let left = lookups;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await lookUp(pool, path, token);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const service = await startService('practice');
if (isPinned && service.pid !== undefined) pin(service.pid, 0);
const { origin, pathname } = new URL(service.baseUrl);
const pool = new Pool(origin, { connections });
const path = `${pathname}/domains/lookup`;
await load(pool, path, warmUpLookups);

const perSecond: number[] = [];
const perCpuSecond: number[] = [];
for (let run = 0; run < runs; run += 1) {
  const cpuBefore = service.cpuSeconds();
  const startedAt = performance.now();
  await load(pool, path, lookupsPerRun);
  perSecond.push(Math.round(lookupsPerRun / ((performance.now() - startedAt) / 1_000)));
  const cpuAfter = service.cpuSeconds();
  if (cpuBefore !== null && cpuAfter !== null)
    perCpuSecond.push(Math.round(lookupsPerRun / (cpuAfter - cpuBefore)));
}
await pool.destroy();
await service.end();

console.log(
  `lookups of ${tlds.length} TLDs, ${connections} connections, ${isPinned ? 'pinned to a core each' : 'not pinned'}`,
);
console.log(`lookups/s by the clock:           median ${median(perSecond)}, runs ${perSecond.join(' ')}`);
console.log(
  `lookups/s of the service's time:  median ${median(perCpuSecond)}, runs ${perCpuSecond.join(' ')}`,
);

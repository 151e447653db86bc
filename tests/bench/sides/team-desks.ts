// Many desks at once, each with its connection, its doorbell and its copy of the journal, in memory; each makes a change every few seconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { catchUp } from '../../../electron/main/team/catch-up.ts';
import { follow } from '../../../electron/main/team/following.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { ok } from '../../../shared/result.ts';
import { median } from '../framework/result.ts';
import { askedOfSide, tellTaken, timed } from '../framework/side-process.ts';
import {
  aChange,
  asOwner,
  connectionTo,
  database,
  must,
  realTimer,
  type TeamPlace,
} from '../team/measured-team.ts';
import { pidOf, serverLog } from '../../support/postgres/postgres-server.ts';
import { privateMegabytes } from '../window/process-memory.ts';

const { team, desks, minutes } = askedOfSide() as {
  readonly team: TeamPlace;
  readonly desks: number;
  readonly minutes: number;
}; // figures/team.ts

const changesPerMinute = 20;
const everyMs = 60_000 / changesPerMinute;
const p99Of = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? NaN;

const [head] = await asOwner(team.place, database, (sql) =>
  sql(`SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM namedesk.head`),
);
const from = { seq: Number(head?.['seq']), hash: String(head?.['hash']) };

/** The last entry of a desk's copy; what it would store is dropped. */
function aCopy() {
  let last = from;
  return {
    // It tells no outcomes.
    seen: () => ({ teamId: database, place: last, told: [], isFaulty: false }),
    append({ upTo }: { readonly upTo: typeof from }) {
      last = upTo;
      return { appended: true };
    },
    noteFault() {
      throw new Error('The history is not the one that was seen');
    },
    last: () => last,
  };
}

interface Times {
  readonly claims: number[];
  readonly selects: number[];
}

/** Desks of one person have a connection each all the same. */
async function openDesk(index: number) {
  const [connection, desk, copy] = [connectionTo(team, index), crypto.randomUUID(), aCopy()];
  const store = copy as unknown as Workspace['team']; // As much of one as is asked.
  const now = () => new Date();
  const followed = follow(
    {
      workspace: { team: store, teamFacts: {} as never },
      onChange: () => undefined,
      onBug,
      timer: realTimer,
      now,
    },
    {
      catchUp: () => catchUp({ store, connection, now }),
      sync: () => Promise.resolve(ok({ kind: 'current', isHeard: true, skipped: 0 } as const)),
    },
    connection,
    { deskId: desk, user: team.people[index]?.user ?? '', fault: null },
  );
  async function change(times: Times | null): Promise<void> {
    const startedAt = performance.now();
    await connection.query('SELECT 1 AS one');
    const askedAt = performance.now();
    const p = { ...aChange(desk), outcome: 'took-effect', seen: copy.last() };
    await must(connection, 'claim', p);
    times?.selects.push(askedAt - startedAt);
    times?.claims.push(performance.now() - askedAt);
    await must(connection, 'mark_sent', p);
    await must(connection, 'settle', p);
  }
  await change(null);

  return {
    async work(untilMs: number, times: Times): Promise<void> {
      await wait(Math.random() * everyMs);
      while (performance.now() < untilMs) {
        const startedAt = performance.now();
        await change(times);
        await wait(Math.max(0, everyMs * (0.5 + Math.random()) - (performance.now() - startedAt)));
      }
    },
    async end(): Promise<void> {
      while (copy.last().seq < (await headSeq())) await wait(100);
      followed.stop();
      await connection.close();
    },
  };
}

function onBug(thrown: unknown): never {
  throw thrown;
}

const headSeq = async (): Promise<number> =>
  asOwner(team.place, database, async (sql) =>
    Number((await sql('SELECT seq::float8 AS seq FROM namedesk.head'))[0]?.['seq']),
  );

/** What the server has for itself, and how much of its tables nobody needs any more. */
async function seen() {
  const server = privateMegabytes(pidOf(team.place) ?? 0);
  return await asOwner(team.place, database, async (sql) => {
    const [row] = await sql(`
      SELECT (SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS connections,
        (SELECT count(*)::integer FROM pg_locks WHERE pid <> pg_backend_pid() AND locktype <> 'virtualxid') AS locks,
        (SELECT count(*)::integer FROM pg_stat_activity WHERE state LIKE 'idle in%') AS idle_in_transaction,
        pg_relation_size('namedesk.head')::float8 / 1024 AS head_kb,
        (SELECT sum(pg_total_relation_size(c.oid))::float8 FROM pg_class c WHERE c.oid IN ('namedesk.claims'::regclass)) /
          greatest(1, (SELECT count(*) FROM namedesk.claims)) AS bytes_a_claim,
        pg_total_relation_size('namedesk.journal')::float8 / greatest(1, (SELECT count(*) FROM namedesk.journal)) AS bytes_an_entry`);
    const figures: Readonly<Record<string, unknown>> = { megabytes: server.clean + server.dirty, ...row };
    return figures;
  });
}

/** What the server itself needs longer for is in its log: the rest of a wait is this process, with all desks in its one thread. */
const slowMs = 50;
await asOwner(team.place, database, (sql) =>
  sql(`ALTER DATABASE ${database} SET log_min_duration_statement = ${slowMs}`),
);
const slowClaims = (): number =>
  serverLog(team.place)
    .split('\n')
    .filter((line) => /duration: .*namedesk\.claim\(/.test(line)).length;

const durationMs = minutes * 60_000;
// People do not all come at one moment: desks that did would all ask who is at work at one moment too, every 15 seconds.
const open = await Promise.all(
  Array.from({ length: desks }, async (_, index) => {
    await wait((Math.min(15_000, durationMs / 4) * index) / desks);
    return await openDesk(index);
  }),
);
const slowBefore = slowClaims();
const times: Times = { claims: [], selects: [] };
const late = monitorEventLoopDelay({ resolution: 1 });
late.enable();
const untilMs = performance.now() + durationMs;
const running = timed(() => Promise.all(open.map((desk) => desk.work(untilMs, times))));
// When every connection has seen each statement.
await Promise.race([wait(durationMs * 0.1), running]);
const before = await seen();
await Promise.race([wait(durationMs * 0.4), running]);
const halfway = await seen();
await Promise.race([wait(durationMs * 0.45), running]);
const after = await seen();
const { cpuSeconds } = await running;
late.disable();
await Promise.all(open.map((desk) => desk.end()));
await wait(500);
const atTheEnd = await seen();
if (Number(atTheEnd['locks']) > 0) throw new Error(`Locks are left: ${Number(atTheEnd['locks'])}`);
const shared = ['megabytes', 'connections', 'locks', 'head_kb', 'bytes_a_claim', 'bytes_an_entry'] as const;
tellTaken({
  value: p99Of(times.claims),
  also: {
    'p99 of select 1': p99Of(times.selects),
    'ms claim (median)': median(times.claims),
    changes: times.claims.length,
    'changes a minute': times.claims.length / minutes,
    [`claims that took the server ${slowMs} ms`]: slowClaims() - slowBefore,
    'p99 ms this process was late': late.percentile(99) / 1e6,
    'CPU s a minute, of this process': cpuSeconds / minutes,
    ...Object.fromEntries(
      shared.flatMap((name): [string, number][] => [
        [`${name} at 10 %`, Number(before[name])],
        [`${name} at 50 %`, Number(halfway[name])],
        [`${name} at 95 %`, Number(after[name])],
      ]),
    ),
    'locks at the end': Number(atTheEnd['locks']),
    'connections at the end': Number(atTheEnd['connections']),
  },
});

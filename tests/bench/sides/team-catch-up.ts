// A new desk fetches and stores what a whole history comes to; beside it the library alone, which fetches the same rows and drops them.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { openServices } from '../../support/services/open-services.ts';
import { askedOfSide, tellTaken, timed } from '../framework/side-process.ts';
import { bareConnectionTo, type TeamPlace, wayOf } from '../team/measured-team.ts';

const { team, of, folder, entries } = askedOfSide() as {
  readonly team: TeamPlace;
  readonly of: 'catch-up' | 'select';
  readonly folder: string;
  readonly entries: number;
}; // figures/team.ts

async function catchUp(): Promise<void> {
  const services = await openServices(join(folder, 'workspace'));
  const desk = await services.team.open();
  const joined = await desk.join(wayOf(team), true);
  if (!joined.ok) throw new Error(JSON.stringify(joined.error));
  const beforeMegabytes = process.resourceUsage().maxRSS / 1024;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { outcome, seconds, cpuSeconds } = await timed(() => desk.catchUp());
  delay.disable();
  await services.close();
  const residentMegabytes = process.resourceUsage().maxRSS / 1024;
  const seq = outcome.ok && outcome.value.kind === 'current' ? outcome.value.seq : 0;
  if (seq < entries) throw new Error(`It ended with ${JSON.stringify(outcome)}`);
  tellTaken({
    value: seconds,
    also: {
      'CPU s': cpuSeconds,
      'MB resident at most': residentMegabytes,
      'MB before it': beforeMegabytes,
      'most ms late': delay.max / 1e6,
    },
  });
}

async function select(): Promise<void> {
  const client = await bareConnectionTo(team);
  const { seconds, cpuSeconds, outcome } = await timed(() =>
    client.query('SELECT * FROM namedesk.journal ORDER BY seq'),
  );
  const sized = await client.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('namedesk.journal')::float8 AS bytes`,
  );
  await client.end();
  const count = outcome.rows.length;
  if (count < entries) throw new Error(`There were ${count} entries`);
  const bytes = sized.rows[0]?.bytes ?? 0;
  tellTaken({
    value: seconds,
    also: { 'CPU s': cpuSeconds, 'bytes an entry, on the server': bytes / count },
  });
}

await (of === 'catch-up' ? catchUp() : select());

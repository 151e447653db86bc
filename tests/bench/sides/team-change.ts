// What a team adds to a change: its three statements, beside one that does nothing, over the same connection.
import { median } from '../framework/result.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { aChange, connectionTo, must, type TeamPlace } from '../team/measured-team.ts';

const { team, of, count } = askedOfSide() as {
  readonly team: TeamPlace;
  readonly of: 'change' | 'select';
  readonly count: number;
}; // figures/team.ts

const connection = connectionTo(team);
const desk = crypto.randomUUID();
const parts = { claim: [] as number[], mark_sent: [] as number[], settle: [] as number[] };

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function change(): Promise<number> {
  const p = { ...aChange(desk), outcome: 'took-effect' };
  let sum = 0;
  for (const name of ['claim', 'mark_sent', 'settle'] as const) {
    const tookMs = await timeOf(() => must(connection, name, p));
    parts[name].push(tookMs);
    sum += tookMs;
  }
  return sum;
}

const once = of === 'change' ? change : () => timeOf(() => connection.query('SELECT 1 AS one'));
for (let warmUp = 0; warmUp < 20; warmUp += 1) await once();
for (const all of Object.values(parts)) all.length = 0;
const taken: number[] = [];
for (let run = 0; run < count; run += 1) taken.push(await once());
await connection.close();
const also = Object.entries(parts).map(([name, all]): [string, number] => [`ms ${name}`, median(all)]);
tellTaken({ value: median(taken), also: of === 'change' ? Object.fromEntries(also) : {} });

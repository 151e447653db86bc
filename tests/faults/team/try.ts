import { startPostgres, endPostgres } from '../../support/postgres/postgres-server.ts';
import { setup, teardown } from '../../support/threads/build-threads.ts';
import { openWorld } from './world.ts';
import { planOf } from './plan.ts';
import { runInterleaving } from './interleaving.ts';
const [seed, from, to] = process.argv.slice(2).map(Number);
await setup();
const t0 = performance.now();
const place = await startPostgres();
try {
  const world = await openWorld(place, 'faults_0');
  console.log('world', (performance.now() - t0).toFixed(0));
  for (let n = from!; n < to!; n += 1) {
    const out = await runInterleaving(world, planOf(seed!, n));
    console.log(
      n,
      out.ms.toFixed(0),
      'posts',
      out.posts,
      out.effects,
      out.happened.join('; '),
      out.noticed,
      out.violations.join('\n   '),
    );
    if (process.env['STORY'] || out.violations.length > 0) for (const l of out.story) console.log('     ', l);
  }
  await world.end();
} finally {
  await endPostgres(place);
  teardown();
}
process.exit(0);

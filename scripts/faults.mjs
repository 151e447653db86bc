// Kills a bulk look-up again and again and prints what came of it: `npm run test:faults`. Twice: with many requests in flight at
// a service that takes its time, and with two at a service that answers faster than they can be recorded.
// Options: --seed N (the same seed makes the same moments), --kills N (50), --names N (10000). Ends with 1 where anything was
// lost, wrong, unanswered, or asked again without a kill to explain it.
import { parseArgs } from 'node:util';
import { isSound, killRun, loads } from '../tests/faults/kill/kill-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '50' },
    names: { type: 'string', default: '10000' },
  },
});
const [seed, kills, names] = [values.seed, values.kills, values.names].map(Number);

const figures = [];
for (const load of loads) {
  const run = await killRun({ seed, kills, names, ...load });
  figures.push(run);
  const byKind = Object.entries(run.kills).map(([kind, each]) => `${kind} ${each}`);
  console.log(
    `\nseed ${run.seed}, ${load.concurrency} in flight, answers after ${load.latencyMs} ms: ` +
      `${byKind.join(' · ')} kills, ${run.seconds.toFixed(1)} s`,
  );
  console.log(`cells ${run.cells} · unanswered ${run.unanswered} · other than the service says ${run.wrong}`);
  console.log(`reported ${run.reported} · lost of them ${run.lost}`);
  console.log(
    `requests ${run.requests} · repeated ${run.repeats}, of which kills explain up to ${run.explainedRepeats} · ` +
      `within one run ${run.repeatsWithinARun}`,
  );
  console.log(`longest restart ${run.longestRestartMs.toFixed(0)} ms`);
  console.log(isSound(run, kills) ? 'sound' : 'NOT SOUND');
}
process.exit(figures.every((run) => isSound(run, kills)) ? 0 : 1);

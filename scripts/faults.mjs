// Kills a bulk look-up again and again and prints what came of it: `npm run test:faults`.
// Options: --seed N (the same seed makes the same moments), --kills N (50), --names N (10000), --concurrency N (16),
// --latency MS (5). Ends with 1 where anything was lost, wrong, unanswered or asked again without a kill to explain it.
import { parseArgs } from 'node:util';
import { killRun } from '../tests/faults/kill/kill-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '50' },
    names: { type: 'string', default: '10000' },
    concurrency: { type: 'string', default: '16' },
    latency: { type: 'string', default: '5' },
  },
});

const figures = await killRun({
  seed: Number(values.seed),
  kills: Number(values.kills),
  names: Number(values.names),
  tlds: ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'],
  concurrency: Number(values.concurrency),
  latencyMs: Number(values.latency),
});

const { kills, ...rest } = figures;
const times = Object.values(kills).reduce((sum, each) => sum + each, 0);
const byKind = Object.entries(kills).map(([kind, each]) => `${kind} ${each}`);
console.log(`seed ${rest.seed}: ${times} kills (${byKind.join(' · ')}), ${rest.seconds.toFixed(1)} s`);
console.log(
  `cells ${rest.cells} · unanswered ${rest.unanswered} · other than the service says ${rest.wrong}`,
);
console.log(`reported ${rest.reported} · lost of them ${rest.lost}`);
console.log(
  `requests ${rest.requests} · repeated ${rest.repeats}, of which kills explain up to ${rest.explainedRepeats} · ` +
    `within one run ${rest.repeatsWithinARun}`,
);
console.log(`longest restart ${rest.longestRestartMs.toFixed(0)} ms`);
const isSound =
  rest.unanswered + rest.wrong + rest.lost + rest.repeatsWithinARun === 0 &&
  rest.repeats <= rest.explainedRepeats &&
  times === Number(values.kills);
console.log(isSound ? 'sound' : 'NOT SOUND');
process.exit(isSound ? 0 : 1);

// Throws generated answers at the decoders, and over HTTP at the whole client: `npm run test:fuzz`.
// Options: --seed N (the same seed makes the same run), --decoders N, --http N (how many), --from N (the first case:
// `--seed S --from I --decoders 1 --http 0` replays one). Runs TypeScript directly: Node 24, which `npm run` puts first.
import { parseArgs } from 'node:util';
import { fuzzDecoders, fuzzOverHttp } from '../tests/support/fuzz/run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    decoders: { type: 'string', default: '1000000' },
    http: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
  },
});
const [seed, from] = [Number(values.seed), Number(values.from)];

const runs = [
  ['at the decoders', fuzzDecoders, Number(values.decoders)],
  ['over HTTP', fuzzOverHttp, Number(values.http)],
];

let failed = 0;
for (const [where, fuzz, count] of runs) {
  if (count === 0) continue;
  const report = await fuzz({ seed, count, from });
  const perSecond = Math.round((count / report.elapsedMs) * 1000);
  console.log(
    `fuzz ${where}: ${count.toLocaleString('en')} answers, seed ${seed}, ${perSecond.toLocaleString('en')}/s, ` +
      `slowest ${report.slowestMs.toFixed(1)} ms, ${report.problems.length} problems`,
  );
  console.log(
    `  ${Object.entries(report.seen)
      .map(([what, times]) => `${what} ${times}`)
      .join(' · ')}`,
  );
  for (const { index, problem, text } of report.problems.slice(0, 5)) {
    console.log(`  case ${index}: ${problem}\n    ${text.slice(0, 500)}`);
  }
  failed += report.problems.length;
}
process.exit(failed === 0 ? 0 : 1);

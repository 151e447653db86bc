// Lets go wrong what can go wrong, again and again, and prints what came of it: `npm run test:faults`.
//   sessions  kills a bulk look-up, twice: with many requests in flight at a service that takes its time, and with two at a
//             service that answers faster than they can be recorded
//   matrix    every write against every fault, ten seeds each, through the journal
//   points    kills a change's process at twelve points, 25 times each
//   storage   kills a process that writes findings, 200 times over one workspace
//   backups   kills a process that makes backups while it writes, 50 times
//   migrations kills a process in each migration, 50 times each
//   damaged   opens 100 damaged workspaces
//   model     runs random histories of everything that a person, the service, the machine and time can do
//   mutations takes one mending after the other out of a copy of the tree, and runs the model there until it finds that; only by name
// Arguments: which of them; all without one. Options: --seed N (the same seed makes the same moments), --kills N (50) and --names N
// (10000) for sessions; --seeds N (10) for the matrix; --each N (25) and --point NAME (all) for the points;
// --cycles N (200), --backups N (50), --migrations N (50), --files N (100) for what is kept; --histories N (10000), --steps N (40),
// --history K (tells this one alone) and --keep-going (counts what is broken by sort, and tells each) for the model; --histories N (the
// most for each) and --only PART (of a name, several times) for the mutations. Ends with 1 where anything was lost, wrong, unanswered,
// asked again without a kill to explain it, sent twice, said otherwise than it is, or not found.
import { parseArgs } from 'node:util';
import { isSound as isMatrixSound, runMatrix } from '../tests/faults/changes/matrix.ts';
import { isSound as arePointsSound, killAtPoints } from '../tests/faults/changes/kill/kill-points.ts';
import { killPoints } from '../tests/faults/changes/kill/points.ts';
import { isSound, killRun, loads } from '../tests/faults/kill/kill-run.ts';
import { modelSuite } from './lib/model-faults.mjs';
import { mutationSuite } from './lib/mutation-faults.mjs';
import { storageSuites } from './lib/storage-faults.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '50' },
    names: { type: 'string', default: '10000' },
    seeds: { type: 'string', default: '10' },
    each: { type: 'string', default: '25' },
    cycles: { type: 'string', default: '200' },
    backups: { type: 'string', default: '50' },
    migrations: { type: 'string', default: '50' },
    files: { type: 'string', default: '100' },
    histories: { type: 'string', default: '10000' },
    steps: { type: 'string', default: '40' },
    history: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    point: { type: 'string', multiple: true, default: [...killPoints] },
  },
});
const [seed, kills, names, seeds, each] = [
  values.seed,
  values.kills,
  values.names,
  values.seeds,
  values.each,
].map(Number);

const counted = (table) =>
  Object.entries(table)
    .map(([words, times]) => `${words}: ${times}`)
    .join(' · ');
/** Says what went wrong, line by line. */
const complain = (table) => {
  for (const [what, cases] of Object.entries(table))
    for (const each of cases) console.log(`  ${what}: ${each}`);
};
const verdict = (isGood) => console.log(isGood ? 'sound' : 'NOT SOUND');

const suites = {
  async sessions() {
    const figures = [];
    for (const load of loads) {
      const run = await killRun({ seed, kills, names, ...load });
      figures.push(run);
      const byKind = Object.entries(run.kills).map(([kind, times]) => `${kind} ${times}`);
      console.log(
        `\nseed ${run.seed}, ${load.concurrency} in flight, answers after ${load.latencyMs} ms: ` +
          `${byKind.join(' · ')} kills, ${run.seconds.toFixed(1)} s`,
      );
      console.log(
        `cells ${run.cells} · unanswered ${run.unanswered} · other than the service says ${run.wrong}`,
      );
      console.log(`reported ${run.reported} · lost of them ${run.lost}`);
      console.log(
        `requests ${run.requests} · repeated ${run.repeats}, of which kills explain up to ${run.explainedRepeats} · ` +
          `within one run ${run.repeatsWithinARun}`,
      );
      console.log(`longest restart ${run.longestRestartMs.toFixed(0)} ms`);
      verdict(isSound(run, kills));
    }
    return figures.every((run) => isSound(run, kills));
  },

  async matrix() {
    const run = await runMatrix(Array.from({ length: seeds }, (_, index) => seed + index));
    console.log(
      `\nseeds ${seed} to ${seed + seeds - 1}: 9 writes against ${run.faults} faults, ${run.runs} changes, ${run.seconds.toFixed(1)} s`,
    );
    console.log(counted(run.said));
    console.log(`most POSTs for one attempt ${run.mostWrites} · lost ${run.lost} · bugs ${run.bugs}`);
    console.log(
      `denied but done ${run.deniedButDone.length} · claimed but not done ${run.claimedButNotDone.length} · ` +
        `undecided though it can be read ${run.undecided.length} · wrong when a person went on ${run.wrongThen.length}`,
    );
    complain({
      'denied but done': run.deniedButDone,
      'claimed but not done': run.claimedButNotDone,
      undecided: run.undecided,
      'wrong afterwards': run.wrongThen,
    });
    verdict(isMatrixSound(run));
    return isMatrixSound(run);
  },

  async points() {
    const run = await killAtPoints(seed, each, values.point);
    const expected = run.points * each;
    console.log(
      `\nseed ${run.seed}: ${run.kills} kills at ${run.points} points, ${run.seconds.toFixed(1)} s`,
    );
    console.log(counted(run.became));
    console.log(
      `written down ${run.begun} · lost of them ${run.lost} · sent twice ${run.duplicates.length} · ` +
        `acted on before it was read back ${run.outOfTurn.length} · broken journals ${run.brokenJournals}`,
    );
    console.log(
      `denied but done ${run.deniedButDone.length} · claimed but not done ${run.claimedButNotDone.length} · ` +
        `undecided though it can be read ${run.undecided.length} · not killed at their point ${run.missed.length}`,
    );
    complain({
      'sent twice': run.duplicates,
      'acted on too early': run.outOfTurn,
      'denied but done': run.deniedButDone,
      'claimed but not done': run.claimedButNotDone,
      undecided: run.undecided,
      'not killed there': run.missed,
    });
    verdict(arePointsSound(run, expected));
    return arePointsSound(run, expected);
  },

  ...storageSuites({
    seed,
    cycles: Number(values.cycles),
    backups: Number(values.backups),
    migrations: Number(values.migrations),
    files: Number(values.files),
    complain,
    verdict,
  }),

  ...modelSuite({
    seed,
    histories: Number(values.histories),
    steps: Number(values.steps),
    history: values.history === undefined ? null : Number(values.history),
    goesOn: values['keep-going'],
    verdict,
  }),

  ...mutationSuite({
    seed,
    histories: Number(values.histories),
    steps: Number(values.steps),
    only: values.only,
    verdict,
  }),
};
/** Takes hours with everything else, and tells nothing of the program that the model does not: only where it is asked for. */
const onlyByName = new Set(['mutations']);

const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
let isAllSound = true;
for (const [name, run] of Object.entries(suites)) {
  const isAsked = positionals.length === 0 ? !onlyByName.has(name) : positionals.includes(name);
  if (isAsked) isAllSound = (await run()) && isAllSound;
}
process.exit(isAllSound ? 0 : 1);

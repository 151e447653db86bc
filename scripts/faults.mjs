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
import { isSound as arePointsSound, killAtPoints } from '../tests/faults/changes/kill/kill-points.ts';
import { killPoints } from '../tests/faults/changes/kill/points.ts';
import { isSound as isMatrixSound, runMatrix } from '../tests/faults/changes/matrix.ts';
import { isSound, killRun, loads } from '../tests/faults/kill/kill-run.ts';
import { invariants } from '../tests/faults/model/invariants.ts';
import { knownFaults } from '../tests/faults/model/known.ts';
import { runManyInProcesses, sortOf } from '../tests/faults/model/many.ts';
import { runHistory } from '../tests/faults/model/run.ts';
import { shrink } from '../tests/faults/model/shrink.ts';
import { historyOf } from '../tests/faults/model/steps.ts';
import { checkTable, find } from '../tests/faults/mutations/find.ts';
import { mutations } from '../tests/faults/mutations/table.ts';
import { isSound as areBackupsSound, killBackups } from '../tests/faults/storage/backup-kills.ts';
import { isSound as areFilesSound, openDamaged } from '../tests/faults/storage/damaged.ts';
import { isSound as areMigrationsSound, killMigrations } from '../tests/faults/storage/migration-kills.ts';
import { isSound as isStorageSound, killStorage } from '../tests/faults/storage/storage-kills.ts';

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
const [seed, kills, names, seeds, each, histories, steps] = [
  values.seed,
  values.kills,
  values.names,
  values.seeds,
  values.each,
  values.histories,
  values.steps,
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
/** Says it, and hands it on. */
const verdict = (isGood) => {
  console.log(isGood ? 'sound' : 'NOT SOUND');
  return isGood;
};

/** Histories that are run before what was found is looked at. */
const atOnce = 500;

const isNew = (found) => !knownFaults.has(sortOf(found));

function count(found, each) {
  const there = found.get(sortOf(each));
  const histories = each.histories + (there?.histories ?? 0);
  found.set(sortOf(each), { ...(there ?? each), histories });
}

function sayFound(found) {
  const { first, histories, says } = found;
  const known = isNew(found) ? '' : ' (known)';
  console.log(`${sortOf(found)}${known}: first in history ${first}, in ${histories} in all. ${says}`);
}

async function tellShrunk(found) {
  const { history, outcome, runs } = await shrink(historyOf(seed, found.first, steps), found);
  console.log(
    `\n${sortOf(found)}: history ${found.first} in ${history.steps.length} steps, after ${runs} runs`,
  );
  for (const line of outcome.story) console.log(`  ${line}`);
}

async function tellOne(history) {
  const { story, violations } = await runHistory(history, true);
  for (const line of story) console.log(line);
  const isSound = !violations.some(isNew);
  return verdict(isSound);
}

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
    return verdict(isMatrixSound(run));
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
    return verdict(arePointsSound(run, expected));
  },

  async storage() {
    const run = await killStorage(seed, Number(values.cycles));
    console.log(`\nD3 seed ${seed}: ${run.kills} kills while findings are written`);
    console.log(`kept ${run.kept} · lost of them ${run.lost} · files found damaged ${run.damaged}`);
    return verdict(isStorageSound(run));
  },

  async backups() {
    const run = await killBackups(seed, Number(values.backups));
    console.log(
      `\nD6 seed ${seed}: ${run.kills} kills while backups are made, ${run.midway} of them midway · ended by themselves ${run.ended.length}`,
    );
    console.log(
      `bad backups ${run.bad.length} · said to be made and not there ${run.missing.length} · kills without a good backup ${run.without}`,
    );
    complain({ 'ended by itself after': run.ended, bad: run.bad, missing: run.missing });
    return verdict(areBackupsSound(run));
  },

  async migrations() {
    const run = await killMigrations(seed, Number(values.migrations));
    console.log(
      `\nD7 seed ${seed}: ${run.kills} kills in ${run.migrations} migrations, ${run.before} before the step was done, ${run.after} after`,
    );
    console.log(`lost ${run.lost.length} · begun without a good backup ${run.without.length}`);
    complain({ lost: run.lost, 'without a backup': run.without });
    return verdict(areMigrationsSound(run));
  },

  async damaged() {
    const run = await openDamaged(seed, Number(values.files));
    console.log(`\nD5 seed ${seed}: ${run.files} damaged workspaces · ${counted(run.became)}`);
    console.log(
      `crashes ${run.crashes.length} · deletions ${run.deletions.length} · good backups not used ${run.notRestored.length}`,
    );
    complain({ crashes: run.crashes, deletions: run.deletions, 'not restored': run.notRestored });
    return verdict(areFilesSound(run));
  },

  /** Each sort is told as a story that was made as short as it can be. Ends with the first thing that is broken and not known. */
  async model() {
    if (values.history !== undefined) return await tellOne(historyOf(seed, Number(values.history), steps));
    const startedMs = performance.now();
    const found = new Map();
    const sums = { histories: 0, posts: 0, entries: 0, restores: 0 };
    for (let from = 0; from < histories; from += atOnce) {
      const below = Math.min(histories, from + atOnce);
      const run = await runManyInProcesses({ seed, steps, from, below, every: 1 }, 2);
      for (const name of Object.keys(sums)) sums[name] += run[name];
      for (const each of run.found) count(found, each);
      console.log(`${below} of ${histories} histories, ${found.size} sorts of faults`);
      if (!values['keep-going'] && [...found.values()].some(isNew)) break;
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    console.log(
      `\nF13 seed ${seed}: ${sums.histories} histories of ${steps} steps, ${seconds.toFixed(0)} s · writes ${sums.posts} · ` +
        `entries ${sums.entries} · restores ${sums.restores} · invariants ${invariants.length}`,
    );
    const sorts = [...found.values()].toSorted((a, b) => sortOf(a).localeCompare(sortOf(b)));
    for (const each of sorts) sayFound(each);
    for (const each of sorts.filter((sort) => values['keep-going'] || isNew(sort))) await tellShrunk(each);
    const isSound = !sorts.some(isNew);
    return verdict(isSound);
  },

  /** Takes each mending out of a copy of the tree and runs the model there until it finds that. */
  async mutations() {
    const chosen = mutations.filter(
      ({ name }) => values.only.length === 0 || values.only.some((part) => name.includes(part)),
    );
    if (chosen.length === 0) throw new Error(`There is no ${values.only.join(', ')}`);
    checkTable(chosen);
    let isSound = true;
    for (const mutation of chosen) {
      const startedMs = performance.now();
      const { first, histories: run, sorts } = await find(mutation, { seed, steps, histories });
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      const said = first === null ? `NOT FOUND in ${run}` : `history ${first} of ${run}: ${sorts.join('; ')}`;
      console.log(`${mutation.name} | ${mutation.takesOut} | ${said} | ${seconds} s`);
      isSound &&= first !== null;
    }
    return verdict(isSound);
  },
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

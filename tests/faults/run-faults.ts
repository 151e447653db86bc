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
//   team      lets several desks over one PostgreSQL send the same changes, with kills, cuts, restores and what else there is in between
//   mutations takes one mending after the other out of a copy of the tree, and runs the model there until it finds that; only by name
// Arguments: which of them; all without one. Options: --seed N (the same seed makes the same moments), --kills N (50) and --names N
// (10000) for sessions; --seeds N (10) for the matrix; --each N (25) and --point NAME (all) for the points;
// --cycles N (200), --backups N (50), --migrations N (50), --files N (100) for what is kept; --histories N (10000), --from K (0), --steps N (40),
// --history K (tells this one alone), --plot NAME (a course of things that is in each) and --keep-going (counts what is broken by sort, and tells each) for the model; --interleavings N (2000), --from K (0),
// --interleaving K (tells this one alone) and --action NAME (goes wrong in each) for the team; --histories N (the
// most for each) and --only PART (of a name, several times) for the mutations. Ends with 1 where anything was lost, wrong, unanswered,
// asked again without a kill to explain it, sent twice, said otherwise than it is, or not found.
import { parseArgs } from 'node:util';
import { isSound as arePointsSound, killAtPoints } from './changes/kill/kill-points.ts';
import { killPoints } from './changes/kill/points.ts';
import { isSound as isMatrixSound, runMatrix } from './changes/matrix.ts';
import { isSound as areSessionsSound, killRun, loads } from './kill/kill-run.ts';
import { invariants } from './model/invariants.ts';
import {
  knownFaults,
  nothing,
  runManyInProcesses,
  sortOf,
  together,
  shrink,
  type FoundSort,
  type ManyRun,
} from './model/many.ts';
import { runHistory } from './model/run.ts';
import { historyOf, isPlot } from './model/histories.ts';
import { checkTable } from './mutations/edit.ts';
import { find } from './mutations/find.ts';
import { mutations } from './mutations/table.ts';
import { findInTeam, teamMutations } from './team/mutations.ts';
import { actions } from './team/points.ts';
import { isSound as isTeamSound, overOwnServer, runTeam } from './team/run.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';
import {
  areBackupKillsSound,
  areMigrationKillsSound,
  areStorageKillsSound,
  killBackups,
  killMigrations,
  killStorage,
} from './storage/storage-kills.ts';
import { isSound as areFilesSound, openDamaged } from './storage/damaged.ts';

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
    from: { type: 'string', default: '0' },
    history: { type: 'string' },
    interleavings: { type: 'string', default: '2000' },
    interleaving: { type: 'string' },
    action: { type: 'string' },
    plot: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    point: { type: 'string', multiple: true, default: [...killPoints] },
  },
});
const [seed, kills, steps, histories] = [
  Number(values.seed),
  Number(values.kills),
  Number(values.steps),
  Number(values.histories),
];

/** The course of things that is in each history. */
const plot = values.plot !== undefined && isPlot(values.plot) ? values.plot : null;

function verdict(isGood: boolean): boolean {
  console.log(isGood ? 'sound' : 'NOT SOUND');
  return isGood;
}

/** Prints the figures of a run by their names: an array as how many it holds, and then what it holds, line by line. */
function tell(title: string, run: object, isGood: boolean): boolean {
  const figures = Object.entries(run).map(([key, value]: [string, unknown]) => ({
    name: key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    value,
  }));
  const wrong = figures.flatMap(({ name, value }) =>
    Array.isArray(value) ? value.map((each) => `  ${name}: ${each}`) : [],
  );
  console.log(`\n${title}`);
  console.log(figures.map(({ name, value }) => `${name} ${figureOf(value)}`).join(' · '));
  for (const line of wrong) console.log(line);
  return verdict(isGood);
}

function figureOf(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  if (Array.isArray(value)) return String(value.length);
  if (typeof value !== 'object' || value === null) return String(value);
  return `(${Object.entries(value)
    .map(([what, times]) => `${what}: ${times}`)
    .join(' · ')})`;
}

/** Histories that are run before what was found is looked at. */
const atOnce = 100;

const isNew = (found: Parameters<typeof sortOf>[0]): boolean => !knownFaults.has(sortOf(found));

async function tellShrunk(found: FoundSort): Promise<void> {
  const { history, outcome, runs } = await shrink(historyOf(seed, found.first, steps, plot), found);
  console.log(
    `\n${sortOf(found)}: history ${found.first} in ${history.steps.length} steps, after ${runs} runs`,
  );
  for (const line of outcome.story) console.log(`  ${line}`);
}

async function tellOne(number: number): Promise<boolean> {
  const { story, violations } = await runHistory(historyOf(seed, number, steps, plot), true);
  for (const line of story) console.log(line);
  return verdict(!violations.some(isNew));
}

/** Until all have run, or something is broken that is not known. */
async function runHistories(): Promise<ManyRun> {
  let all = nothing;
  for (let from = Number(values.from); from < histories; from += atOnce) {
    const below = Math.min(histories, from + atOnce);
    all = together(all, await runManyInProcesses({ seed, steps, from, below, every: 1, plot }, 2));
    const sorts = all.found.map((sort) => `, ${sortOf(sort)} first in history ${sort.first}`);
    console.log(`${below} of ${histories} histories, ${sorts.length} sorts of faults${sorts.join('')}`);
    if (!values['keep-going'] && all.found.some(isNew)) break;
  }
  return all;
}

async function findTeamMutations(chosen: typeof teamMutations): Promise<boolean> {
  let isSound = true;
  for (const mutation of chosen) {
    const startedMs = performance.now();
    const found = await findInTeam(mutation, seed);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    const within = `of the ${mutation.within} that it may take`;
    const said =
      found === null ? `NOT FOUND in any ${within}` : `interleaving ${found.first} ${within}: ${found.says}`;
    console.log(`${mutation.name} | ${mutation.takesOut} | ${said} | ${seconds} s`);
    isSound &&= found !== null;
  }
  return isSound;
}

const suites = {
  async sessions() {
    let isSound = true;
    for (const load of loads) {
      const run = await killRun({ seed, kills, names: Number(values.names), ...load });
      const title = `sessions: ${load.concurrency} in flight, answers after ${load.latencyMs} ms`;
      isSound = tell(title, run, areSessionsSound(run, kills)) && isSound;
    }
    return isSound;
  },

  async matrix() {
    const run = await runMatrix(Array.from({ length: Number(values.seeds) }, (_, index) => seed + index));
    const { seeds, ...figures } = run;
    return tell(`matrix: seeds ${seed} to ${seed + seeds.length - 1}, 9 writes`, figures, isMatrixSound(run));
  },

  async points() {
    const points = killPoints.filter((point) => values.point.includes(point));
    const run = await killAtPoints(seed, Number(values.each), points);
    return tell('points', run, arePointsSound(run, run.points * Number(values.each)));
  },

  async storage() {
    const run = await killStorage(seed, Number(values.cycles));
    return tell(`D3 storage, seed ${seed}: kills while findings are written`, run, areStorageKillsSound(run));
  },

  async backups() {
    const run = await killBackups(seed, Number(values.backups));
    return tell(`D6 backups, seed ${seed}: kills while backups are made`, run, areBackupKillsSound(run));
  },

  async migrations() {
    const run = await killMigrations(seed, Number(values.migrations));
    return tell(`D7 migrations, seed ${seed}: kills in each`, run, areMigrationKillsSound(run));
  },

  async damaged() {
    const run = await openDamaged(seed, Number(values.files));
    return tell(`D5 damaged workspaces, seed ${seed}`, run, areFilesSound(run));
  },

  /** Each sort is told as a story that was made as short as it can be. Ends with the first thing that is broken and not known. */
  async model() {
    if (values.history !== undefined) return await tellOne(Number(values.history));
    const startedMs = performance.now();
    const { found, ...sums } = await runHistories();
    for (const { first, histories: many, says, ...each } of found)
      console.log(
        `${sortOf(each)}${isNew(each) ? '' : ' (known)'}: first in history ${first}, in ${many} in all. ${says}`,
      );
    for (const each of found.filter((sort) => values['keep-going'] || isNew(sort))) await tellShrunk(each);
    const seconds = (performance.now() - startedMs) / 1_000;
    const figures = { ...sums, invariants: invariants.length, seconds };
    return tell(`F13 seed ${seed}: histories of ${steps} steps`, figures, !found.some(isNew));
  },

  async team() {
    const why = whyNoPostgres();
    if (why !== null) {
      console.log(`\nteam: not run, because ${why}`);
      return true;
    }
    const one = values.interleaving === undefined ? null : Number(values.interleaving);
    const from = one ?? Number(values.from);
    const below = one === null ? Number(values.interleavings) : one + 1;
    const action = actions.find((each) => each === values.action) ?? null;
    const asked = { seed, from, below, action, worlds: one === null ? 2 : 1, isFirstEnough: false };
    const run = await overOwnServer((place) =>
      runTeam(place, asked, ({ number, story, violations, happened }) => {
        const isTold = one !== null || violations.length > 0;
        if (isTold) console.log(`interleaving ${number}: ${happened.join('; ')}`);
        if (isTold) for (const line of [...story, ...violations]) console.log(`  ${line}`);
        if ((number + 1) % 50 === 0) console.log(`interleaving ${number + 1} of ${below}`);
      }),
    );
    return tell(`G16 team, seed ${seed}: several desks over one PostgreSQL`, run, isTeamSound(run));
  },

  /** Takes each mending out of a copy of the tree and runs the model there until it finds that. */
  async mutations() {
    const isChosen = ({ name }: { readonly name: string }): boolean =>
      values.only.length === 0 || values.only.some((part) => name.includes(part));
    const [chosen, ofTeam] = [mutations.filter(isChosen), teamMutations.filter(isChosen)];
    if (chosen.length + ofTeam.length === 0) throw new Error(`There is no ${values.only.join(', ')}`);
    checkTable([...chosen, ...ofTeam]);
    let isSound = true;
    for (const mutation of chosen) {
      const startedMs = performance.now();
      const { first, histories: run, sorts } = await find(mutation, { seed, steps, histories });
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      const said = first === null ? `NOT FOUND in ${run}` : `history ${first} of ${run}: ${sorts.join('; ')}`;
      console.log(`${mutation.name} | ${mutation.takesOut} | ${said} | ${seconds} s`);
      isSound &&= first !== null;
    }
    return verdict((await findTeamMutations(ofTeam)) && isSound);
  },
};
/** Takes hours with everything else, and tells nothing of the program that the model does not: only where it is asked for. */
const onlyByName = new Set(['mutations']);

for (const [typed, known] of [
  [positionals, Object.keys(suites)],
  [values.point, killPoints],
] as const) {
  const unknown = typed.filter((name) => !known.some((each) => each === name));
  if (unknown.length === 0) continue;
  console.error(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
}
let isAllSound = true;
for (const [name, run] of Object.entries(suites)) {
  const isAsked = positionals.length === 0 ? !onlyByName.has(name) : positionals.includes(name);
  if (isAsked) isAllSound = (await run()) && isAllSound;
}
process.exit(isAllSound ? 0 : 1);

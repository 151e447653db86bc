// The model of everything a person can do, run at length: the suite "model" of `npm run test:faults`.
import { invariants } from '../../tests/faults/model/invariants.ts';
import { knownFaults } from '../../tests/faults/model/known.ts';
import { runManyInProcesses, sortOf } from '../../tests/faults/model/many.ts';
import { runHistory } from '../../tests/faults/model/run.ts';
import { shrink } from '../../tests/faults/model/shrink.ts';
import { historyOf } from '../../tests/faults/model/steps.ts';

/** Histories that are run before what was found is looked at. */
const atOnce = 500;

const isNew = (found) => !knownFaults.has(sortOf(found));

/**
 * Runs histories and prints what they break, each sort as a story that was made as short as it can be. Ends with the first thing
 * that is broken and not known; with `goesOn`, it counts everything.
 */
export const modelSuite = ({ seed, histories, steps, history, goesOn, verdict }) => ({
  async model() {
    if (history !== null) return await tellOne(historyOf(seed, history, steps), verdict);
    const startedMs = performance.now();
    const found = new Map();
    const sums = { histories: 0, posts: 0, entries: 0, restores: 0 };
    for (let from = 0; from < histories; from += atOnce) {
      const below = Math.min(histories, from + atOnce);
      const run = await runManyInProcesses({ seed, steps, from, below, every: 1 }, 2);
      for (const name of Object.keys(sums)) sums[name] += run[name];
      for (const each of run.found) count(found, each);
      console.log(`${below} of ${histories} histories, ${found.size} sorts of faults`);
      if (!goesOn && [...found.values()].some(isNew)) break;
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    console.log(
      `\nF13 seed ${seed}: ${sums.histories} histories of ${steps} steps, ${seconds.toFixed(0)} s · writes ${sums.posts} · ` +
        `entries ${sums.entries} · restores ${sums.restores} · invariants ${invariants.length}`,
    );
    const sorts = [...found.values()].toSorted((a, b) => sortOf(a).localeCompare(sortOf(b)));
    for (const each of sorts) sayFound(each);
    for (const each of sorts.filter((sort) => goesOn || isNew(sort))) await tellShrunk(seed, steps, each);
    const isSound = !sorts.some(isNew);
    verdict(isSound);
    return isSound;
  },
});

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

async function tellShrunk(seed, steps, found) {
  const { history, outcome, runs } = await shrink(historyOf(seed, found.first, steps), found);
  console.log(
    `\n${sortOf(found)}: history ${found.first} in ${history.steps.length} steps, after ${runs} runs`,
  );
  for (const line of outcome.story) console.log(`  ${line}`);
}

async function tellOne(history, verdict) {
  const { story, violations } = await runHistory(history, true);
  for (const line of story) console.log(line);
  const isSound = !violations.some(isNew);
  verdict(isSound);
  return isSound;
}

import { describe, expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { checkTable } from '../mutations/edit.ts';
import { mutations } from '../mutations/table.ts';
import { invariants } from './invariants.ts';
import { knownFaults, runManyInProcesses, sortOf } from './many.ts';
import { runHistory } from './run.ts';
import { historyOf } from './histories.ts';

const histories = 150;
const steps = 40;

describe('a model of everything a person can do', () => {
  it('F13 breaks nothing that must hold, whatever a person, the service, the machine and time do', async ({
    annotate,
  }) => {
    const run = await runManyInProcesses({ seed, steps, from: 0, below: histories, every: 1, plot: null }, 2);
    await annotate(
      `figure: ${run.histories} histories of ${steps} steps (seed ${seed}), ${run.posts} writes, ${run.restores} restores, ${invariants.length} invariants`,
    );
    console.log(`seed ${seed}: ${JSON.stringify(run)}`);
    const unknown = run.found.filter((found) => !knownFaults.has(sortOf(found)));
    expect(unknown).toEqual([]);
    expect(run.histories).toBe(histories);
    expect(run.posts).toBeGreaterThan(histories);
  }, 600_000);

  it('F13 can be looked for each mending that is taken out: its text is there, once', () => {
    expect(mutations.length).toBeGreaterThan(20);
    expect(() => checkTable(mutations)).not.toThrow();
  });

  it('F13 comes to the same story whenever a history is run again', async () => {
    const all = Array.from({ length: 6 }, (_, number) => historyOf(seed, number, steps));
    for (const history of all) {
      const [once, again] = [await runHistory(history, true), await runHistory(history, true)];
      expect(again.story).toEqual(once.story);
    }
  });
});

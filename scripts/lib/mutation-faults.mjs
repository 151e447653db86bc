// The model against itself: the suite "mutations" of `npm run test:faults`.
import { checkTable, find } from '../../tests/faults/mutations/find.ts';
import { mutations } from '../../tests/faults/mutations/table.ts';

/**
 * Takes each mending out of a copy of the tree and runs the model there until it finds that. Prints a table; not sound where one is
 * not found within so many histories.
 */
export const mutationSuite = ({ seed, histories, steps, only, verdict }) => ({
  async mutations() {
    const chosen = mutations.filter(
      ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
    );
    if (chosen.length === 0) throw new Error(`There is no ${only.join(', ')}`);
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
    verdict(isSound);
    return isSound;
  },
});

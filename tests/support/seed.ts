import fc from 'fast-check';

/**
 * The seed of every random test of `npm test`: the same in every run, so that a commit always comes to the same result.
 * `NAMEDESK_SEED=N` takes another one, or replays what a failed test printed. New seeds in each run are for
 * `npm run test:faults`, `test:fuzz` and `test:security`.
 */
export const seed = Number(process.env['NAMEDESK_SEED'] ?? 20_261_121);

// Properties take it too: this module is a setup file of the unit tests.
fc.configureGlobal({ seed });

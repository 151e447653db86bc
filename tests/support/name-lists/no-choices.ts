import type { ReadingChoices } from '../../../electron/main/lookups/name-lists/rows.ts';

/** Everything is left to the program. */
export const noChoices: ReadingChoices = { column: null, hasHeader: null, encoding: null, sheet: null };

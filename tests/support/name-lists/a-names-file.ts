import { readFileSync } from 'node:fs';
import type { ReadingChoices } from '../../../electron/main/lookups/name-lists/rows.ts';

/** A file of `tests/fixtures/names`. */
export const aNamesFile = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/names/${name}`, import.meta.url));

/** Everything is left to the program. */
export const noChoices: ReadingChoices = { column: null, hasHeader: null, encoding: null, sheet: null };

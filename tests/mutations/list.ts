import type { TestedMutation } from './mutation.ts';
import { ofTheCommandLine } from './command-line.ts';
import { ofMain } from './main.ts';
import { ofTheGate, ofTheWaysIn, ofWhatIsPaid } from './gate.ts';
import { ofAToE } from './requirements-a-to-e.ts';
import { ofFToH } from './requirements-f-to-h.ts';
import { ofThePage } from './page.ts';
import { ofTheRooms } from './page-rooms.ts';

/**
 * Rules, each taken out, which a named test has to find: at least one for each numbered requirement. Those of `../faults/mutations` are found by the model.
 */
export const mutations: readonly TestedMutation[] = [
  ...ofAToE,
  ...ofFToH,
  ...ofTheGate,
  ...ofWhatIsPaid,
  ...ofTheCommandLine,
  ...ofMain,
  ...ofTheWaysIn,
  ...ofThePage,
  ...ofTheRooms,
];

const byWindow = 'what shows it runs the built application: tests/e2e';
const byPackage = 'what shows it starts the packaged application: tests/packaged';

/** Requirements that no test of these suites shows, and why. */
export const notTaken: Readonly<Record<string, string>> = {
  A1: byWindow,
  A4: byWindow,
  A5: byWindow,
  A6: byWindow,
  A8: byWindow,
  A9: byWindow,
  A10: byWindow,
  A13: byPackage,
  A16: byPackage,
  A17: byWindow,
  D1: 'it is a time, which is measured',
  E2: 'the lockfile itself is looked at',
  E6: byWindow,
};

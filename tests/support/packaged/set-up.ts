import setUp from '../application/set-up.ts';
import { standPackage } from './stage-package.ts';

/**
 * Everything that the end-to-end tests have, and the package beside it.
 *
 * @returns What takes it all down again.
 */
async function setUpPackaged(): Promise<() => Promise<void>> {
  const takeDown = await setUp();
  await standPackage();
  return takeDown;
}

// eslint-disable-next-line import-x/no-default-export -- Playwright takes a global set-up by its default export.
export default setUpPackaged;

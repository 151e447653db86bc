import { standPackage } from '../../support/packaged/stand-package.ts';
import { type Figure, standing } from '../framework/figure.ts';
import { standWindows } from '../window/windows.ts';
import { startRow } from './start-row.ts';

/**
 * The same as `start`, of the packaged application: its app.asar, read by the runtime that was packaged with it. Its twin is
 * measured, since a release lets nobody look into it; the twin loads one small file more.
 */
export const packagedStart: Figure = {
  name: 'packaged-start',
  async prepare() {
    await standWindows();
    await standPackage();
    const row = await startRow({
      name: 'packaged-start',
      app: 'packaged',
      is: 'spawn of the packaged application to a search field that lists a typed name',
      goal: { first: 1.5, then: null },
      heldEqual:
        'the runtime but for its fuses, the user, sandbox, display, window size, and the probe that looks',
    });
    return standing([row]);
  },
};

import { standPackage } from '../../support/packaged/stand-package.ts';
import { type Figure, type Side, standing } from '../framework/figure.ts';
import { launchWindow, type WindowRequest } from '../window/launch-window.ts';
import { answeredAtMs } from '../window/ready-field.ts';
import { standWindows, usedFolder } from '../window/windows.ts';

/**
 * The same as `start`, of the packaged application: its app.asar, read by the runtime that was packaged with it. Its twin is
 * measured, since a release lets nobody look into it; the twin loads one small file more.
 */
export const packagedStart: Figure = {
  name: 'packaged-start',
  async prepare() {
    await standWindows();
    await standPackage();
    const folders = { packaged: await usedFolder('packaged-ours'), bare: await usedFolder('packaged-bare') };
    const side = (is: string, app: Exclude<WindowRequest['app'], 'namedesk'>): Side => ({
      is,
      take: async () => {
        const window = launchWindow({ app, userDataDir: folders[app] });
        try {
          return { value: (await answeredAtMs(window, app)) - window.spawnedAtMs, also: {} };
        } finally {
          await window.close();
        }
      },
    });
    const ours = side(
      'spawn of the packaged application to a search field that lists a typed name',
      'packaged',
    );
    const limit = side('spawn to a focused <input> of a static page that holds a typed text', 'bare');
    // The first start reads the runtime from the disk: nobody's fault.
    await ours.take();
    await limit.take();
    return standing([
      {
        name: 'packaged-start',
        unit: 'ms',
        ours,
        limit,
        goals: [{ of: 'ratio', bound: 'at most', first: 1.5, then: null }],
        heldEqual:
          'the runtime but for its fuses, the user, sandbox, display, window size, and the probe that looks',
        warmUp: 'one start of each, so that the files are in the cache and the folder has been used',
      },
    ]);
  },
};

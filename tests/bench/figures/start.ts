import { type Figure, type Side, standing } from '../framework/figure.ts';
import { launchWindow } from '../window/launch-window.ts';
import { answeredAtMs } from '../window/ready-field.ts';
import { standWindows, usedFolder } from '../window/windows.ts';

/** From the spawn to a focused field that answers, beside a bare window of the same runtime. */
export const start: Figure = {
  name: 'start',
  async prepare() {
    await standWindows();
    const folders = { namedesk: await usedFolder('start-namedesk'), bare: await usedFolder('start-bare') };
    const side = (is: string, app: keyof typeof folders): Side => ({
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
    const ours = side('spawn to a focused search field that lists a typed name under its TLDs', 'namedesk');
    const limit = side('spawn to a focused <input> of a static page that holds a typed text', 'bare');
    // The first start of a runtime reads it from the disk: nobody's fault.
    await ours.take();
    await limit.take();
    return standing([
      {
        name: 'start',
        unit: 'ms',
        ours,
        limit,
        goals: [{ of: 'ratio', bound: 'at most', first: 1.6, then: 1.25 }],
        heldEqual:
          'the runtime, its switches, the user, sandbox, display, window size, and the probe that looks',
        warmUp: 'one start of each, so that the files are in the cache and the folder has been used',
      },
    ]);
  },
};

import { setTimeout as wait } from 'node:timers/promises';
import { type Figure, type FigureOptions, type Side, standing, type Taken } from '../framework/figure.ts';
import { type BenchWindow, launchWindow, type WindowRequest } from '../window/launch-window.ts';
import { privateMegabytes, processTree } from '../window/process-memory.ts';
import { answeredAtMs } from '../window/ready-field.ts';
import { standWindows, usedFolder } from '../window/windows.ts';

/** After so long nothing of the start is still going on. */
const settleMs = 8_000;
const settleQuickMs = 2_000;

export const settledMemory = async (window: BenchWindow, { isQuick }: FigureOptions): Promise<Taken> => {
  await wait(isQuick ? settleQuickMs : settleMs);
  return { value: privateMegabytes(window.pid), also: { processes: processTree(window.pid).length } };
};

/** Private memory of all processes when nothing happens, beside a bare window of the same runtime. */
export const memory: Figure = {
  name: 'memory',
  async prepare(options) {
    await standWindows();
    const folders = { namedesk: await usedFolder('memory-namedesk'), bare: await usedFolder('memory-bare') };
    const side = (is: string, app: WindowRequest['app']): Side => ({
      is,
      take: async () => {
        const window = launchWindow({ app, userDataDir: folders[app] });
        try {
          await answeredAtMs(window, app);
          return await settledMemory(window, options);
        } finally {
          await window.close();
        }
      },
    });
    return standing([
      {
        name: 'memory',
        unit: 'MB',
        ours: side('Namedesk idle on the Search screen', 'namedesk'),
        limit: side('a bare window idle', 'bare'),
        goals: [{ of: 'ratio', bound: 'at most', first: 1.5, then: null }],
        heldEqual: 'the runtime, its switches, the user, sandbox, display, window size, the time to settle',
        warmUp: 'none: each side is a fresh start',
      },
    ]);
  },
};

import { setTimeout as wait } from 'node:timers/promises';
import {
  standing,
  type Figure,
  type Goal,
  type Row,
  type Side,
  type FigureOptions,
  type Taken,
} from '../framework/figure.ts';
import {
  answeredAtMs,
  launchWindow,
  openFirstSession,
  type WindowRequest,
  type BenchWindow,
} from '../window/launch-window.ts';
import { standWindows, usedFolder, folderWith } from '../window/windows.ts';
import { preparedSession } from '../prepared-sessions.ts';
import { othersLike, privateMegabytes, processTree } from '../window/process-memory.ts';

type App = WindowRequest['app'];

interface Start extends Pick<Row, 'name' | 'heldEqual'> {
  readonly app: Exclude<App, 'bare'>;
  /** What the time of our side is. */
  readonly is: string;
  readonly goal: Pick<Goal, 'first' | 'then'>;
}

/** From the spawn to a field that answers, beside a bare window of the same runtime; each side has started once by then. */
export async function startRow({ name, app, is, goal, heldEqual }: Start): Promise<Row> {
  const ours = await sideOf(name, app, is);
  const limit = await sideOf(
    name,
    'bare',
    'spawn to a focused <input> of a static page that holds a typed text',
  );
  // The first start of a runtime reads it from the disk: nobody's fault.
  await ours.take();
  await limit.take();
  return {
    name,
    unit: 'ms',
    ours,
    limit,
    goals: [{ of: 'ratio', bound: 'at most', ...goal }],
    heldEqual,
    warmUp: 'one start of each, so that the files are in the cache and the folder has been used',
  };
}

async function sideOf(name: string, app: App, is: string): Promise<Side> {
  const userDataDir = await usedFolder(`${name}-${app}`);
  return {
    is,
    async take() {
      const window = launchWindow({ app, userDataDir });
      try {
        return { value: (await answeredAtMs(window, app)) - window.spawnedAtMs, also: {} };
      } finally {
        await window.close();
      }
    },
  };
}

/** From the spawn to a focused field that answers, beside a bare window of the same runtime. */
export const start: Figure = {
  name: 'start',
  async prepare() {
    await standWindows();
    const row = await startRow({
      name: 'start',
      app: 'namedesk',
      is: 'spawn to a focused search field that lists a typed name under its TLDs',
      goal: { first: 1.6, then: 1.25 },
      heldEqual:
        'the runtime, its switches, the user, sandbox, display, window size, and the probe that looks',
    });
    return standing([row]);
  },
};

/** After so long nothing of the start is still going on, and what the page gives back when nobody touches it is given back. */
const settleMs = 6_000;

const settleQuickMs = 2_000;

const settledMemory = async (window: BenchWindow, { isQuick }: FigureOptions): Promise<Taken> => {
  await wait(isQuick ? settleQuickMs : settleMs);
  const { clean, dirty } = privateMegabytes(window.pid);
  const also = { 'of files MB': clean, processes: processTree(window.pid).length };
  return { value: clean + dirty, also: { ...also, 'others of the runtime': othersLike(window.pid) } };
};

/** The first start in a new place loads what no later one does (a software renderer's libraries, 13 MB): it is on no account. */
async function startOnce(
  folders: Readonly<Record<Exclude<WindowRequest['app'], 'packaged'>, string>>,
): Promise<void> {
  for (const app of ['namedesk', 'bare'] as const) {
    const window = launchWindow({ app, userDataDir: folders[app] });
    try {
      await answeredAtMs(window, app);
    } finally {
      await window.close();
    }
  }
}

/** Private memory of all processes when nothing happens, beside a bare window of the same runtime. */
export const memory: Figure = {
  name: 'memory',
  async prepare(options) {
    await standWindows();
    const folders = { namedesk: await usedFolder('memory-namedesk'), bare: await usedFolder('memory-bare') };
    await startOnce(folders);
    const side = (is: string, app: keyof typeof folders): Side => ({
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
        warmUp: 'one start of each side; each run is a fresh start',
      },
      await openRow(options),
    ]);
  },
};

const columns = 10;

/** What an open session takes more than nothing, a million cells beside ten thousand. */
async function openRow(options: FigureOptions): Promise<Row> {
  const names = { large: options.isQuick ? 10_000 : 100_000, small: 1_000 };
  const folderOf = async (size: keyof typeof names): Promise<string> =>
    folderWith(`${await preparedSession(options.folder, names[size])}/workspace`, `memory-${size}`);
  const folders = { large: await folderOf('large'), small: await folderOf('small') };
  const side = (size: keyof typeof names): Side => ({
    is: `${(names[size] * columns).toLocaleString('en')} cells open on the screen, over idle`,
    take: async () => {
      const window = launchWindow({ app: 'namedesk', userDataDir: folders[size] });
      try {
        await window.evaluate('document.readyState');
        const idle = await settledMemory(window, options);
        await openFirstSession(window);
        const open = await settledMemory(window, options);
        return { value: open.value - idle.value, also: { 'idle MB': idle.value, 'open MB': open.value } };
      } finally {
        await window.close();
      }
    },
  });
  return {
    name: 'memory-open',
    unit: 'MB more',
    ours: side('large'),
    limit: side('small'),
    goals: [{ of: 'ours', bound: 'at most', first: 80, then: null }],
    heldEqual:
      'the application as built; each side in a fresh start, idle and open in the same one; the time to settle',
    warmUp: 'none',
  };
}

import { type Figure, type Goal, type Row, type Side, standing } from '../framework/figure.ts';
import { answeredAtMs, launchWindow, type WindowRequest } from '../window/launch-window.ts';
import { standWindows, usedFolder } from '../window/windows.ts';

type App = WindowRequest['app'];

export interface Start extends Pick<Row, 'name' | 'heldEqual'> {
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

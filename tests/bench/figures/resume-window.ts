import { type Figure, type Side, standing } from '../framework/figure.ts';
import { preparedSession } from '../prepared-sessions.ts';
import { launchWindow } from '../window/launch-window.ts';
import { openFirstSession } from '../window/open-session.ts';
import { folderWith, standWindows } from '../window/windows.ts';

const columns = 10;

/** In the real window: from the click on a session to its first screen. */
export const resumeInWindow: Figure = {
  name: 'resume-window',
  async prepare(options) {
    await standWindows();
    const names = { large: options.isQuick ? 10_000 : 100_000, small: 1_000 };
    const folderOf = async (size: keyof typeof names): Promise<string> =>
      folderWith(`${await preparedSession(options.folder, names[size])}/workspace`, `resume-${size}`);
    const folders = { large: await folderOf('large'), small: await folderOf('small') };
    const side = (size: keyof typeof names): Side => ({
      is: `click to first painted screen of ${(names[size] * columns).toLocaleString('en')} cells`,
      take: async () => {
        const window = launchWindow({ app: 'namedesk', userDataDir: folders[size] });
        try {
          return { value: await openFirstSession(window), also: {} };
        } finally {
          await window.close();
        }
      },
    });
    return standing([
      {
        name: 'resume-window',
        unit: 'ms',
        ours: side('large'),
        limit: side('small'),
        goals: [
          { of: 'ours', bound: 'at most', first: 1_000, then: null },
          { of: 'ratio', bound: 'at most', first: 2, then: null },
        ],
        heldEqual:
          'the application as built, display, window; answers of the practice service; a fresh start each',
        warmUp: 'none: the session is opened for the first time in its process',
      },
    ]);
  },
};

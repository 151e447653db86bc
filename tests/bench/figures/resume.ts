import { type Figure, type Side, standing } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import { preparedSession } from '../prepared-sessions.ts';
import { profiling } from './profiling.ts';

const columns = 10;

/** From a closed workspace to the arrays of its session, a million cells beside ten thousand. */
export const resume: Figure = {
  name: 'resume',
  async prepare(options) {
    const names = { large: options.isQuick ? 10_000 : 100_000, small: 1_000 };
    const folders = {
      large: await preparedSession(options.folder, names.large),
      small: await preparedSession(options.folder, names.small),
    };
    const side = (size: 'large' | 'small', switches: readonly string[]): Side => ({
      is: `opening the workspace and its session of ${(names[size] * columns).toLocaleString('en')} cells, to typed arrays`,
      take: () =>
        takeInProcess({
          script: new URL('../sides/open-session.ts', import.meta.url),
          input: { folder: folders[size], cells: names[size] * columns },
          switches,
        }),
    });
    return standing([
      {
        name: 'resume',
        unit: 'ms',
        ours: side('large', profiling(options, 'resume')),
        limit: side('small', []),
        goals: [
          { of: 'ours', bound: 'at most', first: 1_000, then: null },
          { of: 'ratio', bound: 'at most', first: 2, then: null },
        ],
        heldEqual: 'the services; answers of the practice service; the files in the memory of the system',
        warmUp: 'none: each is a fresh process',
      },
    ]);
  },
};

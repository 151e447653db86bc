import type { Figure, Side } from '../framework/figure.ts';
import { type Mode, prepareScrollingPages } from './scrolling-page.ts';

const unit = 'CPU s of page and GPU process';
const heldEqual =
  '10,000 × 100 cells, their marks, the column widths, 1440 × 900, 40 px down and 17 px across in each frame, 5,000 findings/s';
const warmUp = '60 frames in the same window';

/** Scrolling over a million cells while findings stream in, beside Glide Data Grid and beside a page with nothing on it. */
export const grid: Figure = {
  name: 'grid',
  async prepare({ folder, isQuick }) {
    const frames = isQuick ? 30 : 300;
    const pages = await prepareScrollingPages(folder, frames);
    const side = (mode: Mode, is: string): Side => ({
      is: `${frames} frames of ${is}`,
      take: () => pages.take(mode),
    });
    const ours = side('ours', 'our grid');
    return {
      rows: [
        {
          name: 'grid',
          unit,
          ours,
          limit: side(
            'glide',
            '@glideapps/glide-data-grid 6, cells drawn by hand, changed cells alone drawn again',
          ),
          goals: [{ of: 'ratio', bound: 'at most', first: 1, then: 0.6 }],
          heldEqual,
          warmUp,
        },
        {
          name: 'grid over empty',
          unit,
          ours,
          limit: side('empty', 'an empty page as large; no findings'),
          goals: [],
          heldEqual,
          warmUp,
        },
      ],
      end: pages.end,
    };
  },
};

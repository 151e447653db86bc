import { type Figure, standing } from '../framework/figure.ts';
import { standWindows } from '../window/windows.ts';
import { startRow } from './start-row.ts';

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

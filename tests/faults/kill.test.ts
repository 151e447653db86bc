import { describe, expect, it } from 'vitest';
import { seed } from '../support/seed.ts';
import { isSound, killRun, loads } from './kill/kill-run.ts';

const kills = 5;

describe('a look-up of 2,500 names under 10 TLDs whose process is killed', () => {
  it.each(loads)(
    `C18 comes to its end with every cell answered, none lost and nothing asked twice beyond what was in flight: ${kills} kills, $concurrency in flight`,
    async (load) => {
      const figures = await killRun({ seed, kills, names: 2_500, ...load });
      console.log(`killed with seed ${seed}:`, JSON.stringify(figures));
      expect(figures).toMatchObject({
        cells: 25_000,
        unanswered: 0,
        wrong: 0,
        lost: 0,
        repeatsWithinARun: 0,
      });
      expect(figures.reported).toBeGreaterThan(0);
      expect(figures.repeats).toBeLessThanOrEqual(figures.explainedRepeats);
      expect(isSound(figures, kills)).toBe(true);
    },
    180_000,
  );
});

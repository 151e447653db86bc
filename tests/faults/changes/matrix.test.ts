import { describe, expect, it } from 'vitest';
import { changeKinds } from '../../../shared/domain/change-kinds.ts';
import { seed } from '../../support/seed.ts';
import { isSound, runMatrix } from './matrix.ts';
import { writeFaults } from './front.ts';

describe('every write against every fault, through the journal', () => {
  it('C2 C8 F2 brings one POST at most for each attempt, and never says done what is not, nor not done what is', async ({
    annotate,
  }) => {
    const figures = await runMatrix([seed]);
    console.log(JSON.stringify(figures));
    await annotate(
      `figure: ${figures.runs} writes against ${writeFaults.length} faults, at most ${figures.mostWrites} request each, ${figures.lost} lost`,
    );
    expect(figures.runs).toBe(changeKinds.length * writeFaults.length);
    expect(figures.runs).toBeGreaterThanOrEqual(180);
    expect(figures).toMatchObject({
      mostWrites: 1,
      deniedButDone: [],
      claimedButNotDone: [],
      undecided: [],
      wrongThen: [],
      lost: 0,
      broken: null,
      bugs: 0,
    });
    expect(isSound(figures)).toBe(true);
    // All that can become of a change was met with.
    const states = new Set(Object.keys(figures.said).map((said) => said.split(',')[0]));
    expect([...states].sort()).toEqual([
      'applied',
      'confirmed',
      'not-applied',
      'planned',
      'refused',
      'uncertain',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { isSound, killAtPoints } from './kill/kill-points.ts';
import { killPoints } from './kill/points.ts';

const each = 1;

describe('a change whose process is killed over it', () => {
  it(`C7 is sent once at most and never lost, and is read back before anything else: ${killPoints.length} points`, async ({
    annotate,
  }) => {
    const figures = await killAtPoints(seed, each);
    console.log(JSON.stringify(figures));
    await annotate(
      `figure: ${figures.kills} kills at ${figures.points} points, ${figures.duplicates.length} sent twice, ${figures.lost} lost`,
    );
    expect(figures).toMatchObject({
      points: 12,
      kills: killPoints.length * each,
      missed: [],
      duplicates: [],
      lost: 0,
      outOfTurn: [],
      deniedButDone: [],
      claimedButNotDone: [],
      undecided: [],
      brokenJournals: 0,
    });
    expect(figures.begun).toBeGreaterThanOrEqual(killPoints.length * each - 2 * each);
    expect(isSound(figures, killPoints.length * each)).toBe(true);
  });
});

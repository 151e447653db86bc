import { describe, expect, it } from 'vitest';
import { notTaken, resultOf, takeInTurn } from '../../../../bench/framework/result.ts';
import { aRow, aSide } from './a-row.ts';

describe('two sides measured in turn', () => {
  it('take turns: ours, the limit, ours, the limit', async () => {
    const asked: string[] = [];
    const row = aRow({ ours: aSide('ours', [1, 2], asked), limit: aSide('limit', [1, 2], asked) });
    await takeInTurn(row, 2);
    expect(asked).toEqual(['ours', 'limit', 'ours', 'limit']);
  });

  it('come to their medians, the ratio of them, every run and the spread', async () => {
    const row = aRow({ ours: aSide('ours', [70, 50, 60]), limit: aSide('limit', [90, 110, 100]) });
    const result = resultOf(row, await takeInTurn(row, 3));
    expect(result).toMatchObject({
      ours: 60,
      limit: 100,
      ratio: 0.6,
      unit: 'findings/s',
      runs: [
        { ours: 70, limit: 90 },
        { ours: 50, limit: 110 },
        { ours: 60, limit: 100 },
      ],
      spread: { ours: { least: 50, most: 70 }, limit: { least: 90, most: 110 } },
      also: { ours: { 'CPU s': 6 } },
      why: null,
    });
  });

  it('meet the first goal and miss the later one', async () => {
    const row = aRow();
    const { goals } = resultOf(row, await takeInTurn(row, 3));
    expect(goals).toEqual([
      { goal: 'ratio at least 0.6', isMet: true },
      { goal: 'ratio at least 0.85', isMet: false },
    ]);
  });

  it('are held to an upper bound where less is better', async () => {
    const row = aRow({ goals: [{ of: 'ours', bound: 'at most', first: 60, then: 59 }] });
    const { goals } = resultOf(row, await takeInTurn(row, 3));
    expect(goals.map(({ isMet }) => isMet)).toEqual([true, false]);
  });

  it('have no ratio where nothing stands beside ours', async () => {
    const row = aRow({ limit: null });
    const result = resultOf(row, await takeInTurn(row, 3));
    expect(result).toMatchObject({
      ours: 60,
      limit: null,
      ratio: null,
      goals: [{ isMet: false }, { isMet: false }],
    });
  });
});

describe('a row that could not be measured', () => {
  it('says why, claims nothing and meets no goal', () => {
    expect(notTaken(aRow(), 'there is no display')).toMatchObject({
      ours: null,
      ratio: null,
      runs: [],
      goals: [{ isMet: false }, { isMet: false }],
      why: 'there is no display',
    });
  });
});

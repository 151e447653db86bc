import { describe, expect, it } from 'vitest';
import type { Figure, Row } from '../../../../bench/framework/figure.ts';
import { runFigures, type RunOptions } from '../../../../bench/framework/run-figures.ts';
import { tableOf } from '../../../../bench/framework/result.ts';
import { aRow, aSide } from './a-row.ts';

const options: RunOptions = { runs: 2, isQuick: true, folder: '', profileFolder: null, say: () => undefined };

const aFigure = (name: string, rows: readonly Row[], ended: string[] = []): Figure => ({
  name,
  prepare: () => Promise.resolve({ rows, end: () => Promise.resolve(void ended.push(name)) }),
});

describe('a bench', () => {
  it('goes on after a figure that cannot be taken, and says why it could not', async () => {
    const broken = aFigure('start', [aRow({ name: 'start', ours: aSide('ours', []) })]);
    const results = await runFigures([broken, aFigure('engine', [aRow()])], options);
    expect(results.get('start')).toMatchObject({ ours: null, why: 'ours broke' });
    expect(results.get('engine')).toMatchObject({ ours: 55, why: null });
  });

  it('takes the other rows of a figure when one of them breaks', async () => {
    const rows = [aRow({ name: 'engine', limit: aSide('limit', [1]) }), aRow({ name: 'engine-64' })];
    const results = await runFigures([aFigure('engine', rows)], options);
    expect([...results].map(([name, { why }]) => [name, why])).toEqual([
      ['engine', 'limit broke'],
      ['engine-64', null],
    ]);
  });

  it('says under the name of the figure why nothing could be made ready', async () => {
    const figure: Figure = { name: 'memory', prepare: () => Promise.reject(new Error('no display')) };
    expect((await runFigures([figure], options)).get('memory')?.why).toBe('no display');
  });

  it('takes down what was made ready, also after a failure', async () => {
    const ended: string[] = [];
    const broken = aFigure('start', [aRow({ ours: aSide('ours', []) })], ended);
    await runFigures([broken, aFigure('engine', [aRow()], ended)], options);
    expect(ended).toEqual(['start', 'engine']);
  });
});

describe('the table', () => {
  it('shows ours, the limit, the ratio and which goals are missed', async () => {
    const table = tableOf(await runFigures([aFigure('engine', [aRow()])], options));
    const [, line = '', note = ''] = table.split('\n');
    expect(line).toMatch(
      /^engine +55 +100 +findings\/s +0\.55 +50 … 60 +MISSED: ratio at least 0\.6; MISSED/,
    );
    expect(note).toContain('Beside it: limit.');
  });

  it('shows no number for a figure that was not taken', async () => {
    const broken = aFigure('start', [aRow({ name: 'start', ours: aSide('ours', []) })]);
    const [, line = '', note = ''] = tableOf(await runFigures([broken], options)).split('\n');
    expect(line).toMatch(/^start +– +– /);
    expect(note).toBe('    not taken: ours broke');
  });
});

import { describe, expect, it } from 'vitest';
import {
  chosenFigures,
  type Figure,
  type Row,
  type Side,
  standing,
} from '../../../bench/framework/figure.ts';
import {
  median,
  notTaken,
  resultOf,
  spreadOf,
  tableOf,
  takeInTurn,
  runFigures,
  type RunOptions,
} from '../../../bench/framework/result.ts';
import { takenFrom } from '../../../bench/framework/side-process.ts';
import { createCannedAnswers } from '../../../bench/service/canned-answers.ts';

/** A side that comes to these values, one after the other, and notes that it was asked. */
const aSide = (is: string, values: readonly number[], asked: string[] = []): Side => {
  const left = [...values];
  return {
    is,
    take: () => {
      asked.push(is);
      const value = left.shift();
      return value === undefined
        ? Promise.reject(new Error(`${is} broke`))
        : Promise.resolve({ value, also: { 'CPU s': value / 10 } });
    },
  };
};

const aRow = (changes: Partial<Row> = {}): Row => ({
  name: 'engine',
  unit: 'findings/s',
  ours: aSide('ours', [50, 60, 70]),
  limit: aSide('limit', [100, 100, 100]),
  goals: [{ of: 'ratio', bound: 'at least', first: 0.6, then: 0.85 }],
  heldEqual: 'the requests',
  warmUp: 'none',
  ...changes,
});

const known: readonly Figure[] = ['engine', 'start', 'disk'].map((name) => ({
  name,
  prepare: () => Promise.resolve(standing([])),
}));
const choose = (...typed: readonly string[]) => {
  const choice = chosenFigures(typed, known);
  return typeof choice === 'string' ? choice : { ...choice, figures: choice.figures.map(({ name }) => name) };
};

describe('what is typed behind the bench', () => {
  it('is every figure, five runs each, where nothing is typed', () => {
    expect(choose()).toEqual({
      figures: ['engine', 'start', 'disk'],
      isQuick: false,
      runs: 5,
      profileFolder: null,
      crowd: { desks: 50, minutes: 0.5 },
    });
  });

  it('says how many desks of a team work at once, and for how long', () => {
    expect(choose('--desks', '7', '--minutes', '10')).toMatchObject({ crowd: { desks: 7, minutes: 10 } });
    for (const wrong of ['0', '-1', 'many']) expect(choose(`--desks=${wrong}`)).toContain('--desks');
    for (const wrong of ['0', '-1', 'long']) expect(choose(`--minutes=${wrong}`)).toContain('--minutes');
  });

  it('is one figure or several by name', () => {
    expect(choose('disk')).toMatchObject({ figures: ['disk'] });
    expect(choose('disk', 'engine')).toMatchObject({ figures: ['engine', 'disk'] });
  });

  it('can be quick, with fewer runs unless they are given', () => {
    expect(choose('--quick')).toMatchObject({ isQuick: true, runs: 2 });
    expect(choose('--quick', '--runs', '3')).toMatchObject({ isQuick: true, runs: 3 });
  });

  it.each([
    { what: 'a figure that there is not', typed: ['engines'], says: 'There is no figure "engines"' },
    { what: 'a number of runs that is none', typed: ['--runs', 'many'], says: '--runs takes' },
    { what: 'runs without a number', typed: ['--runs'], says: "'--runs <value>'" },
    { what: 'a profile without a folder', typed: ['--profile'], says: "'--profile <value>'" },
  ])('is refused with a sentence where it is $what', ({ typed, says }) => {
    expect(choose(...typed)).toContain(says);
  });
});

describe('the median', () => {
  it.each([
    { of: 'an odd number of values: the middle one', values: [9, 1, 5], is: 5 },
    { of: 'an even number: between the two middle ones', values: [4, 1, 3, 2], is: 2.5 },
    { of: 'numbers, not of texts: 10 is more than 9', values: [10, 9, 1], is: 9 },
    { of: 'one value: that one', values: [7], is: 7 },
  ])('is, of $of', ({ values, is }) => {
    expect(median(values)).toBe(is);
  });

  it('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });

  it('leaves what it was given as it was', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the spread', () => {
  it('goes from the least to the most', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ least: 1, most: 3 });
  });
});

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

const options: RunOptions = {
  ...{ runs: 2, isQuick: true, folder: '', profileFolder: null, say: () => undefined },
  crowd: { desks: 1, minutes: 1 },
};

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

describe('what a side tells', () => {
  it('is its last line of the kind, whatever else it printed', () => {
    expect(
      takenFrom('warming up\ntaken {"value":1,"also":{}}\ntaken {"value":2,"also":{}}\nbye\n').value,
    ).toBe(2);
  });

  it.each([
    { what: 'nothing', output: '' },
    { what: 'no number', output: 'taken {"value":null,"also":{}}\n' },
    { what: 'only other lines', output: 'warming up\n' },
  ])('is a failure where it is $what', ({ output }) => {
    expect(() => takenFrom(output)).toThrow(/told/);
  });
});

/** Source: Domain Reseller API v2.2, "Lookup result". */
const documented = [
  'domainName',
  'idnDomainName',
  'tld',
  'tldNoDots',
  'sld',
  'idnSld',
  'status',
  'legacyStatus',
  'score',
  'isRegistered',
  'isAvailable',
  'isValidDomain',
  'domainErrorMessage',
  'pricing',
  'shortestPeriod',
  'group',
  'minLength',
  'maxLength',
  'isPremium',
  'premiumCostPricing',
];

describe('a canned answer', () => {
  const results: unknown = JSON.parse(createCannedAnswers(['com', 'co.uk']).answerFor('bakery'));

  it('has a result for each TLD with every field of the document and no other', () => {
    expect(results).toHaveLength(2);
    for (const result of results as readonly object[]) expect(Object.keys(result)).toEqual(documented);
  });

  it('speaks of the label that was asked', () => {
    expect(results).toMatchObject([
      { domainName: 'bakery.com', sld: 'bakery', tld: 'com', tldNoDots: 'com', isAvailable: true },
      { domainName: 'bakery.co.uk', sld: 'bakery', tld: 'co.uk', tldNoDots: 'couk', isAvailable: false },
    ]);
  });
});

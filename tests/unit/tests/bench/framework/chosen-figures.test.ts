import { describe, expect, it } from 'vitest';
import { chosenFigures, type Figure, standing } from '../../../../bench/framework/figure.ts';

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
    });
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

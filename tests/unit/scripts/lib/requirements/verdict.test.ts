import { describe, expect, it } from 'vitest';
import { requirements } from '../../../../../scripts/lib/requirements/list.mjs';
import { summaryOf, tableOf } from '../../../../../scripts/lib/requirements/table.mjs';
import { strangers, verdicts } from '../../../../../scripts/lib/requirements/verdict.mjs';

type Standing = (typeof requirements)[number]['standing'];
type State = 'passed' | 'failed' | 'skipped';

const requirement = (standing: Standing) => ({ number: 'A1', what: 'walls', standing, why: 'because' });

const proof = (state: State, figures: readonly string[] = []) => ({
  numbers: ['A1'],
  test: 'A1 a test',
  suite: 'unit',
  state,
  figures,
});

const verdictOf = (standing: Standing, ...states: readonly State[]) =>
  verdicts(
    [requirement(standing)],
    states.map((state) => proof(state)),
  )[0]?.verdict;

describe('a requirement', () => {
  it('is shown by a test that passed, and by none that was skipped', () => {
    expect(verdictOf('here', 'passed')).toBe('shown');
    expect(verdictOf('in part', 'passed')).toBe('shown in part');
    expect(verdictOf('here', 'skipped')).toBe('NOT SHOWN');
    expect(verdictOf('here')).toBe('NOT SHOWN');
  });

  it.each(['here', 'in part', 'not here', 'not applicable'] as const)(
    'of standing “%s” is not shown where a test failed',
    (standing) => {
      expect(verdictOf(standing, 'passed', 'failed')).toBe('NOT SHOWN');
    },
  );

  it('needs no test where this machine cannot show it, or there is nothing to show', () => {
    expect(verdictOf('not here')).toBe('not shown here');
    expect(verdictOf('not applicable')).toBe('not applicable');
  });

  it('is a line with its figures and with what is left', () => {
    const rows = verdicts([requirement('in part')], [proof('passed', ['9 of 9'])]);
    expect(tableOf(rows)).toBe('A1   shown in part   walls: 1 test (unit) · 9 of 9 · because');
    expect(summaryOf(rows)).toBe('1 shown in part');
  });
});

it('a number that is in no list is told', () => {
  expect(strangers(requirements, [{ ...proof('passed'), numbers: ['A99', 'A1'] }])).toEqual(['A99']);
});

it('the list has each number once', () => {
  const numbers = requirements.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(90);
  expect(numbers.length).toBe(90);
});

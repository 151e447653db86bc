import { describe, expect, it } from 'vitest';
import { requirements } from '../../../requirements/list.ts';
import {
  figureOf,
  numbersOf,
  playwrightProofs,
  strangers,
  summaryOf,
  tableOf,
  verdicts,
} from '../../../requirements/proofs.ts';

describe('proofs', () => {
  const spec = (title: string, changes: object = {}) => ({
    title,
    ok: true,
    tests: [{ status: 'expected', annotations: [], results: [{ annotations: [] }] }],
    ...changes,
  });

  describe('what an end-to-end report proves', () => {
    it('is each test that carries a number, or stands in a group that does', () => {
      const report = {
        suites: [
          {
            title: 'window.spec.ts',
            specs: [spec('A1 is sandboxed'), spec('looks right')],
            suites: [{ title: 'A17 on Linux', specs: [spec('is no root')], suites: [] }],
          },
        ],
      };
      expect(playwrightProofs(report, 'e2e')).toEqual([
        { numbers: ['A1'], test: 'A1 is sandboxed', suite: 'e2e', state: 'passed', figures: [] },
        { numbers: ['A17'], test: 'is no root', suite: 'e2e', state: 'passed', figures: [] },
      ]);
    });

    it.each([
      ['unexpected', false, 'failed'],
      ['flaky', true, 'passed'],
      ['skipped', true, 'skipped'],
      ['expected', true, 'passed'],
    ])('of a test that was %s', (status, ok, state) => {
      const suites = [{ title: 'a', specs: [spec('A1', { ok, tests: [{ status }] })] }];
      expect(playwrightProofs({ suites }, 'e2e')[0]?.state).toBe(state);
    });

    it('says in its figures of a test that it was flaky', () => {
      const suites = [{ title: 'a', specs: [spec('A1', { ok: true, tests: [{ status: 'flaky' }] })] }];
      expect(playwrightProofs({ suites }, 'e2e')[0]?.figures).toEqual([
        '1 test passed only at its second try',
      ]);
    });

    it('has the figures that the test told, each once', () => {
      const figure = { type: 'figure', description: '100 probes, 0 out' };
      const tests = [{ status: 'expected', annotations: [figure], results: [{ annotations: [figure] }] }];
      const suites = [{ title: 'a', specs: [spec('A4', { tests })] }];
      expect(playwrightProofs({ suites }, 'e2e')[0]?.figures).toEqual(['100 probes, 0 out']);
    });
  });

  it('a figure is told in words behind its own word', () => {
    expect(figureOf('figure: 300 kills, 0 lost')).toBe('300 kills, 0 lost');
    expect(figureOf('a note')).toBeUndefined();
  });
});

describe('the numbers that a test carries', () => {
  it.each([
    [['B13 is asked once'], ['B13']],
    [['C2 C8 a fault'], ['C2', 'C8']],
    [['B8, client mistake 1: never'], ['B8']],
    [['B8: its answer'], ['B8']],
    [['D4'], ['D4']],
    [['(G5) a no that also says yes'], ['G5']],
    [['(F12, G11) a limit'], ['F12', 'G11']],
    [
      ['C17 generated answers', 'A11 of a channel'],
      ['C17', 'A11'],
    ],
    [['C17 answers', 'C17 of one'], ['C17']],
  ])('are at the head of %j', (titles, numbers) => {
    expect(numbersOf(titles)).toEqual(numbers);
  });

  it.each(['puts A1 first', 'A1B2 is a cell', 'E100 is none', 'I1 opens the help', 'a plain name'])(
    'are none in “%s”',
    (title) => {
      expect(numbersOf([title])).toEqual([]);
    },
  );
});

describe('verdict', () => {
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
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThanOrEqual(93);
  });
});

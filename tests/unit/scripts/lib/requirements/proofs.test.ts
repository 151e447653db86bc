import { describe, expect, it } from 'vitest';
import { figureOf, playwrightProofs, wallProofs } from '../../../../../scripts/lib/requirements/proofs.mjs';

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
    ['flaky', true, 'failed'],
    ['skipped', true, 'skipped'],
    ['expected', true, 'passed'],
  ])('of a test that was %s', (status, ok, state) => {
    const suites = [{ title: 'a', specs: [spec('A1', { ok, tests: [{ status }] })] }];
    expect(playwrightProofs({ suites }, 'e2e')[0]?.state).toBe(state);
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

it('each wall that was broken is a proof that lint or the compiler holds it', () => {
  expect(wallProofs([{ name: 'C1 main fetches', caught: false }])).toEqual([
    { numbers: ['E4', 'C1'], test: 'C1 main fetches', suite: 'walls', state: 'failed', figures: [] },
  ]);
});

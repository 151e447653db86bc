import { describe, expect, it } from 'vitest';
import { mayRun } from '../../../../../electron/main/cli/assistants/tools.ts';

describe('what tools of assistants may run', () => {
  it.each([
    ['batch', 'apply'],
    ['batch', 'resume'],
    ['batch', 'undo'],
    ['batch', 'include'],
    ['batch', 'stop'],
    ['change', 'resolve'],
    ['change', 'verify'],
    ['codes'],
    ['settings', 'set'],
    ['account', 'add'],
    ['account', 'remove'],
    ['session', 'remove'],
    ['session', 'resume'],
    ['domain', 'import'],
    ['domain', 'show'],
    ['domain', 'export'],
    ['journal', 'export'],
    ['watch', 'add'],
    ['calendar'],
    ['mcp'],
    ['--user-data-dir=/elsewhere', 'batch', 'list'],
    [],
  ])('is not %s %s', (...args) => {
    expect(mayRun(args)).toBe(false);
  });

  it.each([['today'], ['lookup'], ['domain', 'list'], ['batch', 'create'], ['journal', 'list']])(
    'is %s %s',
    (...args) => {
      expect(mayRun(args)).toBe(true);
    },
  );
});

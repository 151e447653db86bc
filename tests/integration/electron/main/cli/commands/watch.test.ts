import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';

describe('namedesk calendar', () => {
  const world = worldOfThisFile();

  it('writes the expiries of an account into a file that replaces the one before, and of all accounts without practice', async () => {
    const list = join(world.directory(), 'list.csv');
    writeFileSync(list, 'domain,expires,note\na.com,2027-01-05,first\nb.com,,\nc.com,2100-02-28,\n');
    const brought = world.run(['domain', 'import', list, '--account', 'practice']);
    expect(await brought.ended, brought.err()).toBe(0);
    const file = join(world.directory(), 'expiries.ics');
    writeFileSync(file, 'another');
    const run = world.run(['calendar', '--out', file, '--account', 'practice']);
    expect(await run.ended, run.err()).toBe(0);
    expect(run.err()).toContain('2 expiries in');
    expect(readFileSync(file, 'utf8').match(/^SUMMARY:.*$/gm)).toEqual([
      'SUMMARY:a.com expires',
      'SUMMARY:c.com expires',
    ]);
    const all = world.run(['calendar', '--out', file]);
    expect(await all.ended, all.err()).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('VEVENT');
  });
});

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

describe('namedesk watch', () => {
  const world = worldOfThisFile();

  it('watches names, looks them up, tells which became available, and no longer watches them', async () => {
    const inPractice = async (...args: readonly string[]) => {
      const run = world.run(['watch', ...args, '--account', 'practice']);
      expect(await run.ended, run.err()).toBe(0);
      return run;
    };
    await inPractice('add', 'https://www.google.com/x', 'bäckerei-am-see.de', 'google.com');
    const before = JSON.parse((await inPractice('list', '--json')).out()) as readonly Record<
      string,
      unknown
    >[];
    expect(before.map(({ domain, finding }) => [domain, finding])).toEqual([
      ['google.com', 'unchecked'],
      ['xn--bckerei-am-see-5hb.de', 'unchecked'],
    ]);
    const run = await inPractice('run', '--json');
    expect(run.err()).toMatch(/2 names were looked up, 0 failed, \d became available/);
    const after = JSON.parse(run.out()) as readonly Record<string, unknown>[];
    expect(after.map(({ finding }) => finding)).not.toContain('unchecked');
    // What a person was told of once is no news.
    expect((await inPractice('run')).err()).toContain('0 became available');
    await inPractice('remove', 'google.com');
    expect((await inPractice('list')).out()).not.toContain('google.com');
  });

  it('ends with 2, and watches nothing, where a word is no name', async () => {
    const run = world.run(['watch', 'add', 'good.com', 'not a name', '--account', 'practice']);
    expect(await run.ended).toBe(2);
    expect(run.err()).toContain('Nothing was changed');
  });
});

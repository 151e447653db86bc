import { describe, expect, it } from 'vitest';
import { commandLinesOfThisFile } from './command-line.ts';

const run = commandLinesOfThisFile();

describe('namedesk', () => {
  it.each(['--help', '-h', 'help'])('%s lists the commands on the output', async (flag) => {
    const { ended, out, err } = run([flag]);
    expect(await ended).toBe(0);
    expect(out()).toMatch(/^Usage: namedesk <command>.*\n {2}practice {2,}/s);
    expect(err()).toBe('');
  });

  it('without a command shows how it is used, on the error output', async () => {
    const { ended, out, err } = run([]);
    expect(await ended).toBe(2);
    expect([out(), err().startsWith('Usage: namedesk <command>')]).toEqual(['', true]);
  });

  it('names a command that it does not have', async () => {
    const { ended, out, err } = run(['practise']);
    expect(await ended).toBe(2);
    expect([out(), err()]).toEqual([
      '',
      'namedesk: There is no command "practise". Did you mean "practice"? "namedesk --help" lists them.\n',
    ]);
  });
});

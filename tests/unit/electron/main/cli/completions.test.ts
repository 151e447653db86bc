import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { batchCommands } from '../../../../../electron/main/cli/commands/batch-ask.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';

async function scriptFor(shell: string): Promise<string> {
  const terminal = aTerminal();
  const code = await runCommandLine(['completions', shell], terminal, () => ({
    withServices: () => Promise.reject(new Error('A workspace was opened')),
    bug: (thrown) => String(thrown),
  }));
  expect([code, terminal.said()]).toEqual([0, '']);
  return terminal.shown();
}

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe('completions', () => {
  /** What bash offers after these words; the last is the one that is being typed. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const script = `${await scriptFor('bash')}
COMP_WORDS=(namedesk ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_namedesk
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    return ran.stdout.split('\n').filter((each) => each !== '');
  }

  it.each([
    ['commands', ['ba'], ['batch']],
    ['what a command does', ['batch', 'res'], ['resume']],
    ['kinds of batches', ['batch', 'create', ''], [...batchCommands.map(({ name }) => name), '--help']],
    ['options', ['batch', 'apply', 'id', '--di'], ['--digest']],
    ['values of an option', ['batch', 'apply', 'id', '--halt-on', ''], ['uncertain', 'nothing']],
    ['nothing for a value that is free, so that files are offered', ['lookup', '--names', ''], []],
    ['the shells', ['completions', 'z'], ['zsh']],
  ])('bash completes %s', async (_what, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it.runIf(hasShell('fish')).each([
    ['commands', 'namedesk ba', ['batch']],
    ['what a command does', 'namedesk batch res', ['resume']],
    ['options', 'namedesk batch apply id --di', ['--digest']],
    ['values of an option', 'namedesk lookup --format n', ['ndjson']],
  ])('fish completes %s', async (_what, typed, expected) => {
    const script = `${await scriptFor('fish')}\ncomplete -C '${typed}'`;
    const ran = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const offers = ran.stdout.split('\n').flatMap((each) => each.split('\t')[0] || []);
    expect(offers).toEqual(expected);
  });

  it('an option that help hides is not offered', async () => {
    expect(await scriptFor('bash')).not.toContain('--proposed-by');
  });

  it.each(['bash', 'zsh', 'fish'])('the script for %s names every command of --help', async (shell) => {
    const script = await scriptFor(shell);
    const terminal = aTerminal({ columns: 120 });
    await runCommandLine(['--help'], terminal, () => ({
      withServices: () => Promise.reject(new Error('A workspace was opened')),
      bug: (thrown) => String(thrown),
    }));
    const commands = [...terminal.shown().matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(script).toContain(command);
  });

  it.runIf(hasShell('zsh'))('zsh finds no error in its script', async () => {
    const ran = spawnSync('zsh', ['-n'], { input: await scriptFor('zsh'), encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });

  it.runIf(hasShell('fish'))('fish finds no error in its script', async () => {
    const ran = spawnSync('fish', ['--no-config', '-c', await scriptFor('fish')], { encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });

  it('another shell is refused with those that there are', async () => {
    const terminal = aTerminal();
    const code = await runCommandLine(['completions', 'tcsh'], terminal, () => ({
      withServices: () => Promise.reject(new Error('A workspace was opened')),
      bug: (thrown) => String(thrown),
    }));
    expect([code, terminal.said()]).toEqual([
      2,
      expect.stringContaining('Allowed choices are bash, zsh, fish'),
    ]);
  });
});

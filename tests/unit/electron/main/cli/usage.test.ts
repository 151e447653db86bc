import { describe, expect, it } from 'vitest';
import type { Host } from '../../../../../electron/main/cli/command.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { aTerminal } from '../../../../support/command-line/a-terminal.ts';

/** Nothing that is wrong with the words themselves needs a workspace. */
const noHost: Host = {
  withServices: () => Promise.reject(new Error('A workspace was opened')),
  bug: (thrown) => String(thrown),
};

async function said(args: readonly string[]) {
  const terminal = aTerminal();
  const code = await runCommandLine(args, terminal, noHost);
  return { code, out: terminal.shown(), err: terminal.said() };
}

const one = ['lookup', '--account', 'practice', '--names', '-', '--tlds', 'com'];
const login = ['lookup', '--base-url', 'https://x.example', '--username', 'a@b.example', '--names', '-'];
const add = [
  'account',
  'add',
  '--label',
  'L',
  '--base-url',
  'https://x.example',
  '--username',
  'a@b.example',
];

describe('a command line whose words are wrong', () => {
  it.each([
    ['no command', [], 'Usage: namedesk <command>'],
    ['an unknown command', ['lokup'], 'There is no command "lokup". Did you mean "lookup"?'],
    ['a place without its directory', ['--user-data-dir'], '--user-data-dir needs a directory'],
    ['nothing to do', ['session'], 'What is to be done? One of list, show, resume'],
    ['an unknown thing to do', ['session', 'resumee'], 'Did you mean "resume"?'],
    ['an option before what is to be done', ['session', '--json', 'list'], 'comes before "--json"'],
    ['no account', ['lookup', '--names', '-', '--tlds', 'com'], '--account is missing'],
    ['no names', ['lookup', '--account', 'x', '--tlds', 'com'], '--names is missing'],
    ['no TLDs', ['lookup', '--account', 'x', '--names', '-'], '--tlds is missing'],
    ['an unknown option', [...one, '--tld', 'net'], 'There is no option "--tld". Did you mean "--tlds"?'],
    ['an unknown short option', [...one, '-x'], 'There is no option "-x".'],
    ['an option twice', [...one, '--tlds', 'net'], '--tlds was given twice.'],
    ['an option without its value', [...one, '--session'], '--session needs a value after it.'],
    ['an option for a value', ['lookup', '--names', '--tlds', 'com'], '--names needs a value after it'],
    ['a value for what takes none', [...one, '--fresh=yes'], '--fresh takes no value.'],
    ['a word too many', [...one, 'now'], '"now" is a word too many.'],
    [
      'no concurrency',
      [...one, '--concurrency', '0'],
      '--concurrency must be a whole number from 1 to 64, not "0".',
    ],
    ['half a request at once', [...one, '--concurrency', '1.5'], '--concurrency must be a whole number'],
    ['a negative rate', [...one, '--rate=-1'], '--rate must be a number from 0 to 1000, not "-1".'],
    ['an unknown state', ['journal', 'list', '--state', 'uncertan'], 'Did you mean "uncertain"?'],
    ['a journal without a place', ['journal', 'export'], 'Give --out FILE, ending with .csv or .json.'],
    ['a journal in another form', ['journal', 'export', '--out', 'j.txt'], 'Use .csv or .json.'],
    ['codes without a place', ['codes', '--account', 'x', '--names', '-'], '--out is missing'],
    [
      'codes in clear',
      ['codes', '--account', 'x', '--names', '-', '--out', 'c.csv'],
      'ends with .age, not "c.csv"',
    ],
    [
      'a passphrase in the arguments',
      ['codes', '--account', 'x', '--names', '-', '--out', 'c.age', '--passphrase', 'x'],
      'There is no option "--passphrase".',
    ],
    ['an unknown form', [...one, '--format', 'cvs'], 'Did you mean "csv"?'],
    ['an ending without a form', [...one, '--out', 'a.xlsx'], 'The ending of "a.xlsx" says no form.'],
    ['a column that is no number', [...one, '--column', 'name'], '--column is the number of a column'],
    ['a login without its key', [...login, '--tlds', 'com'], '--key-stdin-once is missing'],
    ['two accounts', [...one, '--username', 'a@b.example'], 'leave --base-url and --username out'],
    ['a name of a session that is empty', [...one, '--session', ' '], '--session is a name of 1 to 120'],
    ['an account without its key', add, '--key-stdin is missing'],
    ['a key in the arguments', [...add, '--key', 'secret'], 'There is no option "--key".'],
    ['no session', ['session', 'resume'], 'Give the name or the id of a session.'],
    ['an unknown cause', ['session', 'resume', 's', '--again', 'unknwon'], 'Did you mean "unknown"?'],
    [
      'an unknown finding',
      ['session', 'export', 's', '--finding', 'free'],
      '--finding knows available, premium',
    ],
    [
      'an age that is none',
      ['session', 'export', 's', '--older-than', '3'],
      '--older-than is an age such as',
    ],
    ['an order that is none', ['session', 'export', 's', '--sort', 'price'], '--sort knows entered'],
    ['a new name that is missing', ['session', 'rename', 's'], 'Give a session and its new name'],
  ])('ends with 2 and a sentence on %s, before a workspace is opened', async (_case, args, sentence) => {
    const { code, out, err } = await said(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).toMatch(/--help/);
  });

  it('never repeats a key that was put where it does not belong', async () => {
    expect((await said([...add, '--key=CANARY'])).err).not.toContain('CANARY');
  });
});

describe('help', () => {
  const commands = [
    ...[[], ['account'], ['account', 'add'], ['account', 'list'], ['account', 'test'], ['account', 'remove']],
    ...[
      ['lookup'],
      ['practice'],
      ['session'],
      ['session', 'list'],
      ['session', 'show'],
      ['session', 'resume'],
    ],
    ...[
      ['session', 'export'],
      ['session', 'pause'],
      ['session', 'rename'],
      ['session', 'remove'],
    ],
  ];

  it.each(commands.map((command) => [command.join(' ') || 'the whole', command]))(
    'of %s stands on the output, 126 columns wide at most',
    async (_name, command) => {
      const { code, out, err } = await said([...command, '--help']);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^Usage: namedesk /);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(126);
    },
  );
});

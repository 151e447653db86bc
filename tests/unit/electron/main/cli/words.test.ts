import { describe, expect, it } from 'vitest';
import {
  calledAs,
  count,
  counted,
  createInput,
  duration,
  shellLine,
  table,
} from '../../../../../electron/main/cli/terminal.ts';
import { didYouMean, nearest } from '../../../../../electron/main/cli/options.ts';
import { argsOf, readRun } from '../../../../../electron/main/cli/shared-options.ts';
import { ageIn } from '../../../../../electron/main/cli/commands/session-export.ts';
import { takeUserData } from '../../../../../electron/main/cli/run.ts';
import { defaultUserData, pathsBelow } from '../../../../../electron/main/platform/app-paths.ts';

describe('the nearest word', () => {
  const words = ['lookup', 'session', 'account', 'practice'];
  it.each([
    ['lokup', 'lookup'],
    ['loookup', 'lookup'],
    ['lookpu', 'lookup'],
    ['SESSION', 'session'],
    ['sesion', 'session'],
    ['export', null],
    ['x', null],
  ])('to %s is %s', (typed, word) => {
    expect(nearest(typed, words)).toBe(word);
    expect(didYouMean(typed, words)).toBe(word === null ? '' : ` Did you mean "${word}"?`);
  });
});

describe('numbers in words', () => {
  it('are grouped the same on every machine', () => {
    expect([count(1_234_567), counted(1, 'name', 'names'), counted(2, 'name', 'names')]).toEqual([
      '1,234,567',
      '1 name',
      '2 names',
    ]);
  });

  it.each([
    [0.4, '0 s'],
    [59.6, '1 min'],
    [185, '3 min 5 s'],
    [3_600, '1 h'],
    [7_440, '2 h 4 min'],
    [-3, '0 s'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  it.each([
    ['90s', 90],
    ['30min', 1_800],
    ['12h', 43_200],
    ['7d', 604_800],
    ['2w', 1_209_600],
    ['7', null],
    ['d', null],
    ['-7d', null],
    ['7 days', null],
  ])('the age %s is %s seconds', (text, seconds) => {
    expect(ageIn(text)).toBe(seconds);
  });
});

describe('a command that is shown', () => {
  it.each([
    [['session', 'resume', 's1'], 'namedesk session resume s1'],
    [['--out', "it's here.csv"], "namedesk --out 'it'\\''s here.csv'"],
    [['$(rm -rf ~)', '`x`', 'a;b', ''], "namedesk '$(rm -rf ~)' '`x`' 'a;b' ''"],
  ])('can be pasted into a shell: %j', (args, line) => {
    expect(shellLine('namedesk', args)).toBe(line);
  });

  it('is called as it was called', () => {
    const argv = ['/usr/bin/node', '/home/ann/namedesk/electron/main/cli/main.ts'];
    expect(calledAs({ npm_lifecycle_event: 'namedesk' }, argv, '/home/ann/namedesk')).toBe(
      'npm run --silent namedesk --',
    );
    expect(calledAs({}, argv, '/home/ann/namedesk')).toBe('node electron/main/cli/main.ts');
  });

  it('says every option again, so that going on is the same run', () => {
    const values = {
      out: '-odd',
      format: 'json',
      concurrency: '3',
      rate: '0',
      'key-stdin-once': true,
      'no-wait': true,
    };
    const run = readRun(values);
    expect(run.ok && argsOf(run.value)).toEqual(
      '--out=-odd --format json --concurrency 3 --rate 0 --key-stdin-once --no-wait'.split(' '),
    );
    const plain = readRun({ out: 'found.csv' });
    expect(plain.ok && argsOf(plain.value)).toEqual(['--out', 'found.csv']);
  });
});

describe('the place of the workspace', () => {
  it.each([
    [['session', 'list'], null, ['session', 'list']],
    [['--user-data-dir=/a b', 'session', 'list'], '/a b', ['session', 'list']],
    [['session', 'list', '--user-data-dir', 'd'], 'd', ['session', 'list']],
  ])('is taken out of %j', (args, userDataDirectory, rest) => {
    expect(takeUserData(args)).toEqual({ ok: true, value: { userDataDirectory, args: rest } });
  });

  it.each([[['--user-data-dir']], [['--user-data-dir=']]])('has to be said: %j', (args) => {
    expect(takeUserData(args).ok).toBe(false);
  });

  it.each([
    ['linux', { XDG_CONFIG_HOME: '/c' }, '/c/Namedesk'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Namedesk'],
  ] as const)('on %s is the one that Electron has', (platform, environment, path) => {
    expect(defaultUserData(platform, environment)).toBe(path);
    expect(pathsBelow(path).workspace).toBe(`${path}/workspace`);
  });

  it('on Linux and macOS lies in the home directory otherwise', () => {
    expect(defaultUserData('linux', {})).toMatch(/\/\.config\/Namedesk$/);
    expect(defaultUserData('darwin', {})).toMatch(/\/Library\/Application Support\/Namedesk$/);
  });
});

describe('a table', () => {
  it('stands column below column, without spaces at the end', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['12345678', ''],
        ['1', 'a b'],
      ]),
    ).toBe('ID        NAME\n12345678\n1         a b');
  });
});

describe('the standard input', () => {
  const inputOf = (...pieces: readonly string[]) =>
    createInput(
      (async function* () {
        for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
      })(),
    );
  const textOf = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString();

  it.each([
    [['key\nnames\nmore'], 'key', 'names\nmore'],
    [['k', 'ey\r\nna', 'mes'], 'key', 'names'],
    [['key'], 'key', ''],
    [[], '', ''],
    [['\nnames'], '', 'names'],
  ])('of %j has a first line and a rest', async (pieces, line, rest) => {
    const input = inputOf(...pieces);
    expect(await input.firstLine()).toBe(line);
    expect(textOf(await input.rest(100))).toBe(rest);
  });

  it('is not read past the first line when nobody asks', async () => {
    let reads = 0;
    const input = createInput(
      (async function* () {
        for (;;) {
          reads += 1;
          yield await Promise.resolve(Buffer.from(`line ${reads}\n`));
        }
      })(),
    );
    expect(await input.firstLine()).toBe('line 1');
    expect(reads).toBe(1);
  });

  it.each([
    ['a line of 9,000 characters', 'x'.repeat(9_000)],
    ['a line of 9,000 characters with its end', `${'x'.repeat(9_000)}\n`],
  ])('takes %s for no key', async (_case, text) => {
    expect(await inputOf(text).firstLine()).toBe(null);
  });

  it('has no rest that is longer than allowed', async () => {
    expect(await inputOf('12345', '67890').rest(9)).toBe(null);
    expect(textOf(await inputOf('12345', '67890').rest(10))).toBe('1234567890');
  });
});

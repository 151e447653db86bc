import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../../../../../scripts/lib/paths.mjs';
import type { HostFor } from '../../../../../electron/main/cli/host.ts';
import { ageIn, argsOf } from '../../../../../electron/main/cli/options.ts';
import { createAskHidden, endingBy } from '../../../../../electron/main/cli/process-terminal.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { createInput } from '../../../../../electron/main/cli/terminal.ts';
import {
  calledAs,
  didYouMean,
  duration,
  nearest,
  shellLine,
  table,
} from '../../../../../electron/main/cli/words.ts';
import { defaultUserData, pathsBelow } from '../../../../../electron/main/platform/app-paths.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';

describe('usage', () => {
  /** Nothing that is wrong with the words themselves needs a workspace. */
  const noHost: HostFor = () => ({
    withServices: () => Promise.reject(new Error('A workspace was opened')),
    bug: (thrown) => String(thrown),
  });

  async function said(args: readonly string[]) {
    const terminal = aTerminal();
    const code = await runCommandLine(args, terminal, noHost);
    return { code, out: terminal.shown(), err: terminal.said() };
  }

  const one = 'lookup --account practice --names - --tlds com';
  const login = 'lookup --base-url https://x.example --username a@b.example --names -';
  const add = 'account add --label L --base-url https://x.example --username a@b.example';

  describe('a command line whose words are wrong', () => {
    it.each([
      ['no command', '', 'Usage: namedesk <command>'],
      ['an unknown command', 'lokup', "namedesk: unknown command 'lokup' (Did you mean lookup?)"],
      [
        'help for an unknown command',
        'help lokup',
        `namedesk: unknown command 'lokup' (Did you mean lookup?)\n"namedesk --help" explains it.`,
      ],
      [
        'help for an unknown thing to do',
        'help session resumee',
        `namedesk session: unknown command 'resumee' (Did you mean resume?)\n"namedesk session --help" explains it.`,
      ],
      ['help for what has nothing below it', 'help lookup now', "namedesk lookup: unknown command 'now'\n"],
      ['a place without its directory', '--user-data-dir', "option '--user-data-dir <DIR>' argument missing"],
      ['a place that is empty', 'session list --user-data-dir=', '--user-data-dir needs a value.'],
      ['nothing to do', 'session', /list .*show .*resume /s],
      ['an unknown thing to do', 'session resumee', 'Did you mean resume?'],
      ['an option before what is to be done', 'session --json list', "unknown option '--json'"],
      ['no account', 'lookup --names - --tlds com', '--account is missing'],
      ['no names', 'lookup --account x --tlds com', "'--names <FILE>' not specified"],
      ['no TLDs', 'lookup --account x --names -', "'--tlds <LIST>' not specified"],
      ['an unknown option', `${one} --tld net`, "unknown option '--tld' (Did you mean --tlds?)"],
      ['an unknown short option', `${one} -x`, "unknown option '-x'"],
      ['an option twice', `${one} --tlds net`, '--tlds was given twice.'],
      ['an option without its value', `${one} --session`, "'--session <NAME>' argument missing"],
      ['an option for a value', 'lookup --names --tlds com', '--names needs a value; one that begins'],
      ['a value for what takes none', `${one} --fresh=yes`, '--fresh takes no value.'],
      ['a word too many', `${one} now`, 'too many arguments'],
      [
        'no concurrency',
        `${one} --concurrency 0`,
        "argument '0' is invalid. Use a whole number from 1 to 64, or automatic.",
      ],
      [
        'half a request at once',
        `${one} --concurrency 1.5`,
        'Use a whole number from 1 to 64, or automatic.',
      ],
      ['a negative rate', `${one} --rate=-1`, "'-1' is invalid. Use a number from 0 to 1000, or automatic."],
      ['an unknown state', 'journal list --state uncertan', 'Did you mean "uncertain"?'],
      ['states of accesses', 'journal list --accesses --state sending', 'cannot be used with'],
      ['a journal without a place', 'journal export', "'--out <FILE>' not specified"],
      ['paid changes without a place', 'journal paid --month 2026-11', "'--out <FILE>' not specified"],
      [
        'paid changes of no month',
        'journal paid --month 2026-13 --out p.csv',
        'Give a month, such as 2026-11.',
      ],
      ['paid changes in another form', 'journal paid --month 2026-11 --out p.txt', 'Use .csv or .xlsx.'],
      ['a journal in another form', 'journal export --out j.txt', 'Use .csv or .json.'],
      ['a calendar in another form', 'calendar --out c.txt', 'Use .ics.'],
      ['codes without a place', 'codes --account x --names -', "'--out <FILE>' not specified"],
      ['codes in clear', 'codes --account x --names - --out c.csv', 'must end with .age'],
      [
        'a passphrase in the arguments',
        'codes --account x --names - --out c.age --passphrase x',
        "unknown option '--passphrase'",
      ],
      ['an unknown form', `${one} --format cvs`, 'Allowed choices are csv, json'],
      ['an ending without a form', `${one} --out a.xlsx`, 'The extension of "a.xlsx" is unknown.'],
      ['a column that is no number', `${one} --column name`, 'Use a whole number from 1 to 999.'],
      ['a login without its key', `${login} --tlds com`, '--key-stdin-once is missing'],
      ['two accounts', `${one} --username a@b.example`, "cannot be used with option '--username <EMAIL>'"],
      ['a name of a session that is empty', `${one} --session=`, 'Use 1 to 120 characters.'],
      ['an account without its key', add, "'--key-stdin' not specified"],
      ['a key in the arguments', `${add} --key-stdin --key secret`, "unknown option '--key'"],
      ['no session', 'session resume', "missing required argument 'S'"],
      ['an unknown cause', 'session resume s --again unknwon', 'Did you mean "unknown"?'],
      ['an unknown finding', 'session export s --finding free', 'Use one of available, premium'],
      ['an age that is none', 'session export s --older-than 3', 'Use an age such as 30min'],
      ['an order that is none', 'session export s --sort price', 'Allowed choices are entered'],
      ['a new name that is missing', 'session rename s', "missing required argument 'NAME'"],
      ['an account that is not named', 'account test', "missing required argument 'L'"],
      ['a batch without a kind', 'batch create', /lock .*register /s],
      ['a batch without names', 'batch create lock --account x', "'--names <FILE>' not specified"],
      [
        'nameservers that are missing',
        'batch create nameservers --account x --names -',
        "'--nameservers <LIST>'",
      ],
      [
        'contacts in the arguments',
        'batch create contacts --account x --names - --contacts - --email a@b.c',
        "unknown option '--email'",
      ],
      ['a batch without its digest', 'batch apply x', "'--digest <D>' not specified"],
      ['a digest that is none', 'batch apply x --digest 12ab', 'Use the 64 digits'],
      ['a yes', `batch apply x --digest ${'a'.repeat(64)} --yes`, "unknown option '--yes'"],
      [
        'a halt that is none',
        `batch apply x --digest ${'a'.repeat(64)} --halt-on refused`,
        'Allowed choices are uncertain, nothing',
      ],
      ['an outcome that is missing', 'change resolve 1 --note x', "'--as <OUTCOME>' not specified"],
      ['an outcome without how it is known', 'change resolve 1 --as done', "'--note <TEXT>' not specified"],
      ['a shell that is none', 'completions tcsh', 'Allowed choices are bash, zsh, fish'],
      ['a port that is none', 'practice --port http', 'Use a whole number from 0 to 65535.'],
      ['a broken seed', 'practice --seed 1.5', 'Use a whole number from 0 to 4294967295.'],
    ])('ends with 2 and a sentence on %s, before a workspace is opened', async (_case, line, sentence) => {
      const { code, out, err } = await said(line === '' ? [] : line.split(' '));
      expect([code, out]).toEqual([2, '']);
      expect(err).toEqual(
        typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
      );
      expect(err).toMatch(/--help/);
    });

    it.each(['--key=CANARY', '--key-stdin=CANARY', "--key='CAN\nCANARY'", '--kex-stdin=CANARY', '-kCANARY'])(
      'never repeats a key that was put where it does not belong: %j',
      async (argument) => {
        const { code, err } = await said([...add.split(' '), '--key-stdin', argument]);
        expect([code, err.includes('CANARY')]).toEqual([2, false]);
      },
    );
  });

  describe('the version', () => {
    it.each(['--version', '-V', '--user-data-dir=/nowhere --version'])(
      'is all that stands on the output with “%s”, and no workspace is opened',
      async (line) => {
        const { version } = JSON.parse(readFileSync(inCheckout('package.json'), 'utf8')) as {
          readonly version: string;
        };
        expect(await said(line.split(' '))).toEqual({ code: 0, out: `${version}\n`, err: '' });
      },
    );
  });

  describe('help', () => {
    const nouns = {
      account: ['add', 'list', 'test', 'remove'],
      session: ['list', 'show', 'resume', 'export', 'pause', 'rename', 'remove'],
      journal: ['verify', 'list', 'export'],
      lookup: [],
      calendar: [],
      watch: ['add', 'list', 'remove', 'run'],
      codes: [],
      practice: [],
      batch: [
        ...['apply', 'resume', 'undo', 'list', 'show', 'include', 'exclude', 'pause', 'stop'],
        ...['lock', 'unlock', 'nameservers', 'renew', 'contacts', 'register'].map((kind) => `create ${kind}`),
      ],
      change: ['list', 'show', 'verify', 'resolve'],
      mcp: [],
      completions: [],
    };
    const commands = Object.entries(nouns).flatMap(([noun, words]) => [
      [noun],
      ...words.map((word) => [noun, ...word.split(' ')]),
    ]);

    it.each([[], ...commands].map((command) => [command.join(' ') || 'the whole', command]))(
      'of %s stands on the output, 126 columns wide at most, with every option explained',
      async (_name, command) => {
        const { code, out, err } = await said([...command, '--help']);
        expect([code, err]).toEqual([0, '']);
        expect(out).toMatch(/^Usage: namedesk /);
        expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(126);
        const undescribed = out.split('\n').filter((line) => /^ {2}-\S+( <\S+>)?$/.test(line));
        expect(undescribed).toEqual([]);
      },
    );

    it.each([[], ...commands].map((command) => [['help', ...command].join(' '), command]))(
      '“%s” is another way to ask for it',
      async (_name, command) => {
        const asked = await said(['help', ...command]);
        expect(asked).toEqual(await said([...command, '--help']));
        expect([asked.code, asked.err]).toEqual([0, '']);
        expect(asked.out).toMatch(new RegExp(`^Usage: ${['namedesk', ...command].join(' ')} `));
      },
    );

    it.each(['-h', 'help --help', 'watch help add', '--user-data-dir=/x help watch add'])(
      '“%s” is as well',
      async (line) => {
        const { code, out, err } = await said(line.split(' '));
        expect([code, err]).toEqual([0, '']);
        expect(out).toMatch(/^Usage: namedesk /);
      },
    );

    it.each([
      [
        ['account', 'add'],
        ['--label <L>', '--base-url <URL>', '--username <EMAIL>', '--key-stdin', 'exit code is 4'],
      ],
      [['lookup'], ['--no-wait', '--key-stdin-once', '--fresh', 'Ctrl-C', 'Exit codes:', 'german-speaking']],
      [['codes'], ['--passphrase-stdin', '--force', '12 to', 'age -d codes.age', 'Exit codes:']],
      [
        ['session', 'export'],
        ['--descending', '--shortlist', '--newer-than <AGE>', '--format <F>', 'unchecked'],
      ],
      [['practice'], ['--port <P>', '--seed <N>', '--key-stdin']],
    ])('of %j says all that there is to choose', async (command, words) => {
      const { out } = await said([...command, '--help']);
      expect(words.filter((word) => !out.includes(word))).toEqual([]);
    });
  });
});

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
    const all = {
      out: '-odd',
      format: 'json',
      concurrency: 3,
      rate: 0,
      keyStdinOnce: true,
      wait: false,
    } as const;
    expect(argsOf(all)).toEqual(
      '--out=-odd --format json --concurrency 3 --rate 0 --key-stdin-once --no-wait'.split(' '),
    );
    const automatic = { out: 'found.csv', format: 'csv', concurrency: null, rate: null, wait: true } as const;
    expect(argsOf(automatic).slice(2)).toEqual('--concurrency automatic --rate automatic'.split(' '));
    expect(argsOf({ out: 'found.csv', format: 'csv', wait: true })).toEqual(['--out', 'found.csv']);
  });
});

describe('the place of the workspace', () => {
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

describe('what is typed without being shown', () => {
  /** A terminal into which these pieces are typed. */
  function aKeyboard(pieces: readonly (string | Uint8Array)[], isTerminal = true) {
    const left = [...pieces];
    const happened: string[] = [];
    let interrupts = 0;
    const ask = createAskHidden(
      {
        isTerminal: () => isTerminal,
        setRaw: (isRaw) => void happened.push(isRaw ? 'raw' : 'cooked'),
        next: () => {
          const piece = left.shift();
          return Promise.resolve(typeof piece === 'string' ? Buffer.from(piece) : (piece ?? null));
        },
      },
      (text) => void happened.push(text),
      () => void (interrupts += 1),
    );
    return { ask, happened, interrupts: () => interrupts };
  }

  it.each<[string, readonly (string | Uint8Array)[], string]>([
    ['ends at Enter', ['correct horse\r'], 'correct horse'],
    ['comes key by key', ['a', 'b', 'c', '\r'], 'abc'],
    ['may be corrected', ['abd\u007Fc\r'], 'abc'],
    ['may be begun again', ['wrong\u0015right\r'], 'right'],
    ['keeps its letters whole', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0d])], 'é'],
    ['has no arrows in it', ['a\u001B[Db\u001BOHc\r'], 'abc'],
    ['keeps its spaces', ['  two  \r'], '  two  '],
  ])('%s', async (_name, pieces, text) => {
    expect(await aKeyboard(pieces).ask('Passphrase: ')).toBe(text);
  });

  it('is never written, and the terminal is as before afterwards', async () => {
    const { ask, happened } = aKeyboard(['secret\r']);
    await ask('Passphrase: ');
    expect(happened).toEqual(['Passphrase: ', 'raw', 'cooked', '\n']);
  });

  it('may be typed ahead, and belongs to the next question then', async () => {
    const { ask } = aKeyboard(['one\rtwo\r']);
    expect([await ask('1'), await ask('2')]).toEqual(['one', 'two']);
  });

  it.each([
    ['Ctrl-C, which is told', ['ab\u0003'], 1],
    ['Ctrl-D', ['ab\u0004'], 0],
    ['the end of the input', ['ab'], 0],
  ] as const)('is nothing at %s', async (_name, pieces, interrupts) => {
    const keyboard = aKeyboard(pieces);
    expect(await keyboard.ask('Passphrase: ')).toBeNull();
    expect(keyboard.interrupts()).toBe(interrupts);
    expect(keyboard.happened.at(-2)).toBe('cooked');
  });

  it('is not asked for where there is no terminal', async () => {
    const { ask, happened } = aKeyboard(['typed\r'], false);
    expect(await ask('Passphrase: ')).toBeNull();
    expect(happened).toEqual([]);
  });
});

describe('a process that is asked to end', () => {
  function aProcess() {
    const signals = new EventEmitter();
    const exits: number[] = [];
    let nowMs = 1_000;
    const ending = endingBy(
      signals,
      () => nowMs,
      (code) => exits.push(code),
    );
    const send = (signal: string, afterMs = 0): void => {
      nowMs += afterMs;
      signals.emit(signal);
    };
    return { ending, exits, send };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('by %s asks its command to end, and goes on until that has', (signal, code) => {
    const { ending, exits, send } = aProcess();
    expect(ending.aborted).toBe(false);
    send(signal);
    expect([ending.reason, exits]).toEqual([code, []]);
  });

  it('takes two signals of one key press, as npm passes them on, for one', () => {
    const { exits, send } = aProcess();
    send('SIGINT');
    send('SIGINT', 400);
    expect(exits).toEqual([]);
  });

  it('ends at once when it is asked once more', () => {
    const { exits, send } = aProcess();
    send('SIGINT');
    send('SIGTERM', 600);
    expect(exits).toEqual([143]);
  });
});

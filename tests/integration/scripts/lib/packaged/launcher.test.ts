import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'namedesk-launcher-'));
const launcher = join(folder, 'namedesk');
copyFileSync(join(import.meta.dirname, '../../../../../resources/linux/namedesk.sh'), launcher);
// In the runtime's place: says how it was started, a word a line.
writeFileSync(
  join(folder, 'namedesk-runtime'),
  '#!/bin/sh\nprintf "started\\n"; ulimit -c; ulimit -H -c; env | grep -c "=canary$" ; for word in "$@"; do printf "<%s>\\n" "$word"; done\n',
  { mode: 0o755 },
);
afterAll(() => rmSync(folder, { recursive: true }));

const start = (args: readonly string[], env: NodeJS.ProcessEnv = { DISPLAY: ':0' }, file = launcher) => {
  const { status, stdout, stderr } = spawnSync('sh', [file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n'), err: stderr };
};

const wordsOf = ({ lines }: ReturnType<typeof start>): readonly string[] => lines.slice(4);

describe.skipIf(process.platform === 'win32')('the launcher of Linux', () => {
  it('A14 refuses each foreign switch, however it is written, before the runtime is started', () => {
    const foreign = [
      '--inspect',
      '--remote-debugging-port=0',
      '-remote-debugging-port=0',
      ' --remote-debugging-port=0',
      '\t\n--remote-debugging-port=0',
      '--inspect\t',
      '--no-sandbox',
      '--Inspect',
      '--lang x',
      '--',
      '-',
    ];
    for (const word of foreign) {
      const { status, lines, err } = start(['--lang=de', word]);
      expect({ word, status, lines }).toEqual({ word, status: 2, lines: [''] });
      expect(err).toContain('does not start with');
    }
  });

  it('A14 takes the variables away by which code or files would come in', () => {
    const unwanted = {
      ELECTRON_RUN_AS_NODE: 'canary',
      ELECTRON_ENABLE_LOGGING: 'canary',
      ELECTRON_LOG_FILE: 'canary',
      ELECTRON_OVERRIDE_DIST_PATH: 'canary',
      ELECTRON_TRASH: 'canary',
      NODE_OPTIONS: 'canary',
      NODE_EXTRA_CA_CERTS: 'canary',
      NODE_PATH: 'canary',
      NODE_COMPILE_CACHE: 'canary',
      NODE_V8_COVERAGE: 'canary',
      NODE_REDIRECT_WARNINGS: 'canary',
      CHROME_DEVEL_SANDBOX: 'canary',
      SSLKEYLOGFILE: 'canary',
    };
    expect(start([], { DISPLAY: ':0', ...unwanted }).lines[3]).toBe('0');
    expect(start([], { DISPLAY: ':0', LANG: 'canary' }).lines[3]).toBe('1');
  });

  it('B12 leaves no room for a core file, now or later', () => {
    expect(start([]).lines.slice(1, 3)).toEqual(['0', '0']);
  });

  it('lets the window have its switches and whatever is no switch', () => {
    const args = ['--user-data-dir=/a b', '--lang=de', '/some file', ''];
    expect(wordsOf(start(args))).toEqual(args.map((word) => `<${word}>`));
  });

  it('gives a command to the command line, behind a --, without a display', () => {
    for (const args of [
      ['lookup', '--account', 'Acme', '--inspect'],
      ['--user-data-dir=/x', 'lookup'],
      ['--user-data-dir', '/x', 'lookup'],
      ['--help'],
      ['-h'],
      ['--version'],
      ['--user-data-dir=/x', '-V'],
    ]) {
      const words = wordsOf(start(args, {}));
      expect(words).toContain('<--ozone-platform=headless>');
      expect(words.slice(words.indexOf('<-->') + 1)).toEqual(args.map((word) => `<${word}>`));
    }
  });

  it('says so where there is no display for the window', () => {
    const { status, lines, err } = start([], {});
    expect({ status, lines }).toEqual({ status: 1, lines: [''] });
    expect(err).toContain('found no display');
  });

  it('finds the runtime through a link, as /usr/bin has it', () => {
    const link = join(folder, 'link');
    symlinkSync(launcher, link);
    expect(start([], { DISPLAY: ':0' }, link).lines[0]).toBe('started');
  });
});

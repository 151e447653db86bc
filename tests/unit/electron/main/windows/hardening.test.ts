import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  allowedSwitches,
  commandIn,
  createOpenLink,
  foreignSwitches,
  settleCommandLine,
} from '../../../../../electron/main/windows/hardening.ts';

describe('switches', () => {
  const aCommandLine = () => ({ appendSwitch: vi.fn(), removeSwitch: vi.fn() });

  describe('A14 the command line of a release', () => {
    it.each([
      ['--remote-debugging-port=9222', 'remote-debugging-port'],
      ['--remote-debugging-pipe', 'remote-debugging-pipe'],
      ['--inspect', 'inspect'],
      ['--inspect-brk=0', 'inspect-brk'],
      ['--load-extension=/x', 'load-extension'],
      ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
      ['--proxy-server=http://127.0.0.1:1', 'proxy-server'],
      ['--ignore-certificate-errors', 'ignore-certificate-errors'],
      ['--disable-web-security', 'disable-web-security'],
      ['--no-sandbox', 'no-sandbox'],
      ['--js-flags=--expose-gc', 'js-flags'],
      ['-remote-debugging-port=9222', 'remote-debugging-port'],
      ['/remote-debugging-port=9222', 'remote-debugging-port'],
      ['--Remote-Debugging-Port=9222', 'remote-debugging-port'],
      [' --remote-debugging-port=9222', 'remote-debugging-port'],
      ['--remote-debugging-pipe\t', 'remote-debugging-pipe'],
      ['\n--inspect', 'inspect'],
      ['--some-switch-of-tomorrow', 'some-switch-of-tomorrow'],
    ])('A14 is refused with %j', (argument, name) => {
      const line = aCommandLine();
      expect(settleCommandLine(line, ['namedesk', argument], true)).toEqual([name]);
      expect(line.removeSwitch).toHaveBeenCalledExactlyOnceWith(name);
    });

    it('A14 keeps what is needed, and what is no switch', () => {
      const argv = [
        'namedesk',
        '--user-data-dir=/x',
        '--lang=de',
        '--ozone-platform=wayland',
        'file.csv',
        '/a/b.csv',
        '-',
      ];
      expect(foreignSwitches(argv)).toEqual([]);
    });

    it('A14 names a switch once, however often it stands there', () => {
      expect(foreignSwitches(['namedesk', '--inspect', '--inspect=1'])).toEqual(['inspect']);
    });

    it('A14 leaves alone what stands behind a --, as Chromium does, and nothing before it', () => {
      expect(foreignSwitches(['namedesk', '--', 'lookup', '--account', 'Acme'])).toEqual([]);
      expect(foreignSwitches(['namedesk', '--inspect', ' -- ', '--account'])).toEqual(['inspect']);
    });
  });

  describe('the words of the command line', () => {
    it('stand behind a --', () => {
      expect(commandIn(['namedesk', '--log-level=3', '--', 'lookup', '--', 'x'])).toEqual([
        'lookup',
        '--',
        'x',
      ]);
      expect(commandIn(['namedesk', '--'])).toEqual([]);
    });

    it('are none where a window is wanted', () => {
      expect(commandIn(['namedesk'])).toBeNull();
      expect(commandIn(['namedesk', '--user-data-dir=/x', 'lookup'])).toBeNull();
    });
  });

  describe('the command line of a checkout', () => {
    it('keeps its switches, by which end-to-end tests drive it', () => {
      const line = aCommandLine();
      const argv = ['electron', '--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '.'];
      expect(settleCommandLine(line, argv, false)).toEqual([]);
      expect(line.removeSwitch).not.toHaveBeenCalled();
    });
  });

  it.each([true, false])('leaves Chromium without a resolver (release: %s)', (isRelease) => {
    const line = aCommandLine();
    settleCommandLine(line, ['namedesk'], isRelease);
    expect(line.appendSwitch).toHaveBeenCalledExactlyOnceWith('host-resolver-rules', 'MAP * ~NOTFOUND');
  });

  it('A14 the launcher of Linux lets the same switches through', () => {
    const launcher = readFileSync(
      join(import.meta.dirname, '../../../../../resources/linux/namedesk.sh'),
      'utf8',
    );
    const listed = /^allowed='([^']*)'$/m.exec(launcher)?.[1]?.split(' ');
    expect(new Set(listed)).toEqual(new Set([...allowedSwitches].filter((name) => name !== 'log-level')));
  });
});

describe('links', () => {
  const ids = ['registration-lookup', 'international-names'];

  it.each(ids)('A7 opens the link %s, over https', async (id) => {
    const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    expect(await createOpenLink(openExternal)(id)).toMatchObject({ ok: true });
    expect(openExternal.mock.calls).toEqual([[expect.stringMatching(/^https:\/\//)]]);
  });

  it('A7 opens nothing for 10,000 other ids and addresses', async ({ annotate }) => {
    const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    const openLink = createOpenLink(openExternal);
    const special = fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'file:///etc/passwd',
      'javascript:1',
      'Registration-Lookup',
      'registration-lookup ',
    );
    const other = fc.oneof(fc.webUrl(), fc.string(), special).filter((id) => !ids.includes(id));
    const property = fc.asyncProperty(other, async (id) => {
      expect(await openLink(id)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    });
    await fc.assert(property, { numRuns: 10_000 });
    expect(openExternal).not.toHaveBeenCalled();
    await annotate('figure: 10,000 ids and addresses, 0 opened');
  });
});

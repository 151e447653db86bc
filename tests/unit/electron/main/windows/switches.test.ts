import { describe, expect, it, vi } from 'vitest';
import { foreignSwitches, settleCommandLine } from '../../../../../electron/main/windows/switches.ts';

const aCommandLine = () => ({ appendSwitch: vi.fn(), removeSwitch: vi.fn() });

describe('A14 the command line of a release', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect',
    '--inspect-brk=0',
    '--load-extension=/x',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--proxy-server=http://127.0.0.1:1',
    '--ignore-certificate-errors',
    '--disable-web-security',
    '-remote-debugging-port=9222',
    '/remote-debugging-port=9222',
    '--Remote-Debugging-Port=9222',
    '--some-switch-of-tomorrow',
  ])('loses %s', (argument) => {
    const line = aCommandLine();
    expect(settleCommandLine(line, ['namedesk', argument], true)).toEqual([]);
    const name = argument
      .replace(/^(--?|\/)/, '')
      .replace(/=.*$/, '')
      .toLowerCase();
    expect(line.removeSwitch).toHaveBeenCalledExactlyOnceWith(name);
  });

  it.each(['--no-sandbox', '--js-flags=--expose-gc', '--single-process', '--no-zygote'])(
    'is refused with %s, which has already done its work',
    (argument) => {
      const name = argument.replace(/^--/, '').replace(/=.*$/, '');
      expect(settleCommandLine(aCommandLine(), ['namedesk', argument], true)).toEqual([name]);
    },
  );

  it('keeps what is needed, and what is no switch', () => {
    const argv = [
      'namedesk',
      '--user-data-dir=/x',
      '--lang=de',
      '--ozone-platform=wayland',
      'file.csv',
      '/home/a/b.csv',
      '-',
      '--',
    ];
    expect(foreignSwitches(argv)).toEqual({ takenAway: [], refused: [] });
  });

  it('names a switch once, however often it stands there', () => {
    expect(foreignSwitches(['namedesk', '--inspect', '--inspect=1']).takenAway).toEqual(['inspect']);
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

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAtLoginOf } from '../../../../../electron/main/platform/start-at-login.ts';
import { allowedSwitches } from '../../../../../electron/main/windows/hardening.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'namedesk-login-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const noItems = { getLoginItemSettings: vi.fn(), setLoginItemSettings: vi.fn() };
const onLinux = (changes: object = {}) =>
  startAtLoginOf(
    {
      isPackaged: true,
      platform: 'linux',
      execPath: '/opt/Namedesk/namedesk-runtime',
      env: {},
      home,
      ...changes,
    },
    noItems,
  );
const entry = () => join(home, '.config', 'autostart', 'namedesk.desktop');

describe('starting at login', () => {
  it('is off until it is turned on, and leaves nothing behind when it is turned off', () => {
    const setting = onLinux();
    expect(setting.read()).toBe('off');
    expect(setting.write(true)).toBe('on');
    expect(onLinux().read()).toBe('on');
    expect(setting.write(false)).toBe('off');
    expect(existsSync(entry())).toBe(false);
    expect(setting.write(false)).toBe('off');
  });

  it('goes through the launcher, minimised, and names it for desktops to see whether it is still there', () => {
    onLinux().write(true);
    const lines = readFileSync(entry(), 'utf8').split('\n');
    expect(lines).toContain('Exec=/opt/Namedesk/namedesk --at-login');
    expect(lines).toContain('TryExec=/opt/Namedesk/namedesk');
    expect(allowedSwitches.has('at-login')).toBe(true);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is off where the desktop has turned it off by %s, and on again when it is turned on',
    (line) => {
      onLinux().write(true);
      writeFileSync(entry(), `${readFileSync(entry(), 'utf8')}${line}\n`);
      expect(onLinux().read()).toBe('off');
      expect(onLinux().write(true)).toBe('on');
    },
  );

  it('has its entry where the user keeps settings', () => {
    const elsewhere = join(home, 'settings');
    onLinux({ env: { XDG_CONFIG_HOME: elsewhere } }).write(true);
    expect(existsSync(join(elsewhere, 'autostart', 'namedesk.desktop'))).toBe(true);
    onLinux({ env: { XDG_CONFIG_HOME: 'relative' } }).write(true);
    expect(existsSync(entry())).toBe(true);
  });

  it.each([
    ['a checkout', { isPackaged: false }],
    ['a folder that was unpacked', { execPath: '/home/a/Namedesk/namedesk-runtime' }],
  ])('is not for %s', (_name, changes) => {
    const setting = onLinux(changes);
    expect(setting.write(true)).toBe('unavailable');
    expect(setting.read()).toBe('unavailable');
    expect(existsSync(entry())).toBe(false);
  });

  it('is a login item on Windows and macOS, with the same switch', () => {
    let openAtLogin = false;
    const items = {
      getLoginItemSettings: vi.fn(() => ({ openAtLogin }) as never),
      setLoginItemSettings: vi.fn((settings: { openAtLogin?: boolean }) => {
        openAtLogin = settings.openAtLogin === true;
      }),
    };
    const setting = startAtLoginOf(
      { isPackaged: true, platform: 'win32', execPath: 'C:\\N.exe', env: {}, home },
      items,
    );
    expect(setting.read()).toBe('off');
    expect(setting.write(true)).toBe('on');
    expect(items.setLoginItemSettings).toHaveBeenCalledWith({ openAtLogin: true, args: ['--at-login'] });
    expect(items.getLoginItemSettings).toHaveBeenCalledWith({ args: ['--at-login'] });
    expect(setting.write(false)).toBe('off');
  });
});

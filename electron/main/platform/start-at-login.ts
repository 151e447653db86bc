import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

/** With it the window opens minimised: nobody has asked for it. */
export const atLoginSwitch = 'at-login';

/** Whether the system starts Namedesk when its user logs in. `unavailable`: this copy is not installed. */
export type StartAtLoginState = 'on' | 'off' | 'unavailable';

/** The system has the setting, and nothing else: who turns it off there finds it off here. */
export interface StartAtLogin {
  readonly read: () => StartAtLoginState;
  /** @throws What the file system or the system throws. */
  readonly write: (isOn: boolean) => StartAtLoginState;
}

interface Installed {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The path of the executable. */
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

type LoginItems = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

export function startAtLoginOf(installed: Installed, items: LoginItems): StartAtLogin {
  const { isPackaged, platform, execPath } = installed;
  if (!isPackaged) return { read: () => 'unavailable', write: () => 'unavailable' };
  if (platform !== 'linux') return byTheSystem(items);
  const launcher = join(dirname(execPath), 'namedesk');
  return /^\/(opt|usr)\//.test(execPath)
    ? byAutostartEntry(autostartPath(installed), launcher)
    : { read: () => 'unavailable', write: () => 'unavailable' };
}

function byTheSystem({ getLoginItemSettings, setLoginItemSettings }: LoginItems): StartAtLogin {
  const args = [`--${atLoginSwitch}`];
  const read = (): StartAtLoginState => (getLoginItemSettings({ args }).openAtLogin ? 'on' : 'off');
  return {
    read,
    write(isOn) {
      setLoginItemSettings({ openAtLogin: isOn, args });
      return read();
    },
  };
}

/** Source: Desktop Application Autostart Specification 0.5; XDG Base Directory Specification: a relative folder is ignored. */
function autostartPath({ env, home }: Installed): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  return join(given.startsWith('/') ? given : join(home, '.config'), 'autostart', 'namedesk.desktop');
}

/** Ways in which desktops turn an entry off without deleting it. */
const turnedOff = /^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m;

function byAutostartEntry(path: string, launcher: string): StartAtLogin {
  const read = (): StartAtLoginState =>
    existsSync(path) && !turnedOff.test(readFileSync(path, 'utf8')) ? 'on' : 'off';
  return {
    read,
    write(isOn) {
      if (isOn) {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, autostartEntry(launcher));
      } else rmSync(path, { force: true });
      return read();
    },
  };
}

/** `TryExec`: where the package was removed, desktops ignore the entry. */
export const autostartEntry = (launcher: string): string => `[Desktop Entry]
Type=Application
Version=1.4
Name=Namedesk
Comment=Keeps domains and watched names up to date
Exec=${launcher} --${atLoginSwitch}
TryExec=${launcher}
Icon=namedesk
Terminal=false
`;

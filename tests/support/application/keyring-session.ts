import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { asUser, type User } from '../../../scripts/lib/ordinary-user.mjs';

export interface KeyringSession {
  /** What a program needs to find the session bus and, on it, the keyring. */
  readonly env: { readonly DBUS_SESSION_BUS_ADDRESS: string; readonly XDG_RUNTIME_DIR: string };
  readonly stop: () => Promise<void>;
}

/** The bus and everything on it end with the input: a test run that dies leaves nothing behind. */
const keepOpen = `
  read -r password
  printf %s "$password" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  printf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS"
  cat >/dev/null`;

/**
 * Opens a session bus with an unlocked gnome-keyring on it, both run by `user`, their files in `folder`.
 *
 * @param user Ourselves where none is given.
 */
export async function openKeyringSession(folder: string, user?: User): Promise<KeyringSession> {
  const runtimeFolder = ownFolder(join(folder, 'runtime'), user);
  const [command = '', ...args] = [
    ...(user ? asUser(user) : []),
    ...['dbus-run-session', '--', 'sh', '-c', keepOpen],
  ];
  const session = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: ownFolder(join(folder, 'keyrings'), user),
      XDG_RUNTIME_DIR: runtimeFolder,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  session.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const ended = once(session, 'close');
  session.stdin.write('the password of a keyring for tests\n');
  const address = await Promise.race([once(session.stdout, 'data').then(String), ended.then(() => '')]);
  if (address === '') throw new Error(`The session bus with its keyring did not open: ${complaints}`);
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address.trim(), XDG_RUNTIME_DIR: runtimeFolder },
    stop: async () => {
      session.stdin.end();
      await ended;
    },
  };
}

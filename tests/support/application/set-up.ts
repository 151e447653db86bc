import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { arrange, makeRunFolder, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { buildIfChanged } from '../../../scripts/lib/build.mjs';
import { startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { asUser, type User } from '../../../scripts/lib/ordinary-user.mjs';
import { findRuntime } from '../../../scripts/lib/runtime/find.mjs';
import { leaveGround } from './ground.ts';

/** macOS and Windows have their own keychain and a display that is always there. */
const isLinux = process.platform === 'linux';

/**
 * Builds where a source changed, then opens a virtual display and a keyring for the whole run.
 *
 * @returns What takes them down again, when everything has run.
 */
async function setUp(): Promise<() => Promise<void>> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime yet: run `node scripts/bootstrap.mjs test`.');
  await buildIfChanged();
  const folder = makeRunFolder();
  const arrangement = arrange({ runtime, runFolder: folder });
  const { user } = arrangement;
  const display = isLinux
    ? await startVirtualDisplay({ authorityFile: join(folder, 'xauthority'), ownerUid: user?.uid })
    : null;
  const keyring = isLinux ? await openKeyringSession(ownFolder(join(folder, 'session'), user), user) : null;
  const temporary = ownFolder(join(folder, 'tmp'), user);
  leaveGround({
    folder,
    command: arrangement.command,
    appFolder: arrangement.appFolder,
    env: { ...arrangement.env, ...display?.env, ...keyring?.env, TMPDIR: temporary },
    user: user ?? null,
  });
  return async () => {
    await keyring?.stop();
    display?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

// eslint-disable-next-line import-x/no-default-export -- Playwright takes a global set-up by its default export.
export default setUp;

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
async function openKeyringSession(folder: string, user?: User): Promise<KeyringSession> {
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { arrange, makeRunFolder, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { buildIfChanged } from '../../../scripts/lib/build.mjs';
import { startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { asUser, type User } from '../../../scripts/lib/arrange.mjs';
import { findRuntime, type Runtime } from '../../../scripts/lib/runtime.mjs';
import { type Ground, leaveGrounds } from './launch-namedesk.ts';

/** macOS and Windows have their own keychain and a display that is always there. */
const isLinux = process.platform === 'linux';

/**
 * Builds where a source changed, then opens a virtual display and a keyring for each worker.
 *
 * @param options Playwright's own; one worker where there are none.
 * @returns What takes it all down again, when everything has run.
 */
async function setUp(
  { workers }: { readonly workers: number } = { workers: 1 },
): Promise<() => Promise<void>> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime yet: run `node scripts/bootstrap.mjs test`.');
  await buildIfChanged();
  const laid = await Promise.all(Array.from({ length: workers }, () => layGround(runtime)));
  leaveGrounds(laid.map(({ ground }) => ground));
  return async () => {
    for (const { takeDown } of laid) await takeDown();
  };
}

interface LaidGround {
  readonly ground: Ground;
  readonly takeDown: () => Promise<void>;
}

async function layGround(runtime: Runtime): Promise<LaidGround> {
  const folder = makeRunFolder();
  const { command, appFolder, env, user } = arrange({ runtime, runFolder: folder });
  const display = isLinux
    ? await startVirtualDisplay({ authorityFile: join(folder, 'xauthority'), ownerUid: user?.uid })
    : null;
  const keyring = isLinux ? await openKeyringSession(ownFolder(join(folder, 'session'), user), user) : null;
  const temporary = ownFolder(join(folder, 'tmp'), user);
  return {
    ground: {
      folder,
      command,
      appFolder,
      env: { ...env, ...display?.env, ...keyring?.env, TMPDIR: temporary },
      user: user ?? null,
    },
    async takeDown() {
      await keyring?.stop();
      display?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
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

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { arrange, makeRunFolder, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { buildIfChanged } from '../../../scripts/lib/build.mjs';
import { startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { findRuntime } from '../../../scripts/lib/runtime/find.mjs';
import { leaveGround } from './ground.ts';
import { openKeyringSession } from './keyring-session.ts';

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

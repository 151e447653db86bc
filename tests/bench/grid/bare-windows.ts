import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { arrange, makeRunFolder, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { hasDisplay, shareDisplay, startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { writeLauncher } from '../../support/application/launch-namedesk.ts';
import { findRuntime } from '../../../scripts/lib/runtime.mjs';

/** A page in a window of the application's own runtime, without the application. */
export interface BareWindow {
  readonly page: Page;
  readonly app: ElectronApplication;
  readonly close: () => Promise<void>;
}

export interface BareWindows {
  /** A browser of its own for each: nothing is left from the one before. */
  readonly open: (
    url: string,
    size: { readonly width: number; readonly height: number },
  ) => Promise<BareWindow>;
  readonly close: () => void;
}

/** Gets a display and the runtime ready, as an ordinary user runs it, drawing without a graphics card as everywhere else here. */
export async function prepareBareWindows(): Promise<BareWindows> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime yet: run `node scripts/bootstrap.mjs test`.');
  const folder = makeRunFolder();
  const { command, env, user } = arrange({ runtime, runFolder: folder });
  const authorityFile = join(folder, 'xauthority');
  const display = hasDisplay(process.env)
    ? null
    : await startVirtualDisplay({ authorityFile, ownerUid: user?.uid });
  const displayEnv = display?.env ?? shareDisplay({ authorityFile, ownerUid: user?.uid, env: process.env });
  const launcher = writeLauncher(join(folder, 'launch'), { command });
  const hold = readable(join(import.meta.dirname, '../../support/application/hold-ready.cjs'), folder);
  const script = readable(join(import.meta.dirname, 'window.cjs'), folder);
  let opened = 0;
  if (display !== null) process.once('exit', display.stop);

  return {
    async open(url, { width, height }) {
      opened += 1;
      const userDataDir = ownFolder(join(folder, `user-${opened}`), user);
      const app = await _electron.launch({
        executablePath: launcher,
        args: [
          '-r',
          hold,
          `--user-data-dir=${userDataDir}`,
          '--disable-gpu',
          script,
          url,
          `${width}`,
          `${height}`,
        ],
        env: { ...env, ...displayEnv },
        cwd: folder,
        chromiumSandbox: true,
        colorScheme: null,
      });
      return { app, page: await app.firstWindow(), close: () => app.close() };
    },
    close() {
      display?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a file to where whoever runs the runtime can read it. */
function readable(file: string, folder: string): string {
  const copy = join(folder, file.slice(file.lastIndexOf('/') + 1));
  copyFileSync(file, copy);
  chmodSync(copy, 0o644);
  return copy;
}

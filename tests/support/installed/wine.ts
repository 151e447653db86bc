import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { openBareRoot, type Ran } from './bare-root.ts';

/** A user's Windows as Wine has it, in a bare Debian 13. */
export type Wine = Awaited<ReturnType<typeof openWine>>;

const user = 'ada';
const packages = ['wine', 'wine64'];
const compiler = 'x86_64-w64-mingw32-gcc';

/** @returns Why nothing of this can be run here; nothing where it can. */
export function whyNoWine(): string | undefined {
  const needed = ['mmdebstrap', 'makensis', 'osslsigncode', compiler, 'Xvfb', 'openssl'];
  const missing = needed.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  return missing.length > 0 ? `${missing.join(', ')} is not installed here` : undefined;
}

/** @throws Where the root cannot be made, as without a mirror. */
export async function openWine() {
  const root = openBareRoot('trixie', packages);
  const home = (name: string): string => root.at(join('home', user, name));
  root.run(`useradd --create-home ${user}`);
  const uid = Number(root.run(`id -u ${user}`).out);
  // Wine draws on a display of this machine, by an address that needs no file. Without one Electron ends at once.
  const display = await startVirtualDisplay({ authorityFile: home('.Xauthority'), ownerUid: uid });
  const settings = `export WINEDEBUG=-all XDG_RUNTIME_DIR=$HOME DISPLAY=${display.env.DISPLAY}`;
  // By a file: in Wine a process of Electron's can outlive the program, and would keep a pipe open.
  const run = (command: string): Ran =>
    root.runAs(
      user,
      `${settings}; timeout --kill-after=5 800 sh -c ${quoted(command)} > .ran 2>&1 < /dev/null; code=$?; cat .ran; exit $code`,
    );
  run('printf "pcm.!default null\\nctl.!default null\\n" > .asoundrc; wineboot --init');
  return {
    /** By a shell of that user, whose folder this is; `wine PROGRAM …` starts a program. Ended after some minutes. */
    run,
    /** The same, without waiting for it; its outputs go to `NAME.out` and `NAME.err`. */
    start: (name: string, command: string) =>
      void root.runAs(
        user,
        `${settings}; setsid sh -c ${quoted(command)} > ${name}.out 2> ${name}.err < /dev/null &`,
      ),
    /** Ends what Wine has left of the application; nothing of it must be running. */
    clear: () => void run('wine taskkill /f /im Namedesk.exe /t'),
    /** Copies a file of this machine into the user's folder. @returns Its name there. */
    take(file: string): string {
      copyFileSync(file, home(basename(file)));
      return basename(file);
    },
    /** A file of the user's folder, as it is on this machine. */
    home,
    /** A file on drive C, as it is on this machine. */
    drive: (path: string) => home(join('.wine', 'drive_c', path)),
    close() {
      run('wineserver --kill; wineserver --wait');
      display.stop();
      root.close();
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Compiles a Windows program for tests into the user's folder. @returns Its name there. */
export function compiled(wine: Wine, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-c-'));
  try {
    const program = join(folder, `${basename(source, '.c')}.exe`);
    const done = spawnSync(compiler, ['-s', '-static', '-o', program, inCheckout(source)], {
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`${source} could not be compiled: ${done.stderr}`);
    return wine.take(program);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of a file; empty where there is none. */
export const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

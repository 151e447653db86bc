import { chmodSync, copyFileSync, createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { arrange, makeRunFolder, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { hasDisplay, shareDisplay, startVirtualDisplay } from '../../../scripts/lib/display.mjs';
import { writeLauncher } from '../../support/application/launch-namedesk.ts';
import { findRuntime } from '../../../scripts/lib/runtime.mjs';
import type { Figure, Side, Taken } from '../framework/figure.ts';
import { median } from '../framework/result.ts';

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

const unit = 'CPU s of page and GPU process';
const heldEqual =
  '10,000 × 100 cells, their marks, the column widths, 1440 × 900, 40 px down and 17 px across in each frame, 5,000 findings/s';
const warmUp = '60 frames in the same window';

/** Scrolling over a million cells while findings stream in, beside Glide Data Grid and beside a page with nothing on it. */
export const grid: Figure = {
  name: 'grid',
  async prepare({ folder, isQuick }) {
    const frames = isQuick ? 30 : 300;
    const pages = await prepareScrollingPages(folder, frames);
    const side = (mode: Mode, is: string): Side => ({
      is: `${frames} frames of ${is}`,
      take: () => pages.take(mode),
    });
    const ours = side('ours', 'our grid');
    return {
      rows: [
        {
          name: 'grid',
          unit,
          ours,
          limit: side(
            'glide',
            '@glideapps/glide-data-grid 6, cells drawn by hand, changed cells alone drawn again',
          ),
          goals: [{ of: 'ratio', bound: 'at most', first: 1, then: 0.6 }],
          heldEqual,
          warmUp,
        },
        {
          name: 'grid over empty',
          unit,
          ours,
          limit: side('empty', 'an empty page as large; no findings'),
          goals: [],
          heldEqual,
          warmUp,
        },
      ],
      end: pages.end,
    };
  },
};

type Mode = 'empty' | 'ours' | 'glide';

/** Scrolls a page in a browser of its own, time after time. */
export interface ScrollingPages {
  /** Processor seconds of the page's process and the GPU process together, for so many frames. */
  readonly take: (mode: Mode) => Promise<Taken>;
  readonly end: () => Promise<void>;
}

/** Builds and serves the page with its three modes. @param folder For what is built. */
async function prepareScrollingPages(folder: string, frames: number): Promise<ScrollingPages> {
  const built = join(folder, 'grid-page');
  await build({
    logLevel: 'error',
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    plugins: [react()],
    build: { outDir: built, emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 4_000 },
  });
  const { url, server } = await servePage(built);
  const windows = await prepareBareWindows();
  return {
    take: (mode) => takeIn(windows, `${url}?mode=${mode}`, frames),
    end: () => {
      windows.close();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

const nonce = 'grid';

/** The application's own policy, so that what it forbids is seen here first. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self'",
  "font-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Serves the built page on loopback under the application's Content Security Policy. */
async function servePage(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.setHeader('content-type', type);
    response.setHeader('content-security-policy', policy);
    if (extname(file) !== '.html') {
      createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
      return;
    }
    readFile(file, 'utf8').then(
      (text) => response.end(text.replace('__CSP_NONCE__', nonce)),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { url: `http://127.0.0.1:${address.port}/`, server };
}

const size = { width: 1440, height: 900 };
const warmUpFrames = 60;
const settleMs = 500;

async function takeIn(windows: BareWindows, url: string, frames: number): Promise<Taken> {
  const window = await windows.open(url, size);
  try {
    const { page } = window;
    await page.waitForLoadState('load');
    await page.waitForTimeout(settleMs);
    await page.evaluate((count) => measureScrolling(count), warmUpFrames);
    await page.waitForTimeout(settleMs);
    const processes = await processesOf(window);
    const before = [cpuSeconds(processes.page), cpuSeconds(processes.gpu)] as const;
    const waitedBefore = waitedMs(processes.page);
    const scrolled = await page.evaluate((count) => measureScrolling(count), frames);
    const pageSeconds = cpuSeconds(processes.page) - before[0];
    const gpuSeconds = cpuSeconds(processes.gpu) - before[1];
    return {
      value: pageSeconds + gpuSeconds,
      also: {
        'page CPU s': pageSeconds,
        'GPU process CPU s': gpuSeconds,
        ...recordingOf(scrolled.intervals),
        'most ms of work in a frame over 50 ms': scrolled.longestWorkMs,
        'ms waited for a processor': waitedMs(processes.page) - waitedBefore,
      },
    };
  } finally {
    await window.close();
  }
}

async function processesOf({ app }: BareWindow): Promise<{ readonly page: number; readonly gpu: number }> {
  const found = await app.evaluate(({ app: electron, BrowserWindow }) => ({
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    gpu: electron.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0,
  }));
  if (found.page === 0 || found.gpu === 0) throw new Error('The page or the GPU process is not there');
  return found;
}

const ticksPerSecond = 100;

/** Source: proc_pid_stat(5), utime and stime; the name before them may hold spaces and brackets. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * How long the page's main thread was ready and had no processor. A frame that is late by it is the machine's, not the page's.
 *
 * Source: the kernel's sched-stats, second field, in ns; NaN where the kernel does not count it.
 */
function waitedMs(pid: number): number {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : Number.NaN;
}

const bounds = [17.5, 25, 34, 50] as const;

/** The recording of frame intervals as a histogram, with its middle and its longest. */
function recordingOf(intervals: readonly number[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const bound of bounds) counts.set(`frames to ${bound} ms`, 0);
  counts.set('frames over 50 ms', 0);
  for (const interval of intervals) {
    const bound = bounds.find((each) => interval <= each);
    const name = bound === undefined ? 'frames over 50 ms' : `frames to ${bound} ms`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return {
    ...Object.fromEntries(counts),
    'median frame ms': median(intervals),
    'longest frame ms': Math.max(...intervals),
  };
}

// @ts-check
// `npm start`: builds when a source changed, and opens the application; with `--dev`, anew after each change.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, openSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { arrange, makeRunFolder } from './lib/arrange.mjs';
import { buildIfChanged } from './lib/build.mjs';
import { hasDisplay, shareDisplay, startVirtualDisplay } from './lib/display.mjs';
import { findingsTable, firstLookUpSwitch, firstName, readFirstLookUp } from './lib/first-look-up.mjs';
import { inCheckout } from './lib/paths.mjs';
import { noticeOf } from './lib/runtime.mjs';
import { main, say, Stop, warn } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

// The running application: its lines as they come, and its end.

const quitTimeoutMs = 5_000;

/**
 * @param {import('./lib/arrange.mjs').Arrangement} arrangement
 * @param {{ args: readonly string[], env: Record<string, string>, stderr: 'inherit' | number }} options
 */
function startApplication(
  { command: [executable = '', ...switches], appFolder, env: base },
  { args, env, stderr },
) {
  const child = spawn(executable, [...switches, appFolder, ...args], {
    cwd: appFolder,
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 128));
  });
  return {
    /** Its exit code: 127 when it could not be started, 128 when a signal ended it. */
    ended,
    /** @param {(line: string) => void} take */
    onLine: (take) =>
      void createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) }).on(
        'line',
        take,
      ),
    /** Asks it to quit, and insists when it does not. */
    quit: async () => {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), quitTimeoutMs);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** @returns {Promise<'told'>} At Ctrl-C, or when somebody ends this process. */
const toldToEnd = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('told'));
  });

/**
 * Waits for Ctrl-C or the application's own end, and quits the application.
 *
 * @param {{ ended: Promise<number>, quit: () => Promise<void> }} application
 * @returns {Promise<number>} 0 when it was told to end, its own exit code otherwise.
 */
async function untilTold(application) {
  const first = await Promise.race([toldToEnd(), application.ended]);
  if (first !== 'told') return first;
  await application.quit();
  return 0;
}

// The application on the display that is there.

/**
 * @typedef {{
 *   arrangement: import('./lib/arrange.mjs').Arrangement,
 *   args: readonly string[],
 *   env: Record<string, string>,
 * }} Opening `env` says where to draw.
 */

/** @param {Opening} opening @returns {Promise<number>} */
function openWindow({ arrangement, args, env }) {
  const application = startApplication(arrangement, { args, env, stderr: 'inherit' });
  application.onLine((line) => void process.stdout.write(`${line}\n`));
  return untilTold(application);
}

// The application anew after each change of a source. It is served from its own exact file map, in development too:
// there is no second, softer way for a page to come into the window.

const watched = ['electron', 'renderer', 'shared'];
/** An editor writes in several steps, and a branch switch in many. */
const settleMs = 300;

/** @param {Opening} opening @returns {Promise<number>} */
async function openInDevelopment({ arrangement, args, env }) {
  const told = toldToEnd();
  for (;;) {
    const changed = nextChange();
    const isBuilt = await builds();
    if (isBuilt) arrangement.refresh();
    const application = isBuilt ? startApplication(arrangement, { args, env, stderr: 'inherit' }) : undefined;
    application?.onLine((line) => void process.stdout.write(`${line}\n`));
    say('waiting for a change of a source; Ctrl-C ends it');
    const first = await Promise.race([told, changed]);
    await application?.quit();
    if (first === 'told') return 0;
  }
}

async function builds() {
  try {
    await buildIfChanged();
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    warn(error.message);
    return false;
  }
}

/** @returns {Promise<'changed'>} Once the sources have changed and rested. */
function nextChange() {
  return new Promise((resolve) => {
    const watchers = watched.map((folder) => watch(inCheckout(folder), { recursive: true }, settle));
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    function settle() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const each of watchers) each.close();
        resolve('changed');
      }, settleMs);
    }
  });
}

// The application where nobody can see it: it shows by a look-up of its own that it works.

const lookUpTimeoutMs = 90_000;
const folder = inCheckout('test-results', 'start');
const screenshot = inCheckout('test-results', 'start', 'first-look-up.png');
const complaints = inCheckout('test-results', 'start', 'stderr.log');

/** Where a person watches, the window stays; elsewhere one look-up is all there is to do. */
const somebodyWatches = () => process.stdin.isTTY && process.env['CI'] !== 'true';

/** @param {Opening} opening @returns {Promise<number>} */
async function openOnVirtualDisplay({ arrangement, args, env }) {
  mkdirSync(folder, { recursive: true });
  const stderr = openSync(complaints, 'w');
  const application = startApplication(arrangement, {
    args: [firstLookUpSwitch, '--disable-gpu', ...args],
    env,
    stderr,
  });
  try {
    show(await firstLookUpOf(application));
  } catch (error) {
    await application.quit();
    throw error;
  }
  if (!somebodyWatches()) {
    await application.quit();
    return 0;
  }
  say('the window stays open; Ctrl-C ends it');
  return untilTold(application);
}

/** @typedef {{ findings: readonly import('./lib/first-look-up.mjs').Finding[], screenshotPath: string }} Seen */

/** @param {ReturnType<typeof startApplication>} application */
function firstLookUpOf(application) {
  return /** @type {Promise<Seen>} */ (
    new Promise((resolve, reject) => {
      /** @param {string} why */
      const fail = (why) =>
        reject(new Stop(`The first look-up did not succeed: ${why}.\n${lastComplaints()}`));
      const timer = setTimeout(
        () => fail(`nothing came of it in ${lookUpTimeoutMs / 1_000} s`),
        lookUpTimeoutMs,
      );
      application.onLine((line) => {
        const lookUp = readFirstLookUp(line);
        if (!lookUp) return;
        clearTimeout(timer);
        if ('error' in lookUp) fail(lookUp.error);
        else resolve(lookUp);
      });
      void application.ended.then((code) => {
        clearTimeout(timer);
        fail(`the application ended before it was done (exit code ${code})`);
      });
    })
  );
}

/** @param {Seen} lookUp */
function show({ findings, screenshotPath }) {
  copyFileSync(screenshotPath, screenshot);
  say(`the window looked up "${firstName}" at the practice account:`);
  process.stdout.write(findingsTable(findings));
  say(`a picture of the window: ${screenshot}`);
}

const lastComplaints = () => {
  const lines = readFileSync(complaints, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  return `The last lines of ${complaints}:\n${lines}`;
};

/** @param {string} runFolder @param {readonly string[]} typed */
async function start(runFolder, typed) {
  const runtime = await setUp('start');
  noticeOf(runtime).forEach(say);
  await buildIfChanged();
  const isDevelopment = typed.includes('--dev');
  const arrangement = arrange({ runtime, runFolder });
  const { user } = arrangement;
  if (user) say(`the application runs as the user ${user.name}, with the sandbox on`);
  const opening = { arrangement, args: typed.filter((word) => word !== '--dev') };
  const access = { authorityFile: join(runFolder, 'xauthority'), ownerUid: user?.uid };
  if (hasDisplay(process.env)) {
    const env = shareDisplay({ ...access, env: process.env });
    return isDevelopment ? openInDevelopment({ ...opening, env }) : openWindow({ ...opening, env });
  }
  const display = await startVirtualDisplay(access);
  say(`there is no display here: drawing on a virtual one, ${display.env.DISPLAY}`);
  try {
    return await (isDevelopment ? openInDevelopment : openOnVirtualDisplay)({ ...opening, env: display.env });
  } finally {
    display.stop();
  }
}

await main(async () => {
  const runFolder = makeRunFolder();
  try {
    return await start(runFolder, process.argv.slice(2));
  } finally {
    rmSync(runFolder, { recursive: true, force: true });
  }
});

// @ts-check
// The application where nobody can see it: it shows by a look-up of its own that it works.
import { copyFileSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { startApplication } from '../application.mjs';
import { findingsTable, firstLookUpSwitch, firstName, readFirstLookUp } from '../first-look-up.mjs';
import { inCheckout } from '../paths.mjs';
import { say, Stop } from '../say.mjs';
import { untilTold } from './until-told.mjs';

const lookUpTimeoutMs = 90_000;
const folder = inCheckout('test-results', 'start');
const screenshot = inCheckout('test-results', 'start', 'first-look-up.png');
const complaints = inCheckout('test-results', 'start', 'stderr.log');

/** Where a person watches, the window stays; elsewhere one look-up is all there is to do. */
const somebodyWatches = () => process.stdin.isTTY && process.env['CI'] !== 'true';

/** @param {import('./window.mjs').Opening} opening @returns {Promise<number>} */
export async function openOnVirtualDisplay({ arrangement, args, env }) {
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

/** @typedef {{ findings: readonly import('../first-look-up.mjs').Finding[], screenshotPath: string }} Seen */

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

// @ts-check
// The application anew after each change of a source. It is served from its own exact file map, in development too:
// there is no second, softer way for a page to come into the window.
import { watch } from 'node:fs';
import { startApplication } from '../application.mjs';
import { buildIfChanged } from '../build.mjs';
import { inCheckout } from '../paths.mjs';
import { say, Stop, warn } from '../say.mjs';
import { toldToEnd } from './until-told.mjs';

const watched = ['electron', 'renderer', 'shared'];
/** An editor writes in several steps, and a branch switch in many. */
const settleMs = 300;

/** @param {import('./window.mjs').Opening} opening @returns {Promise<number>} */
export async function openInDevelopment({ arrangement, args, env }) {
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

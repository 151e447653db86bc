// @ts-check
// `npm start`: builds when a source changed, and opens the application; with `--dev`, anew after each change.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { arrange, makeRunFolder } from './lib/arrange.mjs';
import { buildIfChanged } from './lib/build.mjs';
import { hasDisplay, shareDisplay, startVirtualDisplay } from './lib/display.mjs';
import { noticeOf } from './lib/runtime/notice.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { openInDevelopment } from './lib/start/development.mjs';
import { openOnVirtualDisplay } from './lib/start/on-virtual-display.mjs';
import { openWindow } from './lib/start/window.mjs';

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

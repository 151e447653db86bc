// @ts-check
// `npm run package [-- target…]`: the application as it is installed. Without a target, its bare folder in dist/.
import { isForWindows } from './lib/installed/make.mjs';
import { packageFor } from './lib/packaged/package.mjs';
import { packageFolder } from './lib/packaged/places.mjs';
import { addedSizes, mostAddedBytes, sizesTable } from './lib/packaged/sizes.mjs';
import { noticeOf } from './lib/runtime.mjs';
import { main, say, warn } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  const typed = process.argv.slice(2);
  const runtime = await setUp('start');
  noticeOf(runtime).forEach(say);
  const targets = typed.length > 0 ? typed : ['dir'];
  const code = await packageFor(targets, runtime);
  if (code === 0 && process.platform === 'linux' && !targets.every(isForWindows)) tellSizes(runtime.folder);
  return code;
});

/** @param {string} runtimeFolder */
function tellSizes(runtimeFolder) {
  const sizes = addedSizes(packageFolder, runtimeFolder);
  say(`what ${packageFolder} adds to the bare runtime:`);
  process.stdout.write(sizesTable(sizes));
  if (sizes.addedBytes > mostAddedBytes) warn('That is more than it may be.');
}

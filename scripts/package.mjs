// @ts-check
// `npm run package [-- target…]`: the application as it is installed. Without a target, its bare folder in dist/.
import { buildIfChanged } from './lib/build.mjs';
import { node24 } from './lib/dependencies.mjs';
import { builderSwitches, whyNotPackage } from './lib/packaging.mjs';
import { checkout, inCheckout } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { noticeOf } from './lib/runtime/notice.mjs';
import { main, say, Stop } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  const typed = process.argv.slice(2);
  const targets = typed.length > 0 ? typed : ['dir'];
  const runtime = await setUp('start');
  const refusal = whyNotPackage(targets, runtime.kind);
  if (refusal) throw new Stop(refusal);
  noticeOf(runtime).forEach(say);
  await buildIfChanged();
  const builder = inCheckout('node_modules', 'electron-builder', 'cli.js');
  const fixed = ['--config', 'electron-builder.yml', '--publish', 'never'];
  return run(node24, [builder, ...builderSwitches(targets), ...fixed, `-c.electronDist=${runtime.folder}`], {
    cwd: checkout,
  });
});

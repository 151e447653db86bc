// @ts-check
// `npm run build`: builds the application into out/. With --if-changed, only when a source changed since.
import { build, buildIfChanged } from './lib/build.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  await (args.includes('--if-changed') ? buildIfChanged() : build(args));
});

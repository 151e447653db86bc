// @ts-check
// `npm run build`: builds the application into out/, whether or not a source changed.
import { build } from './lib/build.mjs';
import { main } from './lib/say.mjs';

await main(() => build(process.argv.slice(2)));

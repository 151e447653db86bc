// @ts-check
// The set-up by itself: `node scripts/bootstrap.mjs [start|test]`. Plain Node 22 or newer, no dependencies.
import { main, Stop } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  const purpose = process.argv[2] ?? 'start';
  if (purpose !== 'start' && purpose !== 'test')
    throw new Stop('Usage: node scripts/bootstrap.mjs [start|test]');
  await setUp(purpose);
});

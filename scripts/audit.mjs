// @ts-check
// `npm run audit`: what the registry knows of the dependencies (E3). Where it does not answer, that is said as "not run", and
// never as "passed".
import { wordFor } from './lib/audit-word.mjs';
import { readNpm } from './lib/npm.mjs';
import { main } from './lib/say.mjs';

const checks = /** @type {const} */ ([
  { name: 'npm audit', args: ['audit', '--omit=optional', '--audit-level=high', '--json'] },
  { name: 'npm audit signatures', args: ['audit', 'signatures', '--json'] },
]);

await main(async () => {
  const words = checks.map(({ name, args }) => ({ name, word: wordFor(readNpm([...args])) }));
  for (const { name, word } of words) process.stdout.write(`${name.padEnd(22)} ${word}\n`);
  return words.some(({ word }) => word === 'failed') ? 1 : 0;
});

import { expect, it } from 'vitest';
import { shortestPassphrase } from '#shared/ipc/code-channel.ts';
import { makePassphrase } from '../../../../../renderer/src/code/made-passphrase.ts';

it('makes a passphrase of 140 random bits, by fours', async ({ annotate }) => {
  const made = makePassphrase((bytes) => void crypto.getRandomValues(bytes));
  expect(made).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(made.length).toBeGreaterThanOrEqual(shortestPassphrase);
  await annotate('figure: 28 characters of 5 bits, 140 bits');
});

it('uses every character equally often', () => {
  const counts = new Map<string, number>();
  for (let at = 0; at < 256; at += 28) {
    const made = makePassphrase((bytes) => bytes.set(bytes.map((_, index) => at + index)));
    const used = Math.min(28, 256 - at);
    for (const character of made.replaceAll('-', '').slice(0, used))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8));
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The methods of the client that change something, and what calls one of them through an order. */
const writing =
  /\.(writeContacts|writeLock|writeNameservers|registerChildNameserver|modifyChildNameserver|deleteChildNameserver)\b|\bclient\)?\.(register|renew|sync)\b/;

const sources = globSync('electron/main/**/*.ts').filter(
  (file) => !/^electron\/main\/(reseller|practice)\//.test(file),
);
const thatHave = (pattern: RegExp): readonly string[] =>
  sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));

it('F1 the client’s writing methods are named by the orders alone', () => {
  expect(sources.length).toBeGreaterThan(150);
  expect(thatHave(writing)).toEqual(['electron/main/changes/order.ts']);
});

it('F1 an order is written by the gate alone', () => {
  expect(thatHave(/\border\.write\(/)).toEqual(['electron/main/changes/gate.ts']);
});

it('F1 the journal is asked for `sending` by the ledger alone, and the ledger by the gate', () => {
  expect(thatHave(/\bjournal\.send\(/)).toEqual(['electron/main/changes/ledger.ts']);
  expect(thatHave(/\bledger\.send\(/)).toEqual(['electron/main/changes/gate.ts']);
});

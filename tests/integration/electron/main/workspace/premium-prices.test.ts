import { expect, it } from 'vitest';
import { openDatabase } from '../../../../../electron/main/workspace/database.ts';
import { migrations, premiumPrices } from '../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../electron/main/workspace/serve-all.ts';
import { aDirectory, anAccount } from '../../../../support/workspace/a-workspace.ts';

const now = () => new Date('2026-02-21T14:05:06.007Z');
const price = { kind: 'given', amount: '8.50', currency: null } as const;
const prices = [{ period: 1, register: price, transfer: price, renew: price }];

it('F14 a premium name that was kept with an ordinary price has none when the file is opened again', () => {
  const directory = aDirectory();
  const steps = [...migrations].slice(0, migrations.indexOf(premiumPrices));
  const before = openDatabase(directory.path, steps, now);
  if (!before.ok) throw new Error(before.error);
  const names = { 'quay.com': 'premium', 'harbour.com': 'available' } as const;
  // The tables of before are written to as they are: the repositories are those of today.
  const { database } = before.value;
  const { id, label, colour, kind, baseUrl, username, options } = anAccount();
  database
    .prepare(
      `INSERT INTO accounts (id, label, colour, kind, base_url, username, options, added) VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
    )
    .run(id, label, colour, kind, baseUrl, username, JSON.stringify(options));
  for (const [domain, found] of Object.entries(names)) {
    database
      .prepare(
        `INSERT INTO findings (account_id, domain, tld, kind, cause, message, checked_at, prices, answer_id)
         VALUES (?, ?, 'com', ?, NULL, '', 1, ?, NULL)`,
      )
      .run(id, domain, found, JSON.stringify(prices));
  }
  database.close();
  const after = openDatabase(directory.path, migrations, now);
  if (!after.ok) throw new Error(after.error);
  const known = createRepositories(after.value.database).findings.known({
    accountId: id,
    domains: Object.keys(names),
  });
  expect(Object.fromEntries(known.map((found) => [found.domain, found.prices]))).toEqual({
    'quay.com': [],
    'harbour.com': prices,
  });
  after.value.database.close();
  directory.remove();
});

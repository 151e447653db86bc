import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Price } from '#shared/domain/finding.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { aFinding, anAccount, aPricedFinding } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

describe('the renewal prices of an account’s domains', () => {
  const directory = directoryOfEachTest();
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  let database: DatabaseSync;
  let stores: ReturnType<typeof createRepositories>;
  beforeEach(() => {
    database = directory.open();
    stores = createRepositories(database);
    stores.accounts.save(anAccount());
    stores.accounts.save(anAccount({ id: 'a2', label: 'Other' }));
  });

  const hold = (names: readonly string[], accountId = 'a1') =>
    stores.domains.add({
      accountId,
      names,
      tags: [],
      addedAt: at(1).toISOString(),
      addedBy: 'typed',
    });
  const find = (finding: ReturnType<typeof aFinding>, accountId = 'a1') =>
    stores.findings.save({ accountId, findings: [finding], answer: '' });
  const known = async (accountId = 'a1') => (await stores.findings.renewalPrices({ accountId })).known;
  const similar = async () => (await stores.findings.renewalPrices({ accountId: 'a1' })).similar;

  it('are those that were said of the very name in the account, with their day', async () => {
    hold(['bakery.com', 'harbour.com']);
    hold(['bakery.com'], 'a2');
    find(aPricedFinding('bakery.com', '18.99', at(2)));
    find(aPricedFinding('other.com', '12.00', at(2)));
    expect(await known()).toEqual([
      { name: 'bakery.com', amount: '18.99', currency: 'EUR', at: at(2).toISOString() },
    ]);
    expect(await known('a2')).toEqual([]);
  });

  it('are for one year as given: another period’s, and one that cannot be read, are not known', async () => {
    hold(['two.com', 'odd.com', 'none.com']);
    const none: Price = { kind: 'not-given' };
    const given: Price = { kind: 'given', amount: '20.00', currency: null };
    const priced = (domain: string, period: number, renew: Price) =>
      aFinding({ domain, prices: [{ period, register: given, transfer: none, renew }] });
    find(priced('two.com', 2, given));
    find(priced('odd.com', 1, { kind: 'unreadable' }));
    find(aPricedFinding('none.com', null, at(2)));
    expect(await known()).toEqual([]);
  });

  it('are read whole where there are more of them than are read at once', async () => {
    const names = Array.from({ length: 2_100 }, (_, at) => `n${at}.com`);
    hold(names);
    stores.findings.save({
      accountId: 'a1',
      findings: names.map((name) => aPricedFinding(name, '9.00', at(2))),
      answer: '',
    });
    expect(new Set((await known()).map(({ name }) => name))).toEqual(new Set(names));
  });

  it('of similar names are those of the name of each TLD that was found available last', async () => {
    find({ ...aPricedFinding('first.com', '10.00', at(2)), kind: 'available' });
    find({ ...aPricedFinding('later.com', '11.00', at(3)), kind: 'available' });
    find({ ...aPricedFinding('dear.com', '900.00', at(4)), kind: 'premium' });
    find({ ...aPricedFinding('gone.com', '800.00', at(5)), kind: 'taken' });
    find({ ...aPricedFinding('a.co.uk', '7.00', at(2)), kind: 'available', tld: 'co.uk' });
    expect(await similar()).toEqual([
      { tld: 'co.uk', amount: '7.00', currency: 'EUR', at: at(2).toISOString() },
      { tld: 'com', amount: '11.00', currency: 'EUR', at: at(3).toISOString() },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { SpendingLimits } from '#shared/domain/limits.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import {
  createAccountsRepository,
  createLogins,
} from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { anAccount, valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const none: SpendingLimits = {
  changeSum: null,
  batchSum: null,
  batchCount: null,
  daySum: null,
  dayCount: null,
};
const oneADay: SpendingLimits = { ...none, dayCount: 1 };
const fifty: SpendingLimits = { ...none, changeSum: '50' };

describe('limits of a login whose accounts go', () => {
  const directory = directoryOfEachTest();

  function opened() {
    const database = directory.open();
    const accounts = createAccountsRepository(database);
    const logins = createLogins(database);
    const { id: first, options } = anAccount();
    const add = (id: string, limits: SpendingLimits | null, changes: object = {}) =>
      accounts.save({ ...anAccount({ id, label: id }), ...changes, options: { ...options, limits } });
    const optionsOf = (id: string): AccountOptions | undefined =>
      accounts.list().find((account) => account.id === id)?.options;
    return { accounts, logins, first, add, optionsOf };
  }

  it('H15 removed for good and added again, it has the limits that it had, and says so', () => {
    const { accounts, first, add, optionsOf } = opened();
    accounts.remove({ id: first });
    add('other', oneADay);
    accounts.remove({ id: 'other' });
    add('again', null);
    expect(optionsOf('again')).toMatchObject({ limits: oneADay, limitsKept: true });
    // Taken over once: a person may loosen them there.
    add('again', null);
    expect(optionsOf('again')?.limits).toBeNull();
  });

  it('H15 with another account of the login, that one has them from then on, limit by limit', () => {
    const { accounts, logins, first, add } = opened();
    add(first, fifty);
    add('second', oneADay);
    accounts.hide({ id: 'second', at: '2026-02-23T10:00:00.000Z' });
    accounts.remove({ id: 'second' });
    expect(logins.limitsBeside(first)).toEqual([{ ...fifty, dayCount: 1 }]);
  });

  it('H15 an account that is given another login leaves its limits to the one before', () => {
    const { logins, first, add, optionsOf } = opened();
    add('second', oneADay);
    add('second', oneADay, { baseUrl: 'https://another.example/api/index.php' });
    expect(logins.limitsBeside(first)).toEqual([oneADay]);
    expect(optionsOf('second')?.limitsKept).toBeUndefined();
  });

  it('H15 other logins learn nothing of them', () => {
    const { accounts, logins, first, add } = opened();
    add('other', oneADay, { username: 'other@example.com' });
    accounts.remove({ id: 'other' });
    expect(logins.limitsBeside(first)).toEqual([]);
    add('new', null, { username: 'third@example.com' });
    expect(logins.limitsBeside('new')).toEqual([]);
  });
});

describe('a restore of a backup that does not know an account', () => {
  const renewal = { kind: 'renew', periodYears: 1, addons: {} } as const;

  async function setLimits(
    { accounts }: TestWorld,
    id: string,
    limits: SpendingLimits | null,
  ): Promise<void> {
    const { label, colour, baseUrl, username, options } = valueOf(accounts.find(id));
    valueOf(await accounts.edit({ id, label, colour, baseUrl, username, options: { ...options, limits } }));
  }
  const limitsOf = ({ accounts }: TestWorld, id: string) => valueOf(accounts.find(id)).options;
  const asked = async (world: TestWorld, id: string) =>
    valueOf(await world.changes.prepare(id, 'more-0.com', renewal)).asksFor.limits;

  it('H15 keeps the stricter limit of its login, tells of it, and a person may loosen it in the account’s settings', async () => {
    const before = await createTestWorld({ service: { moreDomains: 1 }, account: null });
    const first = await before.enter('First');
    const backup = valueOf(await before.backups.make());
    await setLimits(before, await before.enter('Second'), { ...none, dayCount: 0 });
    expect(await asked(before, first)).toMatchObject([{ span: 'day', scope: 'account' }]);
    valueOf(await before.backups.restoreAtNextStart(backup.name));
    const world = await before.reopen();
    await world.changes.recover();
    expect(world.workspace.restoreNotice()).toMatchObject({ kept: ['limits'] });
    expect(await asked(world, first)).toMatchObject([{ span: 'day', scope: 'account' }]);
    expect(limitsOf(world, first)).toMatchObject({ limitsKept: true });
    await setLimits(world, first, null);
    expect(await asked(world, first)).toEqual([]);
    expect(limitsOf(world, first).limitsKept).toBeUndefined();
  });
});

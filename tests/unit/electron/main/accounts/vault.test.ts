import { beforeEach, describe, expect, it } from 'vitest';
import { createAccountKeys, createVault } from '../../../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { keychainFaults } from '../../../../../shared/errors.ts';
import { Desk, key, noKey, savedAt } from '../../../../support/accounts/a-desk.ts';
import { aKeychain } from '../../../../support/keychain/a-keychain.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('the vault', () => {
  const key = new Secret('api-key-1234');
  const done = { ok: true, value: null };

  it('keeps a key and gives it back', async () => {
    const vault = createVault(aKeychain());
    expect(await vault.write('a1', key)).toEqual(done);
    const read = await vault.read('a1');
    expect(read.ok && read.value?.reveal()).toBe('api-key-1234');
  });

  it('B2 asks the keychain once for 50 reads at the same time', async () => {
    const keychain = aKeychain();
    keychain.entries.set('a1', 'api-key-1234');
    const vault = createVault(keychain);
    const reads = await Promise.all(Array.from({ length: 50 }, () => vault.read('a1')));
    expect(reads.every((read) => read.ok && read.value?.reveal() === 'api-key-1234')).toBe(true);
    expect(keychain.calls).toEqual(['get a1']);
  });

  it('B2 makes one call at a time, whatever is asked', async () => {
    const keychain = aKeychain();
    const vault = createVault(keychain);
    await Promise.all(
      ['a1', 'a2', 'a3'].flatMap((id) => [
        vault.read(id),
        vault.write(id, key),
        vault.read(id),
        vault.remove(id),
      ]),
    );
    expect(keychain.calls.length).toBeGreaterThan(12);
    expect(keychain.mostAtOnce()).toBe(1);
  });

  it('B2 remembers a key until it is told to forget', async () => {
    const keychain = aKeychain();
    keychain.entries.set('a1', 'api-key-1234');
    const vault = createVault(keychain);
    await vault.read('a1');
    await vault.read('a1');
    expect(keychain.calls).toHaveLength(1);
    vault.forgetCached();
    await vault.read('a1');
    expect(keychain.calls).toHaveLength(2);
  });

  it('B2 does not remember a key that was on its way when it was told to forget', async () => {
    const keychain = aKeychain();
    keychain.entries.set('a1', 'api-key-1234');
    const vault = createVault(keychain);
    const read = vault.read('a1');
    vault.forgetCached();
    await read;
    await vault.read('a1');
    expect(keychain.calls).toHaveLength(2);
  });

  it('gives no key any more that was removed while it was being read', async () => {
    const keychain = aKeychain();
    keychain.entries.set('a1', 'api-key-1234');
    const vault = createVault(keychain);
    const read = vault.read('a1');
    await vault.remove('a1');
    await read;
    expect(await vault.read('a1')).toEqual(done);
  });

  it.each(keychainFaults)('B5 tells %s from absent, on every call', async (fault) => {
    const vault = createVault(aKeychain({ faultOf: () => fault }));
    const failure = { ok: false, error: { kind: 'keychain', fault } };
    expect(await vault.read('a1')).toEqual(failure);
    expect(await vault.write('a1', key)).toEqual(failure);
    expect(await vault.remove('a1')).toEqual(failure);
    expect(await createVault(aKeychain()).read('a1')).toEqual(done);
  });

  it.each(keychainFaults)(
    'B5 does not remember a failure: after %s the keychain is asked again',
    async (fault) => {
      const keychain = aKeychain({ faultOf: (_call, count) => (count === 1 ? fault : undefined) });
      keychain.entries.set('a1', 'api-key-1234');
      const vault = createVault(keychain);
      expect((await vault.read('a1')).ok).toBe(false);
      expect((await vault.read('a1')).ok).toBe(true);
    },
  );

  it('B5 writes nothing where the entry before cannot be read', async () => {
    const keychain = aKeychain({ faultOf: (call) => (call === 'get' ? 'locked' : undefined) });
    keychain.entries.set('a1', 'old');
    await createVault(keychain).write('a1', key);
    expect(keychain.calls).toEqual(['get a1']);
    expect(keychain.entries.get('a1')).toBe('old');
  });

  it.each([
    ['empty', '', 'The key is empty'],
    ['of 1,201 characters', 'k'.repeat(1_201), 'The key is longer than 1200 characters'],
  ])('B6 refuses a key that is %s before the keychain is asked', async (_name, text, reason) => {
    const keychain = aKeychain();
    expect(await createVault(keychain).write('a1', new Secret(text))).toEqual({
      ok: false,
      error: { kind: 'invalid-input', field: 'key', reason },
    });
    expect(keychain.calls).toEqual([]);
  });

  it('B6 keeps a key of 1,200 characters', async () => {
    expect(await createVault(aKeychain()).write('a1', new Secret('k'.repeat(1_200)))).toEqual(done);
  });

  it.each([
    ['the key before', 'old', 'old'],
    ['nothing', undefined, undefined],
  ])('B6 puts back %s when the keychain cuts the new key short', async (_name, before, after) => {
    const keychain = aKeychain({ keep: (secret) => (secret === 'old' ? secret : secret.slice(0, 5)) });
    if (before !== undefined) keychain.entries.set('a1', before);
    const vault = createVault(keychain);
    const written = await vault.write('a1', key);
    expect(written).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'key' } });
    expect(keychain.entries.get('a1')).toBe(after);
    const read = await vault.read('a1');
    expect(read.ok && read.value?.reveal()).toBe(after);
  });

  it.each([
    ['writing', 2],
    ['reading back', 3],
  ])('B6 puts back the key before when %s fails', async (_name, failing) => {
    const keychain = aKeychain({ faultOf: (_call, count) => (count === failing ? 'no-answer' : undefined) });
    keychain.entries.set('a1', 'old');
    expect(await createVault(keychain).write('a1', key)).toEqual({
      ok: false,
      error: { kind: 'keychain', fault: 'no-answer' },
    });
    expect(keychain.entries.get('a1')).toBe('old');
  });
});

describe('the accounts’ keys', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
  });

  describe('keys', () => {
    it('are kept in the keychain and found there after the next start', async () => {
      const { id } = await desk.addOne();
      const state = { hasKey: true, place: 'keychain', savedAt };
      expect(valueOf(await desk.accounts.saveKey(id, key, 'keychain'))).toEqual(state);
      desk.restart();
      expect(valueOf(await desk.accounts.keyState(id))).toEqual(state);
      expect(await desk.revealed(id)).toBe('api-key-1234');
    });

    it('B4 are kept in memory by choice alone, and asked for again after the next start', async () => {
      const { id } = await desk.addOne();
      expect(valueOf(await desk.accounts.saveKey(id, key, 'memory'))).toEqual({
        hasKey: true,
        place: 'memory',
        savedAt,
      });
      expect(await desk.revealed(id)).toBe('api-key-1234');
      expect(desk.keychain.calls).toEqual([]);
      desk.restart();
      expect(valueOf(await desk.accounts.keyState(id))).toEqual(noKey);
      expect(await desk.revealed(id)).toBe('no-key');
    });

    it('F5 in memory are for the login that they were given for, and for no other one', async () => {
      const account = { ...(await desk.addOne()), key: { place: 'none', savedAt: null } } as const;
      const keys = createAccountKeys({
        vault: createVault(desk.keychain),
        store: desk.stored.store,
        practice: () => null,
        now: () => new Date(savedAt),
      });
      valueOf(await keys.save(account, key, 'memory'));
      expect(valueOf(await keys.keyFor(account)).reveal()).toBe('api-key-1234');
      for (const other of [{ baseUrl: 'https://other.example/api' }, { username: 'other@example.com' }]) {
        expect(await keys.keyFor({ ...account, ...other })).toEqual({ ok: false, error: { kind: 'no-key' } });
        expect(keys.stateOf({ ...account, ...other }).hasKey).toBe(false);
      }
    });

    it('B4 are kept nowhere when the keychain does not work', async () => {
      const { id } = await desk.addOne();
      desk.fault = 'no-service';
      expect(await desk.accounts.saveKey(id, key, 'keychain')).toEqual({
        ok: false,
        error: { kind: 'keychain', fault: 'no-service' },
      });
      expect(await desk.revealed(id)).toBe('no-key');
    });

    it('in memory give way to one that was saved in the keychain', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, new Secret('older'), 'memory');
      expect(valueOf(await desk.accounts.saveKey(id, key, 'keychain')).place).toBe('keychain');
      expect(await desk.revealed(id)).toBe('api-key-1234');
    });

    it('are forgotten in both places', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, key, 'keychain');
      await desk.accounts.saveKey(id, key, 'memory');
      expect(valueOf(await desk.accounts.forgetKey(id))).toEqual(noKey);
      expect(await desk.revealed(id)).toBe('no-key');
      expect(desk.keychain.entries.size).toBe(0);
    });

    it('B4 that are lent are used until they are taken back, and stored nowhere', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, key, 'keychain');
      const calls = [...desk.keychain.calls];
      const takeBackOne = desk.accounts.lendKey(id, new Secret('lent-1'));
      const takeBackTwo = desk.accounts.lendKey(id, new Secret('lent-2'));
      expect(await desk.revealed(id)).toBe('lent-2');
      takeBackOne();
      expect(await desk.revealed(id)).toBe('lent-2');
      takeBackTwo();
      takeBackTwo();
      expect(await desk.revealed(id)).toBe('api-key-1234');
      expect(desk.keychain.calls).toEqual(calls);
      expect([...desk.keychain.entries.values()]).toEqual(['api-key-1234']);
    });

    it('that are lent are for one account alone', async () => {
      const { id } = await desk.addOne();
      desk.accounts.lendKey('another', new Secret('lent'));
      expect(await desk.revealed(id)).toBe('no-key');
    });

    it('B5 that a locked keychain holds are not missing: the fault is told', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, key, 'keychain');
      desk.restart();
      desk.fault = 'locked';
      expect(await desk.accounts.keyFor(id)).toEqual({
        ok: false,
        error: { kind: 'keychain', fault: 'locked' },
      });
    });

    it('that someone took out of the keychain are missing', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, key, 'keychain');
      desk.keychain.entries.clear();
      desk.restart();
      expect(await desk.revealed(id)).toBe('no-key');
    });

    it('leave no trace in the keychain when the workspace cannot note them', async () => {
      const { id } = await desk.addOne();
      desk.stored.failAt('noteKey', 'full');
      expect(await desk.accounts.saveKey(id, key, 'keychain')).toMatchObject({
        ok: false,
        error: { kind: 'storage' },
      });
      expect(desk.keychain.entries.size).toBe(0);
    });
  });
});

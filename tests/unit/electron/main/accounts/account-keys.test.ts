import { beforeEach, describe, expect, it } from 'vitest';
import { createAccountKeys } from '../../../../../electron/main/accounts/account-keys.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { Desk, key, noKey, savedAt } from '../../../../support/accounts/a-desk.ts';

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

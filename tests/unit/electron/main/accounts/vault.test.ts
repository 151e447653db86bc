import { describe, expect, it } from 'vitest';
import { keychainFaults } from '../../../../../shared/app-error.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { aKeychain } from '../../../../support/keychain/a-keychain.ts';

const key = new Secret('api-key-1234');
const done = { ok: true, value: null };

describe('the vault', () => {
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

import { createDecipheriv } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { fail } from '#shared/result.ts';
import { createEncryption, sealingEntry } from '../../../../../electron/main/accounts/encryption.ts';
import { createAccountKeys, createVault } from '../../../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { AccountsWorld, draft, key, noKey, savedAt } from '../../../../support/accounts/an-accounts-world.ts';
import { aKeychain, type Misbehaviour } from '../../../../support/keychain/a-keychain.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { keychainFaults } from '#shared/domain/failures.ts';

describe('the vault', () => {
  const key = new Secret('api-key-1234');
  const done = { ok: true, value: null };

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
    expect(await createVault(keychain).write('a1', new Secret(text))).toEqual(
      fail({ kind: 'invalid-input', field: 'key', reason }),
    );
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
    const keychain = aKeychain({
      faultOf: (_call, count) => (count === failing ? 'no-answer' : undefined),
    });
    keychain.entries.set('a1', 'old');
    expect(await createVault(keychain).write('a1', key)).toEqual(
      fail({ kind: 'keychain', fault: 'no-answer' }),
    );
    expect(keychain.entries.get('a1')).toBe('old');
  });
});

describe('the accounts’ keys', () => {
  let world: AccountsWorld;
  beforeEach(() => {
    world = new AccountsWorld();
  });

  describe('keys', () => {
    it('are kept in the keychain and found there after the next start', async () => {
      const { id } = await world.addOne();
      const state = { hasKey: true, place: 'keychain', savedAt };
      expect(valueOf(await world.accounts.saveKey(id, key, 'keychain'))).toEqual(state);
      world.restart();
      expect(valueOf(world.accounts.keyState(id))).toEqual(state);
      expect(await world.revealed(id)).toBe('api-key-1234');
    });

    it('B4 are kept in memory by choice alone, and asked for again after the next start', async () => {
      const { id } = await world.addOne();
      expect(valueOf(await world.accounts.saveKey(id, key, 'memory'))).toEqual({
        hasKey: true,
        place: 'memory',
        savedAt,
      });
      expect(await world.revealed(id)).toBe('api-key-1234');
      expect(world.keychain.calls).toEqual([]);
      world.restart();
      expect(valueOf(world.accounts.keyState(id))).toEqual(noKey);
      expect(await world.revealed(id)).toBe('no-key');
    });

    it('F5 in memory are for the login that they were given for, and for no other one', async () => {
      const account = { ...(await world.addOne()), key: { place: 'none', savedAt: null } } as const;
      const keys = createAccountKeys({
        vault: createVault(world.keychain),
        store: world.stored.store,
        practice: () => null,
        now: () => new Date(savedAt),
      });
      valueOf(await keys.save(account, key, 'memory'));
      expect(valueOf(await keys.keyFor(account)).reveal()).toBe('api-key-1234');
      for (const other of [{ baseUrl: 'https://other.example/api' }, { username: 'other@example.com' }]) {
        expect(await keys.keyFor({ ...account, ...other })).toEqual(fail({ kind: 'no-key' }));
        expect(keys.stateOf({ ...account, ...other }).hasKey).toBe(false);
      }
    });

    it('B9 in the keychain are the same object for as long as the vault keeps the entry: masks are made of it', async () => {
      const { id } = await world.addOne();
      valueOf(await world.accounts.saveKey(id, key, 'keychain'));
      const account = valueOf(world.accounts.find(id));
      const keys = () => world.accounts.keyFor(id, account);
      expect(valueOf(await keys())).toBe(valueOf(await keys()));
    });

    it('B4 are kept nowhere when the keychain does not work', async () => {
      const { id } = await world.addOne();
      world.fault = 'no-service';
      expect(await world.accounts.saveKey(id, key, 'keychain')).toEqual(
        fail({ kind: 'keychain', fault: 'no-service' }),
      );
      expect(await world.revealed(id)).toBe('no-key');
    });

    it('in memory give way to one that was saved in the keychain', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, new Secret('older'), 'memory');
      expect(valueOf(await world.accounts.saveKey(id, key, 'keychain')).place).toBe('keychain');
      expect(await world.revealed(id)).toBe('api-key-1234');
    });

    it('are forgotten in both places', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      await world.accounts.saveKey(id, key, 'memory');
      expect(valueOf(await world.accounts.forgetKey(id))).toEqual(noKey);
      expect(await world.revealed(id)).toBe('no-key');
      expect(world.keychain.entries.size).toBe(0);
    });

    it('B4 that are lent are used until they are taken back, and stored nowhere', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      const calls = [...world.keychain.calls];
      const takeBackOne = world.accounts.useTemporaryKey(id, new Secret('lent-1'));
      const takeBackTwo = world.accounts.useTemporaryKey(id, new Secret('lent-2'));
      expect(await world.revealed(id)).toBe('lent-2');
      takeBackOne();
      expect(await world.revealed(id)).toBe('lent-2');
      takeBackTwo();
      takeBackTwo();
      expect(await world.revealed(id)).toBe('api-key-1234');
      expect(world.keychain.calls).toEqual(calls);
      expect([...world.keychain.entries.values()]).toEqual([
        expect.stringMatching(/^namedesk:.{43}:api-key-1234$/),
      ]);
    });

    it('that are lent are for one account alone', async () => {
      const { id } = await world.addOne();
      world.accounts.useTemporaryKey('another', new Secret('lent'));
      expect(await world.revealed(id)).toBe('no-key');
    });

    const options = defaultAccountOptions;
    const elsewhere = { ...draft, baseUrl: 'https://moved.example/api', options };

    it('(G7) the key of one login is not that of another, as after a restore of the account as it was', async () => {
      const { id } = await world.addOne();
      const before = valueOf(world.accounts.find(id));
      await world.accounts.edit({ ...elsewhere, id });
      await world.accounts.saveKey(id, key, 'keychain');
      // As a backup has it: the old address, and that there is a key.
      world.stored.store.save({ ...before, key: { place: 'keychain', savedAt } });
      world.restart();
      expect(await world.revealed(id)).toBe('no-key');
      expect(valueOf(world.accounts.keyState(id))).toEqual(noKey);
      world.stored.store.save({ ...elsewhere, id, kind: 'reseller' });
      expect(await world.revealed(id)).toBe('api-key-1234');
    });

    it('(G7) a connection to the address of before an edit gets no key', async () => {
      const { id } = await world.addOne();
      const before = valueOf(world.accounts.find(id));
      await world.accounts.edit({ ...elsewhere, id });
      await world.accounts.saveKey(id, key, 'keychain');
      expect(await world.accounts.keyFor(id, before)).toEqual(fail({ kind: 'no-key' }));
      expect(await world.revealed(id)).toBe('api-key-1234');
    });

    it('(G7) the same service at a new address keeps its key, and the old one has none any more', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      const before = valueOf(world.accounts.find(id));
      await world.accounts.edit({ ...elsewhere, id, isSameService: true });
      expect(await world.revealed(id)).toBe('api-key-1234');
      world.stored.store.save({ ...before, key: { place: 'keychain', savedAt } });
      expect(await world.revealed(id)).toBe('no-key');
    });

    it('(G7) an entry that names no login is nobody’s key, and stays', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      world.keychain.entries.set(id, 'api-key-1234');
      world.restart();
      expect(await world.revealed(id)).toBe('no-key');
      expect(world.keychain.entries.get(id)).toBe('api-key-1234');
    });

    it('B5 that a locked keychain holds are not missing: the fault is told', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      world.restart();
      world.fault = 'locked';
      expect(await world.accounts.keyFor(id, draft)).toEqual(fail({ kind: 'keychain', fault: 'locked' }));
    });

    it('that someone took out of the keychain are missing', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      world.keychain.entries.clear();
      world.restart();
      expect(await world.revealed(id)).toBe('no-key');
    });

    it('leave no trace in the keychain when the workspace cannot note them', async () => {
      const { id } = await world.addOne();
      world.stored.failAt('noteKey', 'full');
      expect(await world.accounts.saveKey(id, key, 'keychain')).toMatchObject({
        ok: false,
        error: { kind: 'storage' },
      });
      expect(world.keychain.entries.size).toBe(0);
    });

    it('B6 are the previous ones where the workspace cannot note that there are others', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      const before = world.keychain.entries.get(id);
      world.stored.failAt('noteKey', 'full');
      expect(await world.accounts.saveKey(id, new Secret('another'), 'keychain')).toMatchObject({
        ok: false,
      });
      expect(world.keychain.entries.get(id)).toBe(before);
    });
  });
});

describe('encryption', () => {
  const text = 'Anna Schmidt, Lindenallee 4, 23552 Lübeck';
  const purpose = 'a template';
  const cannotOpen = { ok: true, value: null };

  function aWorld(misbehaviour?: Misbehaviour) {
    const keychain = aKeychain(misbehaviour);
    const vault = createVault(keychain);
    return { keychain, vault, sealing: createEncryption({ vault }) };
  }

  describe('sealing', () => {
    it.each([
      ['a contact', text],
      ['nothing', ''],
      ['200,000 characters', 'ü'.repeat(200_000)],
    ])('gives back %s as it was', async (_name, body) => {
      const { sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(body, purpose));
      expect(await sealing.open(sealed, purpose)).toEqual({ ok: true, value: body });
      expect(body !== '' && Buffer.from(sealed).includes(body)).toBe(false);
    });

    it('is AES-256-GCM: version, nonce, tag, text; the version and the purpose are authenticated', async () => {
      const { keychain, sealing } = aWorld();
      const sealed = Buffer.from(valueOf(await sealing.seal(text, purpose)));
      const key = Buffer.from(keychain.entries.get(sealingEntry) ?? '', 'base64');
      expect([key.length, sealed[0], sealed.length]).toEqual([32, 1, 1 + 12 + 16 + Buffer.byteLength(text)]);
      const opener = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
      opener.setAAD(Buffer.from(`\u0001${purpose}`)).setAuthTag(sealed.subarray(13, 29));
      expect(Buffer.concat([opener.update(sealed.subarray(29)), opener.final()]).toString()).toBe(text);
    });

    it('seals the same text otherwise each time', async () => {
      const { sealing } = aWorld();
      const sealed = await Promise.all(Array.from({ length: 100 }, () => sealing.seal(text, purpose)));
      const nonces = sealed.map((one) => Buffer.from(valueOf(one)).subarray(1, 13).toString('hex'));
      expect(new Set(nonces).size).toBe(100);
    });

    it('opens nothing of which a single bit was changed, wherever', async () => {
      const { sealing } = aWorld();
      const sealed = valueOf(await sealing.seal('Anna', purpose));
      const opened = new Set<string | null>();
      for (let bit = 0; bit < sealed.length * 8; bit += 1) {
        const flipped = sealed.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        opened.add(valueOf(await sealing.open(flipped, purpose)));
      }
      expect([...opened]).toEqual([null]);
    });

    it('opens nothing that was cut short', async () => {
      const { sealing } = aWorld();
      const sealed = valueOf(await sealing.seal('Anna', purpose));
      for (let length = 0; length < sealed.length; length += 1) {
        expect(await sealing.open(sealed.slice(0, length), purpose)).toEqual(cannotOpen);
      }
    });

    it('opens nothing that was sealed for another purpose', async () => {
      const { sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(text, 'draft of a1 example.com contacts'));
      expect(await sealing.open(sealed, 'draft of a1 example.net contacts')).toEqual(cannotOpen);
    });

    it('makes one key, however many seal for the first time together', async () => {
      const { keychain, sealing } = aWorld();
      const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
      const sealed = await Promise.all(texts.map((one) => sealing.seal(one, purpose)));
      expect(keychain.calls.filter((call) => call.startsWith('set'))).toHaveLength(1);
      const opened = await Promise.all(sealed.map((one) => sealing.open(valueOf(one), purpose)));
      expect(opened.map(valueOf)).toEqual(texts);
    });

    it('B2 asks the keychain again only after the vault was told to forget', async () => {
      const { keychain, vault, sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(text, purpose));
      const calls = keychain.calls.length;
      await sealing.open(sealed, purpose);
      await sealing.seal(text, purpose);
      expect(keychain.calls).toHaveLength(calls);
      vault.forgetCached();
      expect(await sealing.open(sealed, purpose)).toEqual({ ok: true, value: text });
      expect(keychain.calls).toHaveLength(calls + 1);
    });

    it('opens after a restart what was sealed before', async () => {
      const { keychain, sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(text, purpose));
      const next = createEncryption({ vault: createVault(keychain) });
      expect(await next.open(sealed, purpose)).toEqual({ ok: true, value: text });
    });
  });

  describe('sealing where the keychain is in the way', () => {
    it.each(keychainFaults)('B5 fails with %s, and makes no key', async (fault) => {
      const { keychain, sealing } = aWorld({ faultOf: () => fault });
      const failure = { ok: false, error: { kind: 'keychain', fault } };
      expect(await sealing.seal(text, purpose)).toEqual(failure);
      expect(await sealing.open(new Uint8Array(40), purpose)).toEqual(failure);
      expect(keychain.calls.filter((call) => !call.startsWith('get'))).toEqual([]);
    });

    it('B5 puts no new key over one that could not be read just now', async () => {
      let fault: 'locked' | undefined = 'locked';
      const { keychain, sealing } = aWorld({ faultOf: () => fault });
      keychain.entries.set(sealingEntry, Buffer.alloc(32, 7).toString('base64'));
      expect((await sealing.seal(text, purpose)).ok).toBe(false);
      fault = undefined;
      valueOf(await sealing.seal(text, purpose));
      expect(keychain.entries.get(sealingEntry)).toBe(Buffer.alloc(32, 7).toString('base64'));
    });

    it('opens nothing once the key is gone, and makes none for it', async () => {
      const { keychain, vault, sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(text, purpose));
      keychain.entries.delete(sealingEntry);
      vault.forgetCached();
      expect(await sealing.open(sealed, purpose)).toEqual(cannotOpen);
      expect(keychain.entries.size).toBe(0);
    });

    it('opens nothing with the key of another time', async () => {
      const { keychain, vault, sealing } = aWorld();
      const sealed = valueOf(await sealing.seal(text, purpose));
      keychain.entries.set(sealingEntry, Buffer.alloc(32, 7).toString('base64'));
      vault.forgetCached();
      expect(await sealing.open(sealed, purpose)).toEqual(cannotOpen);
    });

    it.each([
      ['of another length', Buffer.alloc(16, 7).toString('base64')],
      ['no key at all', 'not a key'],
    ])('seals nothing with an entry that is %s, and leaves it', async (_name, entry) => {
      const { keychain, sealing } = aWorld();
      keychain.entries.set(sealingEntry, entry);
      expect(await sealing.seal(text, purpose)).toEqual(fail({ kind: 'keychain', fault: 'denied' }));
      expect(keychain.entries.get(sealingEntry)).toBe(entry);
    });

    it('B6 seals nothing with a key that the keychain does not give back as it was given', async () => {
      const { keychain, sealing } = aWorld({ keep: (secret) => secret.slice(0, 20) });
      expect(await sealing.seal(text, purpose)).toEqual(fail({ kind: 'keychain', fault: 'denied' }));
      expect(keychain.entries.size).toBe(0);
    });

    it.each([
      ['before the key is in the keychain', 3, 0],
      ['before the keychain has shown that it has it', 4, 1],
    ])('seals nothing with a key that nobody has: the process ends %s', async (_name, calls, entries) => {
      const { keychain, sealing } = aWorld({
        faultOf: (_call, count) => (count > calls ? 'no-answer' : undefined),
      });
      expect((await sealing.seal(text, purpose)).ok).toBe(false);
      expect(keychain.entries.size).toBe(entries);
      const left = keychain.entries.get(sealingEntry);
      const after = aKeychainWith(keychain.entries);
      const next = createEncryption({ vault: createVault(after) });
      const sealed = valueOf(await next.seal(text, purpose));
      expect(await next.open(sealed, purpose)).toEqual({ ok: true, value: text });
      expect(after.entries.get(sealingEntry)).toBe(left ?? after.entries.get(sealingEntry));
    });
  });

  function aKeychainWith(entries: ReadonlyMap<string, string>) {
    const keychain = aKeychain();
    for (const [entry, secret] of entries) keychain.entries.set(entry, secret);
    return keychain;
  }
});

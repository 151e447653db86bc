import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryption, sealingEntry } from '../../../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { keychainFaults } from '../../../../../shared/errors.ts';
import { aKeychain, type Misbehaviour } from '../../../../support/keychain/a-keychain.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const text = 'Anna Schmidt, Lindenallee 4, 23552 Lübeck';
const purpose = 'a template';
const cannotOpen = { ok: true, value: null };

function aDesk(misbehaviour?: Misbehaviour) {
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
    const { sealing } = aDesk();
    const sealed = valueOf(await sealing.seal(body, purpose));
    expect(await sealing.open(sealed, purpose)).toEqual({ ok: true, value: body });
    expect(body !== '' && Buffer.from(sealed).includes(body)).toBe(false);
  });

  it('is AES-256-GCM: version, nonce, tag, text; the version and the purpose are authenticated', async () => {
    const { keychain, sealing } = aDesk();
    const sealed = Buffer.from(valueOf(await sealing.seal(text, purpose)));
    const key = Buffer.from(keychain.entries.get(sealingEntry) ?? '', 'base64');
    expect([key.length, sealed[0], sealed.length]).toEqual([32, 1, 1 + 12 + 16 + Buffer.byteLength(text)]);
    const opener = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
    opener.setAAD(Buffer.from(`\u0001${purpose}`)).setAuthTag(sealed.subarray(13, 29));
    expect(Buffer.concat([opener.update(sealed.subarray(29)), opener.final()]).toString()).toBe(text);
  });

  it('seals the same text otherwise each time', async () => {
    const { sealing } = aDesk();
    const sealed = await Promise.all(Array.from({ length: 100 }, () => sealing.seal(text, purpose)));
    const nonces = sealed.map((one) => Buffer.from(valueOf(one)).subarray(1, 13).toString('hex'));
    expect(new Set(nonces).size).toBe(100);
  });

  it('opens nothing of which a single bit was changed, wherever', async () => {
    const { sealing } = aDesk();
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
    const { sealing } = aDesk();
    const sealed = valueOf(await sealing.seal('Anna', purpose));
    for (let length = 0; length < sealed.length; length += 1) {
      expect(await sealing.open(sealed.slice(0, length), purpose)).toEqual(cannotOpen);
    }
  });

  it('opens nothing that was sealed for another purpose', async () => {
    const { sealing } = aDesk();
    const sealed = valueOf(await sealing.seal(text, 'draft of a1 example.com contacts'));
    expect(await sealing.open(sealed, 'draft of a1 example.net contacts')).toEqual(cannotOpen);
  });

  it('makes one key, however many seal for the first time together', async () => {
    const { keychain, sealing } = aDesk();
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const sealed = await Promise.all(texts.map((one) => sealing.seal(one, purpose)));
    expect(keychain.calls.filter((call) => call.startsWith('set'))).toHaveLength(1);
    const opened = await Promise.all(sealed.map((one) => sealing.open(valueOf(one), purpose)));
    expect(opened.map(valueOf)).toEqual(texts);
  });

  it('B2 asks the keychain again only after the vault was told to forget', async () => {
    const { keychain, vault, sealing } = aDesk();
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
    const { keychain, sealing } = aDesk();
    const sealed = valueOf(await sealing.seal(text, purpose));
    const next = createEncryption({ vault: createVault(keychain) });
    expect(await next.open(sealed, purpose)).toEqual({ ok: true, value: text });
  });
});

describe('sealing where the keychain is in the way', () => {
  it.each(keychainFaults)('B5 fails with %s, and makes no key', async (fault) => {
    const { keychain, sealing } = aDesk({ faultOf: () => fault });
    const failure = { ok: false, error: { kind: 'keychain', fault } };
    expect(await sealing.seal(text, purpose)).toEqual(failure);
    expect(await sealing.open(new Uint8Array(40), purpose)).toEqual(failure);
    expect(keychain.calls.filter((call) => !call.startsWith('get'))).toEqual([]);
  });

  it('B5 puts no new key over one that could not be read just now', async () => {
    let fault: 'locked' | undefined = 'locked';
    const { keychain, sealing } = aDesk({ faultOf: () => fault });
    keychain.entries.set(sealingEntry, Buffer.alloc(32, 7).toString('base64'));
    expect((await sealing.seal(text, purpose)).ok).toBe(false);
    fault = undefined;
    valueOf(await sealing.seal(text, purpose));
    expect(keychain.entries.get(sealingEntry)).toBe(Buffer.alloc(32, 7).toString('base64'));
  });

  it('opens nothing once the key is gone, and makes none for it', async () => {
    const { keychain, vault, sealing } = aDesk();
    const sealed = valueOf(await sealing.seal(text, purpose));
    keychain.entries.delete(sealingEntry);
    vault.forgetCached();
    expect(await sealing.open(sealed, purpose)).toEqual(cannotOpen);
    expect(keychain.entries.size).toBe(0);
  });

  it('opens nothing with the key of another time', async () => {
    const { keychain, vault, sealing } = aDesk();
    const sealed = valueOf(await sealing.seal(text, purpose));
    keychain.entries.set(sealingEntry, Buffer.alloc(32, 7).toString('base64'));
    vault.forgetCached();
    expect(await sealing.open(sealed, purpose)).toEqual(cannotOpen);
  });

  it.each([
    ['of another length', Buffer.alloc(16, 7).toString('base64')],
    ['no key at all', 'not a key'],
  ])('seals nothing with an entry that is %s, and leaves it', async (_name, entry) => {
    const { keychain, sealing } = aDesk();
    keychain.entries.set(sealingEntry, entry);
    expect(await sealing.seal(text, purpose)).toEqual({
      ok: false,
      error: { kind: 'keychain', fault: 'denied' },
    });
    expect(keychain.entries.get(sealingEntry)).toBe(entry);
  });

  it('B6 seals nothing with a key that the keychain does not give back as it was given', async () => {
    const { keychain, sealing } = aDesk({ keep: (secret) => secret.slice(0, 20) });
    expect(await sealing.seal(text, purpose)).toEqual({
      ok: false,
      error: { kind: 'keychain', fault: 'denied' },
    });
    expect(keychain.entries.size).toBe(0);
  });

  it.each([
    ['before the key is in the keychain', 3, 0],
    ['before the keychain has shown that it has it', 4, 1],
  ])('seals nothing with a key that nobody has: the process ends %s', async (_name, calls, entries) => {
    const { keychain, sealing } = aDesk({
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

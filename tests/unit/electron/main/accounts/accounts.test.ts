import { beforeEach, describe, expect, it } from 'vitest';
import { type KeychainFault } from '../../../../../shared/app-error.ts';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { accountSummary } from '../../../../../shared/ipc/schemas.ts';
import { type PracticeSeat } from '../../../../../electron/main/accounts/account.ts';
import { createAccountKeys } from '../../../../../electron/main/accounts/account-keys.ts';
import { type Accounts, createAccounts } from '../../../../../electron/main/accounts/accounts.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { type AStore, aStore } from '../../../../support/accounts/a-store.ts';
import { aKeychain, type KeychainInMemory } from '../../../../support/keychain/a-keychain.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const draft = {
  label: 'Acme',
  colour: 'blue',
  baseUrl: 'https://reseller.example/api/index.php',
  username: 'reseller@example.com',
} as const;
const key = new Secret('api-key-1234');
const noKey = { hasKey: false, place: 'none', savedAt: null };
const savedAt = '2026-02-21T14:05:06.007Z';

describe('the accounts', () => {
  let stored: AStore;
  let keychain: KeychainInMemory;
  let fault: KeychainFault | undefined;
  let seat: PracticeSeat | null;
  let accounts: Accounts;

  /** The application as it is after a start: memory is empty, store and keychain are as they were. */
  function start(): void {
    const practice = () => seat;
    const keys = createAccountKeys({
      vault: createVault(keychain),
      store: stored.store,
      practice,
      now: () => new Date(savedAt),
    });
    accounts = createAccounts({
      store: stored.store,
      keys,
      practice,
      parseBaseUrl,
      newId: () => crypto.randomUUID(),
    });
  }
  beforeEach(() => {
    stored = aStore();
    fault = undefined;
    keychain = aKeychain({ faultOf: () => fault });
    seat = {
      baseUrl: 'http://127.0.0.1:4000',
      username: 'practice@example.com',
      key: new Secret('made-anew'),
    };
    start();
  });

  const addOne = async () => valueOf(await accounts.add(draft));
  const revealed = async (id: string) => {
    const found = await accounts.keyFor(id);
    return found.ok ? found.value.reveal() : found.error.kind;
  };

  describe('adding', () => {
    it('gives careful defaults and no key, and the first account is the active one', async () => {
      const account = await addOne();
      expect(account).toEqual({
        ...draft,
        id: expect.any(String) as string,
        kind: 'reseller',
        options: defaultAccountOptions,
        key: noKey,
      });
      expect(accountSummary.parse(account)).toEqual(account);
      await accounts.add({ ...draft, label: 'Second' });
      expect(valueOf(await accounts.list())).toMatchObject({
        accounts: [{ label: 'Acme' }, { label: 'Second' }],
        activeId: account.id,
      });
    });

    it('trims what was entered', async () => {
      const spaced = {
        ...draft,
        label: ' Acme ',
        baseUrl: ' https://x.example/api/ ',
        username: ' a@b.example ',
      };
      expect(valueOf(await accounts.add(spaced))).toMatchObject({
        label: 'Acme',
        baseUrl: 'https://x.example/api',
        username: 'a@b.example',
      });
    });

    it.each([
      ['an empty label', { label: '  ' }, 'label', /needs a name/],
      ['a label that another has, in other letters', { label: 'ACME' }, 'label', /Another account/],
      [
        'an address without a scheme',
        { label: 'B', baseUrl: 'reseller.example/api' },
        'baseUrl',
        /not a URL/,
      ],
      [
        'plain http to another machine',
        { label: 'B', baseUrl: 'http://reseller.example' },
        'baseUrl',
        /readable/,
      ],
      ['no e-mail address', { label: 'B', username: 'reseller' }, 'username', /e-mail/],
      ['an e-mail address with a space', { label: 'B', username: 'a b@example.com' }, 'username', /e-mail/],
    ])('refuses %s at its field', async (_name, changes, field, reason) => {
      await addOne();
      const added = await accounts.add({ ...draft, ...changes });
      expect(added).toEqual({
        ok: false,
        error: { kind: 'invalid-input', field, reason: expect.stringMatching(reason) as string },
      });
      expect(valueOf(await accounts.list()).accounts).toHaveLength(1);
    });

    it('lets one of two equal labels through that are added at the same time', async () => {
      const both = await Promise.all([accounts.add(draft), accounts.add(draft)]);
      expect(both.map((added) => added.ok)).toEqual([true, false]);
    });
  });

  describe('the practice account', () => {
    it('needs no keychain: address, user and key are the running practice service’s', async () => {
      fault = 'no-bus';
      const practice = valueOf(await accounts.addPractice());
      expect(practice).toMatchObject({
        kind: 'practice',
        label: 'Practice',
        baseUrl: 'http://127.0.0.1:4000',
        username: 'practice@example.com',
        key: { hasKey: true, place: 'memory' },
      });
      expect(await revealed(practice.id)).toBe('made-anew');
      expect(keychain.calls).toEqual([]);
    });

    it('is there once, however often it is asked for', async () => {
      const first = valueOf(await accounts.addPractice());
      expect(valueOf(await accounts.addPractice()).id).toBe(first.id);
      expect(valueOf(await accounts.list()).accounts).toHaveLength(1);
    });

    it('has another address and another key after the next start', async () => {
      const { id } = valueOf(await accounts.addPractice());
      seat = { baseUrl: 'http://127.0.0.1:5000', username: 'practice@example.com', key: new Secret('newer') };
      start();
      expect(valueOf(await accounts.find(id)).baseUrl).toBe('http://127.0.0.1:5000');
      expect(await revealed(id)).toBe('newer');
    });

    it('has no key while the practice service does not run', async () => {
      const { id } = valueOf(await accounts.addPractice());
      seat = null;
      expect(valueOf(await accounts.find(id)).key).toEqual(noKey);
      expect(await revealed(id)).toBe('no-key');
    });

    it('takes no other key, and a name that is free', async () => {
      await accounts.add({ ...draft, label: 'Practice' });
      const practice = valueOf(await accounts.addPractice());
      expect(practice.label).toBe('Practice 2');
      expect(await accounts.saveKey(practice.id, key, 'keychain')).toMatchObject({ ok: false });
      expect(keychain.calls).toEqual([]);
    });

    it('changes its name, colour and options, not its address', async () => {
      const { id } = valueOf(await accounts.addPractice());
      const options = { ...defaultAccountOptions, concurrency: 8 };
      const edited = await accounts.edit({ ...draft, id, colour: 'red', options });
      expect(valueOf(edited)).toMatchObject({
        label: 'Acme',
        colour: 'red',
        options,
        baseUrl: seat?.baseUrl,
      });
    });
  });

  describe('keys', () => {
    it('are kept in the keychain and found there after the next start', async () => {
      const { id } = await addOne();
      const state = { hasKey: true, place: 'keychain', savedAt };
      expect(valueOf(await accounts.saveKey(id, key, 'keychain'))).toEqual(state);
      start();
      expect(valueOf(await accounts.keyState(id))).toEqual(state);
      expect(await revealed(id)).toBe('api-key-1234');
    });

    it('B4 are kept in memory by choice alone, and asked for again after the next start', async () => {
      const { id } = await addOne();
      expect(valueOf(await accounts.saveKey(id, key, 'memory'))).toEqual({
        hasKey: true,
        place: 'memory',
        savedAt,
      });
      expect(await revealed(id)).toBe('api-key-1234');
      expect(keychain.calls).toEqual([]);
      start();
      expect(valueOf(await accounts.keyState(id))).toEqual(noKey);
      expect(await revealed(id)).toBe('no-key');
    });

    it('B4 are kept nowhere when the keychain does not work', async () => {
      const { id } = await addOne();
      fault = 'no-service';
      expect(await accounts.saveKey(id, key, 'keychain')).toEqual({
        ok: false,
        error: { kind: 'keychain', fault: 'no-service' },
      });
      expect(await revealed(id)).toBe('no-key');
    });

    it('in memory give way to one that was saved in the keychain', async () => {
      const { id } = await addOne();
      await accounts.saveKey(id, new Secret('older'), 'memory');
      expect(valueOf(await accounts.saveKey(id, key, 'keychain')).place).toBe('keychain');
      expect(await revealed(id)).toBe('api-key-1234');
    });

    it('are forgotten in both places', async () => {
      const { id } = await addOne();
      await accounts.saveKey(id, key, 'keychain');
      await accounts.saveKey(id, key, 'memory');
      expect(valueOf(await accounts.forgetKey(id))).toEqual(noKey);
      expect(await revealed(id)).toBe('no-key');
      expect(keychain.entries.size).toBe(0);
    });

    it('B5 that a locked keychain holds are not missing: the fault is told', async () => {
      const { id } = await addOne();
      await accounts.saveKey(id, key, 'keychain');
      start();
      fault = 'locked';
      expect(await accounts.keyFor(id)).toEqual({ ok: false, error: { kind: 'keychain', fault: 'locked' } });
    });

    it('that someone took out of the keychain are missing', async () => {
      const { id } = await addOne();
      await accounts.saveKey(id, key, 'keychain');
      keychain.entries.clear();
      start();
      expect(await revealed(id)).toBe('no-key');
    });

    it('leave no trace in the keychain when the workspace cannot note them', async () => {
      const { id } = await addOne();
      stored.failAt('noteKey', 'full');
      expect(await accounts.saveKey(id, key, 'keychain')).toMatchObject({
        ok: false,
        error: { kind: 'storage' },
      });
      expect(keychain.entries.size).toBe(0);
    });
  });

  describe('editing', () => {
    const withKey = async () => {
      const account = await addOne();
      await accounts.saveKey(account.id, key, 'keychain');
      return { ...account, options: defaultAccountOptions };
    };

    it.each([
      ['the label', { label: 'Renamed' }],
      ['its letters', { label: 'ACME' }],
      ['the colour', { colour: 'red' as const }],
      ['the path on the same server', { baseUrl: 'https://reseller.example/other.php' }],
      ['an option', { options: { ...defaultAccountOptions, premiumEnabled: true } }],
    ])('keeps the key when %s changes', async (_name, changes) => {
      const account = await withKey();
      expect(valueOf(await accounts.edit({ ...account, ...changes }))).toMatchObject({
        ...changes,
        key: { hasKey: true },
      });
    });

    it.each([
      ['another server', { baseUrl: 'https://other.example/api/index.php' }],
      ['another port', { baseUrl: 'https://reseller.example:8443/api/index.php' }],
      ['another user', { username: 'other@example.com' }],
    ])('forgets the key for %s: it was not given for that', async (_name, changes) => {
      const account = await withKey();
      expect(valueOf(await accounts.edit({ ...account, ...changes }))).toMatchObject({
        ...changes,
        key: noKey,
      });
      expect(keychain.entries.size).toBe(0);
    });

    it('changes nothing when the key for the server before cannot be removed', async () => {
      const account = await withKey();
      fault = 'locked';
      const edited = await accounts.edit({ ...account, baseUrl: 'https://other.example/api' });
      expect(edited).toEqual({ ok: false, error: { kind: 'keychain', fault: 'locked' } });
      expect(valueOf(await accounts.find(account.id)).baseUrl).toBe(draft.baseUrl);
    });

    it('refuses what adding refuses', async () => {
      const account = await withKey();
      await accounts.add({ ...draft, label: 'Second' });
      expect(await accounts.edit({ ...account, label: 'second' })).toMatchObject({ ok: false });
      expect(await accounts.edit({ ...account, baseUrl: 'ftp://x' })).toMatchObject({ ok: false });
    });
  });

  describe('removing', () => {
    it('takes the key along, and leaves no account active', async () => {
      const { id } = await addOne();
      await accounts.add({ ...draft, label: 'Second' });
      await accounts.saveKey(id, key, 'keychain');
      expect(await accounts.remove(id)).toMatchObject({ ok: true });
      expect(keychain.entries.size).toBe(0);
      expect(valueOf(await accounts.list())).toMatchObject({
        accounts: [{ label: 'Second' }],
        activeId: null,
      });
    });

    it('removes nothing when the key cannot be removed', async () => {
      const { id } = await addOne();
      await accounts.saveKey(id, key, 'keychain');
      fault = 'no-answer';
      expect(await accounts.remove(id)).toEqual({
        ok: false,
        error: { kind: 'keychain', fault: 'no-answer' },
      });
      expect(valueOf(await accounts.list()).accounts).toHaveLength(1);
    });
  });

  it('selects another account', async () => {
    await addOne();
    const second = valueOf(await accounts.add({ ...draft, label: 'Second' }));
    expect(valueOf(await accounts.select(second.id))).toEqual(second);
    expect(valueOf(await accounts.list()).activeId).toBe(second.id);
  });

  it.each([
    ['find', () => accounts.find('nobody')],
    ['edit', () => accounts.edit({ ...draft, id: 'nobody', options: defaultAccountOptions })],
    ['remove', () => accounts.remove('nobody')],
    ['select', () => accounts.select('nobody')],
    ['saveKey', () => accounts.saveKey('nobody', key, 'keychain')],
    ['keyFor', () => accounts.keyFor('nobody')],
  ])('knows no account that is not there: %s', async (_name, ask) => {
    expect(await ask()).toEqual({ ok: false, error: { kind: 'no-account' } });
    expect(keychain.calls).toEqual([]);
  });

  it('A12 never shows a key, whatever is asked', async () => {
    const { id } = await addOne();
    await accounts.saveKey(id, key, 'keychain');
    const { id: other } = valueOf(await accounts.add({ ...draft, label: 'Second' }));
    await accounts.saveKey(other, key, 'memory');
    await accounts.addPractice();
    const shown = JSON.stringify([
      await accounts.list(),
      await accounts.find(id),
      await accounts.keyState(other),
    ]);
    expect(shown).not.toMatch(/api-key-1234|made-anew/);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createJournalRepository } from '../../../../../electron/main/workspace/journal/journal-repository.ts';
import { accountSummary } from '../../../../../shared/areas/common-schemas.ts';
import { defaultAccountOptions, serviceOf } from '../../../../../shared/domain/account.ts';
import { sentencesFor } from '../../../../../shared/error-sentences.ts';
import { AccountsWorld, draft, key, noKey, savedAt } from '../../../../support/accounts/an-accounts-world.ts';
import { changeId, planned } from '../../../../support/workspace/a-journal.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('the accounts', () => {
  let world: AccountsWorld;
  beforeEach(() => {
    world = new AccountsWorld();
  });

  describe('the practice account', () => {
    it('needs no keychain: address, user and key are the running practice service’s', async () => {
      world.fault = 'no-bus';
      const practice = valueOf(await world.accounts.addPractice());
      expect(practice).toMatchObject({
        kind: 'practice',
        label: 'Practice',
        baseUrl: 'http://127.0.0.1:4000',
        username: 'practice@example.com',
        key: { hasKey: true, place: 'memory' },
      });
      expect(await world.revealed(practice.id)).toBe('made-anew');
      expect(world.keychain.calls).toEqual([]);
    });

    it('is there once, however often it is asked for', async () => {
      const first = valueOf(await world.accounts.addPractice());
      expect(valueOf(await world.accounts.addPractice()).id).toBe(first.id);
      expect(world.accounts.list().accounts).toHaveLength(1);
    });

    it('has another address and another key after the next start', async () => {
      const { id } = valueOf(await world.accounts.addPractice());
      world.credentials = {
        baseUrl: 'http://127.0.0.1:5000',
        username: 'practice@example.com',
        key: new Secret('newer'),
      };
      world.restart();
      expect(valueOf(world.accounts.find(id)).baseUrl).toBe('http://127.0.0.1:5000');
      expect(await world.revealed(id)).toBe('newer');
    });

    it('has no key while the practice service does not run', async () => {
      const { id } = valueOf(await world.accounts.addPractice());
      world.credentials = null;
      expect(valueOf(world.accounts.find(id)).key).toEqual(noKey);
      expect(await world.revealed(id)).toBe('no-key');
    });

    it('takes no other key, and a name that is free', async () => {
      await world.accounts.add({ ...draft, label: 'Practice' });
      const practice = valueOf(await world.accounts.addPractice());
      expect(practice.label).toBe('Practice 2');
      expect(await world.accounts.saveKey(practice.id, key, 'keychain')).toMatchObject({ ok: false });
      expect(world.keychain.calls).toEqual([]);
    });

    it('changes its name, colour and options, not its address', async () => {
      const { id } = valueOf(await world.accounts.addPractice());
      const options = { ...defaultAccountOptions, concurrency: 8 };
      const edited = await world.accounts.edit({ ...draft, id, colour: 'red', options });
      expect(valueOf(edited)).toMatchObject({
        label: 'Acme',
        colour: 'red',
        options,
        baseUrl: world.credentials?.baseUrl,
      });
    });
  });

  it('selects another account', async () => {
    await world.addOne();
    const second = valueOf(await world.accounts.add({ ...draft, label: 'Second' }));
    expect(valueOf(await world.accounts.select(second.id))).toEqual(second);
    expect(world.accounts.list().activeId).toBe(second.id);
  });

  it.each([
    ['find', () => world.accounts.find('nobody')],
    ['edit', () => world.accounts.edit({ ...draft, id: 'nobody', options: defaultAccountOptions })],
    ['remove', () => world.accounts.remove('nobody')],
    ['select', () => world.accounts.select('nobody')],
    ['saveKey', () => world.accounts.saveKey('nobody', key, 'keychain')],
    ['keyFor', () => world.accounts.keyFor('nobody', draft)],
  ])('knows no account that is not there: %s', async (_name, ask) => {
    expect(await ask()).toEqual(fail({ kind: 'no-account' }));
    expect(world.keychain.calls).toEqual([]);
  });

  it('A12 never shows a key, whatever is asked', async () => {
    const { id } = await world.addOne();
    await world.accounts.saveKey(id, key, 'keychain');
    const { id: other } = valueOf(await world.accounts.add({ ...draft, label: 'Second' }));
    await world.accounts.saveKey(other, key, 'memory');
    await world.accounts.addPractice();
    const shown = JSON.stringify([
      world.accounts.list(),
      world.accounts.find(id),
      world.accounts.keyState(other),
    ]);
    expect(shown).not.toMatch(/api-key-1234|made-anew/);
  });
});

describe('changing accounts', () => {
  let world: AccountsWorld;
  beforeEach(() => {
    world = new AccountsWorld();
  });

  describe('adding', () => {
    it('gives careful defaults and no key, and the first account is the active one', async () => {
      const account = await world.addOne();
      expect(account).toEqual({
        ...draft,
        id: expect.any(String) as string,
        kind: 'reseller',
        options: defaultAccountOptions,
        key: noKey,
      });
      expect(accountSummary.parse(account)).toEqual(account);
      await world.accounts.add({ ...draft, label: 'Second' });
      expect(world.accounts.list()).toMatchObject({
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
      expect(valueOf(await world.accounts.add(spaced))).toMatchObject({
        label: 'Acme',
        baseUrl: 'https://x.example/api',
        username: 'a@b.example',
      });
    });

    it.each([
      ['an empty label', { label: '  ' }, 'label', /needs a name/],
      ['a label that is too long', { label: 'x'.repeat(81) }, 'label', /80 characters/],
      [
        'an e-mail address that is too long',
        { label: 'B', username: `${'x'.repeat(320)}@b.example` },
        'username',
        /320/,
      ],
      [
        'a base URL that is too long',
        { label: 'B', baseUrl: `https://b.example/${'x'.repeat(2_048)}` },
        'baseUrl',
        /2048/,
      ],
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
        /so your key is encrypted/,
      ],
      ['no e-mail address', { label: 'B', username: 'reseller' }, 'username', /e-mail/],
      ['an e-mail address with a space', { label: 'B', username: 'a b@example.com' }, 'username', /e-mail/],
    ])('refuses %s at its field', async (_name, changes, field, reason) => {
      await world.addOne();
      const added = await world.accounts.add({ ...draft, ...changes });
      expect(added).toEqual(
        fail({ kind: 'invalid-input', field, reason: expect.stringMatching(reason) as string }),
      );
      expect(world.accounts.list().accounts).toHaveLength(1);
    });

    it('lets one of two equal labels through that are added at the same time', async () => {
      const both = await Promise.all([world.accounts.add(draft), world.accounts.add(draft)]);
      expect(both.map((added) => added.ok)).toEqual([true, false]);
    });
  });

  describe('editing', () => {
    const withKey = async () => {
      const account = await world.addOne();
      await world.accounts.saveKey(account.id, key, 'keychain');
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
      expect(valueOf(await world.accounts.edit({ ...account, ...changes }))).toMatchObject({
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
      expect(valueOf(await world.accounts.edit({ ...account, ...changes }))).toMatchObject({
        ...changes,
        key: noKey,
      });
      expect(world.keychain.entries.size).toBe(0);
    });

    it('changes nothing when the key for the server before cannot be removed, and ends its batches once it can', async () => {
      const account = await withKey();
      const { database } = world.stored;
      database
        .prepare(
          `INSERT INTO batches (id, account_id, kind, ask, after, state, created_at, changed_at)
            VALUES ('b1', ?, 'contacts', '{"kind":"contacts","sealed":"x"}', '', 'ready', 0, 0)`,
        )
        .run(account.id);
      const batch = () => database.prepare('SELECT state, ask FROM batches').get();
      world.fault = 'locked';
      const edited = await world.accounts.edit({ ...account, baseUrl: 'https://other.example/api' });
      expect(edited).toEqual(fail({ kind: 'keychain', fault: 'locked' }));
      expect(valueOf(world.accounts.find(account.id)).baseUrl).toBe(draft.baseUrl);
      expect(batch()).toEqual({ state: 'ready', ask: '{"kind":"contacts","sealed":"x"}' });
      world.fault = undefined;
      valueOf(await world.accounts.edit({ ...account, baseUrl: 'https://other.example/api' }));
      expect(batch()).toEqual({ state: 'stopped', ask: '{"kind":"contacts"}' });
    });

    it('refuses what adding refuses', async () => {
      const account = await withKey();
      await world.accounts.add({ ...draft, label: 'Second' });
      expect(await world.accounts.edit({ ...account, label: 'second' })).toMatchObject({ ok: false });
      expect(await world.accounts.edit({ ...account, baseUrl: 'ftp://x' })).toMatchObject({ ok: false });
    });
  });

  describe('F5 while a change is open', () => {
    const withOpenChange = async () => {
      const account = await world.addOne();
      await world.accounts.saveKey(account.id, key, 'keychain');
      const journal = createJournalRepository(world.stored.database);
      const event = planned({
        accountId: account.id,
        service: serviceOf(account),
        domain: 'xn--bcher-kva.com',
      });
      await journal.begin({ id: changeId(1), at: '2026-02-21T14:00:00.000Z', event, sealed: null });
      return { ...account, options: defaultAccountOptions };
    };
    const inUse = {
      kind: 'account-in-use',
      why: 'change',
      id: changeId(1),
      number: 1,
      domain: 'bücher.com',
    } as const;

    it.each([
      ['another server', { baseUrl: 'https://other.example/api/index.php' }],
      ['another path on the same server', { baseUrl: 'https://reseller.example/other.php' }],
      ['another user', { username: 'other@example.com' }],
    ])('F5 refuses %s, and forgets no key', async (_name, changes) => {
      const account = await withOpenChange();
      const before = valueOf(world.accounts.find(account.id));
      const calls = [...world.keychain.calls];
      expect(await world.accounts.edit({ ...account, ...changes })).toEqual(fail(inUse));
      expect(valueOf(world.accounts.find(account.id))).toEqual(before);
      expect(world.keychain.calls).toEqual(calls);
      expect(await world.revealed(account.id)).toBe('api-key-1234');
    });

    it('F5 refuses another login of an account whose key is in memory, and keeps that', async () => {
      const account = await withOpenChange();
      await world.accounts.forgetKey(account.id);
      await world.accounts.saveKey(account.id, key, 'memory');
      const edited = await world.accounts.edit({ ...account, username: 'other@example.com' });
      expect(edited).toEqual(fail(inUse));
      expect(await world.revealed(account.id)).toBe('api-key-1234');
    });

    it('F5 refuses to remove it, and forgets no key', async () => {
      const account = await withOpenChange();
      const calls = [...world.keychain.calls];
      expect(await world.accounts.remove(account.id)).toEqual(fail(inUse));
      expect(world.keychain.calls).toEqual(calls);
      expect(valueOf(world.accounts.contents(account.id)).inUse).toEqual(inUse);
      expect(sentencesFor(inUse)).toMatchObject({
        happened: 'Change 1 on bücher.com is not finished.',
        changed: 'Nothing was changed.',
        next: 'Verify it, mark it as done or not done, or withdraw it. Then try again.',
      });
    });

    it('F5 renames it all the same', async () => {
      const account = await withOpenChange();
      expect(await world.accounts.edit({ ...account, label: 'Renamed' })).toMatchObject({ ok: true });
    });
  });

  it('F5 has no key for another login, before that of the one before is out of the keychain', async () => {
    const account = await world.addOne();
    await world.accounts.saveKey(account.id, key, 'keychain');
    let atRemoval: unknown = null;
    world.onKeychainCall = (call) => {
      if (call === 'delete') atRemoval = world.stored.store.list();
      return Promise.resolve();
    };
    const options = defaultAccountOptions;
    await world.accounts.edit({ ...account, options, baseUrl: 'https://other.example/api' });
    expect(atRemoval).toMatchObject([{ baseUrl: 'https://other.example/api', key: { place: 'none' } }]);
  });

  describe('removing', () => {
    it('F16 hides the account and keeps its key, until it is deleted for good', async () => {
      const { id } = await world.addOne();
      await world.accounts.add({ ...draft, label: 'Second' });
      await world.accounts.saveKey(id, key, 'keychain');
      expect(await world.accounts.remove(id)).toMatchObject({ ok: true });
      expect(world.accounts.find(id)).toEqual(fail({ kind: 'no-account' }));
      expect(await world.revealed(id)).toBe('no-account');
      expect(world.keychain.entries.size).toBe(1);
      expect(world.accounts.list()).toMatchObject({
        accounts: [{ label: 'Second' }],
        activeId: null,
      });
      expect(world.accounts.removed()).toEqual([{ id, label: 'Acme', colour: 'blue', removedAt: savedAt }]);
      expect(await world.accounts.delete(id)).toMatchObject({ ok: true });
      expect(world.keychain.entries.size).toBe(0);
      expect(world.accounts.removed()).toEqual([]);
    });

    it.each(['keychain', 'memory'] as const)('F16 is undone with the key in the %s', async (place) => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, place);
      await world.accounts.remove(id);
      expect(valueOf(await world.accounts.restore(id))).toMatchObject({ id, label: 'Acme', key: { place } });
      expect(world.accounts.list().activeId).toBe(id);
      expect(await world.revealed(id)).toBe('api-key-1234');
    });

    it('F16 comes back under a label that can be read again, however long it was', async () => {
      const label = 'x'.repeat(80);
      const { id } = valueOf(await world.accounts.add({ ...draft, label }));
      await world.accounts.remove(id);
      await world.accounts.add({ ...draft, label });
      expect(valueOf(await world.accounts.restore(id)).label).toBe(`${'x'.repeat(78)} 2`);
    });

    it('F16 leaves its label to another one, and comes back under a free one then', async () => {
      const { id } = await world.addOne();
      await world.accounts.remove(id);
      expect((await world.addOne()).label).toBe('Acme');
      expect(valueOf(await world.accounts.restore(id)).label).toBe('Acme 2');
    });

    it('deletes nothing when the key cannot be removed', async () => {
      const { id } = await world.addOne();
      await world.accounts.saveKey(id, key, 'keychain');
      await world.accounts.remove(id);
      world.fault = 'no-answer';
      expect(await world.accounts.delete(id)).toEqual(fail({ kind: 'keychain', fault: 'no-answer' }));
      world.fault = undefined;
      expect(await world.accounts.restore(id)).toMatchObject({ ok: true });
    });

    it('deletes and brings back nothing but what was removed', async () => {
      const { id } = await world.addOne();
      expect(await world.accounts.delete(id)).toEqual(fail({ kind: 'no-account' }));
      expect(await world.accounts.restore(id)).toEqual(fail({ kind: 'no-account' }));
    });
  });
});

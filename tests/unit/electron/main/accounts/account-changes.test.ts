import { beforeEach, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { accountSummary } from '../../../../../shared/ipc/schemas.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { Desk, draft, key, noKey } from '../../../../support/accounts/a-desk.ts';

describe('changing accounts', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
  });

  describe('adding', () => {
    it('gives careful defaults and no key, and the first account is the active one', async () => {
      const account = await desk.addOne();
      expect(account).toEqual({
        ...draft,
        id: expect.any(String) as string,
        kind: 'reseller',
        options: defaultAccountOptions,
        key: noKey,
      });
      expect(accountSummary.parse(account)).toEqual(account);
      await desk.accounts.add({ ...draft, label: 'Second' });
      expect(valueOf(await desk.accounts.list())).toMatchObject({
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
      expect(valueOf(await desk.accounts.add(spaced))).toMatchObject({
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
      await desk.addOne();
      const added = await desk.accounts.add({ ...draft, ...changes });
      expect(added).toEqual({
        ok: false,
        error: { kind: 'invalid-input', field, reason: expect.stringMatching(reason) as string },
      });
      expect(valueOf(await desk.accounts.list()).accounts).toHaveLength(1);
    });

    it('lets one of two equal labels through that are added at the same time', async () => {
      const both = await Promise.all([desk.accounts.add(draft), desk.accounts.add(draft)]);
      expect(both.map((added) => added.ok)).toEqual([true, false]);
    });
  });

  describe('editing', () => {
    const withKey = async () => {
      const account = await desk.addOne();
      await desk.accounts.saveKey(account.id, key, 'keychain');
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
      expect(valueOf(await desk.accounts.edit({ ...account, ...changes }))).toMatchObject({
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
      expect(valueOf(await desk.accounts.edit({ ...account, ...changes }))).toMatchObject({
        ...changes,
        key: noKey,
      });
      expect(desk.keychain.entries.size).toBe(0);
    });

    it('changes nothing when the key for the server before cannot be removed', async () => {
      const account = await withKey();
      desk.fault = 'locked';
      const edited = await desk.accounts.edit({ ...account, baseUrl: 'https://other.example/api' });
      expect(edited).toEqual({ ok: false, error: { kind: 'keychain', fault: 'locked' } });
      expect(valueOf(await desk.accounts.find(account.id)).baseUrl).toBe(draft.baseUrl);
    });

    it('refuses what adding refuses', async () => {
      const account = await withKey();
      await desk.accounts.add({ ...draft, label: 'Second' });
      expect(await desk.accounts.edit({ ...account, label: 'second' })).toMatchObject({ ok: false });
      expect(await desk.accounts.edit({ ...account, baseUrl: 'ftp://x' })).toMatchObject({ ok: false });
    });
  });

  describe('removing', () => {
    it('takes the key along, and leaves no account active', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.add({ ...draft, label: 'Second' });
      await desk.accounts.saveKey(id, key, 'keychain');
      expect(await desk.accounts.remove(id)).toMatchObject({ ok: true });
      expect(desk.keychain.entries.size).toBe(0);
      expect(valueOf(await desk.accounts.list())).toMatchObject({
        accounts: [{ label: 'Second' }],
        activeId: null,
      });
    });

    it('removes nothing when the key cannot be removed', async () => {
      const { id } = await desk.addOne();
      await desk.accounts.saveKey(id, key, 'keychain');
      desk.fault = 'no-answer';
      expect(await desk.accounts.remove(id)).toEqual({
        ok: false,
        error: { kind: 'keychain', fault: 'no-answer' },
      });
      expect(valueOf(await desk.accounts.list()).accounts).toHaveLength(1);
    });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { Desk, draft, key, noKey } from '../../../../support/accounts/a-desk.ts';

describe('the accounts', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
  });

  describe('the practice account', () => {
    it('needs no keychain: address, user and key are the running practice service’s', async () => {
      desk.fault = 'no-bus';
      const practice = valueOf(await desk.accounts.addPractice());
      expect(practice).toMatchObject({
        kind: 'practice',
        label: 'Practice',
        baseUrl: 'http://127.0.0.1:4000',
        username: 'practice@example.com',
        key: { hasKey: true, place: 'memory' },
      });
      expect(await desk.revealed(practice.id)).toBe('made-anew');
      expect(desk.keychain.calls).toEqual([]);
    });

    it('is there once, however often it is asked for', async () => {
      const first = valueOf(await desk.accounts.addPractice());
      expect(valueOf(await desk.accounts.addPractice()).id).toBe(first.id);
      expect(valueOf(await desk.accounts.list()).accounts).toHaveLength(1);
    });

    it('has another address and another key after the next start', async () => {
      const { id } = valueOf(await desk.accounts.addPractice());
      desk.seat = {
        baseUrl: 'http://127.0.0.1:5000',
        username: 'practice@example.com',
        key: new Secret('newer'),
      };
      desk.restart();
      expect(valueOf(await desk.accounts.find(id)).baseUrl).toBe('http://127.0.0.1:5000');
      expect(await desk.revealed(id)).toBe('newer');
    });

    it('has no key while the practice service does not run', async () => {
      const { id } = valueOf(await desk.accounts.addPractice());
      desk.seat = null;
      expect(valueOf(await desk.accounts.find(id)).key).toEqual(noKey);
      expect(await desk.revealed(id)).toBe('no-key');
    });

    it('takes no other key, and a name that is free', async () => {
      await desk.accounts.add({ ...draft, label: 'Practice' });
      const practice = valueOf(await desk.accounts.addPractice());
      expect(practice.label).toBe('Practice 2');
      expect(await desk.accounts.saveKey(practice.id, key, 'keychain')).toMatchObject({ ok: false });
      expect(desk.keychain.calls).toEqual([]);
    });

    it('changes its name, colour and options, not its address', async () => {
      const { id } = valueOf(await desk.accounts.addPractice());
      const options = { ...defaultAccountOptions, concurrency: 8 };
      const edited = await desk.accounts.edit({ ...draft, id, colour: 'red', options });
      expect(valueOf(edited)).toMatchObject({
        label: 'Acme',
        colour: 'red',
        options,
        baseUrl: desk.seat?.baseUrl,
      });
    });
  });

  it('selects another account', async () => {
    await desk.addOne();
    const second = valueOf(await desk.accounts.add({ ...draft, label: 'Second' }));
    expect(valueOf(await desk.accounts.select(second.id))).toEqual(second);
    expect(valueOf(await desk.accounts.list()).activeId).toBe(second.id);
  });

  it.each([
    ['find', () => desk.accounts.find('nobody')],
    ['edit', () => desk.accounts.edit({ ...draft, id: 'nobody', options: defaultAccountOptions })],
    ['remove', () => desk.accounts.remove('nobody')],
    ['select', () => desk.accounts.select('nobody')],
    ['saveKey', () => desk.accounts.saveKey('nobody', key, 'keychain')],
    ['keyFor', () => desk.accounts.keyFor('nobody')],
  ])('knows no account that is not there: %s', async (_name, ask) => {
    expect(await ask()).toEqual({ ok: false, error: { kind: 'no-account' } });
    expect(desk.keychain.calls).toEqual([]);
  });

  it('A12 never shows a key, whatever is asked', async () => {
    const { id } = await desk.addOne();
    await desk.accounts.saveKey(id, key, 'keychain');
    const { id: other } = valueOf(await desk.accounts.add({ ...draft, label: 'Second' }));
    await desk.accounts.saveKey(other, key, 'memory');
    await desk.accounts.addPractice();
    const shown = JSON.stringify([
      await desk.accounts.list(),
      await desk.accounts.find(id),
      await desk.accounts.keyState(other),
    ]);
    expect(shown).not.toMatch(/api-key-1234|made-anew/);
  });
});

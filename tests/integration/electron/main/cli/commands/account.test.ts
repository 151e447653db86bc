import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aKeyringSession, type KeyringSession } from '../../../../../support/keychain/keyring-session.ts';
import { apiKey, deskOfThisFile, username } from '../a-desk.ts';

const desk = deskOfThisFile();

describe('namedesk account', () => {
  let session: KeyringSession;
  beforeEach(() => {
    session = aKeyringSession();
  });
  afterEach(() => session.end());

  const run = (args: readonly string[], input = '') => desk.run(args, input, session.environment);
  const add = (label: string, baseUrl: string, key = `${apiKey}\n`) =>
    run(
      ['account', 'add', '--label', label, '--base-url', baseUrl, '--username', username, '--key-stdin'],
      key,
    );
  const open = async (): Promise<void> => {
    await session.startBus();
    await session.startKeyring('password');
  };

  it('keeps the key in the keychain: added, listed, tested, asked with, removed', async () => {
    await open();
    const { baseUrl } = await desk.serve();
    const added = add('Acme', baseUrl);
    expect(await added.ended, added.err()).toBe(0);
    expect(added.out()).toContain('Added "Acme".');

    const listed = run(['account', 'list', '--json']);
    expect(await listed.ended).toBe(0);
    expect(JSON.parse(listed.out())).toEqual([
      expect.objectContaining({ label: 'Acme', kind: 'reseller', key: 'keychain', username, baseUrl }),
    ]);

    const tested = run(['account', 'test', 'acme']);
    expect(await tested.ended, tested.err()).toBe(0);
    expect(tested.out()).toMatch(/^credits {2}answered {2}500\.00\n/);

    const asked = run(['lookup', '--account', 'Acme', '--names', '-', '--tlds', 'com'], 'bakery\n');
    expect(await asked.ended, asked.err()).toBe(0);
    expect(asked.out()).toContain('bakery.com,bakery,com,');

    // F16: a script says the label once more, or nothing is removed.
    const unconfirmed = run(['account', 'remove', 'Acme']);
    expect(await unconfirmed.ended).toBe(2);
    expect(unconfirmed.err()).toContain('nothing was removed');
    const removed = run(['account', 'remove', 'Acme', '--yes', 'Acme']);
    expect(await removed.ended, removed.err()).toBe(0);
    expect(removed.out()).toContain('Removed "Acme" and its key.');
    const again = run(['account', 'test', 'Acme']);
    expect(await again.ended).toBe(2);
    expect(again.err()).toContain('There is no account "Acme".');
  });

  it('refuses a label that another account has', async () => {
    await open();
    await add('Acme', 'https://one.example/api').ended;
    const second = add('ACME', 'https://two.example/api');
    expect(await second.ended).toBe(2);
    expect(second.err()).toContain('Another account has this name.');
  });

  it.each([
    ['nothing', '\n', 'has no key in its first line'],
    ['spaces', 'two words\n', 'this is not a key'],
    ['far too much', 'x'.repeat(20_000), 'too long for a key'],
  ])('ends with 2 where the standard input has %s for a key', async (_case, key, sentence) => {
    const { ended, err } = add('Acme', 'https://one.example/api', key);
    expect(await ended).toBe(2);
    expect(err()).toContain(sentence);
  });

  it.each([
    ['no bus', () => Promise.resolve(), 'has no message bus'],
    ['no service', () => session.startBus(), 'has no keychain service running'],
    [
      'a locked keyring',
      async () => {
        await open();
        await session.stopKeyring();
        await session.startKeyring();
      },
      'The keychain is locked',
    ],
  ])(
    'B3 ends with 4 and the remedy where there is %s, and adds nothing',
    async (_case, prepare, sentence) => {
      await prepare();
      const { ended, err } = add('Acme', 'https://one.example/api');
      expect(await ended).toBe(4);
      expect(err()).toContain(sentence);
      expect(err().trim().split('\n')).toHaveLength(2);
      const listed = run(['account', 'list']);
      expect(await listed.ended).toBe(0);
      expect(listed.out()).toBe('');
    },
  );

  it('a look-up with a key that cannot be had ends with 4, and makes no session', async () => {
    await open();
    const { baseUrl } = await desk.serve();
    await add('Acme', baseUrl).ended;
    await session.stopKeyring();
    const { ended, err } = run(['lookup', '--account', 'Acme', '--names', '-', '--tlds', 'com'], 'bakery\n');
    expect(await ended).toBe(4);
    expect(err()).toContain('has no keychain service running');
    const listed = run(['session', 'list']);
    await listed.ended;
    expect(listed.out()).toBe('');
  });

  it('test ends with 3 where the service refuses the key, and with 1 where nobody answers', async () => {
    await open();
    const service = await desk.serve({ apiKey: 'another key' });
    await add('Acme', service.baseUrl).ended;
    const refused = run(['account', 'test', 'Acme']);
    expect(await refused.ended).toBe(3);
    expect(refused.out()).toMatch(/^credits {2}failed/);
    await service.stop();
    expect(await run(['account', 'test', 'Acme']).ended).toBe(1);
  });
});

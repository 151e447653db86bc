import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accounts } from '../../../../../electron/main/accounts/actions.ts';
import { createKeyEntry } from '../../../../../electron/main/accounts/key-entry.ts';
import type { InWindow } from '../../../../../electron/main/app/in-window.ts';
import {
  takeKey,
  testAccount,
  usualAddresses,
} from '../../../../../electron/main/connections/connection-test.ts';
import { readCredits } from '../../../../../electron/main/reseller/operations/credits-tlds-version.ts';
import { readLock } from '../../../../../electron/main/reseller/operations/domain.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { usualPath } from '../../../../../shared/domain/account-fields.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

const now = () => new Date();

/** The key that the account would sign with. */
async function keyOf({ accounts }: TestWorld, accountId: string): Promise<string | null> {
  const account = valueOf(accounts.find(accountId));
  const key = await accounts.keyFor(accountId, account);
  return key.ok ? key.value.reveal() : null;
}

const replace = (world: TestWorld, key: string, isUntested = false) =>
  takeKey(
    { ...world, now },
    { accountId: world.accountId, key: new Secret(key), place: 'keychain', isUntested },
  );

describe('another key for an account', () => {
  it('that the service refuses is not stored: the previous key stays in the keychain, also after a restart', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    const before = [...world.keychain];
    expect(valueOf(await replace(world, 'a-wrong-key')).tried).toMatchObject({
      isRefused: true,
      error: { kind: 'refused', why: 'credentials' },
    });
    expect([...world.keychain]).toEqual(before);
    expect(await keyOf(world, world.accountId)).toBe(apiKey);
    expect(world.said().join()).not.toContain('a-wrong-key');
  });

  it('that the service accepts is stored, and the connection begins anew with it', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    await world.stopService();
    await world.startService({ apiKey: 'the-new-key' });
    expect(valueOf(await replace(world, 'the-new-key'))).toMatchObject({
      key: { hasKey: true, place: 'keychain' },
      tried: null,
    });
    expect(await keyOf(world, world.accountId)).toBe('the-new-key');
    const connection = valueOf(await world.connections.of(world.accountId));
    expect((await connection.client.read(readCredits, null)).ok).toBe(true);
  });

  it('cannot be tried while nobody answers: the previous key stays until a person decides', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    await world.stopService();
    const before = [...world.keychain];
    expect(valueOf(await replace(world, 'the-new-key')).tried).toMatchObject({ isRefused: false });
    expect([...world.keychain]).toEqual(before);
    expect(valueOf(await replace(world, 'the-new-key', true)).tried).toBeNull();
    expect(await keyOf(world, world.accountId)).toBe('the-new-key');
  });

  it('is not given to another login that the account was given while the key was tried', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    const edited = { ...world.connections };
    edited.tryOut = async (accountId, other, work) => {
      const report = await world.connections.tryOut(accountId, other, work);
      const { label, colour, options } = valueOf(world.accounts.find(accountId));
      const baseUrl = 'https://another.example/api';
      valueOf(
        await world.accounts.edit({
          id: accountId,
          label,
          colour,
          options,
          baseUrl,
          username: 'a@b.example',
        }),
      );
      return report;
    };
    const given = { accountId: world.accountId, key: new Secret(apiKey), place: 'keychain' } as const;
    expect(await takeKey({ ...world, connections: edited, now }, given)).toMatchObject({
      ok: false,
      error: { kind: 'changed-since', what: 'login' },
    });
    expect(await keyOf(world, world.accountId)).toBeNull();
  });

  it('from the clipboard waits in memory for the decision, and leaves the clipboard once it is used', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    await world.stopService();
    let copied = 'the-new-key';
    const keys = createKeyEntry({
      ...world,
      clipboard: {
        readText: () => Promise.resolve(copied),
        clear: () => Promise.resolve(void (copied = '')),
      },
      codes: { isCopied: () => false },
      askForKey: () => Promise.resolve(null),
      announce: () => undefined,
      now,
    });
    const { accountId } = world;
    const given = { accountId, place: 'keychain' } as const;
    valueOf(await keys.fromClipboard(given));
    expect([copied, await keyOf(world, accountId)]).toEqual(['the-new-key', apiKey]);
    valueOf(await keys.decide({ accountId, isUsed: false }));
    expect([copied, await keyOf(world, accountId)]).toEqual(['the-new-key', apiKey]);
    valueOf(await keys.decide({ accountId, isUsed: true }));
    expect(await keyOf(world, accountId), 'what was decided on is forgotten').toBe(apiKey);
    valueOf(await keys.fromClipboard(given));
    valueOf(await keys.decide({ accountId, isUsed: true }));
    expect([copied, await keyOf(world, accountId)]).toEqual(['', 'the-new-key']);
  });
});

const page = ['text/html', '<html><h1>Not Found</h1></html>'] as const;

/** A server whose API is at the usual path below `folder`, as the service of the world; everything else is a 404 of this type and text. */
async function aPortal(
  { service }: TestWorld,
  folder: string,
  [type, text]: readonly [string, string] = page,
) {
  const asked: string[] = [];
  const portal = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    asked.push(`${method ?? ''} ${url}`);
    const api = `${folder}${usualPath}`;
    if (!url.startsWith(api)) {
      outgoing.writeHead(404, { 'content-type': type }).end(text);
      return;
    }
    const to = request(`${service.baseUrl}${url.slice(api.length)}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(to);
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    portal.closeAllConnections();
    portal.close();
  });
  const { port } = portal.address() as AddressInfo; // It listens on a port.
  return { origin: `http://127.0.0.1:${port}`, asked };
}

/** The account of the world at another address, with its key. */
async function movedTo(world: TestWorld, baseUrl: string): Promise<void> {
  const { label, colour, options, username } = anAccount();
  const edit = { id: world.accountId, label, colour, options, username, baseUrl, isSameService: true };
  valueOf(await world.accounts.edit(edit));
  await world.connections.drop(world.accountId);
}

describe('an address at which nothing answers', () => {
  it.each([
    ['the server alone', '', ''],
    ['a page of the portal', '/clientarea.php', ''],
    ['the path without its end', '/modules/addons/DomainsReseller/api', ''],
    ['a folder of the portal', '/billing', '/billing'],
    ['a page in a folder', '/billing/admin/login.php', '/billing'],
    ['an operation of the API', `${usualPath}/billing/credits`, ''],
    ['an operation of the API in a folder', `/billing${usualPath}/v2/tlds`, '/billing'],
    ['the path with another end', '/modules/addons/domainsreseller/api/v2', ''],
  ])(
    'given as %s: the API is found on the same server, read only, and nothing is changed',
    async (_what, path, folder) => {
      const world = await createTestWorld({ keyPlace: 'keychain' });
      const portal = await aPortal(world, folder);
      await movedTo(world, `${portal.origin}${path}`);
      const report = valueOf(await testAccount({ ...world, now }, world.accountId));
      const found = `${portal.origin}${folder}${usualPath}`;
      expect(report.address).toEqual({ status: 404, found });
      expect(world.board.of(world.accountId).connection, 'nothing answered yet').not.toBe('online');
      expect(portal.asked.every((each) => each.startsWith('GET '))).toBe(true);
      expect(valueOf(world.accounts.find(world.accountId)).baseUrl).toBe(`${portal.origin}${path}`);

      await movedTo(world, found);
      const corrected = valueOf(await testAccount({ ...world, now }, world.accountId));
      expect(corrected.address).toBeNull();
      expect(corrected.probes[0]).toMatchObject({ operation: 'credits', verdict: 'answered' });
      expect(world.board.of(world.accountId).connection).toBe('online');
    },
  );

  it.each([
    ['a page', page],
    ['a text', ['text/plain', 'Not Found']],
    ['a longer text', ['text/plain', '404 page not found']],
    ['JSON', ['application/json', '{"message":"Not Found"}']],
    ['JSON of an application', ['application/json', '{"status":404,"error":"Route not found"}']],
    ['JSON without words', ['application/json', '{}']],
    ['nothing', ['text/plain', '']],
  ] as const)(
    'is found by whatever a server says there: %s; no account is called online by it, and Today leads to the address',
    async (_what, said) => {
      const world = await createTestWorld({ keyPlace: 'keychain' });
      const portal = await aPortal(world, '', said);
      await movedTo(world, portal.origin);
      const report = valueOf(await testAccount({ ...world, now }, world.accountId));
      expect(report.address).toEqual({ status: 404, found: `${portal.origin}${usualPath}` });
      expect(world.board.of(world.accountId).connection).toBe('no-api');
      await vi.waitFor(async () =>
        expect((await world.today.read()).rows).toMatchObject([{ kind: 'access', step: 'edit-account' }]),
      );
    },
  );

  it.each([
    ['a page', page, 'no-api'],
    ['a text', ['text/plain', 'Not Found'], 'no-api'],
    ['JSON', ['application/json', '{"message":"Not Found"}'], 'unknown'],
    ['an error', ['application/json', '{"error":"Route not found"}'], 'unknown'],
    ['the family’s text', ['text/plain', 'Action not found'], 'unknown'],
  ] as const)(
    'H19 is concluded of what is said about one domain where nothing of the API is in it alone: %s',
    async (_what, said, connection) => {
      const world = await createTestWorld({ keyPlace: 'keychain' });
      const portal = await aPortal(world, '/elsewhere', said);
      await movedTo(world, portal.origin);
      const { client } = valueOf(await world.connections.of(world.accountId));
      expect(await client.read(readLock, { domain: 'example.com' })).toMatchObject({ ok: false });
      expect(world.board.of(world.accountId).connection).toBe(connection);
      // Of the credit, which every such API has, the same answer says that it is none.
      await client.read(readCredits, null);
      expect(world.board.of(world.accountId).connection).toBe('no-api');
    },
  );

  it('is not what an API is that has no credit and answers otherwise', async () => {
    const faults = [
      { operation: 'credits', fault: { kind: 'refusal', refusal: 'action-not-found' } },
    ] as const;
    const world = await createTestWorld({ service: { faults } });
    const report = valueOf(await testAccount({ ...world, now }, world.accountId));
    expect(report.probes.map(({ verdict }) => verdict)).toEqual(['failed', 'answered', 'answered']);
    expect(report.address).toBeNull();
    expect(world.board.of(world.accountId).connection).toBe('online');
  });

  it('is not told to have another path where it has the usual one', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    await world.stopService();
    const report = valueOf(await testAccount({ ...world, now }, world.accountId));
    expect(report.address).toEqual({ status: null, found: null });
    await vi.waitFor(async () => expect((await world.today.read()).rows).toHaveLength(1));
    const [row] = (await world.today.read()).rows;
    expect(row?.why).toContain(
      `Nothing answers at ${world.service.baseUrl}. Its path is the usual one: check the server`,
    );
  });

  it('is said without an offer where the API is nowhere on that server', async () => {
    const world = await createTestWorld();
    const portal = await aPortal(world, '/somewhere-else');
    await movedTo(world, portal.origin);
    const report = valueOf(await testAccount({ ...world, now }, world.accountId));
    expect(report.address).toEqual({ status: 404, found: null });
  });

  it('is not what a refused key is', async () => {
    const world = await createTestWorld();
    await world.setKey('a-wrong-key');
    const report = valueOf(await testAccount({ ...world, now }, world.accountId));
    expect(report.address).toBeNull();
  });

  it.each([
    'https://portal.example.com',
    'https://portal.example.com:8443/a/b/c/d/e',
    'https://portal.example.com/modules/addons/domainsreseller/api',
    'https://portal.example.com/modules/addons/DomainsReseller/api/index.php',
  ])('%s: every address that is tried is of the same server, and another', (baseUrl) => {
    const tried = usualAddresses(baseUrl);
    expect(tried.length).toBeLessThanOrEqual(4);
    for (const one of tried) {
      expect(new URL(one).origin).toBe(new URL(baseUrl).origin);
      expect(one.endsWith(usualPath)).toBe(true);
      expect(one).not.toBe(baseUrl);
    }
  });

  it('the account’s token goes to no other server, whoever asks for it', async () => {
    const world = await createTestWorld();
    const work = vi.fn();
    const other = { baseUrl: 'http://127.0.0.2:1/api' };
    expect(await world.connections.tryOut(world.accountId, other, work)).toMatchObject({ ok: false });
    expect(work).not.toHaveBeenCalled();
  });
});

type Refuses = (headers: IncomingHttpHeaders, body: string) => string | null;

/** The service of the world behind a server that answers a request itself where `refuses` says how. */
async function aFrontOf({ service }: TestWorld, refuses: Refuses) {
  const asked: string[] = [];
  const front = createServer((incoming, outgoing) => {
    void (async () => {
      const { url = '', method, headers } = incoming;
      const body = await textOf(incoming);
      asked.push(`${method ?? ''} ${url}`);
      const refusal = refuses(headers, body);
      if (refusal !== null) {
        const status = refusal.startsWith('[') ? 200 : 401;
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(refusal);
        return;
      }
      const to = request(`${service.baseUrl}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      to.end(body);
    })();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    front.closeAllConnections();
    front.close();
  });
  const { port } = front.address() as AddressInfo; // It listens on a port.
  return { origin: `http://127.0.0.1:${port}`, asked };
}

const needsTime: Refuses = ({ timestamp }) =>
  timestamp === undefined ? '{"error":"Invalid API Token"}' : null;
/** Of a lookup whose TLD has no dot nothing is answered. */
const needsDots: Refuses = (_headers, body) => (/tldsToInclude(?!.*=\.)/.test(body) ? '[]' : null);

describe('an option of the account that the service needs otherwise', () => {
  it.each([
    ['the time in a header', { sendTimestamp: true }, needsTime],
    ['TLDs with a dot', { tldNotation: 'with-dot' }, needsDots],
  ] as const)('%s: is found by reads alone, and nothing is changed', async (_what, option, refuses) => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    const front = await aFrontOf(world, refuses);
    await movedTo(world, front.origin);
    const before = valueOf(world.accounts.find(world.accountId));
    expect(valueOf(await testAccount({ ...world, now }, world.accountId)).option).toEqual(option);
    expect(valueOf(world.accounts.find(world.accountId)).options).toEqual(before.options);
    const reads = /^GET \/(billing\/credits|tlds|version)$|^POST \/domains\/lookup$/;
    expect(front.asked.filter((one) => !reads.test(one))).toEqual([]);
    // Within two minutes of the turn of an hour, each of the three refused reads is made with the neighbouring hour as well.
    expect(front.asked.length, 'few requests').toBeLessThanOrEqual(8);
  });

  it('is not proposed where the other form is refused as well, nor where nothing is wrong', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    expect(valueOf(await testAccount({ ...world, now }, world.accountId)).option).toBeNull();
    const front = await aFrontOf(world, () => '{"error":"Invalid API Token"}');
    await movedTo(world, front.origin);
    expect(valueOf(await testAccount({ ...world, now }, world.accountId)).option).toBeNull();
  });
});

describe('an account that cannot be used', () => {
  const access = async ({ today }: TestWorld) =>
    (await today.read()).rows.filter(({ kind }) => kind === 'access');
  const test = (world: TestWorld) =>
    accounts.test.run({ ...world, now } as unknown as InWindow, { id: world.accountId }); // What a test uses.

  it('for its key is urgent in Today, also after a restart, until a key is accepted', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    expect(await access(world)).toEqual([]);
    await world.setKey('a-wrong-key');
    valueOf(await test(world));
    await vi.waitFor(async () => expect(await access(world)).toHaveLength(1));
    expect(await access(world)).toMatchObject([
      { severity: 'urgent', step: 'enter-key', accountId: world.accountId, isPractice: false },
    ]);
    const again = await world.reopen();
    // The world enters the right key at each start, which ends it as a person would.
    expect(await access(again)).toEqual([]);
  });

  it('is known after a restart by what was known before, and with which day', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    const { id } = valueOf(
      await world.accounts.add({
        label: 'Second',
        colour: 'teal',
        baseUrl: world.service.baseUrl,
        username: 'second@example.com',
      }),
    );
    valueOf(await world.accounts.saveKey(id, new Secret('a-wrong-key'), 'keychain'));
    const { client } = valueOf(await world.connections.of(id));
    expect((await client.read(readCredits, null)).ok).toBe(false);
    await vi.waitFor(async () => expect(await access(world)).toHaveLength(1));
    const again = await world.reopen();
    const [row] = await access(again);
    expect(row).toMatchObject({ accountId: id, step: 'enter-key' });
    expect(row?.why).toMatch(/refused the key or the e-mail address\. .* since \d{4}-\d\d-\d\d\./);
  });

  it('for its address leads to the address, and is gone once it answers', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    const portal = await aPortal(world, '');
    await movedTo(world, portal.origin);
    valueOf(await test(world));
    await vi.waitFor(async () => expect(await access(world)).toMatchObject([{ step: 'edit-account' }]));
    const [row] = await access(world);
    expect(row?.why).toContain(`Nothing answers at ${portal.origin} (404). It usually ends in ${usualPath}.`);
    await movedTo(world, `${portal.origin}${usualPath}`);
    expect(await access(world)).toEqual([]);
  });

  it('is told of again where the next key is refused as well', async () => {
    const world = await createTestWorld({ keyPlace: 'keychain' });
    for (const key of ['one-wrong-key', 'another-wrong-key']) {
      await world.setKey(key);
      await world.connections.drop(world.accountId);
      expect(await access(world)).toEqual([]);
      valueOf(await test(world));
      await vi.waitFor(async () => expect(await access(world)).toHaveLength(1));
    }
  });

  it('one answer that nobody can read, after others, is no such thing', async () => {
    const world = await createTestWorld();
    valueOf(await test(world));
    world.board.heard(
      world.accountId,
      { ok: false, error: { kind: 'unreadable', status: 502, why: 'not-json' } },
      null,
    );
    expect(world.board.of(world.accountId).connection).toBe('online');
    expect(await access(world)).toEqual([]);
  });
});

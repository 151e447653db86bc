import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contactFieldNames } from '../../../../../shared/domain/portfolio.ts';
import { sweep } from '../../../../support/canary.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('create portfolio', () => {
  const notThere = {
    ok: false,
    error: {
      kind: 'invalid-input',
      field: 'domain',
      reason: 'This name is not in the portfolio of this account',
    },
  };

  describe('the portfolio', () => {
    it('adds names, says which were there, and brings archived ones back', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com example.net', ['client'], 'typed');
      valueOf(await portfolio.archive(accountId, ['example.net'], true));
      expect(valueOf(await portfolio.names(accountId, false))).toEqual(['example.com']);
      expect(valueOf(await portfolio.names(accountId, true))).toEqual(['example.com', 'example.net']);
      const added = valueOf(
        await portfolio.add(accountId, 'example.com, example.net; example.org', ['new'], 'typed'),
      );
      expect(added).toEqual({
        added: ['example.org'],
        already: ['example.com'],
        restored: ['example.net'],
        shortened: [],
        refused: [],
      });
      const listed = valueOf(await portfolio.list(accountId));
      expect(listed.map(({ name, tags, archivedAt }) => [name, tags, archivedAt])).toEqual([
        ['example.com', ['client'], null],
        ['example.net', ['client'], null],
        ['example.org', ['new'], null],
      ]);
    });

    it('tells the registrable name by the TLDs that the service of the account listed', async () => {
      const { portfolio, workspace, accountId } = await createTestWorld();
      const readAt = '2026-02-21T14:00:00.000Z';
      valueOf(await workspace.tlds.replace({ accountId, tlds: ['.gov.example'], readAt }));
      const added = valueOf(await portfolio.add(accountId, 'shop.acme.gov.example', [], 'typed'));
      expect(added).toMatchObject({
        added: ['acme.gov.example'],
        shortened: [{ typed: 'shop.acme.gov.example', name: 'acme.gov.example' }],
      });
    });

    it('tells of what it added, tagged, noted, archived and removed', async () => {
      const { portfolio, accountId, told } = await createTestWorld();
      valueOf(await portfolio.add(accountId, 'example.com example.net', [], 'command line'));
      expect([...told.values()].map(({ name, addedBy }) => [name, addedBy])).toEqual([
        ['example.com', 'command line'],
        ['example.net', 'command line'],
      ]);
      valueOf(await portfolio.tag(accountId, ['EXAMPLE.com'], ['b', 'a', 'b'], []));
      valueOf(await portfolio.tag(accountId, ['example.com'], ['c'], ['b']));
      valueOf(await portfolio.setTexts(accountId, 'example.com', { note: 'Renew in May' }));
      valueOf(await portfolio.archive(accountId, ['example.com'], true));
      expect(told.get('example.com')).toMatchObject({ tags: ['a', 'c'], note: 'Renew in May' });
      expect(told.get('example.com')?.archivedAt).not.toBeNull();
      valueOf(await portfolio.remove(accountId, ['example.com', 'not-there.com']));
      expect([...told.keys()]).toEqual(['example.net']);
    });

    it.each([
      ['find', (world: TestWorld) => world.portfolio.find(world.accountId, 'example.com')],
      [
        'setTexts',
        (world: TestWorld) => world.portfolio.setTexts(world.accountId, 'example.com', { note: 'x' }),
      ],
      ['tellExpiry', (world: TestWorld) => world.portfolio.tellExpiry(world.accountId, 'example.com', null)],
      [
        'readAgain',
        (world: TestWorld) => world.portfolio.readAgain(world.accountId, ['example.com'], ['lock']),
      ],
      [
        'tellChild',
        (world: TestWorld) =>
          world.portfolio.tellChild(world.accountId, 'example.com', 'ns1.example.com', ['192.0.2.1']),
      ],
    ])('refuses to %s a name that is not in it', async (_name, call) => {
      expect(await call(await createTestWorld())).toEqual(notThere);
    });

    it('takes a person at their word for the expiry, and takes the word back', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const typed = valueOf(await portfolio.tellExpiry(accountId, 'example.com', '2027-05-01'));
      expect(typed.expiresOn).toMatchObject({ value: '2027-05-01', source: 'typed' });
      expect(valueOf(await portfolio.tellExpiry(accountId, 'example.com', null)).expiresOn).toBeNull();
    });

    it('does not let a person take back what a sync told', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const told = { active: true, expired: false, transferredAway: null, expiresOn: '2027-05-01' };
      await portfolio.learn(accountId, 'example.com', { at: new Date().toISOString(), source: 'sync', told });
      const kept = valueOf(await portfolio.tellExpiry(accountId, 'example.com', null));
      expect(kept.expiresOn).toMatchObject({ value: '2027-05-01', source: 'sync' });
    });

    it('refuses a twenty-first tag, and tags none of the names then', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
      await portfolio.add(accountId, 'full.com', twenty, 'typed');
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const tagged = await portfolio.tag(accountId, ['example.com', 'full.com'], ['one more'], []);
      expect(tagged).toEqual({
        ok: false,
        error: { kind: 'invalid-input', field: 'tags', reason: 'full.com would have more than 20 tags' },
      });
      expect(valueOf(await portfolio.find(accountId, 'example.com')).tags).toEqual([]);
    });

    it('keeps one account apart from the other, and goes with its account', async () => {
      const { portfolio, workspace, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      expect(valueOf(await portfolio.list('a2'))).toEqual([]);
      valueOf(await workspace.accounts.remove({ id: accountId }));
      expect(valueOf(await portfolio.list(accountId))).toEqual([]);
      expect(valueOf(await portfolio.add(accountId, 'example.net', [], 'typed')).added).toEqual([]);
    });
  });

  describe('what changes teach the portfolio', () => {
    const at = '2026-02-21T14:00:00.000Z';

    it('adds a name that was registered here, with what is known of it', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const nameservers = ['NS1.example.net.', 'ns2.example.net'];
      await portfolio.learn(accountId, 'bäckerei.de', {
        at,
        source: 'change',
        isRegistered: true,
        nameservers,
        renewal: { years: 2, sentAt: '2026-02-21T13:59:58.000Z' },
      });
      expect(valueOf(await portfolio.find(accountId, 'xn--bckerei-5wa.de'))).toMatchObject({
        addedBy: 'registration',
        nameservers: { value: ['ns1.example.net', 'ns2.example.net'], at, source: 'change' },
        expiresOn: { value: '2028-02-21', at, source: 'expected' },
      });
    });

    it('keeps the expiry that a sync told between a registration and its settling', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const told = { active: true, expired: false, transferredAway: false, expiresOn: '2028-02-20' };
      const renewal = { years: 2, sentAt: '2026-02-21T13:00:00.000Z' };
      const registered = { source: 'typed', isRegistered: true, renewal } as const;
      await portfolio.add(accountId, 'example.com', [], 'typed');
      await portfolio.learn(accountId, 'example.com', {
        at: '2026-02-21T13:30:00.000Z',
        source: 'sync',
        told,
      });
      await portfolio.learn(accountId, 'example.com', { at, ...registered });
      expect(valueOf(await portfolio.find(accountId, 'example.com')).expiresOn).toMatchObject({
        value: '2028-02-20',
        source: 'sync',
      });
    });

    it('keeps why a part could not be read, until it is read', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const error = { kind: 'refused', why: 'not-found', status: 404, said: '' } as const;
      const read = { at, source: 'read', troubles: [{ part: 'lock', error }] } as const;
      const troubles = async () => valueOf(await portfolio.find(accountId, 'example.com')).troubles;
      await portfolio.learn(accountId, 'example.com', read);
      expect(await troubles()).toEqual([{ part: 'lock', error, at }]);
      const later = '2026-02-21T14:00:01.000Z';
      await portfolio.learn(accountId, 'example.com', { at: later, source: 'read', lock: 'locked' });
      expect(await troubles()).toEqual([]);
    });

    it('passes a name over that it does not look after', async () => {
      const { portfolio, accountId, bugs } = await createTestWorld();
      await portfolio.learn(accountId, 'example.com', { at, source: 'change', lock: 'locked' });
      const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'] };
      await portfolio.learn(accountId, 'example.com', { at, source: 'change', child });
      expect([valueOf(await portfolio.list(accountId)), bugs()]).toEqual([[], []]);
    });

    it('forgets of a name that is registered anew what was known of the registration before', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', ['kept'], 'typed');
      const told = { active: false, expired: true, transferredAway: true, expiresOn: '2020-05-01' };
      await portfolio.learn(accountId, 'example.com', {
        at: '2020-06-01T00:00:00.000Z',
        source: 'sync',
        told,
      });
      expect(valueOf(await portfolio.names(accountId, false)), 'transferred away: not ours').toEqual([]);
      await portfolio.learn(accountId, 'example.com', { at, source: 'change', isRegistered: true });
      expect(valueOf(await portfolio.names(accountId, false))).toEqual(['example.com']);
      expect(valueOf(await portfolio.find(accountId, 'example.com'))).toMatchObject({
        tags: ['kept'],
        expiresOn: null,
        transferredAway: null,
      });
    });

    it('knows the child nameservers that were made here or told, and who uses a host', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com user.net', [], 'typed');
      const made = { host: 'ns1.example.com', addresses: ['192.0.2.1'] };
      await portfolio.learn(accountId, 'example.com', { at, source: 'change', child: made });
      valueOf(await portfolio.tellChild(accountId, 'example.com', 'NS2.example.com', ['192.0.2.2']));
      const nameservers = ['ns1.example.com', 'ns2.example.com'];
      await portfolio.learn(accountId, 'user.net', { at, source: 'change', nameservers });
      const children = valueOf(await portfolio.children(accountId, 'example.com'));
      expect(children).toMatchObject([
        { ...made, at, source: 'change' },
        { host: 'ns2.example.com', addresses: ['192.0.2.2'], source: 'typed' },
      ]);
      expect(valueOf(await portfolio.usersOf(accountId, 'NS2.Example.com'))).toEqual(['user.net']);
      const gone = { host: 'ns1.example.com', isGone: true } as const;
      await portfolio.learn(accountId, 'example.com', { at, source: 'change', child: gone });
      expect(valueOf(await portfolio.forgetChild(accountId, 'example.com', 'ns2.example.com'))).toEqual([]);
    });

    it.each([
      ['a host beside the domain', 'ns1.example.net', '192.0.2.1', 'host'],
      ['a host whose name only ends like it', 'ns1.notexample.com', '192.0.2.1', 'host'],
      ['a host that is none', 'ns 1.example.com', '192.0.2.1', 'host'],
      ['an address that is none', 'ns1.example.com', '192.0.2.256', 'addresses'],
    ])('takes no word for %s', async (_name, host, address, field) => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const told = await portfolio.tellChild(accountId, 'example.com', host, [address]);
      expect(told).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    });
  });
});

describe('a portfolio of 2,000 names', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `name-${String(index).padStart(5, '0')}.com`);

  /** A world with 2,000 names in the portfolio, and a service that knows every name. */
  async function aLargeWorld(): Promise<TestWorld> {
    const locked = { kind: 'json', value: 'locked' } as const;
    const acme = { kind: 'json', value: { Registrant: { Company_Name: 'Acme' } } } as const;
    const world = await createTestWorld({
      service: {
        rememberRequests: 0,
        faults: [
          { operation: 'lock-read', fault: locked },
          { operation: 'contact-read', fault: acme },
        ],
      },
    });
    await world.connections.override(world.accountId, { concurrency: 16, requestsPerSecond: 0 });
    const added = valueOf(await world.portfolio.add(world.accountId, names.join('\n'), [], 'typed'));
    expect([added.added.length, added.refused]).toEqual([2_000, []]);
    return world;
  }

  it('is read name by name, told in batches, and listed with all that is known', async () => {
    const world = await aLargeWorld();
    const { portfolio, accountId } = world;
    const before = world.payloads('domains.changed').length;
    const started = valueOf(await portfolio.readAgain(accountId, names, ['contacts']));
    const over = await world.ended(started.id);
    expect(over).toMatchObject({ total: 2_000, done: 2_000, failed: 0, error: null });
    expect(world.service.requestCount()).toBe(2_000);
    expect(world.payloads('domains.changed').length - before).toBeLessThan(200);
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed.every(({ registrant }) => registrant?.value === 'Acme')).toBe(true);
    expect(world.bugs()).toEqual([]);
  });

  it('stops being read when that is cancelled, and keeps what was read until then', async () => {
    const world = await aLargeWorld();
    const { portfolio, accountId } = world;
    const started = valueOf(await portfolio.readAgain(accountId, names, ['lock']));
    await world.done(started.id, 100);
    portfolio.cancelReading(started.id);
    const over = await world.ended(started.id);
    const asked = world.service.requestCount();
    expect(over).toMatchObject({ isFinished: true, error: { kind: 'cancelled' } });
    expect(asked).toBeLessThan(2_000);
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.filter(({ lock }) => lock !== null)).toHaveLength(over.done);
    const again = valueOf(await portfolio.readAgain(accountId, names.slice(-5), ['lock']));
    expect(await world.ended(again.id)).toMatchObject({ total: 5, done: 5, error: null });
    expect(world.service.requestCount()).toBe(asked + 5);
  });
});

describe('what is personal', () => {
  /** One of its own for each role, field and way in, so that a find says where it came from. */
  const contactOf = (way: string): Readonly<Record<string, string>> =>
    Object.fromEntries(contactFieldNames.map((name) => [name, `CANARY-${way}-${name}-7Q`]));

  const canariesOf = (ways: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      ways.flatMap((way) =>
        Object.entries(contactOf(way)).map(([name, value]): [string, string] => [`${way} ${name}`, value]),
      ),
    );

  const canaries = {
    ...canariesOf(['Registrant', 'Admin', 'Template', 'Draft']),
    'name of a template': 'CANARY-Template-name-7Q',
  };

  const value = { Registrant: contactOf('Registrant'), Admin: contactOf('Admin') };
  const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;

  /** Puts every canary through every way by which something personal comes in. */
  async function fill(world: TestWorld): Promise<void> {
    const { portfolio, templates, drafts, accountId } = world;
    valueOf(await portfolio.add(accountId, 'example.com example.net', [], 'typed'));
    const started = valueOf(
      await portfolio.readAgain(accountId, ['example.com', 'example.net'], ['contacts']),
    );
    await world.ended(started.id);
    valueOf(await portfolio.readContacts(accountId, 'example.com'));
    const fields = Object.entries(contactOf('Template')).map(([name, text]) => ({ name, value: text }));
    await templates.save({ id: null, name: 'CANARY-Template-name-7Q', body: { kind: 'contact', fields } });
    const body = JSON.stringify(contactOf('Draft'));
    valueOf(await drafts.save(accountId, 'example.com', 'contacts', body));
  }

  it('B9 is in no file of the workspace in clear: not while it is open, and not after', async () => {
    const world = await createTestWorld({ service: { faults } });
    await fill(world);
    const found = await sweep(world.directory, canaries);
    expect([found.finds, found.files >= 3]).toEqual([[], true]);
    const after = await world.reopen();
    expect((await sweep(after.directory, canaries)).finds).toEqual([]);
    // It was there to be found: the same values come back through the keychain's key.
    const domain = valueOf(await after.portfolio.find(after.accountId, 'example.net'));
    expect(domain.registrant?.value).toBe('CANARY-Registrant-Company_Name-7Q');
    const [template] = valueOf(await after.templates.list());
    expect(template).toMatchObject({ kind: 'contact', name: 'CANARY-Template-name-7Q' });
    const draft = valueOf(await after.drafts.read(after.accountId, 'example.com', 'contacts'));
    expect(draft.body).toBe(JSON.stringify(contactOf('Draft')));
  });

  it('B4 is in no file at all where the keychain does not respond', async () => {
    const world = await createTestWorld({ service: { faults } });
    world.shut('no-service');
    await fill(world);
    expect((await sweep(world.directory, canaries)).finds).toEqual([]);
    world.shut(null);
    expect(valueOf(await world.workspace.drafts.list({ accountId: world.accountId }))).toEqual([]);
    expect(valueOf(await world.templates.list())).toEqual([]);
  });

  it('D10 leaves nothing of what was removed, sealed though it was', async () => {
    const world = await createTestWorld({ service: { faults } });
    await fill(world);
    const { accountId, workspace } = world;
    const [record] = valueOf(await workspace.domains.some({ accountId, names: ['example.com'] }));
    const draft = valueOf(
      await workspace.drafts.read({ accountId, domain: 'example.com', kind: 'contacts' }),
    );
    const [template] = valueOf(await workspace.templates.list());
    const sealed = [Buffer.from(record?.registrant?.value ?? '', 'base64'), draft?.body, template?.body].map(
      (bytes) => Buffer.from(bytes ?? []).toString('latin1'),
    );
    expect(sealed.every((bytes) => bytes.length > 29)).toBe(true);
    valueOf(await world.portfolio.remove(accountId, ['example.com']));
    valueOf(await world.templates.remove(template?.id ?? ''));
    const after = await world.reopen();
    expect(await filesWith(after.workspaceDirectory, sealed)).toEqual([]);
  });

  async function filesWith(directory: string, texts: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const file of await readdir(directory)) {
      const content = (await readFile(join(directory, file))).toString('latin1');
      if (texts.some((text) => content.includes(text))) found.push(file);
    }
    return found;
  }
});

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweep } from '../../../../support/canary.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { contactFieldNames } from '#shared/domain/contact-labels.ts';

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
      const { portfolio, workspace, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com example.net', ['client'], 'typed');
      await portfolio.archive(accountId, ['example.net'], true);
      expect(portfolio.held(accountId)).toEqual(['example.com']);
      expect(workspace.domains.names({ accountId })).toEqual(['example.com', 'example.net']);
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
      const listed = await portfolio.list(accountId);
      expect(listed.map(({ name, tags, archivedAt }) => [name, tags, archivedAt])).toEqual([
        ['example.com', ['client'], null],
        ['example.net', ['client'], null],
        ['example.org', ['new'], null],
      ]);
    });

    it('tells the registrable name by the TLDs that the service of the account listed', async () => {
      const { portfolio, workspace, accountId } = await createTestWorld();
      const readAt = '2026-02-21T14:00:00.000Z';
      workspace.tlds.replace({ accountId, tlds: ['.gov.example'], readAt });
      const added = valueOf(await portfolio.add(accountId, 'shop.acme.gov.example', [], 'typed'));
      expect(added).toMatchObject({
        added: ['acme.gov.example'],
        shortened: [{ typed: 'shop.acme.gov.example', name: 'acme.gov.example' }],
      });
    });

    it('tells of what it added, tagged, noted, archived and removed', async () => {
      const { portfolio, accountId, announced } = await createTestWorld();
      valueOf(await portfolio.add(accountId, 'example.com example.net', [], 'command line'));
      expect([...announced.values()].map(({ name, addedBy }) => [name, addedBy])).toEqual([
        ['example.com', 'command line'],
        ['example.net', 'command line'],
      ]);
      valueOf(await portfolio.tag(accountId, ['EXAMPLE.com'], ['b', 'a', 'b'], []));
      valueOf(await portfolio.tag(accountId, ['example.com'], ['c'], ['b']));
      valueOf(await portfolio.setTexts(accountId, 'example.com', { note: 'Renew in May' }));
      await portfolio.archive(accountId, ['example.com'], true);
      expect(announced.get('example.com')).toMatchObject({ tags: ['a', 'c'], note: 'Renew in May' });
      expect(announced.get('example.com')?.archivedAt).not.toBeNull();
      await portfolio.remove(accountId, ['example.com', 'not-there.com']);
      expect([...announced.keys()]).toEqual(['example.net']);
    });

    it.each([
      ['find', (world: TestWorld) => world.portfolio.find(world.accountId, 'example.com')],
      [
        'setTexts',
        (world: TestWorld) => world.portfolio.setTexts(world.accountId, 'example.com', { note: 'x' }),
      ],
      ['setExpiry', (world: TestWorld) => world.portfolio.setExpiry(world.accountId, 'example.com', null)],
      [
        'readAgain',
        (world: TestWorld) => world.portfolio.readAgain(world.accountId, ['example.com'], ['lock']),
      ],
      [
        'setChild',
        (world: TestWorld) =>
          world.portfolio.setChild(world.accountId, 'example.com', 'ns1.example.com', ['192.0.2.1']),
      ],
    ])('refuses to %s a name that is not in it', async (_name, call) => {
      expect(await call(await createTestWorld())).toEqual(notThere);
    });

    it('takes a person at their word for the expiry, and takes the word back', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const typed = valueOf(await portfolio.setExpiry(accountId, 'example.com', '2027-05-01'));
      expect(typed.expiresOn).toMatchObject({ value: '2027-05-01', source: 'typed' });
      const never = await portfolio.setExpiry(accountId, 'example.com', '9999-12-31');
      expect(never).toMatchObject({ error: { kind: 'invalid-input', field: 'expiresOn' } });
      expect(valueOf(await portfolio.find(accountId, 'example.com'))).toEqual(typed);
      expect(valueOf(await portfolio.setExpiry(accountId, 'example.com', null)).expiresOn).toBeNull();
    });

    it('does not let a person take back what a sync told', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const syncAnswer = { active: true, expired: false, transferredAway: null, expiresOn: '2027-05-01' };
      const told = { at: new Date().toISOString(), source: 'sync', syncAnswer } as const;
      await portfolio.observe(accountId, 'example.com', told);
      const kept = valueOf(await portfolio.setExpiry(accountId, 'example.com', null));
      expect(kept.expiresOn).toMatchObject({ value: '2027-05-01', source: 'sync' });
      const typed = valueOf(await portfolio.setExpiry(accountId, 'example.com', '2028-06-02'));
      expect(typed.expiresOn).toMatchObject({ value: '2028-06-02', source: 'typed' });
      valueOf(await portfolio.setExpiry(accountId, 'example.com', '2028-06-03'));
      const at = new Date().toISOString();
      await portfolio.observe(accountId, 'example.com', { at, source: 'read', lock: 'locked' });
      const { expiresOn } = valueOf(await portfolio.find(accountId, 'example.com'));
      expect(expiresOn, 'as it was typed last').toMatchObject({ value: '2028-06-03', source: 'typed' });
      const again = valueOf(await portfolio.setExpiry(accountId, 'example.com', null));
      expect(again.expiresOn, 'it is still there beside what was typed').toEqual(kept.expiresOn);
      const [listed] = await portfolio.list(accountId);
      expect(listed?.expiresOn).toEqual(kept.expiresOn);
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
      expect(await portfolio.list('a2')).toEqual([]);
      workspace.accounts.remove({ id: accountId });
      expect(await portfolio.list(accountId)).toEqual([]);
      expect(valueOf(await portfolio.add(accountId, 'example.net', [], 'typed')).added).toEqual([]);
    });
  });

  describe('what changes teach the portfolio', () => {
    const at = '2026-02-21T14:00:00.000Z';

    it('adds a name that was registered here, with what is known of it', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const nameservers = ['NS1.example.net.', 'ns2.example.net'];
      await portfolio.observe(accountId, 'bäckerei.de', {
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

    it('brings a name that is registered anew back from the archive, not one that was archived since', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const archivedAt = async () => valueOf(await portfolio.find(accountId, 'example.com')).archivedAt;
      await portfolio.add(accountId, 'example.com', [], 'typed');
      await portfolio.archive(accountId, ['example.com'], true);
      const since = (await archivedAt()) ?? '';
      const registered = { source: 'change', isRegistered: true } as const;
      const before = new Date(Date.parse(since) - 1).toISOString();
      await portfolio.observe(accountId, 'example.com', { at: before, ...registered });
      expect(await archivedAt()).toBe(since);
      await portfolio.observe(accountId, 'example.com', { at: since, ...registered });
      expect(await archivedAt()).toBeNull();
    });

    it('keeps the expiry that a sync told between a registration and its settling', async () => {
      const { portfolio, accountId } = await createTestWorld();
      const syncAnswer = { active: true, expired: false, transferredAway: false, expiresOn: '2028-02-20' };
      const renewal = { years: 2, sentAt: '2026-02-21T13:00:00.000Z' };
      const registered = { source: 'typed', isRegistered: true, renewal } as const;
      await portfolio.add(accountId, 'example.com', [], 'typed');
      await portfolio.observe(accountId, 'example.com', {
        at: '2026-02-21T13:30:00.000Z',
        source: 'sync',
        syncAnswer,
      });
      await portfolio.observe(accountId, 'example.com', { at, ...registered });
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
      await portfolio.observe(accountId, 'example.com', read);
      expect(await troubles()).toEqual([{ part: 'lock', error, at }]);
      const later = '2026-02-21T14:00:01.000Z';
      await portfolio.observe(accountId, 'example.com', { at: later, source: 'read', lock: 'locked' });
      expect(await troubles()).toEqual([]);
    });

    it('passes a name over that it does not look after', async () => {
      const { portfolio, accountId, bugs } = await createTestWorld();
      await portfolio.observe(accountId, 'example.com', { at, source: 'change', lock: 'locked' });
      const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'] };
      await portfolio.observe(accountId, 'example.com', { at, source: 'change', child });
      expect([await portfolio.list(accountId), bugs()]).toEqual([[], []]);
    });

    it('forgets of a name that is registered anew what was known of the registration before', async () => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', ['kept'], 'typed');
      const syncAnswer = { active: false, expired: true, transferredAway: true, expiresOn: '2020-05-01' };
      await portfolio.observe(accountId, 'example.com', {
        at: '2020-06-01T00:00:00.000Z',
        source: 'sync',
        syncAnswer,
      });
      expect(portfolio.held(accountId), 'transferred away: not ours').toEqual([]);
      await portfolio.observe(accountId, 'example.com', { at, source: 'change', isRegistered: true });
      expect(portfolio.held(accountId)).toEqual(['example.com']);
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
      await portfolio.observe(accountId, 'example.com', { at, source: 'change', child: made });
      valueOf(portfolio.setChild(accountId, 'example.com', 'NS2.example.com', ['192.0.2.2']));
      const nameservers = ['ns1.example.com', 'ns2.example.com'];
      await portfolio.observe(accountId, 'user.net', { at, source: 'change', nameservers });
      const children = portfolio.children(accountId, 'example.com');
      expect(children).toMatchObject([
        { ...made, at, source: 'change' },
        { host: 'ns2.example.com', addresses: ['192.0.2.2'], source: 'typed' },
      ]);
      expect(portfolio.usersOf(accountId, 'NS2.Example.com')).toEqual(['user.net']);
      const gone = { host: 'ns1.example.com', isGone: true } as const;
      const earlier = '2020-06-01T00:00:00.000Z';
      await portfolio.observe(accountId, 'example.com', { at: earlier, source: 'change', child: gone });
      expect(portfolio.children(accountId, 'example.com'), 'what is newer stays').toEqual(children);
      await portfolio.observe(accountId, 'example.com', { at, source: 'change', child: gone });
      expect(portfolio.forgetChild(accountId, 'example.com', 'ns2.example.com')).toEqual([]);
    });

    it.each([
      ['a host beside the domain', 'ns1.example.net', '192.0.2.1', 'host'],
      ['a host whose name only ends like it', 'ns1.notexample.com', '192.0.2.1', 'host'],
      ['a host that is none', 'ns 1.example.com', '192.0.2.1', 'host'],
      ['an address that is none', 'ns1.example.com', '192.0.2.256', 'addresses'],
    ])('takes no word for %s', async (_name, host, address, field) => {
      const { portfolio, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      const set = portfolio.setChild(accountId, 'example.com', host, [address]);
      expect(set).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    });
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
    await drafts.save(accountId, 'example.com', 'contacts', body);
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
    expect(world.workspace.drafts.list({ accountId: world.accountId })).toEqual([]);
    expect(valueOf(await world.templates.list())).toEqual([]);
  });

  it('D10 leaves nothing of what was removed, sealed though it was', async () => {
    const world = await createTestWorld({ service: { faults } });
    await fill(world);
    const { accountId, workspace } = world;
    const [record] = workspace.domains.some({ accountId, names: ['example.com'] });
    const draft = workspace.drafts.read({ accountId, domain: 'example.com', kind: 'contacts' });
    const [template] = workspace.templates.list();
    const sealed = [Buffer.from(record?.registrant?.value ?? '', 'base64'), draft?.body, template?.body].map(
      (bytes) => Buffer.from(bytes ?? []).toString('latin1'),
    );
    expect(sealed.every((bytes) => bytes.length > 29)).toBe(true);
    await world.portfolio.remove(accountId, ['example.com']);
    world.templates.remove(template?.id ?? '');
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

const at = '2026-11-20T08:00:00.000Z';

const faults = [
  { operation: 'contact-read', fault: { kind: 'json', value: { Registrant: { Name: 'Anna Example' } } } },
] as const;

async function readContactsOf(world: TestWorld, name: string): Promise<void> {
  const { portfolio, accountId } = world;
  const reading = valueOf(await portfolio.readAgain(accountId, [name], ['contacts']));
  await world.ended(reading.id);
}

const all = ['one.com', 'two.com', 'three.com', 'four.com'];

const subsetsOf = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>(
    (subsets, name) => [...subsets, ...subsets.map((subset) => [...subset, name])],
    [[]],
  );

/** Domains of every sort: tagged, noted, archived, read, with child nameservers and with drafts. */
async function aFilledWorld(): Promise<TestWorld> {
  const world = await createTestWorld({ service: { faults } });
  const { portfolio, drafts, accountId } = world;
  valueOf(await portfolio.add(accountId, 'one.com two.com three.com four.com', ['client'], 'typed'));
  valueOf(await portfolio.tag(accountId, ['two.com'], ['spring', 'old'], []));
  valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Call Anna in March' }));
  await portfolio.archive(accountId, ['three.com'], true);
  await portfolio.observe(accountId, 'one.com', {
    at,
    source: 'read',
    lock: 'locked',
    nameservers: ['ns1.one.com', 'ns2.one.com'],
    child: { host: 'ns1.one.com', addresses: ['192.0.2.1'] },
  });
  await readContactsOf(world, 'one.com');
  valueOf(await portfolio.setExpiry(accountId, 'two.com', '2027-03-04'));
  await drafts.save(accountId, 'one.com', 'contacts', '{"Contact_Name":"Anna"}');
  return world;
}

/** Everything that is stored of the account's domains, as it is on the disk and as it is shown. */
async function everything({ workspace, portfolio, drafts, accountId }: TestWorld) {
  return {
    records: workspace.domains.some({ accountId, names: all }),
    shown: await portfolio.list(accountId),
    children: portfolio.children(accountId, 'one.com'),
    drafts: drafts.list(accountId),
    draft: valueOf(await drafts.read(accountId, 'one.com', 'contacts')),
  };
}

type Act = (world: TestWorld, names: readonly string[], edit: string) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  tags: ({ portfolio, accountId }, names, edit) => portfolio.tag(accountId, names, ['new'], ['client'], edit),
  'a note, in several saves': async ({ portfolio, accountId }, [name = 'one.com'], edit) => {
    await portfolio.setTexts(accountId, name, { note: 'Call B' }, edit);
    return await portfolio.setTexts(accountId, name, { note: 'Call Ben' }, edit);
  },
  'a client': ({ portfolio, accountId }, names, edit) => portfolio.setClient(accountId, names, 'Acme', edit),
  archiving: ({ portfolio, accountId }, names, edit) => portfolio.archive(accountId, names, true, edit),
  unarchiving: ({ portfolio, accountId }, names, edit) => portfolio.archive(accountId, names, false, edit),
  'a removal': ({ portfolio, accountId }, names, edit) => portfolio.remove(accountId, names, edit),
};

describe('a local edit of domains', () => {
  it.each(Object.entries(acts))(
    'puts back all that was when it is undone: %s, of any domains; and does it again',
    async (_, act) => {
      const world = await aFilledWorld();
      for (const names of subsetsOf(all).slice(1)) {
        const edit = randomUUID();
        const before = await everything(world);
        await act(world, names, edit);
        const after = await everything(world);
        const { kept } = valueOf(await world.portfolio.revert(edit, 'undo'));
        expect([kept, await everything(world)]).toEqual([0, before]);
        valueOf(await world.portfolio.revert(edit, 'redo'));
        expect(await everything(world)).toEqual(after);
        valueOf(await world.portfolio.revert(edit, 'undo'));
        expect(await everything(world)).toEqual(before);
      }
    },
  );

  it('that was a removal comes back with the registrant still encrypted on the disk, and is told of', async () => {
    const world = await aFilledWorld();
    const { portfolio, workspace, accountId } = world;
    const [before] = workspace.domains.some({ accountId, names: ['one.com'] });
    const edit = randomUUID();
    await portfolio.remove(accountId, ['one.com', 'four.com'], edit);
    expect([...world.announced.keys()].toSorted()).toEqual(['three.com', 'two.com']);
    expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 2, kept: 0 });
    expect(world.announced.get('one.com')).toMatchObject({
      note: 'Call Anna in March',
      registrant: { value: 'Anna Example', source: 'read' },
    });
    const [after] = workspace.domains.some({ accountId, names: ['one.com'] });
    expect(after).toEqual(before);
    expect(after?.registrant?.value).not.toContain('Anna');
  });

  it('that was a removal comes back with each of its expiries, not with the shown one alone', async () => {
    const { portfolio, accountId } = await createTestWorld();
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    const syncAnswer = { active: true, expired: false, transferredAway: false, expiresOn: '2027-05-01' };
    const synced = { at: '2026-02-21T14:00:00.000Z', source: 'sync', syncAnswer } as const;
    await portfolio.observe(accountId, 'one.com', synced);
    valueOf(await portfolio.setExpiry(accountId, 'one.com', '2028-06-02'));
    const edit = randomUUID();
    await portfolio.remove(accountId, ['one.com'], edit);
    expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 1, kept: 0 });
    const found = valueOf(await portfolio.find(accountId, 'one.com')).expiresOn;
    expect(found).toMatchObject({ value: '2028-06-02', source: 'typed' });
    const { expiresOn } = valueOf(await portfolio.setExpiry(accountId, 'one.com', null));
    expect(expiresOn).toEqual({ value: '2027-05-01', at: synced.at, source: 'sync' });
    await portfolio.remove(accountId, ['one.com']);
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    expect(valueOf(await portfolio.setExpiry(accountId, 'one.com', null)).expiresOn).toBeNull();
  });

  it('brings a registrant back that is in memory alone, because the keychain is shut', async () => {
    const world = await createTestWorld({ service: { faults } });
    const { portfolio, accountId } = world;
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    // The key of the account is in memory by now; what encrypts is not.
    await world.portfolio.list(accountId);
    world.shut('no-service');
    await readContactsOf(world, 'one.com');
    const before = valueOf(await portfolio.find(accountId, 'one.com'));
    expect(before.registrant?.value).toBe('Anna Example');
    const edit = randomUUID();
    await portfolio.remove(accountId, ['one.com'], edit);
    valueOf(await portfolio.revert(edit, 'undo'));
    expect(valueOf(await portfolio.find(accountId, 'one.com'))).toEqual(before);
  });

  it('is not undone where it was changed since: a later edit, from wherever it came, stays', async () => {
    const world = await aFilledWorld();
    const { portfolio, accountId } = world;
    const [tags, note, archive, removal] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    valueOf(await portfolio.tag(accountId, ['one.com', 'two.com'], ['new'], [], tags));
    valueOf(await portfolio.tag(accountId, ['two.com'], ['newer'], []));
    valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Ours' }, note));
    valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Theirs' }));
    await portfolio.archive(accountId, ['four.com'], true, archive);
    await portfolio.archive(accountId, ['four.com'], false);
    await portfolio.remove(accountId, ['three.com'], removal);
    valueOf(await portfolio.add(accountId, 'three.com', ['again'], 'typed'));
    const reverted = async (edit: string) => valueOf(await portfolio.revert(edit, 'undo'));
    expect(await reverted(tags)).toEqual({ changed: 1, kept: 1 });
    expect(await reverted(note)).toEqual({ changed: 0, kept: 1 });
    expect(await reverted(removal)).toEqual({ changed: 0, kept: 1 });
    // It is so already: whoever did it, nothing is overwritten.
    expect(await reverted(archive)).toEqual({ changed: 1, kept: 0 });
    const listed = await portfolio.list(accountId);
    expect(listed.map(({ name, tags, note }) => [name, tags, note])).toEqual([
      ['four.com', ['client'], ''],
      ['one.com', ['client'], 'Theirs'],
      ['three.com', ['again'], ''],
      ['two.com', ['client', 'spring', 'old', 'new', 'newer'], ''],
    ]);
  });

  it('leaves what was learned of a tagged domain meanwhile', async () => {
    const world = await aFilledWorld();
    const { portfolio, accountId } = world;
    const edit = randomUUID();
    valueOf(await portfolio.tag(accountId, ['one.com'], ['new'], [], edit));
    await portfolio.observe(accountId, 'one.com', {
      at: '2026-11-21T08:00:00.000Z',
      source: 'read',
      lock: 'unlocked',
    });
    valueOf(await portfolio.revert(edit, 'undo'));
    expect(valueOf(await portfolio.find(accountId, 'one.com'))).toMatchObject({
      tags: ['client'],
      lock: { value: 'unlocked' },
    });
  });

  it('of an account that is gone by then brings nothing back', async () => {
    const world = await aFilledWorld();
    const { portfolio, workspace, accountId } = world;
    const edit = randomUUID();
    await portfolio.remove(accountId, ['one.com'], edit);
    workspace.accounts.hide({ id: accountId, at });
    expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 0, kept: 1 });
  });

  it('of 5,000 domains is undone by one request', async () => {
    const { portfolio, accountId } = await createTestWorld();
    const names = Array.from({ length: 5_000 }, (_, index) => `name${index}.com`);
    valueOf(await portfolio.add(accountId, names.join('\n'), [], 'typed'));
    const [archived, removed] = [randomUUID(), randomUUID()];
    await portfolio.archive(accountId, names, true, archived);
    await portfolio.remove(accountId, names, removed);
    expect(valueOf(await portfolio.revert(removed, 'undo'))).toEqual({ changed: 5_000, kept: 0 });
    expect(valueOf(await portfolio.revert(archived, 'undo'))).toEqual({ changed: 5_000, kept: 0 });
    expect(portfolio.held(accountId)).toHaveLength(5_000);
  });

  it('can be undone while it is among the twenty newest; an older one, and an unknown one, cannot', async () => {
    const { portfolio, accountId } = await createTestWorld();
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    const edits = Array.from({ length: 21 }, () => randomUUID());
    for (const [index, edit] of edits.entries())
      valueOf(await portfolio.setTexts(accountId, 'one.com', { note: `Note ${index}` }, edit));
    const gone = {
      ok: false,
      error: { kind: 'invalid-input', reason: 'This can no longer be undone.' },
    };
    for (const edit of edits.slice(1).toReversed()) valueOf(await portfolio.revert(edit, 'undo'));
    expect(await portfolio.revert(edits[0] ?? '', 'undo')).toMatchObject(gone);
    expect(await portfolio.revert(randomUUID(), 'undo')).toMatchObject(gone);
    expect(valueOf(await portfolio.find(accountId, 'one.com')).note).toBe('Note 0');
  });
});

describe('a local edit of templates', () => {
  const fields = contactFieldNames.map((name) => ({ name, value: `CANARY ${name}` }));
  const contact = { kind: 'contact', fields } as const;

  it('puts back what was: a new one, a changed one and a removed one, still encrypted', async () => {
    const { templates, workspace } = await createTestWorld();
    const stored = () => workspace.templates.list();
    const [made, changed, removed] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = valueOf(await templates.save({ id: null, name: 'Anna', body: contact, edit: made }));
    const atFirst = stored();
    valueOf(await templates.save({ id, name: 'Ben', body: contact, edit: changed }));
    const afterwards = stored();
    templates.remove(id, removed);
    expect(stored()).toEqual([]);
    const reverted = async (edit: string, direction: 'undo' | 'redo' = 'undo') =>
      valueOf(await templates.revert(edit, direction));
    expect(await reverted(removed)).toEqual({ changed: 1, kept: 0 });
    expect(stored()).toEqual(afterwards);
    expect(Buffer.from(afterwards[0]?.body ?? []).toString('latin1')).not.toContain('CANARY');
    await reverted(changed);
    expect(stored()).toEqual(atFirst);
    await reverted(made);
    expect(stored()).toEqual([]);
    await reverted(made, 'redo');
    expect(stored()).toEqual(atFirst);
  });

  it('is not undone where the template was changed since', async () => {
    const { templates } = await createTestWorld();
    const [made, removed] = [randomUUID(), randomUUID()];
    const { id } = valueOf(await templates.save({ id: null, name: 'Anna', body: contact, edit: made }));
    valueOf(await templates.save({ id, name: 'Ben', body: contact }));
    expect(valueOf(await templates.revert(made, 'undo'))).toEqual({ changed: 0, kept: 1 });
    expect(valueOf(await templates.list()).map(({ name }) => name)).toEqual(['Ben']);
    expect(await templates.revert(removed, 'undo')).toMatchObject({ ok: false });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ok, type Result } from '#shared/result.ts';
import { createDrafts } from '../../../../../electron/main/portfolio/templates-and-drafts.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { readOf } from '#shared/domain/not-read.ts';

describe('readings', () => {
  /** Reads names again and waits until that is over. */
  async function read(world: TestWorld, names: readonly string[], parts = [...domainParts]) {
    const started = valueOf(await world.portfolio.readAgain(world.accountId, names, parts));
    return await world.ended(started.id);
  }

  const everyNameAnswers = {
    rememberRequests: 100_000,
    faults: [
      { operation: 'lock-read', fault: { kind: 'json', value: 'locked' } },
      {
        operation: 'nameservers-read',
        fault: { kind: 'json', value: { ns1: 'ns1.example.net', ns2: 'ns2.example.net' } },
      },
      { operation: 'contact-read', fault: { kind: 'json', value: { Registrant: { Company_Name: 'Acme' } } } },
    ],
  } as const;

  describe('reading the present state again', () => {
    it('reads lock, nameservers and the registrant, each with its time and source', async () => {
      const world = await createTestWorld();
      await world.portfolio.add(world.accountId, 'lindenhof-garten.de cape-coffee.co.za', [], 'typed');
      const over = await read(world, ['lindenhof-garten.de', 'cape-coffee.co.za']);
      expect(over).toEqual({
        id: over.id,
        accountId: world.accountId,
        total: 2,
        done: 2,
        notShown: 0,
        notRead: 0,
        isFinished: true,
        error: null,
      });
      const [cape, linden] = await world.portfolio.list(world.accountId);
      expect(linden).toMatchObject({
        lock: { value: 'locked', source: 'read' },
        nameservers: { value: ['ns1.practice-dns.example', 'ns2.practice-dns.example'], source: 'read' },
        registrant: { value: "Siobhán O'Neill", source: 'read' },
        troubles: [],
      });
      expect(cape).toMatchObject({ lock: { value: 'unlocked' }, registrant: { value: "Siobhán O'Neill" } });
      expect(world.announced.get('lindenhof-garten.de')).toEqual(linden);
    });

    it('is among what runs from its begin until its end', async () => {
      const world = await createTestWorld();
      await world.portfolio.add(world.accountId, 'lindenhof-garten.de', [], 'typed');
      const { id } = valueOf(
        await world.portfolio.readAgain(world.accountId, ['lindenhof-garten.de'], ['lock']),
      );
      expect(world.works.list()).toMatchObject([
        { kind: 'reading', id, accountId: world.accountId, done: 0 },
      ]);
      await world.ended(id);
      expect(world.works.list()).toEqual([]);
    });

    it('keeps what it read over a restart, the registrant sealed', async () => {
      const world = await createTestWorld();
      await world.portfolio.add(world.accountId, 'lindenhof-garten.de', [], 'typed');
      await read(world, ['lindenhof-garten.de']);
      const before = valueOf(await world.portfolio.find(world.accountId, 'lindenhof-garten.de'));
      const after = await world.reopen();
      expect(valueOf(await after.portfolio.find(after.accountId, 'lindenhof-garten.de'))).toEqual(before);
    });

    it('makes a refusal the trouble of its part, and forgets it when the part is read', async () => {
      const refusal = { kind: 'json', value: { error: 'Domain not found' } } as const;
      const faults = [{ operation: 'lock-read', fault: refusal, times: 1 }] as const;
      const world = await createTestWorld({ service: { faults } });
      await world.portfolio.add(world.accountId, 'oakline.io', [], 'typed');
      const over = await read(world, ['oakline.io'], ['lock', 'nameservers']);
      expect(over).toMatchObject({ done: 1, notShown: 1, notRead: 0, error: null });
      const troubled = valueOf(await world.portfolio.find(world.accountId, 'oakline.io'));
      expect(troubled.lock).toBeNull();
      expect(troubled.nameservers).not.toBeNull();
      expect(troubled.troubles).toMatchObject([
        { part: 'lock', error: { kind: 'refused', why: 'not-found' } },
      ]);
      await read(world, ['oakline.io'], ['lock']);
      const well = valueOf(await world.portfolio.find(world.accountId, 'oakline.io'));
      expect([well.lock?.value, well.troubles]).toEqual(['locked', []]);
    });

    it('keeps what was known where a part cannot be read any more', async () => {
      const world = await createTestWorld();
      await world.portfolio.add(world.accountId, 'transferred-away.com', [], 'typed');
      const at = '2026-02-21T14:00:00.000Z';
      await world.portfolio.observe(world.accountId, 'transferred-away.com', {
        at,
        source: 'read',
        lock: 'locked',
      });
      expect(await read(world, ['transferred-away.com'], ['lock'])).toMatchObject({ done: 1, notShown: 1 });
      const domain = valueOf(await world.portfolio.find(world.accountId, 'transferred-away.com'));
      expect(domain.lock).toEqual({ value: 'locked', at, source: 'read' });
      expect(domain.troubles).toMatchObject([{ part: 'lock', error: { kind: 'refused', why: 'not-found' } }]);
    });

    it('does not put an older answer over what a change confirmed meanwhile', async () => {
      const world = await createTestWorld({ service: { latencyMs: 150 } });
      await world.portfolio.add(world.accountId, 'oakline.io', [], 'typed');
      const started = valueOf(await world.portfolio.readAgain(world.accountId, ['oakline.io'], ['lock']));
      const at = new Date(Date.now() + 60_000).toISOString();
      await world.portfolio.observe(world.accountId, 'oakline.io', {
        at,
        source: 'change',
        lock: 'unlocked',
      });
      await world.ended(started.id);
      const domain = valueOf(await world.portfolio.find(world.accountId, 'oakline.io'));
      expect(domain.lock).toEqual({ value: 'unlocked', at, source: 'change' });
    });

    it('asks once what two readings want at the same time, and tells both', async () => {
      const world = await createTestWorld({ service: { ...everyNameAnswers, latencyMs: 30 } });
      const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const [first, second] = await Promise.all([
        read(world, names, ['lock']),
        read(world, names.slice(20), ['lock']),
      ]);
      expect([first, second]).toMatchObject([
        { total: 40, done: 40, isFinished: true, error: null },
        { total: 20, done: 20, isFinished: true, error: null },
      ]);
      expect(world.service.requestCount()).toBe(40);
    });

    it('goes on for the one of two readings that was not cancelled', async () => {
      const world = await createTestWorld({ service: { ...everyNameAnswers, latencyMs: 30 } });
      const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const first = valueOf(await world.portfolio.readAgain(world.accountId, names, ['lock']));
      const second = valueOf(await world.portfolio.readAgain(world.accountId, names.slice(30), ['lock']));
      world.portfolio.cancelReading(first.id);
      expect(await world.ended(first.id)).toMatchObject({ isFinished: true, error: { kind: 'cancelled' } });
      expect(await world.ended(second.id)).toMatchObject({ done: 10, error: null });
      expect(world.service.requestCount()).toBeLessThan(20);
    });

    it('stops with the reason when nobody is there any more, and keeps what was read', async () => {
      const world = await createTestWorld({ service: { ...everyNameAnswers, latencyMs: 20 } });
      const names = Array.from({ length: 400 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const started = valueOf(await world.portfolio.readAgain(world.accountId, names, ['lock']));
      await world.done(started.id, 40);
      await world.service.stop();
      const over = await world.ended(started.id);
      expect(over).toMatchObject({ isFinished: true, error: { kind: 'unreachable' } });
      const listed = await world.portfolio.list(world.accountId);
      expect(listed.filter(({ lock }) => lock !== null).length).toBeGreaterThanOrEqual(40);
      expect(listed.filter(({ lock }) => lock !== null).length).toBe(readOf(over));
    });

    it('stops at a refused key, and troubles no name with it', async () => {
      const unknownKey = { kind: 'refusal', refusal: 'invalid-token' } as const;
      const world = await createTestWorld({ service: { faults: [{ fault: unknownKey }] } });
      const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const over = await read(world, names, ['lock']);
      expect(over).toMatchObject({ isFinished: true, error: { kind: 'refused', why: 'credentials' } });
      const listed = await world.portfolio.list(world.accountId);
      expect(listed.flatMap(({ troubles }) => troubles)).toEqual([]);
    });

    it('goes on over another connection when the account is changed', async () => {
      const world = await createTestWorld({ service: { ...everyNameAnswers, latencyMs: 20 } });
      const names = Array.from({ length: 60 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const started = valueOf(await world.portfolio.readAgain(world.accountId, names, ['lock']));
      await world.done(started.id, 8);
      await world.connections.drop(world.accountId);
      expect(await world.ended(started.id)).toMatchObject({ done: 60, notShown: 0, notRead: 0, error: null });
    });

    it('lists domains without their registrants while the keychain is locked, asking it once', async () => {
      const world = await createTestWorld();
      await world.portfolio.add(world.accountId, 'oakline.io cape-coffee.co.za', [], 'typed');
      await read(world, ['oakline.io', 'cape-coffee.co.za'], ['contacts']);
      world.shut('locked');
      const after = await world.reopen();
      const calls = after.keychainCalls.length;
      const listed = await after.portfolio.list(after.accountId);
      expect(listed.map(({ name, registrant }) => [name, registrant])).toEqual([
        ['cape-coffee.co.za', null],
        ['oakline.io', null],
      ]);
      expect(after.keychainCalls.length - calls).toBe(1);
      after.shut(null);
      const again = await after.portfolio.list(after.accountId);
      expect(again.every(({ registrant }) => registrant !== null)).toBe(true);
    });
  });

  it.each(['begins', 'runs'] as const)(
    'that %s when the program closes ends without a mistake',
    async (when) => {
      const world = await createTestWorld({ service: { ...everyNameAnswers, latencyMs: 50 } });
      const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
      await world.portfolio.add(world.accountId, names.join(' '), [], 'typed');
      const started = world.portfolio.readAgain(world.accountId, names, [...domainParts]);
      if (when === 'runs') {
        await started;
        await expect.poll(() => world.service.requestCount()).toBeGreaterThan(5);
      }
      await world.close();
      await started;
      // As long as a reading would need to be at it again.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(world.bugs()).toEqual([]);
    },
  );

  describe('reading contacts for the editor', () => {
    it('gives roles and fields under the names of the answer, and says which may be written', async () => {
      const value = {
        Registrant: { 'Company Name': 'Acme', Fax: [] },
        registrant: { Name: 'Other' },
        Technical: { Name: 'Anna' },
      };
      const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;
      const world = await createTestWorld({
        service: { faults },
        account: { writableRoles: ['Registrant', 'technical'] },
      });
      await world.portfolio.add(world.accountId, 'example.com', [], 'typed');
      const contacts = valueOf(await world.portfolio.readContacts(world.accountId, 'example.com'));
      expect(contacts.roles).toEqual([
        {
          name: 'Registrant',
          isWritable: true,
          fields: [
            { name: 'Company Name', value: 'Acme', isText: true },
            { name: 'Fax', value: '[]', isText: false },
          ],
        },
        { name: 'registrant', isWritable: false, fields: [{ name: 'Name', value: 'Other', isText: true }] },
        { name: 'Technical', isWritable: false, fields: [{ name: 'Name', value: 'Anna', isText: true }] },
      ]);
      expect(contacts.answer).not.toMatch(/Acme|Anna|Other/);
      await world.portfolio.close();
      const domain = valueOf(await world.portfolio.find(world.accountId, 'example.com'));
      expect(domain.registrant).toMatchObject({ value: 'Acme', source: 'read' });
    });

    it('refuses what is too large to be written back as it was', async () => {
      const value = { Registrant: { Company_Name: 'x'.repeat(2_001) } };
      const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;
      const world = await createTestWorld({ service: { faults } });
      expect(await world.portfolio.readContacts(world.accountId, 'example.com')).toEqual({
        ok: false,
        error: { kind: 'unreadable', status: 200, why: 'too-large' },
      });
    });
  });
});

describe('templates and drafts', () => {
  const fields = [{ name: 'Contact_Name', value: 'Anna Schmidt' }];
  const contact = { id: null, name: 'Anna', body: { kind: 'contact', fields } } as const;
  const nameservers = ['ns1.example.net', 'ns2.example.net'];
  const hosts = { id: null, name: 'Our own', body: { kind: 'nameservers', nameservers } } as const;
  const closed = { ok: false, error: { kind: 'keychain', fault: 'locked' } };

  describe('templates', () => {
    it('are kept, listed by their names, changed and removed', async () => {
      const world = await createTestWorld();
      const own = valueOf(await world.templates.save(hosts));
      const anna = valueOf(await world.templates.save(contact));
      valueOf(await world.templates.save({ ...hosts, id: own.id, name: 'All of us' }));
      const { templates } = await world.reopen();
      expect(valueOf(await templates.list())).toEqual([
        { id: own.id, name: 'All of us', kind: 'nameservers', nameservers },
        { id: anna.id, name: 'Anna', kind: 'contact', fields },
      ]);
      templates.remove(anna.id);
      expect(valueOf(await templates.list()).map(({ name }) => name)).toEqual(['All of us']);
    });

    it('of a contact are not kept where they cannot be sealed; sets of nameservers are', async () => {
      const { templates, shut } = await createTestWorld();
      shut('locked');
      expect(await templates.save(contact)).toEqual(closed);
      expect(valueOf(await templates.save(hosts)).name).toBe('Our own');
      expect(valueOf(await templates.list())).toHaveLength(1);
    });

    it('are not listed in part while the keychain is locked', async () => {
      const world = await createTestWorld();
      valueOf(await world.templates.save(contact));
      const { templates, shut } = await world.reopen();
      shut('locked');
      expect(await templates.list()).toEqual(closed);
    });

    it('that cannot be opened any more are listed without content, to be removed', async () => {
      const { templates, workspace } = await createTestWorld();
      const [first, second] = [
        valueOf(await templates.save(contact)),
        valueOf(await templates.save(contact)),
      ];
      const records = workspace.templates.list();
      const body = records.find(({ id }) => id === second.id)?.body ?? new Uint8Array();
      // The one's body under the other's id is not what was sealed for it.
      workspace.templates.save({ id: first.id, kind: 'contact', body });
      expect(valueOf(await templates.list())).toContainEqual({
        id: first.id,
        name: 'Can no longer be opened',
        kind: 'contact',
        fields: [],
      });
    });

    it('are a thousand at most', async () => {
      const { templates, workspace } = await createTestWorld();
      const body = new Uint8Array([1]);
      for (let number = 0; number < 1_000; number += 1) {
        workspace.templates.save({ id: `t${number}`, kind: 'nameservers', body });
      }
      expect(await templates.save(hosts)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
      expect((await templates.save({ ...hosts, id: 't7' })).ok).toBe(true);
    });
  });

  describe('drafts', () => {
    it('are kept for each domain and kind until they are removed', async () => {
      const world = await createTestWorld();
      const { accountId } = world;
      await world.drafts.save(accountId, 'example.com', 'contacts', 'one');
      await world.drafts.save(accountId, 'example.com', 'nameservers', 'two');
      await world.drafts.save(accountId, 'example.com', 'contacts', 'three');
      const { drafts } = await world.reopen();
      expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('three');
      expect(drafts.list(accountId).map(({ domain, kind }) => [domain, kind])).toEqual(
        expect.arrayContaining([
          ['example.com', 'contacts'],
          ['example.com', 'nameservers'],
        ]),
      );
      drafts.remove(accountId, 'example.com', 'contacts');
      expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts'))).toEqual({
        body: null,
        savedAt: null,
      });
      expect(drafts.list(accountId)).toHaveLength(1);
    });

    it('are in memory where they cannot be sealed, and then gone with the program', async () => {
      const world = await createTestWorld();
      const { accountId } = world;
      world.shut('no-service');
      await world.drafts.save(accountId, 'example.com', 'contacts', 'typed');
      expect(valueOf(await world.drafts.read(accountId, 'example.com', 'contacts')).body).toBe('typed');
      expect(world.drafts.list(accountId)).toMatchObject([{ domain: 'example.com', kind: 'contacts' }]);
      expect(world.drafts.list('another account')).toEqual([]);
      const { drafts } = await world.reopen();
      expect(drafts.list(accountId)).toEqual([]);
    });

    it('in memory give way to the one that could be sealed again', async () => {
      const world = await createTestWorld();
      const { accountId, drafts } = world;
      world.shut('locked');
      await drafts.save(accountId, 'example.com', 'contacts', 'first');
      world.shut(null);
      await drafts.save(accountId, 'example.com', 'contacts', 'second');
      expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('second');
      expect(drafts.list(accountId)).toHaveLength(1);
      drafts.remove(accountId, 'example.com', 'contacts');
      expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBeNull();
    });

    it('F8 that are still being sealed are waited for at the end, and are on the disk then', async () => {
      const world = await createTestWorld();
      const { accountId, workspace } = world;
      const keychain = Promise.withResolvers<Result<Uint8Array<ArrayBuffer>>>();
      const drafts = createDrafts({
        workspace,
        sealing: {
          seal: () => keychain.promise,
          open: (sealed) => Promise.resolve(ok(String(sealed))),
          keyed: () => Promise.reject(new Error('Nothing is compared')),
        },
        newId: randomUUID,
        now: () => new Date(),
      });
      const saving = drafts.save(accountId, 'example.com', 'contacts', 'typed last');
      let isClosed = false;
      const closing = drafts.close().then(() => (isClosed = true));
      valueOf(await drafts.read(accountId, 'example.com', 'contacts'));
      expect(isClosed).toBe(false);
      keychain.resolve(ok(new Uint8Array([1, 2, 3])));
      await closing;
      expect(workspace.drafts.read({ accountId, domain: 'example.com', kind: 'contacts' })).toMatchObject({
        body: new Uint8Array([1, 2, 3]),
      });
      await saving;
    });

    it('do not come back where they are removed, or typed over, while they are being sealed', async () => {
      const world = await createTestWorld();
      const { accountId, drafts } = world;
      const saving = drafts.save(accountId, 'example.com', 'contacts', 'removed');
      drafts.remove(accountId, 'example.com', 'contacts');
      await saving;
      expect(drafts.list(accountId)).toEqual([]);
      await Promise.all([
        drafts.save(accountId, 'example.com', 'contacts', 'first'),
        drafts.save(accountId, 'example.com', 'contacts', 'second'),
      ]);
      const after = await world.reopen();
      expect(valueOf(await after.drafts.read(accountId, 'example.com', 'contacts')).body).toBe('second');
    });

    it('are read as they were typed while they are being sealed', async () => {
      const { accountId, drafts } = await createTestWorld();
      const saving = drafts.save(accountId, 'example.com', 'contacts', 'typed');
      expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('typed');
      await saving;
    });

    it('fail as the keychain does where a sealed one is to be read', async () => {
      const world = await createTestWorld();
      await world.drafts.save(world.accountId, 'example.com', 'contacts', 'typed');
      const { drafts, shut, accountId } = await world.reopen();
      shut('locked');
      expect(await drafts.read(accountId, 'example.com', 'contacts')).toEqual(closed);
    });

    it('go with their domain and with their account', async () => {
      const { drafts, portfolio, workspace, accountId } = await createTestWorld();
      await portfolio.add(accountId, 'example.com', [], 'typed');
      await drafts.save(accountId, 'example.com', 'contacts', 'one');
      await drafts.save(accountId, 'example.net', 'register', 'two');
      await portfolio.remove(accountId, ['example.com']);
      expect(drafts.list(accountId).map(({ domain }) => domain)).toEqual(['example.net']);
      workspace.accounts.remove({ id: accountId });
      await drafts.save(accountId, 'example.net', 'register', 'too late');
      expect(drafts.list(accountId)).toEqual([]);
    });
  });
});

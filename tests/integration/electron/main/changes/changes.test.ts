import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import { type Change, emptyChangeFilter, type JournalEntry } from '#shared/domain/change.ts';
import { type RegistrationContact, registrationFields } from '#shared/changes/register.ts';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { createDiagnostics } from '../../../../../electron/main/diagnostics/create-diagnostics.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import type { Operation } from '../../../../../electron/main/practice/operations/table.ts';
import { findIn, sweep } from '../../../../support/canary.ts';
import { asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

describe('all kinds', () => {
  /** Half a minute is a tenth of a second. */
  const start = (faults: FaultPlan = []): Promise<TestWorld> =>
    createTestWorld({ service: { faults }, account: { timeoutMs: 2_000 }, timesFaster: 300 });

  /** Prepares and applies with every consent, and waits until it is neither planned nor on its way. */
  async function settled(world: TestWorld, name: string, ask: ChangeAsk): Promise<Change> {
    const { reviewId } = valueOf(await world.changes.prepare(world.accountId, name, ask));
    const consent = { typedName: name, premiumAccepted: true, typedLimit: null };
    const { id } = valueOf(await world.changes.apply(reviewId, consent));
    return await until(
      world,
      id,
      ({ state, error }) => state !== 'sending' && (state !== 'planned' || error !== null),
    );
  }

  const until = ({ changes }: TestWorld, id: string, isSo: (change: Change) => boolean): Promise<Change> =>
    vi.waitUntil(
      async () => {
        const { change } = valueOf(await changes.find(id));
        return isSo(change) ? change : null;
      },
      { timeout: 25_000, interval: 5 },
    );

  /** As `POST /domains/example.com/lock`, of every request that was not a GET. */
  const posts = ({ service }: TestWorld): readonly string[] =>
    service
      .requests()
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/lookup'))
      .map(({ path }) => `POST ${path.slice(path.indexOf('index.php') + 'index.php'.length)}`);

  const domain = 'orbit-hosting.net';
  const newDomain = 'available-harbour.com';
  const host = `ns1.${domain}`;

  const contact = Object.fromEntries(
    registrationFields.map((name) => [name, name === 'email' ? 'CANARY@mail.example' : `CANARY ${name}`]),
  ) as RegistrationContact; // Built from the list of fields itself: every one of them is there.

  const registrant: ContactFields = {
    name: 'Registrant',
    fields: [
      ['Contact_Name', 'CANARY name'],
      ['Company_Name', 'CANARY company'],
      ['Address_1', 'CANARY street 1'],
      ['Address_2', ''],
      ['City', 'CANARY city'],
      ['State', 'CANARY state'],
      ['ZIP_code', '12345'],
      ['Country', 'DE'],
      ['Phone', '+49.4515550142'],
      ['Email', 'CANARY@mail.example'],
    ].map(([name = '', value = '']) => ({ name, value })),
  };

  const registration: ChangeAsk = {
    kind: 'register',
    periodYears: 1,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    contacts: { registrant: contact },
    addons: { idProtection: true },
    idnLanguage: null,
    domainFields: {},
  };

  interface Case {
    readonly ask: ChangeAsk;
    readonly operation: Operation;
    readonly path: string;
    readonly name: string;
  }

  const cases: readonly Case[] = [
    { ask: { kind: 'lock', state: 'unlocked' }, operation: 'lock-write', path: `/domains/${domain}/lock` },
    {
      ask: { kind: 'nameservers', nameservers: ['a.example.org', 'b.example.org'] },
      operation: 'nameservers-write',
      path: `/domains/${domain}/nameservers`,
    },
    {
      ask: { kind: 'contacts', roles: [registrant] },
      operation: 'contact-write',
      path: `/domains/${domain}/contact`,
    },
    {
      ask: registration,
      operation: 'register',
      path: '/order/domains/register',
    },
    { ask: { kind: 'renew', periodYears: 2, addons: {} }, operation: 'renew', path: '/order/domains/renew' },
    {
      ask: { kind: 'child-register', host: `ns7.${domain}`, address: '192.0.2.7' },
      operation: 'child-register',
      path: `/domains/${domain}/nameservers/register`,
    },
    {
      ask: { kind: 'child-modify', host, currentAddress: '192.0.2.11', newAddress: '192.0.2.12' },
      operation: 'child-modify',
      path: `/domains/${domain}/nameservers/modify`,
    },
    {
      ask: { kind: 'child-delete', host },
      operation: 'child-delete',
      path: `/domains/${domain}/nameservers/delete`,
    },
    { ask: { kind: 'sync' }, operation: 'sync', path: `/domains/${domain}/sync` },
  ].map((each) => ({ ...each, name: each.ask.kind === 'register' ? newDomain : domain }) as Case); // With its name, it is one.

  describe.each(cases)('over the practice service, $ask.kind', ({ ask, path, name }) => {
    it('is confirmed, sent once, and shown as it was sent', async () => {
      const world = await start();
      const review = valueOf(await world.changes.prepare(world.accountId, name, ask));
      expect(await settled(world, name, ask)).toMatchObject({ state: 'confirmed', attempts: 1 });
      expect(posts(world)).toEqual([`POST ${path}`]);
      expect(review.sent.path).toBe(path);
      const sent = world.service
        .requests()
        .findLast(({ method, path: to }) => method === 'POST' && to.endsWith(path));
      expect(review.sent.fields).toEqual(
        [...new URLSearchParams(sent?.body ?? '')].map(([field, value]) => ({ name: field, value })),
      );
      expect(world.bugs()).toEqual([]);
    });

    it('leaves nothing personal on the disk, and no key, once it is over', async () => {
      const world = await start();
      const { id } = await settled(world, name, ask);
      const { change, entries } = valueOf(await world.changes.find(id));
      expect(JSON.stringify([change, entries, world.payloads('changes.changed')])).not.toContain('CANARY');
      expect((await sweep(world.directory, { personal: 'CANARY' })).finds).toEqual([]);
    });
  });

  describe('G8 answers with what does not belong in them', () => {
    const canaries = {
      code: 'k7G!p2Xq-9vW',
      email: 'grace.hopper@navy.example',
      phone: '+49.3012345678',
      name: 'Grace Hopper',
      key: apiKey,
    } as const;
    const { code, email, phone, name: person } = canaries;
    const values = [code, email, phone, person];
    const names = [
      ...[
        'authinfo',
        'pw',
        'epp_code',
        'owner',
        'ownerName',
        'holder',
        'contact',
        'person',
        'handle',
        'login',
      ],
      ...[
        'user',
        'mail',
        'tel',
        'mobile',
        'fax',
        'street',
        'extra',
        'payload',
        'debug',
        'trace',
        'raw',
        'xml',
      ],
      ...['registryResponse', 'old', 'new', 'before', 'after', 'customer', 'client', 'reference', 'ticket'],
      ...['comment', 'remark', 'secret', 'key', 'pin', 'code', 'password', code, person],
    ];
    const spelledKeys = [
      apiKey,
      Array.from(apiKey, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
      apiKey.replaceAll('-', '&#45;'),
      Array.from(apiKey, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
      Array.from(apiKey, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join(''),
      Buffer.from(apiKey).toString('base64'),
      Buffer.from(`user:${apiKey}`).toString('base64url'),
    ];
    const bodyOf = (success: boolean): string => {
      const odd = Object.fromEntries(
        names.map((each, at) => [each, at % 2 === 0 ? values : { status: values }]),
      );
      const message = `Code ${code} of ${person}, ${email}, ${phone}`;
      const body = { success, ...odd, data: { [person]: { [code]: message } }, message };
      return `${JSON.stringify(body).slice(0, -1)},"info":["${spelledKeys.join('","')}"]}`;
    };

    it.each(
      cases.flatMap((each) => [true, false].map((success) => ({ ...each, kind: each.ask.kind, success }))),
    )('(G8, G9, G17) leave nothing of it in any file or export: $kind, success $success', async (tried) => {
      const { ask, operation, name, success } = tried;
      const next = () => ({ status: 200, body: bodyOf(success) });
      const world = await start([{ fault: { kind: 'answer', next }, operation }]);
      const { id } = await settled(world, name, ask);
      await until(world, id, ({ readBackAt }) => readBackAt !== null);
      const exports = join(world.directory, 'exports');
      mkdirSync(exports);
      for (const format of ['csv', 'json'] as const)
        valueOf(
          await world.changes.exportJournal(format, emptyChangeFilter, join(exports, `changes.${format}`)),
        );
      valueOf(await world.backups.make());
      const diagnostics = createDiagnostics({
        workspace: world.workspace,
        backups: world.backups,
        logFiles: { path: join(world.directory, 'no.log'), keep: 5 },
        about: {
          version: '1.2.3',
          electron: '42.0.0',
          platform: 'linux',
          commandLine: ['namedesk'],
          isTrial: false,
          placeRisk: null,
        },
        noUpdates: 'not-installed',
        now: () => new Date(),
        newId: randomUUID,
      });
      const bundle = JSON.stringify(valueOf(await diagnostics.bundle()));
      const shown = JSON.stringify([valueOf(await world.changes.find(id)), world.said(), bundle]);
      expect(findIn('told', Buffer.from(shown), canaries)).toEqual([]);
      for (const spelled of spelledKeys) expect(shown).not.toContain(spelled);
      const { finds, files } = await sweep(world.directory, canaries);
      expect(finds).toEqual([]);
      expect(files).toBeGreaterThan(3);
    });
  });

  it('C13 a registration that was applied, lost on the way and then refused as existing is ours', async () => {
    const world = await start([
      {
        fault: { kind: 'json', value: { error: { message: 'Domain already exists' } }, status: 400 },
        operation: 'register',
        isApplied: true,
      },
    ]);
    const { id } = await settled(world, newDomain, registration);
    const change = await until(world, id, ({ state }) => state !== 'uncertain');
    expect(change).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(posts(world)).toHaveLength(1);
  });
});

describe('through services', () => {
  const domain = 'harbour-books.com';

  describe('the application as it is put together', () => {
    it('changes a domain of the practice account, and the portfolio knows', async () => {
      const { changes, portfolio, accounts } = await createTestWorld();
      const { id: accountId } = valueOf(await accounts.addPractice());
      valueOf(await portfolio.add(accountId, domain, [], 'typed'));
      await changes.recover();
      const review = valueOf(await changes.prepare(accountId, domain, { kind: 'lock', state: 'unlocked' }));
      expect(review).toMatchObject({ isPractice: true, domain, kind: 'lock' });
      const consent = { typedName: null, premiumAccepted: false, typedLimit: null };
      const { id } = valueOf(await changes.apply(review.reviewId, consent));
      await expect.poll(async () => valueOf(await changes.find(id)).change.state).toBe('confirmed');
      await expect
        .poll(async () => valueOf(await portfolio.find(accountId, domain)).lock)
        .toMatchObject({ value: 'unlocked', source: 'change' });
    });
  });
});

describe('export journal', () => {
  const all = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };

  const directory = directoryOfEachTest();

  async function filled(): Promise<ChangesWorld> {
    const world = new ChangesWorld();
    await world.settled(asks.lock);
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    await world.settled(asks.renew);
    await world.settled(asks.sync);
    return world;
  }

  const sorted = (_name: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;

  const hash = (...lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

  describe('an export of the journal', () => {
    it('as JSON has every entry with its place in a chain that can be walked', async () => {
      const world = await filled();
      const path = join(directory.path, 'changes.json');
      const { entries } = valueOf(await world.changes.exportJournal('json', all, path));
      const written = JSON.parse(readFileSync(path, 'utf8')) as (JournalEntry & { previousHash: string })[]; // Written just now.
      expect(written).toHaveLength(entries);
      expect(entries).toBe(valueOf(await world.changes.health(true)).entries);
      let before = '';
      for (const entry of written) {
        expect(entry.previousHash).toBe(before);
        const event = JSON.stringify(entry.event, sorted);
        expect(entry.hash).toBe(
          hash(before, String(entry.seq), entry.changeId, entry.at, entry.state, event),
        );
        before = entry.hash;
      }
      expect(before).toBe(valueOf(await world.changes.health(false)).head);
    });

    it('as CSV has the very text that was hashed', async () => {
      const world = await filled();
      const path = join(directory.path, 'changes.csv');
      valueOf(await world.changes.exportJournal('csv', all, path));
      const rows = parse<Record<string, string>>(readFileSync(path, 'utf8'), { columns: true });
      for (const {
        seq = '',
        at = '',
        change = '',
        state = '',
        event = '',
        previous_hash = '',
        hash: own,
      } of rows) {
        expect(own).toBe(hash(previous_hash, seq, change, at, state, event));
      }
      expect(rows.map(({ type }) => type).filter((type) => type === 'planned')).toHaveLength(3);
    });

    it('(G12) has nothing to test a guess of a contact against: each digest is explained, and those of contacts need the key', async () => {
      const world = new ChangesWorld();
      world.service.free(domain);
      await world.settled(asks.register);
      await world.settled(asks.contacts);
      await world.settled(asks.lock);
      const path = join(directory.path, 'changes.json');
      valueOf(await world.changes.exportJournal('json', all, path));
      const text = readFileSync(path, 'utf8');
      const written = JSON.parse(text) as (JournalEntry & { previousHash: string })[]; // Written just now.
      const ofChain = written.flatMap((entry) => [entry.hash, entry.previousHash]);
      const personal = written.flatMap(({ event }) =>
        event.type === 'planned' && ['contacts', 'register'].includes(event.what.kind) ? [event.digest] : [],
      );
      const others = written.flatMap(({ event }) =>
        event.type === 'planned' && event.what.kind === 'lock' ? [event.digest] : [],
      );
      const seen = written.flatMap(({ event }) =>
        'consent' in event && event.consent !== undefined ? [event.consent.present] : [],
      );
      const digests = text.match(/\b[0-9a-f]{64}\b/g) ?? [];
      expect(digests.filter((each) => ![...ofChain, ...personal, ...others, ...seen].includes(each))).toEqual(
        [],
      );
      expect(text).not.toMatch(/"salt"|"personal"/);
      expect(personal).toHaveLength(2);
      // Whoever knows every field, the path and the change's id computes another digest than these.
      const orders = written.flatMap(({ changeId, event }) =>
        event.type === 'planned' ? [[changeId, event.what.kind, event.digest] as const] : [],
      );
      for (const [changeId, kind, digest] of orders) {
        const ask: ChangeAsk = asks[kind as 'contacts' | 'register' | 'lock']; // The three above.
        const guess = valueOf(orderOf(domain, ask, defaultAccountOptions)).digestFor(changeId, null);
        expect(guess === digest).toBe(kind === 'lock');
      }
    });

    it('as CSV says whose change each entry is, in cells that no spreadsheet runs', async () => {
      const world = new ChangesWorld();
      world.label = '=HYPERLINK("https://evil.example")';
      await world.settled(asks.lock);
      const path = join(directory.path, 'changes.csv');
      valueOf(await world.changes.exportJournal('csv', all, path));
      const rows = parse<Record<string, string>>(readFileSync(path, 'utf8'), { columns: true });
      expect(new Set(rows.map((row) => row['domain']))).toEqual(new Set([domain]));
      expect(new Set(rows.map((row) => row['account']))).toEqual(new Set([`'${world.label}`]));
    });

    it('of some changes has their entries alone', async () => {
      const world = await filled();
      const path = join(directory.path, 'changes.json');
      const filter = { ...all, kinds: ['sync'] as const };
      const { entries } = valueOf(await world.changes.exportJournal('json', filter, path));
      const written = JSON.parse(readFileSync(path, 'utf8')) as JournalEntry[]; // Written just now.
      expect(new Set(written.map(({ changeId }) => changeId)).size).toBe(1);
      expect(written).toHaveLength(entries);
    });

    it('of no changes is an empty list', async () => {
      const world = await filled();
      const path = join(directory.path, 'changes.json');
      const filter = { ...all, domain: `not-${domain}` };
      expect(valueOf(await world.changes.exportJournal('json', filter, path))).toEqual({ entries: 0 });
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([]);
    });

    it.each(['page', 'list'])('leaves nothing where the disk fails at “%s”', async (name) => {
      const world = await filled();
      world.kept.failAt(name, 'busy');
      const path = join(directory.path, 'changes.json');
      const filter = { ...all, text: 'example' };
      expect(await world.changes.exportJournal('json', filter, path)).toMatchObject({
        error: { kind: 'storage' },
      });
      expect(existsSync(path)).toBe(false);
      expect(readdirSync(directory.path)).toEqual([]);
    });

    it('says where a file cannot be', async () => {
      const world = await filled();
      const path = join(directory.path, 'not-there', 'changes.csv');
      expect(await world.changes.exportJournal('csv', all, path)).toMatchObject({
        error: { kind: 'invalid-input', field: 'path' },
      });
    });

    it('goes page by page over a journal of many pages', async () => {
      const world = new ChangesWorld();
      for (let change = 0; change < 210; change += 1) await world.settled(asks.sync);
      const path = join(directory.path, 'changes.json');
      const { entries } = valueOf(
        await world.changes.exportJournal('json', { ...all, text: 'example' }, path),
      );
      expect(entries).toBe(840);
      const written = JSON.parse(readFileSync(path, 'utf8')) as JournalEntry[]; // Written just now.
      expect(written.map(({ seq }) => seq)).toEqual(written.map((_, index) => index + 1));
    });
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import { exportDomains } from '../../../../../../electron/main/export/exports.ts';
import { ok } from '#shared/result.ts';
import {
  type ImportChoices,
  reviewImport,
} from '../../../../../../electron/main/portfolio/import/review-import.ts';
import { createDomainImport } from '../../../../../../electron/main/portfolio/import/domain-import.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { aDatabase, clientHere } from '../../../../../support/workspace/stores-here.ts';
import { rowsOfPage } from '../../../../../../electron/main/portfolio/import/reviewed.ts';
import type { TableSource } from '../../../../../../electron/main/tables/table.ts';
import { sweep } from '../../../../../support/canary.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { anAccount, valueOf } from '../../../../../support/workspace/a-workspace.ts';

const asRecognised: ImportChoices = {
  mapping: [],
  isDayFirst: null,
  encoding: null,
  sheet: null,
  restoresArchived: false,
};

const fixture = (name: string): TableSource => ({
  kind: 'file',
  path: join(import.meta.dirname, '../../../../../fixtures/imports', name),
});
const pasted = (text: string): TableSource => ({ kind: 'text', text });

type Told = readonly [name: string, expires: string | null, client: string, tags: string, note: string];

const told = ({ name, expiresOn, client, tags, note }: Domain): Told => [
  name,
  expiresOn?.value ?? null,
  client,
  tags.join(';'),
  note,
];

const portfolioOf = async ({ portfolio, accountId }: TestWorld): Promise<readonly Told[]> =>
  (await portfolio.list(accountId)).map(told);

/** What files say of locks and nameservers, by name: `locked ns1.a.com;ns2.a.com`; nothing of domains of which none is known. */
const seenOf = async ({ portfolio, accountId }: TestWorld): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await portfolio.list(accountId)).flatMap(({ name, lock, nameservers }) => {
      const seen = `${lock?.value ?? ''} ${nameservers?.value.join(';') ?? ''}`.trim();
      return seen === '' ? [] : [[name, seen]];
    }),
  );

const review = async (
  { domainImport, accountId }: TestWorld,
  source: TableSource,
  choices: Partial<ImportChoices> = {},
) => valueOf(await domainImport.review(accountId, source, { ...asRecognised, ...choices }));

async function bringIn(world: TestWorld, source: TableSource, choices: Partial<ImportChoices> = {}) {
  const reviewed = await review(world, source, choices);
  return valueOf(await world.domainImport.apply(world.accountId, reviewed)).import;
}

/** What Today lists of imports: the file, and why. */
const listedOf = async ({ today }: TestWorld) =>
  (await today.read()).rows.filter(({ kind }) => kind === 'import').map(({ title, why }) => [title, why]);

/** As a window and a terminal do: reads a file, and notes whether it could be read. */
async function read(
  { domainImport, accountId }: Pick<TestWorld, 'domainImport' | 'accountId'>,
  fileName: string,
  text: string,
) {
  const source = { kind: 'bytes', fileName, bytes: new TextEncoder().encode(text) } as const;
  const reviewed = await domainImport.review(accountId, source, asRecognised);
  await domainImport.noteReading(accountId, source, reviewed);
  return reviewed;
}

const readAndApply = async (world: TestWorld, fileName: string, text: string) =>
  await world.domainImport.apply(world.accountId, valueOf(await read(world, fileName, text)));

describe('an import that failed', () => {
  it('is listed in Today by the file’s name alone, until the file can be read', async () => {
    const world = await createTestWorld();
    expect((await read(world, 'portfolio.csv', '')).ok).toBe(false);
    expect(await listedOf(world)).toEqual([
      ['portfolio.csv', 'It was not imported. portfolio.csv is empty. Choose another file.'],
    ]);
    await read(world, 'portfolio.csv', 'Domain\none.com\n');
    expect(await listedOf(world)).toEqual([]);
  });

  it('leaves nothing of its folder on the disk', async () => {
    const world = await createTestWorld();
    const folder = join(world.directory, 'secret clients');
    mkdirSync(folder);
    const source = { kind: 'file', path: join(folder, 'portfolio.csv') } as const;
    writeFileSync(source.path, '');
    const reviewed = await world.domainImport.review(world.accountId, source, asRecognised);
    await world.domainImport.noteReading(world.accountId, source, reviewed);
    expect(await listedOf(world)).toMatchObject([['portfolio.csv', expect.any(String)]]);
    expect((await sweep(world.workspaceDirectory, { folder: 'secret clients' })).finds).toEqual([]);
  });

  it('of which rows were skipped is listed until the mended file is imported; the cells of these rows are not stored', async () => {
    const world = await createTestWorld();
    const rows = [
      'one.com,2027-01-01',
      'no domain,2027-01-01',
      'Robin Example,2027-01-01',
      'one.com,2027-01-01',
    ];
    valueOf(await readAndApply(world, 'portfolio.csv', ['Domain,Expires', ...rows, ''].join('\n')));
    const listed = [['portfolio.csv', '2 rows were skipped, the first in line 3; the others are stored.']];
    expect(await listedOf(world)).toEqual(listed);
    expect((await sweep(world.workspaceDirectory, { cell: 'Robin Example' })).finds).toEqual([]);
    await read(world, 'portfolio.csv', 'Domain,Expires\nno domain,\n');
    expect(await listedOf(world), 'only read').toEqual(listed);
    await read(world, 'portfolio.csv', 'Domain,Expires\nthree.com,2027-01-01\n');
    expect(await listedOf(world), 'mended, and not imported yet').toEqual(listed);
    valueOf(await readAndApply(world, 'portfolio.csv', 'Domain,Expires\nthree.com,2027-01-01\n'));
    expect(await listedOf(world)).toEqual([]);
  });

  it('of which rows were skipped is listed no more once the file has only what is stored', async () => {
    const world = await createTestWorld();
    valueOf(await readAndApply(world, 'portfolio.csv', 'Domain\none.com\nno domain\n'));
    expect(await listedOf(world)).toHaveLength(1);
    await read(world, 'portfolio.csv', 'Domain\none.com\n');
    expect(await listedOf(world)).toEqual([]);
  });

  it('is answered as it went where nothing can be noted of it, and so is one of which all is stored', async () => {
    const repositories = createRepositories(aDatabase());
    repositories.accounts.save(anAccount());
    const { id: accountId } = anAccount();
    const noted: string[] = [];
    const workspace = clientHere(repositories, ({ method }) => {
      if (method !== 'fail' && method !== 'removeFailure') return undefined;
      noted.push(method);
      return 'full';
    });
    const domainImport = createDomainImport({
      ...{ workspace, newId: () => crypto.randomUUID(), now: () => new Date() },
      portfolio: { store: (_accountId, write) => Promise.resolve(write()) },
      workerUrl: new URL('file:///nowhere'),
      thread: { run: async (task) => ok(await reviewImport(task)), close: () => Promise.resolve() },
    });
    const reading = (text: string) => read({ domainImport, accountId }, 'portfolio.csv', text);
    expect(await reading('')).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    const reviewed = valueOf(await reading('Domain\none.com\nno domain\n'));
    expect(valueOf(await domainImport.apply(accountId, reviewed)).import).toMatchObject({ added: 1 });
    expect(noted).toEqual(['fail', 'removeFailure', 'fail']);
  });

  it('of which rows were imported in part is listed with their number, and so is its import', async () => {
    const world = await createTestWorld();
    const rows = 'one.com,2027-01-01,Acme, Inc.\nno domain,,\ntwo.com,soon,\nsix.com,2027-01-01,Acme\n';
    const made = valueOf(await readAndApply(world, 'portfolio.csv', `Domain,Expires,Client\n${rows}`));
    expect(made.import).toMatchObject({ added: 3, skipped: 1, partly: 2 });
    expect(await listedOf(world)).toEqual([
      [
        'portfolio.csv',
        '1 row was skipped and 2 rows were imported in part, the first in line 2; the others are stored.',
      ],
    ]);
    valueOf(await readAndApply(world, 'portfolio.csv', 'Domain,Expires\none.com,2027-01-01\nten.com,soon\n'));
    expect(await listedOf(world)).toEqual([
      ['portfolio.csv', '1 row was imported in part, in line 3; the others are stored.'],
    ]);
    await read(world, 'portfolio.csv', 'Domain,Expires\nten.com,\n');
    expect(await listedOf(world)).toEqual([]);
  });

  it('is dismissed for good, and listed again where it fails again', async () => {
    const world = await createTestWorld();
    await read(world, 'portfolio.csv', '');
    const [row] = (await world.today.read()).rows;
    await world.today.snooze(row?.id ?? '', '9999-12-31', crypto.randomUUID());
    expect((await world.today.read()).rows).toMatchObject([{ snoozedUntil: '9999-12-31' }]);
    await read(world, 'portfolio.csv', '');
    expect((await world.today.read()).rows).toMatchObject([{ kind: 'import', snoozedUntil: null }]);
  });

  it('is kept by the last twenty of an account', async () => {
    const world = await createTestWorld();
    for (let number = 1; number <= 23; number += 1) await read(world, `portfolio-${number}.csv`, '');
    expect(await listedOf(world)).toHaveLength(20);
  });
});

const undo = async ({ domainImport, accountId }: TestWorld, id: string) =>
  valueOf(await domainImport.undo(accountId, id));

/** What each file says, by hand: name, expiry, client, tags, note. */
const files: readonly (readonly [file: string, panel: string, domains: readonly Told[]])[] = [
  [
    'godaddy-1.csv',
    'GoDaddy',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', ''],
      ['xn--bckerei-mller-bfb28a.de', '2027-05-05', '', '', ''],
    ],
  ],
  [
    'godaddy-2.csv',
    'GoDaddy',
    [
      ['lantern.net', '2028-04-25', '', '', ''],
      ['quiet-harbor.co.uk', '2026-11-13', '', '', ''],
    ],
  ],
  [
    'namecheap-1.csv',
    'Namecheap',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', ''],
      ['sunstone.io', '2028-09-09', '', '', ''],
    ],
  ],
  [
    'namecheap-2.csv',
    'Namecheap',
    [
      ['lantern.net', '2028-04-25', '', '', ''],
      ['paperplane.studio', '2026-01-02', '', '', ''],
    ],
  ],
  [
    'porkbun-1.csv',
    'Porkbun',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', ''],
    ],
  ],
  [
    'porkbun-2.csv',
    'Porkbun',
    [
      ['lantern.net', '2028-04-25', '', '', ''],
      ['paperplane.studio', '2026-01-02', '', '', ''],
      ['quiet-harbor.co.uk', '2026-11-13', '', '', ''],
    ],
  ],
  [
    'dynadot-1.csv',
    'Dynadot',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', 'Northwind', 'Bought from\nthe old owner'],
    ],
  ],
  [
    'dynadot-2.csv',
    'Dynadot',
    [
      ['lantern.net', '2028-04-25', '', 'Own;Shops', 'Say "hello"'],
      ['xn--bckerei-mller-bfb28a.de', '2027-05-05', '', 'Bakery', '=not a formula'],
    ],
  ],
  [
    'spaceship-1.csv',
    'Spaceship',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', 'Clients', ''],
    ],
  ],
  [
    'spaceship-2.csv',
    'Spaceship',
    [
      ['lantern.net', '2028-04-25', '', 'Own;Shops', ''],
      ['sunstone.io', '2028-09-09', '', 'Shops', ''],
    ],
  ],
  [
    'whmcs-1.csv',
    'WHMCS',
    [
      ['never-paid.com', null, '', '', ''],
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', 'Invoice to head office'],
    ],
  ],
  [
    'whmcs-2.csv',
    'WHMCS',
    [
      ['lantern.net', '2028-04-03', '', '', 'Für Jörg'],
      ['sunstone.io', '2028-09-09', '', '', ''],
    ],
  ],
  [
    'dnsimple-1.csv',
    'DNSimple',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['only-hosted.com', null, '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', ''],
    ],
  ],
  [
    'dnsimple-2.csv',
    'DNSimple',
    [
      ['lantern.net', '2028-04-25', '', '', ''],
      ['xn--bckerei-mller-bfb28a.de', '2027-05-05', '', '', ''],
    ],
  ],
  [
    'hexonet-1.csv',
    'Hexonet',
    [
      ['oak-hill.org', '2026-12-24', '', '', ''],
      ['riverstone.com', '2027-03-01', '', '', ''],
    ],
  ],
  [
    'hexonet-2.csv',
    'Hexonet',
    [
      ['lantern.net', '2028-04-25', '', '', ''],
      ['sunstone.io', '2028-09-09', '', '', ''],
    ],
  ],
];

const goDaddyHosts = 'ns01.domaincontrol.com;ns02.domaincontrol.com';
const bakery = 'xn--bckerei-mller-bfb28a.de';

/** What the files say of locks and nameservers, by hand; the others say nothing. */
const seenInFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'godaddy-1.csv': {
    'oak-hill.org': `unlocked ${goDaddyHosts}`,
    'riverstone.com': `locked ${goDaddyHosts}`,
    [bakery]: 'locked',
  },
  'godaddy-2.csv': {
    'lantern.net': 'locked ns1.example.com;ns2.example.com',
    'quiet-harbor.co.uk': 'locked',
  },
  'porkbun-1.csv': {
    'oak-hill.org': 'locked curitiba.ns.porkbun.com',
    'riverstone.com': 'locked curitiba.ns.porkbun.com;fortaleza.ns.porkbun.com',
  },
  'porkbun-2.csv': {
    'lantern.net': 'unlocked',
    'paperplane.studio': 'unlocked',
    'quiet-harbor.co.uk': 'unlocked',
  },
  'dynadot-1.csv': { 'oak-hill.org': 'locked ns1.dyna-ns.net', 'riverstone.com': 'locked ns1.dyna-ns.net' },
  'dynadot-2.csv': { 'lantern.net': 'unlocked ns1.example.com', [bakery]: 'unlocked ns1.example.com' },
  'spaceship-1.csv': {
    'oak-hill.org': 'unlocked',
    'riverstone.com': 'locked launch1.spaceship.net;launch2.spaceship.net',
  },
  'spaceship-2.csv': { 'lantern.net': 'locked', 'sunstone.io': 'locked' },
  'hexonet-1.csv': { 'oak-hill.org': 'unlocked', 'riverstone.com': 'locked' },
};

describe('a registrar’s file', () => {
  it.each(files)(
    '%s is imported, changes nothing a second time, is undone, and its export makes the same portfolio elsewhere',
    async (file, panel, domains) => {
      const world = await createTestWorld();
      // Of this one alone, day and month could be swapped.
      const choices = { isDayFirst: file === 'whmcs-2.csv' ? true : null };
      const known = domains[0]?.[0] ?? '';
      valueOf(await world.portfolio.add(world.accountId, known, ['Mine'], 'typed'));
      const before = await portfolioOf(world);
      const expected = domains.map(([name, expires, client, tags, note]): Told => [
        ...([name, expires, client] as const),
        name === known ? ['Mine', ...tags.split(';')].filter(Boolean).join(';') : tags,
        note,
      ]);

      const reviewed = await review(world, fixture(file), choices);
      expect(reviewed).toMatchObject({ panel, counts: { new: domains.length - 1, skipped: 0 } });
      const first = valueOf(await world.domainImport.apply(world.accountId, reviewed)).import;
      expect(await portfolioOf(world)).toEqual(expected);
      expect(await seenOf(world)).toEqual(seenInFiles[file] ?? {});

      const { counts } = await review(world, fixture(file), choices);
      expect(counts).toEqual({ new: 0, changed: 0, unchanged: domains.length, skipped: 0 });

      expect(await undo(world, first.id)).toMatchObject({ stayed: [] });
      expect(await portfolioOf(world)).toEqual(before);
      expect(await seenOf(world)).toEqual({});

      await bringIn(world, fixture(file), choices);
      const { accountId } = world;
      const empty = await createTestWorld();
      for (const format of ['csv', 'xlsx', 'json', 'ndjson'] as const) {
        const path = join(world.directory, `exported.${format}`);
        valueOf(await exportDomains(world, [{ accountId, names: null }], { format, path }));
        const elsewhere = { ...empty, accountId: await empty.enter(format) };
        const back = await review(elsewhere, { kind: 'file', path });
        expect(back).toMatchObject({ panel: 'Namedesk', counts: { new: domains.length, skipped: 0 } });
        valueOf(await elsewhere.domainImport.apply(elsewhere.accountId, back));
        expect(await portfolioOf(elsewhere)).toEqual(expected);
        expect(await seenOf(elsewhere)).toEqual(seenInFiles[file] ?? {});
      }
      expect(
        (await sweep(world.directory, { code: 'CANARY-', signed: Buffer.from('CANARY-').toString('base64') }))
          .finds,
      ).toEqual([]);
    },
  );
});

describe('an import', () => {
  it('is undone after a restart, and domains whose values were changed since stay as they are and are named', async () => {
    const world = await createTestWorld();
    const { portfolio, accountId } = world;
    valueOf(await portfolio.add(accountId, 'old.com other.com', ['Mine'], 'typed'));
    const entry = await bringIn(
      world,
      pasted(
        'domain,expires,client,note\nold.com,2027-01-01,ACME,a\nother.com,2027-01-01,ACME,\nnew.com,2027-01-01,ACME,\ntyped.com,2027-01-01,,\n',
      ),
    );
    expect(entry).toMatchObject({ added: 2, changed: 2, left: 4, undoneAt: null });
    valueOf(await portfolio.setTexts(accountId, 'other.com', { client: 'Northwind' }));
    valueOf(await portfolio.setExpiry(accountId, 'typed.com', '2029-09-09'));
    const again = await world.reopen();
    expect(await undo(again, entry.id)).toEqual({ undone: 2, stayed: ['other.com', 'typed.com'] });
    expect(await portfolioOf(again)).toEqual([
      ['old.com', null, '', 'Mine', ''],
      ['other.com', '2027-01-01', 'Northwind', 'Mine', ''],
      ['typed.com', '2029-09-09', '', '', ''],
    ]);
    const [listed] = again.workspace.domainImports.list({ accountId });
    expect(listed).toMatchObject({ id: entry.id, left: 2 });
    expect(listed?.undoneAt).not.toBeNull();
  });

  it('is undone before the one that it changed, each in its turn', async () => {
    const world = await createTestWorld();
    const first = await bringIn(world, pasted('domain,expires,client\na.com,2027-01-01,ACME\n'));
    const second = await bringIn(world, pasted('domain,expires,client\na.com,2028-01-01,Northwind\n'));
    expect(await undo(world, first.id)).toEqual({ undone: 0, stayed: ['a.com'] });
    expect(await undo(world, second.id)).toEqual({ undone: 1, stayed: [] });
    expect(await portfolioOf(world)).toEqual([['a.com', '2027-01-01', 'ACME', '', '']]);
    expect(await undo(world, first.id)).toEqual({ undone: 1, stayed: [] });
    expect(await portfolioOf(world)).toEqual([]);
  });

  it('keeps archived domains archived, and restores them where that is chosen, until it is undone', async () => {
    const world = await createTestWorld();
    const { portfolio, accountId } = world;
    valueOf(await portfolio.add(accountId, 'old.com', [], 'typed'));
    await portfolio.archive(accountId, ['old.com'], true);
    const archived = async () => valueOf(await portfolio.find(accountId, 'old.com')).archivedAt !== null;
    const text = pasted('domain,expires\nold.com,2027-01-01\n');
    expect(await review(world, text)).toMatchObject({ archived: 1, counts: { changed: 1 } });
    await bringIn(world, text);
    expect(await archived()).toBe(true);
    const restored = await bringIn(world, text, { restoresArchived: true });
    expect(await archived()).toBe(false);
    await undo(world, restored.id);
    expect(await archived()).toBe(true);
  });

  it('proposes the columns that were chosen for the last file with the same titles', async () => {
    const world = await createTestWorld();
    const text = pasted('domain,who,when\na.com,ACME,2027-01-01\n');
    await bringIn(world, text, {
      mapping: [
        { column: 1, field: 'client' },
        { column: 'when', field: 'expires' },
      ],
    });
    const next = await review(world, pasted('domain,who,when\nb.com,Northwind,2028-02-02\n'));
    expect(next).toMatchObject({ isRemembered: true, fields: ['domain', 'client', 'expires'] });
    expect(await review(world, pasted('domain,whose,when\nb.com,x,2028-02-02\n'))).toMatchObject({
      isRemembered: false,
    });
  });

  it('says how far it is, and where it is stopped keeps what it has stored, to be undone', async () => {
    const world = await createTestWorld();
    const { domainImport, accountId } = world;
    const lines = Array.from({ length: 1_600 }, (_, index) => `name-${String(index)}.com,2027-01-01`);
    const reviewed = await review(world, pasted(lines.join('\n')));
    const stop = new AbortController();
    const seen: (readonly [number, number])[] = [];
    const stopped = valueOf(
      await domainImport.apply(accountId, reviewed, {
        signal: stop.signal,
        onProgress(done, total) {
          seen.push([done, total]);
          if (done === 1_000) stop.abort();
        },
      }),
    );
    expect(seen).toEqual([[1_000, 1_600]]);
    expect(stopped).toMatchObject({ isCancelled: true, import: { added: 1_000, left: 1_000 } });
    expect(await portfolioOf(world)).toHaveLength(1_000);
    expect(await undo(world, stopped.import.id)).toEqual({ undone: 1_000, stayed: [] });
    expect(await portfolioOf(world)).toEqual([]);
  });

  it('of one account is not undone by another, and goes with its account', async () => {
    const world = await createTestWorld();
    const entry = await bringIn(world, pasted('a.com,2027-01-01\n'));
    const other = await world.enter('Other');
    expect(await world.domainImport.undo(other, entry.id)).toMatchObject({ ok: false });
    expect(world.workspace.domainImports.list({ accountId: other })).toEqual([]);
    expect(await portfolioOf(world)).toHaveLength(1);
  });

  it('stores nothing before it is said whether the day or the month stands first', async () => {
    const world = await createTestWorld();
    const reviewed = await review(world, pasted('a.com,03/04/2027\n'));
    expect(await world.domainImport.apply(world.accountId, reviewed)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', reason: 'Say whether the day or the month stands first in line 1.' },
    });
    expect(await portfolioOf(world)).toEqual([]);
  });

  it('of a file that is not there changes nothing, and says what to do', async () => {
    const world = await createTestWorld();
    mkdirSync(join(world.directory, 'files'));
    writeFileSync(join(world.directory, 'files', 'empty.csv'), '');
    const read = (path: string) =>
      world.domainImport.review(world.accountId, { kind: 'file', path }, asRecognised);
    expect(await read(join(world.directory, 'files', 'empty.csv'))).toMatchObject({
      error: { reason: 'empty.csv is empty. Choose another file.' },
    });
    expect(await read(join(world.directory, 'files', 'gone.csv'))).toMatchObject({
      error: { reason: 'gone.csv was not found. Check its name and folder, then choose it again.' },
    });
  });
});

describe('an export', () => {
  const formats = ['csv', 'xlsx', 'json', 'ndjson'] as const;
  /** Everything of a domain that is not only read. */
  const whole = async ({ portfolio }: TestWorld, accountId: string) =>
    (await portfolio.list(accountId)).map(({ name, tags, client, note, archivedAt, ...known }) => ({
      ...{ name, tags, client, note, archivedAt },
      ...{ expires: known.expiresOn?.value, lock: known.lock?.value, at: known.lock?.at },
      nameservers: known.nameservers?.value,
    }));

  async function odd(world: TestWorld): Promise<void> {
    const { accountId, portfolio } = world;
    valueOf(await portfolio.add(accountId, 'a.com', ['a;b', '=c', '"d"', 'e, f'], 'typed'));
    valueOf(await portfolio.add(accountId, 'b.com old.com', [], 'typed'));
    valueOf(await portfolio.setTexts(accountId, 'a.com', { client: 'A; B & <C>', note: '\'=1+1;\n\t"x" ' }));
    valueOf(await portfolio.setExpiry(accountId, 'a.com', '2027-03-01'));
    await portfolio.archive(accountId, ['old.com'], true);
    const at = new Date(Date.now() - 86_400_000).toISOString();
    await portfolio.observe(accountId, 'a.com', {
      ...{ at, source: 'read', lock: 'locked', nameservers: ['ns1.b.com', 'ns2.b.com'] },
    });
  }

  it.each(formats)(
    'as %s over two accounts keeps the order of the list, and each account is read back alone',
    async (format) => {
      const world = await createTestWorld();
      await odd(world);
      const other = await world.enter('=Other');
      valueOf(await world.portfolio.add(other, 'a.com z.com', ['theirs'], 'typed'));
      const path = join(world.directory, `both.${format}`);
      const { accountId } = world;
      const requests = [
        { accountId, names: ['a.com'] },
        { accountId: other, names: ['a.com'] },
        { accountId, names: ['b.com', 'old.com'] },
        { accountId: other, names: ['z.com'] },
      ];
      valueOf(await exportDomains(world, requests, { format, path }));
      const elsewhere = await createTestWorld();
      const all = await review(elsewhere, { kind: 'file', path });
      const [mine = ''] = all.accounts;
      expect(all.accounts).toEqual([mine, '=Other']);
      expect(rowsOfPage(all, 0).map(({ domain }) => domain)).toEqual([
        'a.com',
        'a.com',
        'b.com',
        'old.com',
        'z.com',
      ]);
      await bringIn(elsewhere, { kind: 'file', path }, { ofAccount: mine });
      expect(await whole(elsewhere, elsewhere.accountId)).toEqual(await whole(world, accountId));
      const theirs = await elsewhere.enter('Theirs');
      const of = { ...asRecognised, ofAccount: '=Other' };
      const reviewed = valueOf(await elsewhere.domainImport.review(theirs, { kind: 'file', path }, of));
      valueOf(await elsewhere.domainImport.apply(theirs, reviewed));
      expect(await whole(elsewhere, theirs)).toEqual(await whole(world, other));
      const nobody = { ...asRecognised, ofAccount: 'Nobody' };
      expect(await elsewhere.domainImport.review(theirs, { kind: 'file', path }, nobody)).toMatchObject({
        error: { kind: 'invalid-input', field: 'file' },
      });
    },
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { findIn, sweep } from '../../../../../support/canary.ts';
import { linesOver } from '../../../../../support/command-line/a-command-line.ts';
import { type RdapServer, startRdapServer } from '../../../../../support/registry/rdap-server.ts';
import { answered, shapes } from '../../../../../support/registry/rdap-shapes.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

let world: TestWorld;
let lines: ReturnType<typeof linesOver>;
let label: string;
async function inWorld(options: Parameters<typeof createTestWorld>[0]): Promise<void> {
  world = await createTestWorld(options);
  lines = linesOver(world);
  label = valueOf(world.accounts.find(world.accountId)).label;
}
beforeEach(() => inWorld({ service: { moreDomains: 2 } }));

const inPractice = ['--account', 'practice'];
const listed = (...args: readonly string[]): Promise<Rows> => lines.json<Rows>('domain', 'list', ...args);
const inDirectory = (name: string): string => join(world.directory, name);
function file(name: string, text: string | Uint8Array): string {
  writeFileSync(inDirectory(name), text);
  return inDirectory(name);
}
const bring = (text: string, account: string) =>
  lines.done('domain', 'import', file('list.csv', text), '--account', account);

describe('namedesk domain import', () => {
  const imported = (...args: readonly string[]) => lines.said(['domain', 'import', ...args, ...inPractice]);
  const stored = () => listed(...inPractice);

  /** As Porkbun writes it, with a line of words above the titles. */
  const porkbun = `"Domains of somebody"
DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS
riverstone.com,com,2020-03-01 10:00:00,2027-03-01 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,CANARY-code-77,2020-01-01,10.29,ok,
oak.org,org,2020-03-01 10:00:00,2026-12-24 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,CANARY-code-78,2020-01-01,10.29,ok,
`;

  it('brings in a registrar’s file; the same file again changes nothing, and no transfer code is stored', async () => {
    const path = file('porkbun.csv', porkbun);
    const first = await imported(path, '--json');
    expect(first.code, first.err).toBe(0);
    const unusedTitles = ['CREATE DATE', 'PRIVACY', 'AUTO RENEW'];
    expect(JSON.parse(first.out)).toEqual({
      ...{ import: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
      ...{ new: 2, changed: 0, unchanged: 0, skipped: 0, partly: 0 },
      ...{ source: 'porkbun.csv', panel: 'Porkbun', asOf: expect.any(String) as string },
      ...{ encoding: 'utf-8', sheet: null, neverRead: ['AUTH CODE', 'AUTH CODE CHANGED'] },
      columns: [
        { title: 'DOMAIN', field: 'domain' },
        { title: 'TLD', field: 'tld' },
        { title: 'EXPIRE DATE', field: 'expires' },
        { title: 'LOCKED', field: 'lock' },
        { title: 'NAMESERVERS', field: 'nameservers' },
      ],
      unused: [
        ...unusedTitles.map((title) => ({ title, why: null })),
        { title: 'EST. RENEWAL PRICE', why: 'prices come from the service' },
        { title: 'STATUSES', why: null },
      ],
      notes: [
        'Not used: CREATE DATE, PRIVACY, AUTO RENEW, EST. RENEWAL PRICE (prices come from the service), STATUSES.',
      ],
      rows: [
        { row: 3, domain: 'riverstone.com', expires: '2027-03-01' },
        { row: 4, domain: 'oak.org', expires: '2026-12-24' },
      ].map(({ row, domain, expires }) => ({
        ...{ row, domain, result: 'new', reason: null },
        changes: [
          { field: 'expires', before: '', after: expires },
          { field: 'lock', before: '', after: 'locked' },
          { field: 'nameservers', before: '', after: 'ns1.a.com, ns2.a.com' },
        ],
      })),
    });
    const common = { expirySource: 'import', locked: true, nameservers: ['ns1.a.com', 'ns2.a.com'] };
    expect(await stored()).toMatchObject([
      { domain: 'oak.org', expiresOn: '2026-12-24', ...common },
      { domain: 'riverstone.com', expiresOn: '2027-03-01', ...common },
    ]);
    const again = await imported(path, '--json');
    expect(JSON.parse(again.out)).toMatchObject({
      import: null,
      new: 0,
      changed: 0,
      unchanged: 2,
      skipped: 0,
    });
    writeFileSync(path, '');
    const codes = { first: 'CANARY-code-77', second: 'CANARY-code-78' };
    expect((await sweep(world.directory, codes)).finds).toEqual([]);
    expect(findIn('printed', Buffer.from(first.out + first.err + again.err), codes)).toEqual([]);
  });

  it('shows with --dry-run what would be stored, and stores nothing', async () => {
    const { code, out, err } = await imported(file('p.csv', porkbun), '--dry-run');
    expect(code, err).toBe(0);
    expect(out).toMatch(/riverstone\.com +new +expires 2027-03-01/);
    expect(err).toContain('Never read, as transfer codes may be in it: AUTH CODE');
    expect(err).toContain('Nothing was stored. 2 new');
    expect(await stored()).toEqual([]);
  });

  it('ends with 1 where a row is skipped, says why, and stores the others', async () => {
    const path = file('p.csv', 'domain,expires\na.com,2027-01-01\nbad name,\nb.com,soon\n');
    expect(await imported(path)).toMatchObject({
      ...{ code: 1, out: expect.stringContaining('This is not a date: soon') as string },
    });
    expect(await stored()).toMatchObject([{ expiresOn: '2027-01-01' }, { domain: 'b.com', expiresOn: null }]);
  });

  it.each<[string, string, string | Uint8Array, readonly string[], RegExp, readonly string[], object]>([
    [
      'whether the day or the month stands first',
      'p.csv',
      'domain,expires\na.com,03/04/2027\n',
      [],
      /2027-04-03 or 2027-03-04/,
      ['--date-order', 'month-first'],
      { expiresOn: '2027-03-04' },
    ],
    [
      'another order of dates than the file contradicts',
      'p.csv',
      'domain,expires\na.com,12/13/2027\n',
      ['--date-order', 'day-first'],
      /12\/13\/2027 in line 2 does not fit/,
      [],
      { expiresOn: '2027-12-13' },
    ],
    [
      'which of two columns has the expiry',
      'p.csv',
      'Domain,Expires,Valid until\na.com,2027-03-01,2028-03-01\n',
      [],
      /2 columns can have the expiry date\. Nothing was stored\. .*--map "Expires=expires" \(2027-03-01\) or --map "Valid until=expires" \(2028-03-01\)/,
      ['--map', 'Expires=skip'],
      { expiresOn: '2028-03-01' },
    ],
    [
      'the same of JSON',
      'p.json',
      '[{"domain":"a.com","Expires":"2027-03-01","Valid until":"2028-03-01"}]',
      [],
      /2 columns can have the expiry date/,
      ['--map', 'Expires=skip'],
      { expiresOn: '2028-03-01' },
    ],
    [
      'which of two encodings is right',
      'p.csv',
      Buffer.from('Domain,Client\na.com,Y\xfdlmaz\n', 'latin1'),
      [],
      /2 encodings\. Nothing was stored\..*-1252 \(.*Yýlmaz.*-1254 \(.*Yılmaz/,
      ['--encoding', 'windows-1254'],
      { client: 'Yılmaz' },
    ],
    [
      'a column that there is',
      'p.csv',
      'name,who\na.com,ACME\n',
      ['--map', 'whom=tags'],
      /There is no column "whom"/,
      ['--map', 'name=domain', 'who=tags'],
      { domain: 'a.com', tags: ['ACME'] },
    ],
  ])(
    'ends with 2, and stores nothing, until it is said %s',
    async (_what, name, text, before, why, now, row) => {
      const path = file(name, text);
      const asked = await imported(path, '--json', ...before);
      expect([asked.code, asked.out, asked.err]).toEqual([2, '', expect.stringMatching(why)]);
      expect(await stored()).toEqual([]);
      const told = await imported(path, ...now);
      expect(told.code, told.err).toBe(0);
      expect(await stored()).toMatchObject([row]);
    },
  );

  it.each([
    ['a column of transfer codes', ['--map', 'epp code=note'], 'never read'],
    ['a field that there is not', ['--map', 'name=colour'], 'Use COLUMN=FIELD'],
    ['a file and an import to undo', ['--undo', 'x'], 'Say either the file'],
  ])('refuses %s', async (_what, args, why) => {
    const refused = await imported(file('p.csv', 'name,epp code\na.com,x\n'), ...args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(why)]);
  });

  it('says in text and in JSON which columns it took, which not and why, and which lines to look at', async () => {
    const path = file(
      'p.csv',
      'Report,x\nZone,Created,Renewal price,Notes\na.com,2019-03-01,10.29,y\nbad name,2019-03-01,10.29,\n',
    );
    const text = await imported(path, '--dry-run');
    const notes = [
      'No column was taken for the expiry.',
      'Not used: Created, Renewal price (prices come from the service).',
      'The titles are in line 2; the lines above it are skipped.',
      'To look at first: line 4.',
    ];
    expect(text.err).toContain('p.csv, read as utf-8: Zone → domain, Notes → note.');
    for (const note of notes) expect(text.err).toContain(note);
    const asJson = await imported(path, '--dry-run', '--json');
    expect([text.code, asJson.code]).toEqual([1, 1]);
    expect(JSON.parse(asJson.out)).toMatchObject({ source: 'p.csv', panel: null, encoding: 'utf-8', notes });
  });

  it('keeps what a blank cell stands for, and adds tags to those that are there', async () => {
    await bring('domain,expires,tags,note\na.com,2027-01-01,ACME,first\n', 'practice');
    const out = await bring('domain,expires,tags,note\na.com,,Other,\n', 'practice');
    expect(out).toContain('tags ACME → ACME, Other');
    expect(await stored()).toMatchObject([
      { expiresOn: '2027-01-01', tags: ['ACME', 'Other'], note: 'first' },
    ]);
  });

  it('takes an import back with --undo, by the id that it printed, and names what was changed since', async () => {
    const first = await imported(
      file('p.csv', 'domain,expires,client\na.com,2027-01-01,ACME\nb.com,2027-02-02,ACME\n'),
    );
    await bring('domain,client\nb.com,Other\n', 'practice');
    const undone = await imported('--undo', /--undo (\S+)/.exec(first.err)?.[1] ?? '');
    expect(undone).toMatchObject({ code: 1, out: 'b.com\n' });
    expect(undone.err).toContain('Undone for 1 domain.');
    expect(await stored()).toMatchObject([{ domain: 'b.com', client: 'Other' }]);
  });
});

describe('namedesk domain', () => {
  let rdap: RdapServer;
  beforeEach(async () => {
    rdap = await startRdapServer();
    rdap.otherwise = shapes['a thin registry'];
  });
  afterEach(() => rdap.stop());

  const names = async (...args: readonly string[]) =>
    (await listed(...inPractice, ...args)).map(({ domain }) => domain);

  it('lists what the options ask for, and what has expired among what expires soon', async () => {
    const [past, soon, later] = [-3, 30, 31].map((days) => dayIn(days, Date.now()));
    await bring(
      `domain,expires,client,tags,archived\npast.com,${past},ACME,a,\nsoon.com,${soon},ACME,b,\nlater.com,${later},Other,b,\nunknown.com,,,,\nold.com,,,b,2026-01-02\n`,
      'practice',
    );
    expect(await names()).toEqual(['later.com', 'past.com', 'soon.com', 'unknown.com']);
    expect(await names('--expires-within', '30d')).toEqual(['past.com', 'soon.com']);
    expect(await names('--expired')).toEqual(['past.com']);
    expect(await names('--tag', 'b', '--client', 'ACME')).toEqual(['soon.com']);
    expect(await names('--unlocked'), 'a lock that is not known is not off').toEqual([]);
    expect(await names('--archived')).toEqual(['old.com']);
    expect(await names('--tag', 'b', '--with-archived')).toEqual(['later.com', 'old.com', 'soon.com']);
    expect((await lines.said(['domain', 'list', ...inPractice, '--tag', 'none'])).err).toContain('match.');
    const [both, none] = [
      ['--archived', '--with-archived'],
      ['--expires-within', 'soon'],
    ];
    for (const refused of [both, none])
      expect(await lines.said(['domain', 'list', ...inPractice, ...refused])).toMatchObject({ code: 2 });
  });

  it('lists and exports the domains of all accounts, each with its account, and not those of practice; reads them back unchanged', async () => {
    await bring('domain,client,tags\na.com,ACME,=1+1\nb.com,Other,\n', label);
    await bring('domain\nc.com\n', 'practice');
    expect(await listed('--all')).toMatchObject([
      { domain: 'a.com', account: label },
      { domain: 'b.com', account: label },
    ]);
    const csv = inDirectory('out.csv');
    const written = await lines.said(['domain', 'export', '--all', '--client', 'ACME', '--out', csv]);
    expect(written).toMatchObject({ code: 0, err: expect.stringContaining('1 domain in') as string });
    expect(readFileSync(csv, 'utf8')).toContain("'=1+1");
    const back = await lines.json('domain', 'import', csv, '--account', label);
    expect(back).toMatchObject({ new: 0, changed: 0, unchanged: 1, skipped: 0 });
    const xlsx = inDirectory('out.xlsx');
    await lines.done('domain', 'export', '--all', '--out', xlsx);
    const dry = ['domain', 'import', xlsx, ...inPractice, '--dry-run'];
    expect(await lines.json(...dry)).toMatchObject({ new: 2 });
    expect(await lines.said([...dry, '--of-account', 'Nobody'])).toMatchObject({ code: 2 });
    for (const refused of [
      ['list'],
      ['list', '--all', ...inPractice],
      ['export', ...inPractice],
      ['export', ...inPractice, '--out', 'out.pdf'],
    ])
      expect(await lines.said(['domain', ...refused])).toMatchObject({ code: 2 });
  });

  it('brings in those of one account out of an export over several', async () => {
    await bring('domain\na.com\n', label);
    await lines.done('domain', 'export', '--all', '--out', inDirectory('all.csv'));
    const [head = '', row = ''] = readFileSync(inDirectory('all.csv'), 'utf8').split('\n');
    const both = file(
      'both.csv',
      [head, row, row.replace('a.com', 'b.com').replace(label, 'Other')].join('\n'),
    );
    const args = ['domain', 'import', both, ...inPractice, '--dry-run', '--of-account', 'Other'];
    expect(await lines.json(...args)).toMatchObject({ new: 1, skipped: 0, rows: [{ domain: 'b.com' }] });
  });

  it('sets tags and client of domains, which "show" prints; of none where one is not in the portfolio', async () => {
    await bring('domain,tags\na.com,old\nb.com,\n', 'practice');
    const tagged = ['a.com', 'B.com', ...inPractice, '--add', 'new', 'vip', '--remove', 'old'];
    expect((await lines.said(['domain', 'tag', ...tagged])).err).toBe('2 domains have these tags now.\n');
    await lines.done('domain', 'client', '--names', file('n.txt', 'a.com\n'), ...inPractice, '--set', 'ACME');
    expect(await listed(...inPractice)).toMatchObject([
      { domain: 'a.com', tags: ['new', 'vip'], client: 'ACME' },
      { domain: 'b.com', tags: ['new', 'vip'], client: '' },
    ]);
    for (const [refused, why] of [
      [['tag', 'a.com', 'other.com', '--add', 'x'], 'Nothing was done'],
      [['tag', 'a.com'], 'Say the tags'],
      [['client', 'a.com'], 'Say the client'],
      [['tag', '--add', 'x', '--remove', 'y'], 'Say the domains'],
    ] as const)
      expect(await lines.said(['domain', ...refused, ...inPractice])).toMatchObject({
        ...{ code: 2, err: expect.stringContaining(why) as string },
      });
    expect(await lines.json('domain', 'show', 'a.com', ...inPractice)).toMatchObject({
      ...{ domain: 'a.com', tags: ['new', 'vip'], expiresOn: null, archived: false, problems: [] },
    });
    await lines.done('domain', 'client', 'a.com', ...inPractice, '--none');
    expect(await lines.done('domain', 'show', 'a.com', ...inPractice)).toMatch(/client *\n/);
  });

  it('reads domains again, prints what changed and what could not be read, and ends with 1 for the latter', async () => {
    await bring('domain\nmore-0.com\nnot-there.com\n', label);
    const refresh = (...args: readonly string[]) =>
      lines.said(['domain', 'refresh', ...args, '--account', label, '--json']);
    const first = await refresh('more-0.com', 'not-there.com');
    expect(first.code, first.err).toBe(1);
    const locked = expect.objectContaining({ field: 'lock', before: '' }) as unknown;
    expect(JSON.parse(first.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, failed: 1, notFound: 1, notShown: 0, notRead: 0 },
      rows: [
        {
          ...{ domain: 'more-0.com', result: 'changed', problems: [] },
          changes: expect.arrayContaining([locked]) as unknown,
        },
        { domain: 'not-there.com', result: 'not-found' },
      ],
    });
    const again = await refresh('more-0.com');
    expect(again.code, again.err).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ changed: 0, unchanged: 1, notFound: 0, notRead: 0 });
  });

  it('H23 says of what was never asked for that it was not read, and not that it is unchanged', async () => {
    await bring('domain\nmore-0.com\nown.com\n', label);
    const args = ['domain', 'refresh', 'more-0.com', 'own.com', '--account', label, '--key-stdin-once'];
    const read = await lines.said([...args, '--json'], 'not-the-key\n');
    expect(read.code, read.err).toBe(3);
    expect(JSON.parse(read.out)).toMatchObject({
      ...{ changed: 0, unchanged: 0, notFound: 0, notRead: 2 },
      rows: ['more-0.com', 'own.com'].map((domain) => ({ domain, result: 'not-read', changes: [] })),
    });
    const shown = await lines.said(args, 'not-the-key\n');
    expect(shown.out).toMatch(/more-0\.com +not-read/);
    expect(shown.err).toContain('0 changed, 0 unchanged.\n2 not read. The service refused the key');
    expect(shown.err).toMatch(
      /Read them again with:\n {2}\S.*domain refresh more-0\.com own\.com --account /,
    );
    // The key of one run is forgotten.
    expect((await lines.said([...args.slice(0, -1), '--json'])).code).not.toBe(3);
  });

  it('H23 a page in place of an answer is not read: no failure, not unchanged, and what was read beside it is no whole reading', async () => {
    const body = '<html><title>Just a moment</title></html>';
    const page = { kind: 'answer', next: () => ({ status: 403, body }) } as const;
    const faults = [{ operation: 'nameservers-read', domain: 'more-0.com', fault: page }] as const;
    await inWorld({ service: { moreDomains: 2, faults } });
    await bring('domain\nmore-0.com\nmore-1.com\nnot-there.com\n', label);
    const args = ['domain', 'refresh', 'more-0.com', 'more-1.com', 'not-there.com', '--account', label];
    const read = await lines.said([...args, '--json']);
    expect(read.code, read.err).toBe(1);
    expect(JSON.parse(read.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, notFound: 1, notRead: 1 },
      rows: [
        {
          ...{ domain: 'more-0.com', result: 'not-read' },
          problems: [{ part: 'nameservers', reason: expect.stringContaining('Just a moment') as string }],
        },
        { domain: 'more-1.com', result: 'changed' },
        { domain: 'not-there.com', result: 'not-found' },
      ],
    });
    const again = await lines.said(args);
    expect(again.err).toContain('0 changed, 1 unchanged, 1 not found.\n1 not read. Something between');
    expect(again.err).toMatch(/Read them again with:\n {2}\S.*domain refresh more-0\.com --account /);
  });

  it('shows, tags and refreshes a domain in each account that has it with --all, and does nothing where none has a name', async () => {
    const other = 'Other';
    await world.enter(other);
    await bring('domain\nmore-0.com\nown.com\n', label);
    await bring('domain\nmore-0.com\n', other);
    await bring('domain\nmore-0.com\nsample.com\n', 'practice');
    await lines.done('domain', 'tag', 'more-0.com', 'own.com', '--all', '--add', 'vip');
    const shown = await lines.json<Rows>('domain', 'show', 'more-0.com', '--all');
    expect(shown).toMatchObject([label, other].map((account) => ({ account, tags: ['vip'] })));
    const tagsInPractice = (await listed(...inPractice)).map(({ tags }) => tags);
    expect(tagsInPractice, 'practice is not among all').toEqual([[], []]);
    for (const command of [['show'], ['refresh'], ['tag', '--add', 'x']])
      expect(await lines.said(['domain', ...command, '--all', '--', 'sample.com'])).toMatchObject({
        ...{ code: 2, err: expect.stringContaining('not in the portfolio of any account') as string },
      });
    // One account without a key takes nothing from the other.
    await world.setKey(null);
    const read = await lines.said(['domain', 'refresh', 'more-0.com', '--all', '--json']);
    expect([read.code, read.err]).toEqual([4, expect.stringContaining(label)]);
    expect(JSON.parse(read.out)).toMatchObject({ rows: [{ domain: 'more-0.com', account: other }] });
  });

  it('asks registries only where that is switched on, waits for their answers, and prints the new expiry', async () => {
    await bring('domain,expires\na.com,2027-01-01\nb.de,\n', 'practice');
    const refresh = ['domain', 'refresh', 'a.com', 'b.de', ...inPractice, '--registry'];
    await lines.done('settings', 'set', 'registry.bootstrap', rdap.bootstrap);
    const off = await lines.said(refresh);
    expect(off).toMatchObject({ code: 2, err: expect.stringContaining('switched off') as string });
    expect(rdap.asked).toEqual([]);
    await lines.done('settings', 'set', 'registry.enabled', 'true');
    const on = await lines.said([...refresh, '--json']);
    expect(on.code, on.err).toBe(1);
    expect(JSON.parse(on.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, notShown: 1, notRead: 0 },
      rows: [
        { domain: 'a.com', changes: [{ field: 'expires', before: '2027-01-01' }] },
        { domain: 'b.de', problems: [{ part: 'registry', reason: 'This TLD’s registry cannot be asked' }] },
      ],
    });
    expect(rdap.namesAsked()).toEqual(['a.com']);
    expect((await listed(...inPractice))[0]).toMatchObject({ expirySource: 'registry' });
    rdap.set('a.com', answered('a.com', { statuses: ['pending transfer'] }));
    await lines.said(refresh);
    expect(await names('--status', 'Pending transfer')).toEqual(['a.com']);
    expect(await names('--status', 'client hold')).toEqual([]);
    const shown = ['domain', 'show', 'a.com', ...inPractice];
    expect(await lines.json(...shown)).toMatchObject({
      states: [{ state: 'transfer-pending', why: expect.stringContaining('At most 5 days') as string }],
    });
    expect(await lines.done(...shown)).toContain('A transfer to another registrar is pending');
  });
});

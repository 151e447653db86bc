import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findIn, sweep } from '../../../../../support/canary.ts';
import { type CommandLine, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';

/** As Porkbun writes it, with a line of words above the titles. */
const porkbun = `"Domains of somebody"
DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS
riverstone.com,com,2020-03-01 10:00:00,2027-03-01 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,CANARY-code-77,2020-01-01,10.29,ok,
oak.org,org,2020-03-01 10:00:00,2026-12-24 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,CANARY-code-78,2020-01-01,10.29,ok,
`;

describe('namedesk domain', () => {
  const world = worldOfThisFile();

  const file = (name: string, text: string): string => {
    const path = join(world.directory(), name);
    writeFileSync(path, text);
    return path;
  };
  const inPractice = (...args: readonly string[]): CommandLine =>
    world.run(['domain', ...args, '--account', 'practice']);

  async function listed(): Promise<readonly Record<string, unknown>[]> {
    const run = inPractice('list', '--json');
    expect(await run.ended, run.err()).toBe(0);
    return JSON.parse(run.out()) as Record<string, unknown>[];
  }

  it('brings in a registrar’s file; the same file again changes nothing, and no transfer code is stored', async () => {
    const path = file('porkbun.csv', porkbun);
    const first = inPractice('import', path, '--json');
    expect(await first.ended, first.err()).toBe(0);
    const { import: id, ...printed } = JSON.parse(first.out()) as { readonly import: string };
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(printed).toEqual({
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
        ...['CREATE DATE', 'PRIVACY', 'AUTO RENEW'].map((title) => ({ title, why: null })),
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
    expect(await listed()).toEqual([
      expect.objectContaining({
        ...{ domain: 'oak.org', expiresOn: '2026-12-24', expirySource: 'import' },
        ...{ locked: true, nameservers: ['ns1.a.com', 'ns2.a.com'] },
      }),
      expect.objectContaining({ domain: 'riverstone.com', expiresOn: '2027-03-01', expirySource: 'import' }),
    ]);
    const again = inPractice('import', path, '--json');
    expect(await again.ended, again.err()).toBe(0);
    expect(JSON.parse(again.out())).toMatchObject({
      import: null,
      new: 0,
      changed: 0,
      unchanged: 2,
      skipped: 0,
    });
    writeFileSync(path, '');
    const codes = { first: 'CANARY-code-77', second: 'CANARY-code-78' };
    expect((await sweep(world.directory(), codes)).finds).toEqual([]);
    expect(findIn('printed', Buffer.from(first.out() + first.err() + again.err()), codes)).toEqual([]);
  });

  it('shows with --dry-run what would be stored, and stores nothing', async () => {
    const run = inPractice('import', file('p.csv', porkbun), '--dry-run');
    expect(await run.ended, run.err()).toBe(0);
    expect(run.out()).toMatch(/riverstone\.com +new +expires 2027-03-01/);
    expect(run.err()).toContain('Never read, as transfer codes may be in it: AUTH CODE');
    expect(run.err()).toContain('Nothing was stored. 2 new');
    expect(await listed()).toEqual([]);
  });

  it('ends with 1 where a row is skipped, says why, and stores the others', async () => {
    const run = inPractice(
      'import',
      file('p.csv', 'domain,expires\na.com,2027-01-01\nbad name,\nb.com,soon\n'),
    );
    expect(await run.ended).toBe(1);
    expect(run.out()).toContain('This is not a date: soon');
    expect(await listed()).toMatchObject([
      { domain: 'a.com', expiresOn: '2027-01-01' },
      { domain: 'b.com', expiresOn: null },
    ]);
  });

  it('refuses an order of dates that the file contradicts, with the line, and says one that it proves', async () => {
    const dates = file('p.csv', 'domain,expires\na.com,03/04/2027\nb.com,12/13/2027\n');
    const wrong = inPractice('import', dates, '--date-order', 'day-first');
    expect(await wrong.ended).toBe(2);
    expect(wrong.err()).toContain('12/13/2027 in line 3 does not fit');
    expect(await listed()).toEqual([]);
    const run = inPractice('import', dates);
    expect(await run.ended, run.err()).toBe(0);
    expect(run.err()).toContain('Dates are read month-first: line 3 has 12/13/2027.');
    expect(await listed()).toMatchObject([{ expiresOn: '2027-03-04' }, { expiresOn: '2027-12-13' }]);
  });

  it('ends with 2, and stores nothing, until it is said whether the day or the month stands first', async () => {
    const path = file('p.csv', 'domain,expires\na.com,03/04/2027\n');
    const asked = inPractice('import', path);
    expect(await asked.ended).toBe(2);
    expect(asked.err()).toContain('2027-04-03 or 2027-03-04');
    expect(await listed()).toEqual([]);
    const told = inPractice('import', path, '--date-order', 'month-first');
    expect(await told.ended, told.err()).toBe(0);
    expect(await listed()).toEqual([expect.objectContaining({ expiresOn: '2027-03-04' })]);
  });

  it.each([
    ['p.csv', 'Domain,Expires,Valid until\na.com,2027-03-01,2028-03-01\n'],
    ['p.json', '[{"domain":"a.com","Expires":"2027-03-01","Valid until":"2028-03-01"}]'],
  ])(
    'ends with 2, and stores nothing, until it is said which of two columns of %s has the expiry',
    async (name, text) => {
      const path = file(name, text);
      const asked = inPractice('import', path, '--json');
      expect(await asked.ended).toBe(2);
      expect(asked.err()).toContain('2 columns can have the expiry date. Nothing was stored.');
      expect(asked.err()).toContain(
        '--map "Expires=expires" (2027-03-01) or --map "Valid until=expires" (2028-03-01)',
      );
      expect(await listed()).toEqual([]);
      const told = inPractice('import', path, '--map', 'Expires=skip');
      expect(await told.ended, told.err()).toBe(0);
      expect(await listed()).toEqual([expect.objectContaining({ expiresOn: '2028-03-01' })]);
    },
  );

  it('ends with 2, and stores nothing, until it is said which of two encodings is right', async () => {
    const path = join(world.directory(), 'p.csv');
    writeFileSync(path, Buffer.from('Domain,Client\na.com,Y\xfdlmaz\n', 'latin1'));
    const asked = inPractice('import', path, '--json');
    expect(await asked.ended).toBe(2);
    expect(asked.err()).toMatch(/2 encodings\. Nothing was stored\..*-1252 \(.*Yýlmaz.*-1254 \(.*Yılmaz/);
    expect(await listed()).toEqual([]);
    const told = inPractice('import', path, '--encoding', 'windows-1254');
    expect(await told.ended, told.err()).toBe(0);
    expect(await listed()).toMatchObject([{ client: 'Yılmaz' }]);
  });

  it('says in text and in JSON which columns it took, which not and why, and which lines to look at', async () => {
    const path = file(
      'p.csv',
      'Report,x\nZone,Created,Renewal price,Notes\na.com,2019-03-01,10.29,y\nbad name,2019-03-01,10.29,\n',
    );
    const text = inPractice('import', path, '--dry-run');
    expect(await text.ended).toBe(1);
    const notes = [
      'No column was taken for the expiry.',
      'Not used: Created, Renewal price (prices come from the service).',
      'The titles are in line 2; the lines above it are skipped.',
      'To look at first: line 4.',
    ];
    expect(text.err()).toContain('p.csv, read as utf-8: Zone → domain, Notes → note.');
    for (const note of notes) expect(text.err()).toContain(note);
    const json = inPractice('import', path, '--dry-run', '--json');
    expect(await json.ended).toBe(1);
    expect(JSON.parse(json.out())).toMatchObject({
      ...{ source: 'p.csv', panel: null, encoding: 'utf-8', notes },
      columns: [
        { title: 'Zone', field: 'domain' },
        { title: 'Notes', field: 'note' },
      ],
      unused: [
        { title: 'Created', why: null },
        { title: 'Renewal price', why: 'prices come from the service' },
      ],
    });
  });

  it('takes columns as they are said with --map, and refuses one that is not there or may hold transfer codes', async () => {
    const path = file('p.csv', 'name,who,epp code\na.com,ACME,x\n');
    const mapped = inPractice('import', path, '--map', 'name=domain', 'who=tags');
    expect(await mapped.ended, mapped.err()).toBe(0);
    expect(await listed()).toEqual([expect.objectContaining({ domain: 'a.com', tags: ['ACME'] })]);
    for (const [words, reason] of [
      ['whom=tags', 'There is no column "whom"'],
      ['epp code=note', 'never read'],
      ['name=colour', 'Use COLUMN=FIELD'],
    ] as const) {
      const refused = inPractice('import', path, '--map', words);
      expect(await refused.ended).toBe(2);
      expect(refused.err()).toContain(reason);
    }
  });

  it('keeps what a blank cell stands for, and adds tags to those that are there', async () => {
    const first = inPractice(
      'import',
      file('1.csv', 'domain,expires,tags,note\na.com,2027-01-01,ACME,first\n'),
    );
    expect(await first.ended, first.err()).toBe(0);
    const second = inPractice('import', file('2.csv', 'domain,expires,tags,note\na.com,,Other,\n'));
    expect(await second.ended, second.err()).toBe(0);
    expect(second.out()).toContain('tags ACME → ACME, Other');
    expect(await listed()).toEqual([
      expect.objectContaining({ expiresOn: '2027-01-01', tags: ['ACME', 'Other'], note: 'first' }),
    ]);
  });

  it('takes an import back with --undo, by the id that it printed, and names what was changed since', async () => {
    const path = file('p.csv', 'domain,expires,client\na.com,2027-01-01,ACME\nb.com,2027-02-02,ACME\n');
    const first = inPractice('import', path);
    expect(await first.ended, first.err()).toBe(0);
    const id = /--undo (\S+)/.exec(first.err())?.[1] ?? '';
    const other = inPractice('import', file('o.csv', 'domain,client\nb.com,Other\n'));
    expect(await other.ended, other.err()).toBe(0);
    const undone = inPractice('import', '--undo', id);
    expect(await undone.ended).toBe(1);
    expect(undone.err()).toContain('Undone for 1 domain.');
    expect(undone.out()).toBe('b.com\n');
    expect(await listed()).toEqual([expect.objectContaining({ domain: 'b.com', client: 'Other' })]);
    const again = inPractice('import', path, '--undo', id);
    expect(await again.ended).toBe(2);
  });

  it('writes the domains into a file, without the archived ones, and reads them back unchanged', async () => {
    const text = 'domain,expires,client,tags\na.com,2027-01-01,ACME,=1+1\n';
    const first = inPractice('import', file('p.csv', text));
    expect(await first.ended, first.err()).toBe(0);
    const out = join(world.directory(), 'out.csv');
    const run = inPractice('export', '--out', out);
    expect(await run.ended, run.err()).toBe(0);
    expect(run.err()).toContain('1 domain in');
    expect(readFileSync(out, 'utf8')).toContain("'=1+1");
    const back = inPractice('import', out, '--json');
    expect(await back.ended, back.err()).toBe(0);
    expect(JSON.parse(back.out())).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
    expect(await inPractice('export').ended).toBe(2);
  });
});

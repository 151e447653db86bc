import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { apiKey, username, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
import { type RdapServer, startRdapServer } from '../../../../../support/registry/rdap-server.ts';
import { answered, shapes } from '../../../../../support/registry/rdap-shapes.ts';

describe('namedesk domain', () => {
  const world = worldOfThisFile();
  let rdap: RdapServer;
  beforeEach(async () => {
    rdap = await startRdapServer();
    rdap.otherwise = shapes['a thin registry'];
  });
  afterEach(() => rdap.stop());

  async function said(args: readonly string[], input = '') {
    const run = world.run(args, input);
    return { code: await run.ended, out: run.out(), err: run.err() };
  }

  async function done(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await said(args);
    expect(code, err).toBe(0);
    return out;
  }

  async function listed(...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    return JSON.parse(await done('domain', 'list', ...args, '--json')) as Record<string, unknown>[];
  }

  const bring = (text: string, account: string) =>
    done('domain', 'import', world.file('list.csv', text), '--account', account);

  /** A reseller's account at a service that has the domains of practice. @returns Its label. */
  async function anAccount(): Promise<string> {
    const service = await world.serve({ moreDomains: 1 });
    await world.lookup(['--tlds', 'com'], 'one\n').ended;
    return `${username} at ${new URL(service.baseUrl).host}`;
  }

  it('lists what the options ask for, and what has expired among what expires soon', async () => {
    const [past, soon, later] = [-3, 30, 31].map((days) => dayIn(days, Date.now()));
    await bring(
      `domain,expires,client,tags\npast.com,${past},ACME,a\nsoon.com,${soon},ACME,b\nlater.com,${later},Other,b\nunknown.com,,,\n`,
      'practice',
    );
    const names = async (...args: readonly string[]) =>
      (await listed('--account', 'practice', ...args)).map(({ domain }) => domain);
    expect(await names()).toEqual(['later.com', 'past.com', 'soon.com', 'unknown.com']);
    expect(await names('--expires-within', '30d')).toEqual(['past.com', 'soon.com']);
    expect(await names('--expired')).toEqual(['past.com']);
    expect(await names('--tag', 'b', '--client', 'ACME')).toEqual(['soon.com']);
    expect(await names('--unlocked'), 'a lock that is not known is not off').toEqual([]);
    const wrong = await said(['domain', 'list', '--account', 'practice', '--expires-within', 'soon']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('30min, 12h or 7d') as string });
  });

  it('lists and exports the domains of all accounts, each with its account, and not those of practice', async () => {
    const label = await anAccount();
    await bring('domain\na.com\n', label);
    await bring('domain\nb.com\n', 'practice');
    expect(await listed('--all')).toEqual([expect.objectContaining({ domain: 'a.com', account: label })]);
    const out = join(world.directory(), 'out.json');
    await done('domain', 'export', '--all', '--out', out);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual([
      expect.objectContaining({ domain: 'a.com', account: label }),
    ]);
    for (const whose of [[], ['--all', '--account', 'practice']])
      expect(await said(['domain', 'list', ...whose])).toMatchObject({ code: 2 });
  });

  it('lists and exports archived domains where they are asked for, and what is exported is narrowed like a list', async () => {
    const inPractice = ['--account', 'practice'];
    await bring('domain,tags,archived\na.com,x;y,\nb.com,,2026-01-02\nc.com,x,\n', 'practice');
    const names = async (...args: readonly string[]) =>
      (await listed(...inPractice, ...args)).map(({ domain }) => domain);
    expect(await names()).toEqual(['a.com', 'c.com']);
    expect(await names('--archived')).toEqual(['b.com']);
    expect(await names('--with-archived')).toEqual(['a.com', 'b.com', 'c.com']);
    expect(await listed(...inPractice, '--archived')).toEqual([
      expect.objectContaining({ domain: 'b.com', archived: true }),
    ]);
    const both = await said(['domain', 'list', ...inPractice, '--archived', '--with-archived']);
    expect(both.code).toBe(2);
    const [xlsx, json] = ['out.xlsx', 'out.json'].map((name) => join(world.directory(), name));
    await done('domain', 'export', ...inPractice, '--tag', 'y', '--out', json ?? '');
    expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject([{ domain: 'a.com' }]);
    await done('domain', 'export', ...inPractice, '--with-archived', '--out', xlsx ?? '');
    const again = await done('domain', 'import', xlsx ?? '', ...inPractice, '--json');
    expect(JSON.parse(again)).toMatchObject({ new: 0, changed: 0, unchanged: 3, skipped: 0 });
    const wrong = await said(['domain', 'export', ...inPractice, '--out', 'out.pdf']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('csv, xlsx, json') as string });
  });

  it('brings in those of one account out of an export over several', async () => {
    const label = await anAccount();
    await bring('domain\na.com\n', label);
    const out = join(world.directory(), 'all.csv');
    await done('domain', 'export', '--all', '--out', out);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    const both = world.file(
      'both.csv',
      [...lines, lines[1]?.replaceAll('a.com', 'b.com').replace(label, 'Other')].join('\n'),
    );
    const args = ['domain', 'import', both, '--account', 'practice', '--dry-run', '--json'];
    expect(JSON.parse(await done(...args))).toMatchObject({ new: 2 });
    expect(JSON.parse(await done(...args, '--of-account', 'Other'))).toMatchObject({
      ...{ new: 1, skipped: 0, rows: [{ domain: 'b.com' }] },
    });
    expect(await said([...args, '--of-account', 'Nobody'])).toMatchObject({ code: 2 });
  });

  it('sets tags and client of domains, which "show" prints; of none where one is not in the portfolio', async () => {
    await bring('domain,tags\na.com,old\nb.com,\n', 'practice');
    const inPractice = ['--account', 'practice'];
    await done('domain', 'tag', 'a.com', 'B.com', ...inPractice, '--add', 'new', 'vip', '--remove', 'old');
    await done('domain', 'client', '--names', world.file('n.txt', 'a.com\n'), ...inPractice, '--set', 'ACME');
    expect(await listed(...inPractice)).toEqual([
      expect.objectContaining({ domain: 'a.com', tags: ['new', 'vip'], client: 'ACME' }),
      expect.objectContaining({ domain: 'b.com', tags: ['new', 'vip'], client: '' }),
    ]);
    const other = await said(['domain', 'tag', 'a.com', 'other.com', ...inPractice, '--add', 'x']);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was done') as string });
    expect(JSON.parse(await done('domain', 'show', 'a.com', ...inPractice, '--json'))).toMatchObject({
      ...{ domain: 'a.com', tags: ['new', 'vip'], expiresOn: null, archived: false, problems: [] },
    });
    await done('domain', 'client', 'a.com', ...inPractice, '--none');
    expect(await done('domain', 'show', 'a.com', ...inPractice)).toMatch(/client *\n/);
  });

  it('reads domains again, prints what changed and what could not be read, and ends with 1 for the latter', async () => {
    const label = await anAccount();
    await bring('domain\nmore-0.com\nnot-there.com\n', label);
    const refresh = (...args: readonly string[]) =>
      said(['domain', 'refresh', ...args, '--account', label, '--key-stdin-once', '--json'], `${apiKey}\n`);
    const first = await refresh('more-0.com', 'not-there.com');
    expect(first.code, first.err).toBe(1);
    expect(JSON.parse(first.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, notFound: 1, notRead: 0 },
      rows: [
        {
          ...{ domain: 'more-0.com', result: 'changed', problems: [] },
          changes: expect.arrayContaining([
            expect.objectContaining({ field: 'lock', before: '' }),
          ]) as unknown,
        },
        { domain: 'not-there.com', result: 'not-found' },
      ],
    });
    const again = await refresh('more-0.com');
    expect(again.code, again.err).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ changed: 0, unchanged: 1, notFound: 0, notRead: 0 });
    const [row] = await listed('--account', label);
    expect(row?.['locked']).not.toBeNull();
  });

  it('H23 says of what was never asked for that it was not read, and not that it is unchanged', async () => {
    const label = await anAccount();
    await bring('domain\nmore-0.com\nown.com\n', label);
    const refresh = (key: string, ...more: readonly string[]) =>
      said(
        ['domain', 'refresh', 'more-0.com', 'own.com', '--account', label, '--key-stdin-once', ...more],
        `${key}\n`,
      );
    const read = await refresh('not-the-key', '--json');
    expect(read.code, read.err).toBe(3);
    expect(JSON.parse(read.out)).toMatchObject({
      ...{ changed: 0, unchanged: 0, notFound: 0, notRead: 2 },
      rows: [
        { domain: 'more-0.com', result: 'not-read', changes: [] },
        { domain: 'own.com', result: 'not-read', changes: [] },
      ],
    });
    const shown = await refresh('not-the-key');
    expect(shown.out).toMatch(/more-0\.com +not-read/);
    expect(shown.err).toContain('0 changed, 0 unchanged.\n2 not read. The service refused the key');
    expect(shown.err).toMatch(
      /Read them again with:\n {2}\S.* domain refresh more-0\.com own\.com --account /,
    );
  });

  it('H23 a page in place of an answer is not read: no failure, not unchanged, and what was read beside it is no whole reading', async () => {
    const body = '<html><title>Just a moment</title></html>';
    const page = { kind: 'answer', next: () => ({ status: 403, body }) } as const;
    const service = await world.serve({
      moreDomains: 2,
      faults: [{ operation: 'nameservers-read', domain: 'more-0.com', fault: page }],
    });
    await world.lookup(['--tlds', 'com'], 'one\n').ended;
    const label = `${username} at ${new URL(service.baseUrl).host}`;
    await bring('domain\nmore-0.com\nmore-1.com\nnot-there.com\n', label);
    const args = ['domain', 'refresh', 'more-0.com', 'more-1.com', 'not-there.com', '--account', label];
    const read = await said([...args, '--key-stdin-once', '--json'], `${apiKey}\n`);
    expect(read.code, read.err).toBe(1);
    expect(JSON.parse(read.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, notFound: 1, notRead: 1 },
      rows: [
        {
          ...{ domain: 'more-0.com', result: 'not-read', changes: [{ field: 'lock' }] },
          problems: [{ part: 'nameservers', reason: expect.stringContaining('Just a moment') as string }],
        },
        { domain: 'more-1.com', result: 'changed' },
        { domain: 'not-there.com', result: 'not-found' },
      ],
    });
    const again = await said([...args, '--key-stdin-once'], `${apiKey}\n`);
    expect(again.err).toContain('0 changed, 1 unchanged, 1 not found.\n1 not read. Something between');
    expect(again.err).toMatch(/Read them again with:\n {2}\S.* domain refresh more-0\.com --account /);
  });

  it('shows, tags and refreshes a domain in each account that has it with --all, and does nothing where none has a name', async () => {
    const label = await anAccount();
    const other = await anAccount();
    await bring('domain\nmore-0.com\nown.com\n', label);
    await bring('domain\nmore-0.com\n', other);
    await bring('domain\nmore-0.com\nsample.com\n', 'practice');
    await done('domain', 'tag', 'more-0.com', 'own.com', '--all', '--add', 'vip');
    await done('domain', 'client', 'own.com', '--all', '--set', 'ACME');
    const accounts = [other, label].sort();
    const shown = JSON.parse(await done('domain', 'show', 'more-0.com', '--all', '--json')) as {
      readonly account: string;
    }[];
    expect(shown.sort((a, b) => (a.account < b.account ? -1 : 1))).toMatchObject(
      accounts.map((account) => ({ domain: 'more-0.com', account, tags: ['vip'] })),
    );
    const tagsInPractice = (await listed('--account', 'practice')).map(({ tags }) => tags);
    expect(tagsInPractice, 'practice is not among all').toEqual([[], []]);
    for (const command of [['show'], ['refresh'], ['tag', '--add', 'x']])
      expect(await said(['domain', ...command, '--all', '--', 'sample.com'])).toMatchObject({
        ...{ code: 2, err: expect.stringContaining('not in the portfolio of any account') as string },
      });
    // Neither key is stored.
    const read = await said(['domain', 'refresh', 'more-0.com', '--all', '--json']);
    expect(read.code).toBe(4);
    for (const account of accounts) expect(read.err).toContain(account);
    expect(JSON.parse(read.out)).toMatchObject({ changed: 0, unchanged: 0, notRead: 0, rows: [] });
    const both = await said(['domain', 'show', 'own.com', '--all', '--account', label]);
    expect(both.code).toBe(2);
  });

  it('asks registries only where that is switched on, waits for their answers, and prints the new expiry', async () => {
    await bring('domain,expires\na.com,2027-01-01\nb.de,\n', 'practice');
    const refresh = ['domain', 'refresh', 'a.com', 'b.de', '--account', 'practice', '--registry'];
    await done('settings', 'set', 'registry.bootstrap', rdap.bootstrap);
    const off = await said(refresh);
    expect(off).toMatchObject({ code: 2, err: expect.stringContaining('switched off') as string });
    expect(rdap.asked).toEqual([]);
    await done('settings', 'set', 'registry.enabled', 'true');
    const on = await said([...refresh, '--json']);
    expect(on.code, on.err).toBe(1);
    expect(JSON.parse(on.out)).toMatchObject({
      ...{ changed: 1, unchanged: 0, notShown: 1, notRead: 0 },
      rows: [
        { domain: 'a.com', changes: [{ field: 'expires', before: '2027-01-01' }] },
        { domain: 'b.de', problems: [{ part: 'registry', reason: 'This TLD’s registry cannot be asked' }] },
      ],
    });
    expect(rdap.namesAsked()).toEqual(['a.com']);
    await bring('domain\nc.com\n', await anAccount());
    const all = JSON.parse(
      await done('domain', 'refresh', 'c.com', '--all', '--registry', '--json'),
    ) as object;
    expect(all).toMatchObject({ changed: 1, rows: [{ domain: 'c.com', result: 'changed' }] });
    expect((await listed('--account', 'practice'))[0]).toMatchObject({ expirySource: 'registry' });
    rdap.set('a.com', answered('a.com', { statuses: ['pending transfer'] }));
    await said(refresh);
    expect(await listed('--account', 'practice', '--status', 'Pending transfer')).toEqual([
      expect.objectContaining({ domain: 'a.com', registryStatuses: ['pending transfer'] }),
    ]);
    expect(await listed('--account', 'practice', '--status', 'client hold')).toEqual([]);
    const shown = ['domain', 'show', 'a.com', '--account', 'practice'];
    expect(JSON.parse(await done(...shown, '--json'))).toMatchObject({
      states: [{ state: 'transfer-pending', why: expect.stringContaining('At most 5 days') as string }],
    });
    expect(await done(...shown)).toContain('A transfer to another registrar is pending');
  });
});

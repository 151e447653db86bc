import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { linesOver } from '../../../../../support/command-line/a-command-line.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

let world: TestWorld;
let lines: ReturnType<typeof linesOver>;
beforeEach(async () => {
  world = await createTestWorld({ account: null });
  lines = linesOver(world);
});

async function bringIn(text: string): Promise<void> {
  const path = join(world.directory, 'list.csv');
  writeFileSync(path, text);
  await lines.done('domain', 'import', path, '--account', 'practice');
}

describe('namedesk settings', () => {
  it('lists those that a terminal may change: registries are not asked at first', async () => {
    const all = await lines.json<object>('settings', 'get');
    expect(all).toMatchObject({
      'registry.enabled': false,
      'registry.bootstrap': 'https://data.iana.org/rdap/dns.json',
    });
    expect(Object.keys(all).join(), 'none that protects').not.toMatch(/lock|limit|clear|secret/i);
  });

  it.each([
    ['registry.enabled', 'true'],
    ['registry.bootstrap', 'http://127.0.0.1:8080/dns.json'],
    ['watching.quiet-hours', '21-8'],
    ['watching.quiet-hours', 'none'],
  ])('sets %s to %s, and prints it as it is typed', async (name, value) => {
    expect(await lines.said(['settings', 'set', name, value])).toMatchObject({
      ...{ code: 0, out: '', err: `${name} is ${value} now.\n` },
    });
    expect(await lines.done('settings', 'get', name)).toBe(`${value}\n`);
  });

  it.each([
    ['hours that there are not', 'watching.quiet-hours', '22-24'],
    ['no hours for what is on or off', 'watching.refresh', 'none'],
    ['an address without https', 'registry.bootstrap', 'http://registries.example/dns.json'],
    ['neither true nor false', 'registry.enabled', 'perhaps'],
    ['a colour that there is not', 'window.colours', 'pink'],
    ['a setting that protects', 'app-lock', 'false'],
  ])('refuses %s, with exit code 2', async (_what, name, value) => {
    const before = await lines.json('settings', 'get');
    expect(await lines.said(['settings', 'set', name, value])).toMatchObject({ code: 2 });
    expect(await lines.json('settings', 'get')).toEqual(before);
  });
});

describe('namedesk lookup', () => {
  it('asks for a key before it makes anything', async () => {
    world = await createTestWorld({ account: {} });
    lines = linesOver(world);
    const { label } = valueOf(world.accounts.find(world.accountId));
    await world.setKey(null);
    const args = ['lookup', '--account', label, '--names', '-', '--tlds', 'com'];
    expect(await lines.said(args, 'bakery\n')).toMatchObject({
      ...{ code: 4, err: expect.stringContaining('--key-stdin-once') as string },
    });
    expect(valueOf(await world.sessions.list())).toEqual([]);
  });
});

describe('namedesk calendar', () => {
  it('replaces a file with the expiries of an account, and of all accounts without practice', async () => {
    await bringIn('domain,expires\na.com,2027-01-05\nb.com,\nc.com,2100-02-28\n');
    const file = join(world.directory, 'expiries.ics');
    writeFileSync(file, 'another');
    const { err } = await lines.said(['calendar', '--out', file, '--account', 'practice']);
    expect(err).toContain('2 expiries in');
    const titles = ['SUMMARY:a.com expires', 'SUMMARY:c.com expires'];
    expect(readFileSync(file, 'utf8').match(/^SUMMARY:.*$/gm)).toEqual(titles);
    await lines.done('calendar', '--out', file);
    expect(readFileSync(file, 'utf8')).not.toContain('VEVENT');
  });
});

describe('namedesk watch', () => {
  const inPractice = ['--account', 'practice'];

  it('watches names, looks them up, tells which became available, and no longer watches them', async () => {
    const names = ['https://www.google.com/x', 'bäckerei-am-see.de', 'google.com'];
    expect((await lines.said(['watch', 'add', ...names, ...inPractice])).err).toContain(
      '2 names are watched',
    );
    const before = await lines.json<Rows>('watch', 'list', ...inPractice);
    expect(before).toEqual(
      ['google.com', 'xn--bckerei-am-see-5hb.de'].map((domain) => ({
        ...{ domain, addedAt: expect.any(String) as string, finding: 'unchecked', checkedAt: null },
        prices: [],
      })),
    );
    const run = await lines.said(['watch', 'run', '--json', ...inPractice]);
    expect(run.err).toMatch(/2 names were looked up, 0 failed, \d became available/);
    expect((JSON.parse(run.out) as Rows).map(({ finding }) => finding)).not.toContain('unchecked');
    // What a person was told of once is no news.
    expect((await lines.said(['watch', 'run', ...inPractice])).err).toContain('0 became available');
    await lines.done('watch', 'remove', 'google.com', ...inPractice);
    expect(await lines.done('watch', 'list', ...inPractice)).not.toContain('google.com');
  });

  it('ends with 2, and watches nothing, where a word is no name', async () => {
    const { code, err } = await lines.said(['watch', 'add', 'good.com', 'not a name', ...inPractice]);
    expect([code, err]).toEqual([2, expect.stringContaining('Nothing was changed')]);
    expect(await lines.json('watch', 'list', ...inPractice)).toEqual([]);
  });
});

describe('namedesk today', () => {
  const day = (days: number): string => dayIn(days, Date.now());

  it('says that nothing needs anybody where that is so', async () => {
    expect(await lines.said(['today'])).toMatchObject({
      code: 0,
      out: '',
      err: 'Nothing needs you today.\n',
    });
  });

  it('lists what is expired and due with why and the next step, and what has no expiry', async () => {
    await bringIn(`domain,expires\nold.com,${day(-3)}\noak.org,${day(5)}\nelm.org,${day(9)}\nash.org,\n`);
    const { out, err } = await lines.said(['today']);
    expect(out).toMatch(/expired +\S.* old\.com +Expired 3 days ago, .* Renew…/);
    expect(out).toMatch(/due +\S.* oak\.org, elm\.org +2 domains expire within 30 days/);
    expect(err).toContain('1 domain has no known expiry.');
  });

  it('prints the whole report with --json, in a shape with a version', async () => {
    await bringIn(`domain,expires\noak.org,${day(5)}\n`);
    const { id } = valueOf(await world.accounts.addPractice());
    const account = expect.stringMatching(/practice/i) as string;
    const cost = { sums: [], unpriced: 1 };
    expect(await lines.json('today')).toEqual({
      ...{ version: 1, today: day(0), toDo: 1, domains: 1, withoutExpiry: 0 },
      rows: [
        {
          ...{ account, accountId: id, practice: true, id: `due ${id}`, kind: 'due', severity: 'urgent' },
          ...{ count: 1, names: ['oak.org'], subject: null, title: '', firstOn: day(5), cost, step: 'renew' },
          ...{ creditSuffices: null, snoozedUntil: null },
          why: `Expires in 5 days, on ${day(5)}. The price is not known.`,
        },
      ],
      months: expect.arrayContaining([{ month: day(5).slice(0, 7), count: 1, cost }]) as unknown,
      credits: [
        {
          ...{ account, accountId: id, practice: true, currency: null, credit: null },
          ...{ due: 1, cost, creditSuffices: null },
        },
      ],
    });
  });

  it('lists what the domains of each client need with --by client, in JSON as well', async () => {
    await bringIn(
      `domain,expires,client\noak.org,${day(5)},\nelm.org,${day(20)},ACME\nfir.org,${day(9)},Zoo\nash.org,${day(25)},ACME\n`,
    );
    const [head = '', ...rows] = (await lines.done('today', '--by', 'client')).trimEnd().split('\n');
    expect(head).toMatch(/^CLIENT +WHAT +ACCOUNT/);
    const clients = rows.map((each) => /^(.+?) +due /.exec(each)?.[1]?.replaceAll(/[\u2066-\u2069]/g, ''));
    expect(clients).toEqual(['Zoo', 'ACME', 'No client']);
    const report = await lines.json<{ by: string; toDo: number; rows: Rows }>('today', '--by', 'client');
    expect([report.by, report.toDo]).toEqual(['client', 1]);
    expect(report.rows.map(({ client, names }) => [client, names])).toEqual([
      ['Zoo', ['fir.org']],
      ['ACME', ['elm.org', 'ash.org']],
      ['', ['oak.org']],
    ]);
  });
});

describe('namedesk journal', () => {
  interface Exported {
    readonly chain?: string;
    readonly seq: number;
    readonly changeId: string;
    readonly at: string;
    readonly state: string;
    readonly event: Readonly<Record<string, string>>;
    readonly previousHash: string;
    readonly hash: string;
  }
  interface Health extends Pick<Exported, 'hash'> {
    readonly entries: number;
    readonly head: string;
    readonly accesses: { readonly lines: number; readonly head: string };
  }

  /** One confirmed change, as the window would have made it, a code that was asked for, and one of which it is not known. */
  beforeEach(async () => {
    const { accounts, changes, workspace } = world;
    const { id: accountId } = valueOf(await accounts.addPractice());
    const ask = { kind: 'lock', state: 'unlocked' } as const;
    const domain = 'quiet-harbor.org';
    const { reviewId } = valueOf(await changes.prepare(accountId, domain, ask));
    const typed = { typedName: null, premiumAccepted: false, typedLimit: null };
    const { id } = valueOf(await changes.apply(reviewId, typed));
    await expect.poll(async () => valueOf(await changes.find(id)).change.state).toBe('confirmed');
    const access = { accountId, accountLabel: 'Practice', domain, deed: 'copy' } as const;
    const at = (second: number): string => `2026-11-21T08:00:0${second}.000Z`;
    const { codeAccesses } = workspace;
    const { seq } = valueOf(await codeAccesses.ask({ ...access, at: at(0) }));
    valueOf(await codeAccesses.conclude({ access: seq, at: at(1), outcome: 'emailed' }));
    valueOf(await codeAccesses.ask({ ...access, deed: 'reveal', at: at(2) }));
  });

  const said = (...args: readonly string[]) => lines.said(['journal', ...args]);

  function rewrite(...statements: readonly string[]): void {
    const database = new DatabaseSync(join(world.workspaceDirectory, 'workspace.sqlite'));
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  it('D4 is verified entry by entry, and ends with the hash to keep', async () => {
    const { code, out } = await said('verify');
    expect(code).toBe(0);
    expect(out).toMatch(/journal is intact: 4 entries of 1 change\.\nLast hash: [\da-f]{64}/);
    expect(out).toMatch(/journal of code accesses is intact: 3 lines\.\nLast hash: [\da-f]{64}/);
  });

  it.each([
    [
      'an entry',
      'journal_entries',
      "event = replace(event, 'unlocked', 'locked') WHERE seq = 1",
      'The journal fails its check at entry 1',
    ],
    [
      'a line about a code',
      'code_accesses',
      "outcome = 'refused' WHERE seq = 2",
      'The journal of code accesses fails its check at line 2',
    ],
  ])('D4 is said not to hold together where %s was written anew, with exit code 1', async (...broken) => {
    const [, table, change, sentence] = broken;
    rewrite(`DROP TRIGGER ${table}_stay_as_they_are`, `UPDATE ${table} SET ${change}`);
    const { code, out, err } = await said('verify');
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    expect(out.match(/is intact/g)).toHaveLength(1);
  });

  it('lists the codes that were asked for, and says of which it is not known what came', async () => {
    const { code, out } = await said('list', '--accesses', '--domain', 'harbor');
    expect(code).toBe(0);
    expect(out).toMatch(/LINE +REQUESTED +HOW +OUTCOME +DOMAIN +ACCOUNT/);
    expect(out).toMatch(/3 +\S+ +reveal +not known +quiet-harbor\.org +Practice\n1 +\S+ +copy +emailed/);
    expect((await said('list', '--accesses', '--domain', 'nothing')).err).toContain('no such accesses');
  });

  it('is listed by state and domain; what a registry has proven says so, and has its state and proof in JSON', async () => {
    const { code, out } = await said('list', '--state', 'confirmed', '--domain', 'harbor');
    expect(code).toBe(0);
    expect(out).toMatch(/NUMBER +CHANGED +STATE +WHAT +DOMAIN +ACCOUNT/);
    expect(out).toMatch(/1 +\S+ +confirmed +lock +quiet-harbor\.org +Practice/);
    expect((await said('list', '--state', 'uncertain')).err).toContain('There are no such changes.');
    rewrite("UPDATE journal_changes SET change = json_set(change, '$.proof', 'registry')");
    const proven = await said('list', '--state', 'confirmed');
    expect(proven.out).toMatch(/1 +\S+ +proven by registry +lock +quiet-harbor\.org/);
    const listed = await lines.json('journal', 'list');
    expect(listed).toMatchObject([{ state: 'confirmed', proof: 'registry' }]);
  });

  it('is what a file of proof is held against: exit code 0 where each row matches, and 1 where not', async () => {
    const path = join(world.directory, 'proof.html');
    const days = { fromDay: '2026-01-01', toDay: '2026-12-31' };
    valueOf(await world.activity.exportProof({ client: 'Acme', ...days, hasPrices: false, path }));
    const { code, out } = await said('verify-proof', path);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Each row matches this journal\. .* not in it\. 0 rows, from/),
    ]);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Nothing was paid.', '5 changes: all proven.'));
    const altered = await said('verify-proof', path);
    expect([altered.code, altered.err]).toEqual([1, expect.stringContaining('was changed')]);
    expect((await said('verify-proof', join(world.directory, 'none.html'))).err).toContain('cannot be read');
  });

  it('is exported whole, its last hash the one that is verified', async () => {
    const path = join(world.directory, 'journal.json');
    expect((await said('export', '--out', path)).err).toBe('7 entries written.\n');
    const all = JSON.parse(readFileSync(path, 'utf8')) as readonly Exported[]; // Written just now.
    const entries = all.filter(({ chain }) => chain === undefined);
    const accesses = all.filter(({ chain }) => chain === 'code-accesses');
    const health = await lines.json<Health>('journal', 'verify');
    expect([entries.length, entries.at(-1)?.hash]).toEqual([health.entries, health.head]);
    expect([accesses.length, accesses.at(-1)?.hash]).toEqual([health.accesses.lines, health.accesses.head]);
    let before = '';
    for (const { seq, changeId, at, state, event, hash, previousHash } of accesses) {
      expect(previousHash).toBe(before);
      const { accountId, accountLabel, deed, domain } = event;
      // By hand, as the decision paper says it: six lines, the members of the event in the order of their names.
      const text = JSON.stringify({ accountId, accountLabel, deed, domain });
      const chained = [before, String(seq), changeId, at, state, text].join('\n');
      expect(hash).toBe(createHash('sha256').update(chained).digest('hex'));
      before = hash;
    }
  });
});

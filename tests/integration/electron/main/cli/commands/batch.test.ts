import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { hostOver } from '../../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../../electron/main/cli/run.ts';
import type { PracticeOptions, PracticeService } from '../../../../../../electron/main/practice/service.ts';
import {
  apiKey,
  aTerminal,
  linesOver,
  worldOfThisFile,
} from '../../../../../support/command-line/a-command-line.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

interface Review {
  readonly id: string;
  readonly digest: string;
  readonly ready: number;
  readonly excluded: number;
  readonly rows: readonly {
    readonly domain: string;
    readonly before: string | null;
    readonly after: string;
    readonly excluded: string | null;
  }[];
}

/** The requests that change something. */
const writes = (service: PracticeService): readonly string[] =>
  service
    .requests()
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/domains/lookup'))
    .map(({ path }) => path.slice(path.indexOf('index.php') + 'index.php'.length));

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `more-${index}.com\n`).join('');

describe('namedesk batch', () => {
  let world: TestWorld;
  let lines: ReturnType<typeof linesOver>;
  let label: string;
  async function inWorld(service: Partial<PracticeOptions> = {}): Promise<TestWorld> {
    world = await createTestWorld({ service });
    lines = linesOver(world);
    label = valueOf(world.accounts.find(world.accountId)).label;
    return world;
  }

  async function create(kind: string, list: string, ...more: readonly string[]): Promise<Review> {
    valueOf(await world.portfolio.add(world.accountId, list, [], 'typed'));
    const args = ['batch', 'create', kind, '--account', label, '--names', '-', ...more, '--json'];
    const { code, out, err } = await lines.said(args, list);
    expect(code, err).toBe(0);
    return JSON.parse(out) as Review;
  }
  const apply = ({ id, digest }: Pick<Review, 'id' | 'digest'>, ...more: readonly string[]) =>
    lines.said(['batch', 'apply', id, '--digest', digest, '--json', ...more]);
  const resume = (id: string) => lines.said(['batch', 'resume', id, '--json']);

  function inWorkspace(sql: string): void {
    const database = new DatabaseSync(join(world.workspaceDirectory, 'workspace.sqlite'));
    database.exec('PRAGMA busy_timeout = 10000');
    database.exec(sql);
    database.close();
  }

  const registrant = {
    registrant: {
      ...{ firstname: 'CANARY-name', email: 'owner@example.com', address1: 'Street 1', city: 'Town' },
      ...{ postcode: '12345', country: 'DE', phonenumber: '+49.301234567' },
    },
  };
  const ordersOf = (): readonly string[] =>
    world.service.requests().flatMap(({ path, body }) => (path.includes('/order/') ? [body ?? ''] : []));

  it('create prints a review in the documented shape and sends nothing; apply sends each ready row once', async () => {
    const { service } = await inWorld({ moreDomains: 3 });
    const review = await create('lock', `${names(2)}nobody-has-this.com\n`);
    expect(review).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      ready: 2,
      excluded: 1,
      notRead: 0,
      rows: [
        { domain: 'more-0.com', before: 'unlocked', after: 'locked', excluded: null },
        { domain: 'more-1.com', before: 'unlocked', after: 'locked', excluded: null },
        { domain: 'nobody-has-this.com', before: null, after: 'locked', excluded: 'not-found' },
      ],
    });
    expect(writes(service)).toEqual([]);

    const run = await apply(review);
    expect(run.code, run.err).toBe(0);
    expect(JSON.parse(run.out)).toEqual({
      ...{
        id: review.id,
        state: 'done',
        stoppedBy: null,
        confirmed: 2,
        refused: 0,
        uncertain: 0,
        excluded: 1,
        notRead: 0,
        leftUnlocked: [],
        why: null,
      },
    });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock', '/domains/more-1.com/lock']);
    expect(service.domain('more-0.com')?.isLocked).toBe(true);

    const again = await apply(review);
    expect(again.code, again.err).toBe(2);
    expect(again.out).toBe('');
    expect(writes(service)).toHaveLength(2);
  });

  it.each([
    ['sync', [], 'read again by the service', 'sync', 'confirmed'],
    [
      'child-register',
      ['--host=ns1.more-0.com', '--address=192.0.2.1'],
      '192.0.2.1',
      'nameservers/register',
      'confirmed',
    ],
    [
      'child-modify',
      ['--host=ns1.more-0.com', '--address=192.0.2.1', '--new-address=192.0.2.2'],
      '192.0.2.2',
      'nameservers/modify',
      // The service has no such host.
      'refused',
    ],
    ['child-delete', ['--host=ns1.more-0.com'], 'deleted', 'nameservers/delete', 'refused'],
  ])('a batch of %s is reviewed and applied as any other', async (kind, options, after, path, state) => {
    const { service } = await inWorld({ moreDomains: 1 });
    const review = await create(kind, names(1), ...options);
    expect(review.rows).toMatchObject([{ domain: 'more-0.com', after, excluded: null }]);
    expect(writes(service)).toEqual([]);
    const { err } = await apply(review);
    expect(writes(service), err).toEqual([`/domains/more-0.com/${path}`]);
    const { out } = await lines.said(['batch', 'show', review.id, '--json']);
    expect(JSON.parse(out)).toMatchObject({ outcomes: [{ domain: 'more-0.com', state }] });
  });

  it('apply with another digest sends nothing', async () => {
    const { service } = await inWorld({ moreDomains: 1 });
    const { id } = await create('lock', names(1));
    const run = await apply({ id, digest: 'a'.repeat(64) });
    expect(run.code, run.err).toBe(2);
    expect(run.err).toContain('Nothing was sent.');
    expect(writes(service)).toEqual([]);
  });

  it('the digest is over the account, the request and each row with its price: whatever of them is altered, nothing is sent', async () => {
    const { service } = await inWorld({ moreDomains: 1 });
    const alterations = [
      "UPDATE batches SET ask = json_set(ask, '$.periodYears', 9)",
      "UPDATE batches SET after = 'renewed for 2 years'",
      "UPDATE batches SET username = 'someone@example.com'",
      "UPDATE batch_rows SET domain = 'more-9.com'",
      'UPDATE batch_rows SET renewal = json_set(renewal, \'$.price\', json(\'{"kind":"unreadable"}\'))',
    ];
    for (const alteration of alterations) {
      const review = await create('renew', names(1));
      expect(review.rows[0]?.after).toMatch(/^renewed for 1 year, price /);
      inWorkspace(
        `${alteration} WHERE ${alteration.includes('batch_rows') ? 'batch_id' : 'id'} = '${review.id}'`,
      );
      const run = await apply(review);
      expect(run.code, `${alteration}: ${run.err}`).toBe(2);
    }
    expect(writes(service)).toEqual([]);
  });

  it('apply of a review older than 15 minutes sends nothing, and resume reviews it again under a new digest', async () => {
    const { service } = await inWorld({ moreDomains: 2 });
    const review = await create('lock', names(2));
    inWorkspace('UPDATE batches SET reviewed_at = reviewed_at - 901000');
    const run = await apply(review);
    expect(run.code, run.err).toBe(2);
    expect(run.err).toContain('more than 15 minutes ago. Nothing was sent.');
    expect(writes(service)).toEqual([]);

    const anew = await resume(review.id);
    expect(anew.code, anew.err).toBe(0);
    const applied = await apply(JSON.parse(anew.out) as Review);
    expect(applied.code, applied.err).toBe(0);
    expect(writes(service)).toHaveLength(2);
  });

  it('a domain that has changed since the review is excluded, with the reason, and the others are sent', async () => {
    const { service } = await inWorld({ moreDomains: 2 });
    const list = ['--nameservers', 'ns1.new.example,ns2.new.example'];
    const first = await create('nameservers', names(2), ...list);
    const other = await create(
      'nameservers',
      'more-0.com',
      '--nameservers',
      'ns1.else.example,ns2.else.example',
    );
    expect((await apply(other)).code).toBe(0);
    const run = await apply(first);
    expect(run.code, run.err).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ state: 'done', confirmed: 1, excluded: 1 });
    expect(run.err.match(/^  \S+: .+$/gmu)).toEqual([expect.stringMatching(/^  more-0\.com: .+\.$/u)]);
    expect(service.domain('more-0.com')?.nameservers).toEqual(['ns1.else.example', 'ns2.else.example']);
    expect(service.domain('more-1.com')?.nameservers).toEqual(['ns1.new.example', 'ns2.new.example']);
  });

  it('what exceeds a limit is refused, nothing is sent, and no option gets around it', async () => {
    const { service } = await inWorld({ moreDomains: 30 });
    const review = await create('renew', names(30));
    expect(review.ready).toBe(30);
    const run = await apply(review);
    expect(run.code, run.err).not.toBe(0);
    expect(run.err).toMatch(/limit/i);
    for (const flag of ['--yes', '--force', '--limit', '--typed-limit=30']) {
      const refused = await apply(review, flag);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain('unknown option');
    }
    expect(writes(service)).toEqual([]);
  });

  it('halts at the first uncertain change; change resolve decides it, and what is left is reviewed anew', async () => {
    const { service } = await inWorld({
      moreDomains: 2,
      faults: [
        {
          fault: { kind: 'break', after: 'request', by: 'reset' },
          ...{ operation: 'lock-write', domain: 'more-0.com', times: 1 },
        },
      ],
    });
    const review = await create('lock', names(2));
    const run = await apply(review);
    expect(run.code, run.err).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ state: 'halted', confirmed: 0, uncertain: 1 });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock']);

    const verified = await lines.said(['change', 'verify', '1']);
    expect(verified.code, verified.err).toBe(1);
    expect(verified.out).toContain('uncertain');
    const resolve = ['change', 'resolve', '1', '--as', 'not-done', '--note', 'seen in the panel'];
    for (const typed of [[], ['--yes', 'more-1.com']]) {
      const untyped = await lines.said([...resolve, ...typed]);
      expect(untyped.code).not.toBe(0);
      expect(untyped.err).toContain('nothing was marked');
    }
    const resolved = await lines.said([...resolve, '--yes', 'more-0.com']);
    expect(resolved.code, resolved.err).toBe(0);
    const shown = await lines.said(['change', 'show', '1', '--json']);
    expect(shown.code, shown.err).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({
      change: { state: 'settled', settledAs: 'not-applied', note: 'seen in the panel' },
    });

    // What was agreed to ends with the process.
    lines = linesOver((world = await world.reopen()));
    const anew = await resume(review.id);
    expect(anew.code, anew.err).toBe(0);
    const applied = await apply(JSON.parse(anew.out) as Review);
    expect(applied.code, applied.err).toBe(0);
    expect(JSON.parse(applied.out)).toMatchObject({ state: 'done', confirmed: 1, refused: 1 });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock', '/domains/more-1.com/lock']);
  });

  it('undo makes a batch that puts back what each domain had, to be reviewed and applied as any other', async () => {
    const { service } = await inWorld({ moreDomains: 2 });
    const before = service.domain('more-0.com')?.nameservers;
    const there = await create('nameservers', names(2), '--nameservers', 'ns1.new.example,ns2.new.example');
    expect((await apply(there)).code).toBe(0);
    const undo = await lines.said(['batch', 'undo', there.id, '--json']);
    expect(undo.code, undo.err).toBe(0);
    const back = JSON.parse(undo.out) as Review;
    expect([back.ready, back.rows[0]]).toEqual([
      2,
      {
        domain: 'more-0.com',
        before: 'ns1.new.example, ns2.new.example',
        after: before?.join(', '),
        excluded: null,
      },
    ]);
    expect(writes(service)).toHaveLength(2);
    const run = await apply(back);
    expect(run.code, run.err).toBe(0);
    expect(service.domain('more-0.com')?.nameservers).toEqual(before);
    expect(writes(service)).toHaveLength(4);
  });

  it('goes on after an uncertain change with --halt-on nothing', async () => {
    const { service } = await inWorld({
      moreDomains: 2,
      faults: [
        {
          fault: { kind: 'break', after: 'request', by: 'reset' },
          ...{ operation: 'lock-write', domain: 'more-0.com', times: 1 },
        },
      ],
    });
    const run = await apply(await create('lock', names(2)), '--halt-on', 'nothing');
    expect(run.code, run.err).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ state: 'done', confirmed: 1, uncertain: 1 });
    expect(writes(service)).toHaveLength(2);
  });

  it('a batch that was proposed is not applied, resumed or edited by a command line', async () => {
    const { service } = await inWorld({ moreDomains: 1 });
    const review = await create('lock', names(1), '--proposed-by', 'An assistant', '--why', 'It said so');
    for (const args of [
      ['apply', review.id, '--digest', review.digest],
      ['resume', review.id],
      ['exclude', review.id, 'more-0.com'],
    ]) {
      const run = await lines.said(['batch', ...args]);
      expect(run.code, run.err).toBe(2);
      expect(run.err).toContain('in the window');
    }
    const listed = await lines.said(['batch', 'list', '--json']);
    expect(listed.code, listed.err).toBe(0);
    expect(JSON.parse(listed.out)).toMatchObject([{ proposedBy: 'An assistant', state: 'ready' }]);
    expect(writes(service)).toEqual([]);
  });

  it('says of a batch that is done why a row was excluded, and nothing of one that was included and sent', async () => {
    await inWorld({ moreDomains: 2 });
    const args = ['batch', 'create', 'lock', '--account', label, '--names', '-', '--json'];
    const made = await lines.said(args, names(2));
    const { id } = JSON.parse(made.out) as Review;
    const included = await lines.said(['batch', 'include', id, 'more-0.com', '--json']);
    const spoken = async () =>
      (await lines.said(['batch', 'show', id])).err
        .split('\n')
        .flatMap((line) => /^ {2}([a-z0-9.-]+): ./.exec(line)?.[1] ?? []);
    expect(await spoken()).toEqual(['more-0.com', 'more-1.com']);
    const run = await apply(JSON.parse(included.out) as Review);
    expect(run.code, run.err).toBe(0);
    expect(await spoken()).toEqual(['more-1.com']);
  });

  it('list, show, pause and stop name a batch by its id or the beginning of it', async () => {
    await inWorld({ moreDomains: 2 });
    const { id } = await create('lock', names(2));
    const shown = await lines.said(['batch', 'show', id.slice(0, 8), '--json']);
    expect(shown.code, shown.err).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({ id, state: 'ready', ready: 2, proposedBy: null });
    // An excluded domain is one of its domains, in the table as in the JSON.
    await lines.said(['batch', 'exclude', id, 'more-0.com']);
    const stopped = await lines.said(['batch', 'stop', id, '--json']);
    expect(stopped.code, stopped.err).toBe(0);
    const listed = await lines.said(['batch', 'list', '--json']);
    expect(listed.code, listed.err).toBe(0);
    expect(JSON.parse(listed.out)).toMatchObject([
      { id, state: 'stopped', kind: 'lock', domains: 2, rows: 2 },
    ]);
    expect((await lines.said(['batch', 'list'])).out).toMatch(/ stopped +lock +2 /);
    const paused = await lines.said(['batch', 'pause', id]);
    expect(paused.code).toBe(2);
  });

  it('registers names: contacts and names from the standard input, each price in the review, each name ordered once', async () => {
    await inWorld({});
    const args = [
      'batch',
      'create',
      'register',
      `--account=${label}`,
      '--nameservers=ns1.a.example,ns2.a.example',
    ];
    const input = `${JSON.stringify(registrant)}\nfree-name-1.com\nfree-name-2.com\nharbour-books.com\n`;
    const made = await lines.said([...args, '--contacts=-', '--names=-', '--years=2', '--json'], input);
    expect(made.code, made.err).toBe(0);
    expect(made.out).not.toContain('CANARY');
    const review = JSON.parse(made.out) as Review;
    for (const { after } of review.rows) expect(after).toMatch(/^registered for 2 years, price /);
    const ready = review.rows.filter(({ excluded }) => excluded === null);
    expect(ready).toHaveLength(review.ready);
    expect(review.rows.at(-1)).toMatchObject({ domain: 'harbour-books.com', excluded: 'not-available' });
    expect(ordersOf()).toEqual([]);

    const applied = await lines.said(['batch', 'apply', review.id, '--digest', review.digest, '--json']);
    expect([applied.code, JSON.parse(applied.out)], applied.err).toMatchObject([
      0,
      { state: 'done', confirmed: review.ready, excluded: 3 - review.ready },
    ]);
    // If the window ends meanwhile, the other process does not go on by itself.
    expect(applied.goOnWith).toBeNull();
    expect(ordersOf()).toHaveLength(review.ready);
    const again = await lines.said(['batch', 'apply', review.id, '--digest', review.digest]);
    expect(again.code).toBe(2);
    expect(ordersOf()).toHaveLength(review.ready);
  });

  it('sets contacts from a line of the standard input, and the digest is another one for other values', async () => {
    await inWorld({ moreDomains: 1 });
    valueOf(await world.portfolio.add(world.accountId, 'more-0.com', [], 'typed'));
    const create = async (email: string): Promise<Review> => {
      const args = [
        'batch',
        'create',
        'contacts',
        `--account=${label}`,
        '--contacts=-',
        '--names=-',
        '--json',
      ];
      const contacts = JSON.stringify({ Registrant: { Email: email } });
      const made = await lines.said(args, `${contacts}\nmore-0.com\n`);
      expect(made.code, made.err).toBe(0);
      expect(made.out).not.toContain(email);
      return JSON.parse(made.out) as Review;
    };
    const [one, other] = [await create('one@example.com'), await create('other@example.com')];
    expect(one.digest).not.toBe(other.digest);
    expect((await lines.said(['batch', 'apply', one.id, '--digest', other.digest])).code).toBe(2);
    const applied = await lines.said(['batch', 'apply', other.id, '--digest', other.digest]);
    expect(applied.code, applied.err).toBe(0);
    expect(JSON.stringify(world.service.domain('more-0.com')?.contacts)).toContain('other@example.com');
  });

  it.each([
    [
      'a role that there is not',
      { registrar: registrant.registrant },
      'There is no role "registrar". Did you mean',
    ],
    [
      'a field that there is not',
      { registrant: { emial: 'x' } },
      'There is no field "emial". Did you mean "email"?',
    ],
    ['no registrant', { admin: registrant.registrant }, 'There is no registrant in it'],
    ['what is no object', ['x'], 'is not JSON of the form'],
  ])('refuses contacts with %s before anything is read', async (_what, contacts, why) => {
    await inWorld({});
    const asked = world.service.requestCount();
    const args = ['batch', 'create', 'register', `--account=${label}`, '--nameservers=ns1.a.example'];
    const made = await lines.said(
      [...args, '--contacts=-', '--names=-'],
      `${JSON.stringify(contacts)}\na.com\n`,
    );
    expect([made.code, made.err]).toEqual([2, expect.stringContaining(why)]);
    expect(world.service.requestCount()).toBe(asked);
  });

  it('without a keychain, contacts cannot be kept encrypted: it ends with 4, and nothing is sent', async () => {
    await inWorld({ moreDomains: 1 });
    world.shut('no-service');
    const args = ['batch', 'create', 'contacts', `--account=${label}`, '--contacts=-', '--names=-'];
    const made = await lines.said(args, '{"Registrant":{"Email":"x@example.com"}}\nmore-0.com\n');
    expect(made.code, made.err).toBe(4);
    expect(valueOf(await world.batches.list(world.accountId))).toEqual([]);
  });

  it('a row that is excluded by hand is not sent, and one that is included again is ready', async () => {
    await inWorld({ moreDomains: 2 });
    valueOf(await world.portfolio.add(world.accountId, 'more-0.com\nmore-1.com', [], 'typed'));
    const made = await lines.said(
      ['batch', 'create', 'lock', `--account=${label}`, '--names=-', '--json'],
      'more-0.com\nmore-1.com\n',
    );
    const review = JSON.parse(made.out) as Review;
    const excluded = await lines.said(['batch', 'exclude', review.id, 'more-0.com', '--json']);
    const without = JSON.parse(excluded.out) as Review;
    expect([without.ready, without.digest === review.digest]).toEqual([1, false]);
    expect((await lines.said(['batch', 'apply', review.id, '--digest', review.digest])).code).toBe(2);
    const included = await lines.said(['batch', 'include', review.id, 'more-0.com', '--json']);
    expect((JSON.parse(included.out) as Review).ready).toBe(2);
    await lines.said(['batch', 'exclude', review.id, 'more-0.com']);
    const applied = await lines.said(['batch', 'apply', review.id, '--digest', without.digest, '--json']);
    expect([applied.code, JSON.parse(applied.out)]).toMatchObject([0, { confirmed: 1, excluded: 1 }]);
    expect(world.service.domain('more-0.com')?.isLocked).toBe(false);
  });

  it('an interrupt pauses it after the change that is being sent, and says how to resume', async () => {
    await inWorld({ moreDomains: 20, latencyMs: 30 });
    const names = Array.from({ length: 20 }, (_, index) => `more-${index}.com\n`).join('');
    valueOf(await world.portfolio.add(world.accountId, names, [], 'typed'));
    const made = await lines.said(
      ['batch', 'create', 'lock', `--account=${label}`, '--names=-', '--json'],
      names,
    );
    const review = JSON.parse(made.out) as Review;
    const terminal = aTerminal();
    const host = hostOver(world, (thrown) => String(thrown));
    const running = runCommandLine(['batch', 'apply', review.id, '--digest', review.digest], terminal, host);
    await expect
      .poll(async () => valueOf(await world.batches.find(review.id)).counts.confirmed, { timeout: 20_000 })
      .toBeGreaterThan(1);
    terminal.end(130);
    expect(await running).toBe(130);
    const paused = valueOf(await world.batches.find(review.id));
    expect([paused.state, paused.counts.uncertain]).toEqual(['paused', 0]);
    expect(terminal.said()).toContain(`namedesk batch resume ${review.id}`);
    const writes = world.service.requests().filter(({ method }) => method === 'POST').length;
    expect(writes).toBe(paused.counts.confirmed);
    const resumed = await lines.said(['batch', 'resume', review.id, '--json']);
    expect([resumed.code, JSON.parse(resumed.out)], resumed.err).toMatchObject([
      0,
      { state: 'done', confirmed: 20 },
    ]);
    expect(world.service.requests().filter(({ method }) => method === 'POST')).toHaveLength(20);
  });

  it('H10 ends with 5 where a domain that it unlocked is left so, and names it', async () => {
    const name = 'harbour-books.com';
    const isContactSet = (): boolean =>
      world.service.requests().some(({ method, path }) => method === 'POST' && path.endsWith('/contact'));
    await inWorld({
      faults: [
        {
          fault: { kind: 'refusal', refusal: 'not-allowed' },
          operation: 'lock-write',
          get domain() {
            return isContactSet() ? name : 'nobody.example';
          },
        },
      ],
    });
    expect(world.service.domain(name)?.isLocked).toBe(true);
    valueOf(await world.portfolio.add(world.accountId, name, [], 'typed'));
    const roles = [{ name: 'Registrant', fields: [{ name: 'City', value: 'Kiel' }] }];
    const ask = { kind: 'contacts', unlocks: true, roles } as const;
    const { id } = valueOf(await world.batches.prepare(world.accountId, ask, [name]));
    const { digest, state } = await vi.waitUntil(async () => {
      const read = valueOf(await world.batches.find(id));
      return read.state === 'ready' ? read : null;
    });
    expect(state).toBe('ready');
    const applied = await lines.said(['batch', 'apply', id, '--digest', digest ?? '', '--json']);
    expect(applied.code, applied.err).toBe(5);
    expect(JSON.parse(applied.out)).toMatchObject({ leftUnlocked: [name] });
    expect(applied.err).toContain(name);
    expect(world.service.domain(name)?.isLocked).toBe(false);
  });
});

describe('namedesk batch as a process', () => {
  const world = worldOfThisFile();

  it('killed while it is applied, resumed and applied with the new digest, it sends nothing twice', async () => {
    const service = await world.serve({ moreDomains: 8, latencyMs: 60 });
    await world.own(names(8).trim().split('\n'));
    const line = (...args: readonly string[]) => {
      const run = world.run(['batch', ...args, '--json'], `${apiKey}\n${names(8)}`);
      return { run, ended: async () => ({ code: await run.ended, out: run.out(), err: run.err() }) };
    };
    const made = await line('create', 'lock', ...world.login(), '--names', '-').ended();
    const review = JSON.parse(made.out) as Review;
    const apply = ({ id, digest }: Review) => line('apply', id, '--digest', digest, '--key-stdin-once');
    const { run } = apply(review);
    while (writes(service).length < 3) await wait(20);
    run.process.kill('SIGKILL');
    await run.ended;

    expect((await apply(review).ended()).code).toBe(2);
    const anew = await line('resume', review.id, '--key-stdin-once').ended();
    expect(anew.code, anew.err).toBe(0);
    const applied = await apply(JSON.parse(anew.out) as Review).ended();
    expect(applied.code, applied.err).toBe(0);
    expect(JSON.parse(applied.out)).toMatchObject({ state: 'done', confirmed: 8, uncertain: 0 });
    expect(new Set(writes(service)).size).toBe(8);
    expect(writes(service)).toHaveLength(8);
  });
});

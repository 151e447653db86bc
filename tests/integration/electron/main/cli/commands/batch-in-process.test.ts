import { describe, expect, it, vi } from 'vitest';
import { hostOver } from '../../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../../electron/main/cli/run.ts';
import { aTerminal } from '../../../../../support/command-line/a-command-line.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

/** A command line beside the open window: in its process, over its services, with its keychain. */
async function run(world: TestWorld, args: readonly string[], input = '') {
  const terminal = aTerminal({ input: [input] });
  const code = await runCommandLine(
    args,
    terminal,
    hostOver(world, (thrown) => String(thrown)),
  );
  return { code, out: terminal.shown(), err: terminal.said(), goOnWith: terminal.goOnWith() };
}

interface Review {
  readonly id: string;
  readonly digest: string;
  readonly ready: number;
  readonly rows: readonly {
    readonly domain: string;
    readonly after: string;
    readonly excluded: string | null;
  }[];
}

const registrant = {
  registrant: {
    ...{ firstname: 'CANARY-name', email: 'owner@example.com', address1: 'Street 1', city: 'Town' },
    ...{ postcode: '12345', country: 'DE', phonenumber: '+49.301234567' },
  },
};

const ordersOf = (world: TestWorld): readonly string[] =>
  world.service.requests().flatMap(({ path, body }) => (path.includes('/order/') ? [body ?? ''] : []));

describe('namedesk batch beside the window', () => {
  it('registers names: contacts and names from the standard input, each price in the review, each name ordered once', async () => {
    const world = await createTestWorld();
    const { label } = valueOf(await world.accounts.find(world.accountId));
    const args = [
      'batch',
      'create',
      'register',
      `--account=${label}`,
      '--nameservers=ns1.a.example,ns2.a.example',
    ];
    const input = `${JSON.stringify(registrant)}\nfree-name-1.com\nfree-name-2.com\nharbour-books.com\n`;
    const made = await run(world, [...args, '--contacts=-', '--names=-', '--years=2', '--json'], input);
    expect(made.code, made.err).toBe(0);
    expect(made.out).not.toContain('CANARY');
    const review = JSON.parse(made.out) as Review;
    for (const { after } of review.rows) expect(after).toMatch(/^registered for 2 years, price /);
    const ready = review.rows.filter(({ excluded }) => excluded === null);
    expect(ready).toHaveLength(review.ready);
    expect(review.rows.at(-1)).toMatchObject({ domain: 'harbour-books.com', excluded: 'not-available' });
    expect(ordersOf(world)).toEqual([]);

    const applied = await run(world, ['batch', 'apply', review.id, '--digest', review.digest, '--json']);
    expect([applied.code, JSON.parse(applied.out)], applied.err).toMatchObject([
      0,
      { state: 'done', confirmed: review.ready, excluded: 3 - review.ready },
    ]);
    // If the window ends meanwhile, the other process does not go on by itself.
    expect(applied.goOnWith).toBeNull();
    expect(ordersOf(world)).toHaveLength(review.ready);
    const again = await run(world, ['batch', 'apply', review.id, '--digest', review.digest]);
    expect(again.code).toBe(2);
    expect(ordersOf(world)).toHaveLength(review.ready);
  });

  it('sets contacts from a line of the standard input, and the digest is another one for other values', async () => {
    const world = await createTestWorld({ service: { moreDomains: 1 } });
    const { label } = valueOf(await world.accounts.find(world.accountId));
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
      const made = await run(world, args, `${contacts}\nmore-0.com\n`);
      expect(made.code, made.err).toBe(0);
      expect(made.out).not.toContain(email);
      return JSON.parse(made.out) as Review;
    };
    const [one, other] = [await create('one@example.com'), await create('other@example.com')];
    expect(one.digest).not.toBe(other.digest);
    expect((await run(world, ['batch', 'apply', one.id, '--digest', other.digest])).code).toBe(2);
    const applied = await run(world, ['batch', 'apply', other.id, '--digest', other.digest]);
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
    const world = await createTestWorld();
    const { label } = valueOf(await world.accounts.find(world.accountId));
    const asked = world.service.requestCount();
    const args = ['batch', 'create', 'register', `--account=${label}`, '--nameservers=ns1.a.example'];
    const made = await run(
      world,
      [...args, '--contacts=-', '--names=-'],
      `${JSON.stringify(contacts)}\na.com\n`,
    );
    expect([made.code, made.err]).toEqual([2, expect.stringContaining(why)]);
    expect(world.service.requestCount()).toBe(asked);
  });

  it('without a keychain, contacts cannot be kept encrypted: it ends with 4, and nothing is sent', async () => {
    const world = await createTestWorld({ service: { moreDomains: 1 } });
    const { label } = valueOf(await world.accounts.find(world.accountId));
    world.shut('no-service');
    const args = ['batch', 'create', 'contacts', `--account=${label}`, '--contacts=-', '--names=-'];
    const made = await run(world, args, '{"Registrant":{"Email":"x@example.com"}}\nmore-0.com\n');
    expect(made.code, made.err).toBe(4);
    expect(valueOf(await world.batches.list(world.accountId))).toEqual([]);
  });

  it('a row that is excluded by hand is not sent, and one that is included again is ready', async () => {
    const world = await createTestWorld({ service: { moreDomains: 2 } });
    const { label } = valueOf(await world.accounts.find(world.accountId));
    valueOf(await world.portfolio.add(world.accountId, 'more-0.com\nmore-1.com', [], 'typed'));
    const made = await run(
      world,
      ['batch', 'create', 'lock', `--account=${label}`, '--names=-', '--json'],
      'more-0.com\nmore-1.com\n',
    );
    const review = JSON.parse(made.out) as Review;
    const excluded = await run(world, ['batch', 'exclude', review.id, 'more-0.com', '--json']);
    const without = JSON.parse(excluded.out) as Review;
    expect([without.ready, without.digest === review.digest]).toEqual([1, false]);
    expect((await run(world, ['batch', 'apply', review.id, '--digest', review.digest])).code).toBe(2);
    const included = await run(world, ['batch', 'include', review.id, 'more-0.com', '--json']);
    expect((JSON.parse(included.out) as Review).ready).toBe(2);
    await run(world, ['batch', 'exclude', review.id, 'more-0.com']);
    const applied = await run(world, ['batch', 'apply', review.id, '--digest', without.digest, '--json']);
    expect([applied.code, JSON.parse(applied.out)]).toMatchObject([0, { confirmed: 1, excluded: 1 }]);
    expect(world.service.domain('more-0.com')?.isLocked).toBe(false);
  });

  it('an interrupt pauses it after the change that is being sent, and says how to resume', async () => {
    const world = await createTestWorld({ service: { moreDomains: 20, latencyMs: 30 } });
    const { label } = valueOf(await world.accounts.find(world.accountId));
    const names = Array.from({ length: 20 }, (_, index) => `more-${index}.com\n`).join('');
    valueOf(await world.portfolio.add(world.accountId, names, [], 'typed'));
    const made = await run(
      world,
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
    const resumed = await run(world, ['batch', 'resume', review.id, '--json']);
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
    const world = await createTestWorld({
      service: {
        faults: [
          {
            fault: { kind: 'refusal', refusal: 'not-allowed' },
            operation: 'lock-write',
            get domain() {
              return isContactSet() ? name : 'nobody.example';
            },
          },
        ],
      },
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
    const applied = await run(world, ['batch', 'apply', id, '--digest', digest ?? '', '--json']);
    expect(applied.code, applied.err).toBe(5);
    expect(JSON.parse(applied.out)).toMatchObject({ leftUnlocked: [name] });
    expect(applied.err).toContain(name);
    expect(world.service.domain(name)?.isLocked).toBe(false);
  });
});

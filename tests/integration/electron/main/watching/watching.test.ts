import { describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { factsIn } from '#shared/domain/registry.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { Notice } from '#shared/domain/watching.ts';
import type { AppError, StorageFault } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { createWatching } from '../../../../../electron/main/watching/watching.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';
import { createTestWorld } from '../../../../support/test-world.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { aFinding, anAccount, aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../../../../support/workspace/stores-here.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const dayMs = 24 * hourMs;
const accountId = anAccount().id;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A run of the program over one workspace, in time that the test lets pass. A second run goes on with the same workspace. */
function aWorld() {
  const repositories = createRepositories(aDatabase());
  repositories.accounts.save(anAccount());
  repositories.settings.write({ quietHours: null });
  const workspace = clientHere(repositories, ({ method }) => world.faults[method]);
  const time = aVirtualTime(settle, '2026-11-24T12:00:00Z');
  const beganMs = time.now().getTime();
  const world = {
    workspace,
    time,
    read: [] as string[],
    asked: [] as string[],
    told: [] as Notice[],
    /** How the disk fails, by the method of a store. */
    faults: {} as Record<string, StorageFault>,
    emitted: [] as string[],
    lookups: 0,
    lookupError: null as AppError | null,
    /** What registries show, and the names that they were asked for, each with the hour. */
    statuses: {} as Record<string, readonly string[]>,
    lookedUp: [] as (readonly [name: string, hour: number])[],
    error: null as AppError | null,
    isBusy: false,
    kind: 'reseller' as 'reseller' | 'practice',
    kinds: {} as Record<string, FindingKind>,
    day: (days: number) => dayIn(days, time.now().getTime()),
    add(...rows: readonly (readonly [name: string, days: number])[]): void {
      const names = rows.map(([name]) => name);
      const addedAt = time.now().toISOString();
      workspace.domains.add({ accountId, names, tags: [], addedAt, addedBy: 'typed' });
      const news = rows.map(([name, days]) => ({
        name,
        expiries: [{ source: 'typed' as const, date: world.day(days), at: addedAt }],
      }));
      workspace.domains.observe({ accountId, news });
    },
    start() {
      const watching = createWatching({
        workspace,
        accounts: {
          list: () => ({
            accounts: [
              {
                ...anAccount({ kind: world.kind }),
                key: { hasKey: true, place: 'memory', savedAt: null },
              },
            ],
            activeId: accountId,
          }),
        },
        portfolio: {
          refreshQuietly(_accountId, names) {
            const { error } = world;
            const counts = { total: 0, done: 0, notShown: 0, notRead: 0 };
            const reading = { id: '', accountId, ...counts, isFinished: true, error };
            if (error !== null) return Promise.resolve(ok(reading));
            world.read.push(...names);
            const at = time.now().toISOString();
            const news = names.map((name) => ({
              name,
              troubles: domainParts.map((part) => ({ part, error: { kind: 'cancelled' as const }, at })),
            }));
            workspace.domains.observe({ accountId, news });
            return Promise.resolve(ok(reading));
          },
        },
        connections: {
          of: () =>
            Promise.resolve(
              ok({
                account: { ...anAccount(), key: { hasKey: true, place: 'memory', savedAt: null } },
                throttle: createThrottle({ concurrency: 4, requestsPerSecond: 0 }, time.timer),
                ended: new AbortController().signal,
                client: {
                  read(_operation: unknown, { label, tlds }: { label: string; tlds: readonly string[] }) {
                    world.lookups += 1;
                    const error = world.error ?? world.lookupError;
                    if (error !== null) return Promise.resolve(fail(error));
                    const findings = tlds.map((tld) => {
                      const domain = `${label}.${tld}`;
                      world.asked.push(domain);
                      const kind = world.kinds[domain] ?? 'taken';
                      const checkedAt = time.now().toISOString();
                      return { finding: aFinding({ domain, tld, kind: kind as 'taken', checkedAt }) };
                    });
                    return Promise.resolve(ok({ findings, answer: '' }));
                  },
                },
              } as never),
            ),
        },
        registry: {
          lookUpAll(_accountId, names) {
            const at = time.now().toISOString();
            const news = names.map((name) => {
              const { [name]: statuses = ['client transfer prohibited'] } = world.statuses;
              return {
                name,
                registry: { value: factsIn(aReading({ at, statuses })), at, source: 'registry' as const },
              };
            });
            world.lookedUp.push(
              ...names.map((name) => [name, Math.floor((time.now().getTime() - beganMs) / hourMs)] as const),
            );
            workspace.domains.observe({ accountId, news });
            const reading = {
              id: '',
              total: 0,
              done: 0,
              notShown: 0,
              notRead: 0,
              isFinished: true,
              error: null,
            };
            return Promise.resolve(ok({ ...reading, accountId, isOfRegistry: true }));
          },
        },
        isBusy: () => Promise.resolve(world.isBusy),
        emit: (event) => void world.emitted.push(event),
        calendarUrl: threadUrl('calendar-worker'),
        timer: time.timer,
        now: time.now,
        onBug(thrown) {
          throw thrown;
        },
      });
      watching.start((notice) => world.told.push(notice));
      return watching;
    },
  };
  return world;
}

describe('the refresh on a schedule', () => {
  it('reads what is old a few minutes after the start, and again when it is old again: daily where it expires soon', async () => {
    const world = aWorld();
    world.add(['calm.example', 300], ['soon.example', 20]);
    const watching = world.start();
    await world.time.pass(4 * minuteMs);
    expect(world.read).toEqual([]);
    await world.time.pass(2 * minuteMs);
    expect(world.read.toSorted()).toEqual(['calm.example', 'soon.example']);
    await world.time.pass(3 * dayMs);
    expect(world.read.slice(2)).toEqual(['soon.example', 'soon.example', 'soon.example']);
    await watching.close();
  });

  it('waits while a batch is running, and goes on by itself after it', async () => {
    const world = aWorld();
    world.add(['a.example', 300]);
    world.isBusy = true;
    const watching = world.start();
    await world.time.pass(2 * hourMs);
    expect(world.read).toEqual([]);
    world.isBusy = false;
    await world.time.pass(16 * minuteMs);
    expect(world.read).toEqual(['a.example']);
    await watching.close();
  });

  it('begins nothing more once a batch has begun', async () => {
    const world = aWorld();
    world.add(...Array.from({ length: 25 }, (_, at) => [`n${at}.example`, 300] as const));
    const { push } = world.read;
    world.read.push = (...names) => {
      world.isBusy = true;
      return push.apply(world.read, names);
    };
    const watching = world.start();
    await world.time.pass(10 * minuteMs);
    expect(world.read).toHaveLength(10);
    await watching.close();
  });

  it('waits offline, and goes on as soon as the service is there again', async () => {
    const world = aWorld();
    world.add(['a.example', 300]);
    world.error = { kind: 'unreachable', why: 'offline' };
    const watching = world.start();
    await world.time.pass(6 * minuteMs);
    world.error = null;
    watching.wake();
    await world.time.pass(1);
    expect(world.read).toEqual(['a.example']);
    await watching.close();
  });

  it('goes on after a restart with what is due: what was read a day ago is not read again', async () => {
    const world = aWorld();
    world.add(['a.example', 300]);
    const watching = world.start();
    await world.time.pass(6 * minuteMs);
    await watching.close();
    expect(world.read).toEqual(['a.example']);
    const again = world.start();
    await world.time.pass(6 * dayMs);
    expect(world.read).toEqual(['a.example']);
    await world.time.pass(2 * dayMs);
    expect(world.read).toEqual(['a.example', 'a.example']);
    await again.close();
  });

  it('does nothing where it is switched off', async () => {
    const world = aWorld();
    world.add(['a.example', 300]);
    world.workspace.settings.write({ backgroundRefresh: false });
    const watching = world.start();
    await world.time.pass(dayMs);
    expect(world.read).toEqual([]);
    await watching.close();
  });
});

describe('what registries are asked for on a schedule', () => {
  const switchedOn = (...names: readonly string[]) => {
    const world = aWorld();
    world.workspace.settings.write({ registryEnabled: true });
    world.add(...names.map((name) => [name, 300] as const));
    return world;
  };
  const hoursOf = (world: ReturnType<typeof aWorld>, name: string): readonly number[] =>
    world.lookedUp.filter(([each]) => each === name).map(([, hour]) => hour);

  it('is each domain every two days, and every three hours while it needs a person', async () => {
    const world = switchedOn('calm.com', 'moving.com');
    const watching = world.start();
    await world.time.pass(hourMs);
    world.statuses['moving.com'] = ['pending transfer'];
    await world.time.pass(3 * dayMs);
    expect(hoursOf(world, 'calm.com')).toEqual([0, 48]);
    expect(hoursOf(world, 'moving.com').slice(0, 5)).toEqual([0, 48, 51, 54, 57]);
    world.statuses['moving.com'] = ['client transfer prohibited'];
    await world.time.pass(4 * hourMs);
    const asked = hoursOf(world, 'moving.com');
    await world.time.pass(dayMs);
    expect(hoursOf(world, 'moving.com')).toEqual(asked);
    expect(hoursOf(world, 'calm.com')).toEqual([0, 48, 96]);
    await watching.close();
  });

  it('is told once while it lasts, also over a restart, again where it comes back, and with nothing but counts', async () => {
    const world = switchedOn('calm.com', 'moving.com');
    world.statuses['moving.com'] = ['pending transfer'];
    for (let run = 0; run < 3; run += 1) {
      const watching = world.start();
      await world.time.pass(dayMs);
      await watching.close();
    }
    expect(world.told).toEqual([
      {
        about: 'registries',
        title: 'A domain needs you',
        body: '1 domain is being transferred away. Open Today.',
      },
    ]);
    const watching = world.start();
    world.statuses['moving.com'] = ['client transfer prohibited'];
    await world.time.pass(dayMs);
    world.statuses['moving.com'] = ['redemption period'];
    await world.time.pass(3 * dayMs);
    expect(world.told.slice(1).map(({ body }) => body)).toEqual([
      '1 domain is about to be deleted. Open Today.',
    ]);
    await watching.close();
  });

  it('is nothing where registries are not asked, where nothing is refreshed by itself, and in practice', async () => {
    const world = switchedOn('a.com');
    world.workspace.settings.write({ registryEnabled: false });
    const off = world.start();
    await world.time.pass(dayMs);
    await off.close();
    world.workspace.settings.write({ registryEnabled: true, backgroundRefresh: false });
    const unrefreshed = world.start();
    await world.time.pass(dayMs);
    await unrefreshed.close();
    world.workspace.settings.write({ backgroundRefresh: true });
    world.kind = 'practice';
    const practice = world.start();
    await world.time.pass(dayMs);
    await practice.close();
    expect(world.lookedUp).toEqual([]);
  });
});

describe('notices', () => {
  it('tell of expiries once at each horizon, also over a restart, and with nothing but counts', async () => {
    const world = aWorld();
    world.add(['a.example', 31], ['b.example', 31]);
    for (let run = 0; run < 40; run += 1) {
      const watching = world.start();
      await world.time.pass(dayMs);
      await watching.close();
    }
    expect(world.told.map(({ body }) => body)).toEqual(
      [60, 30, 14, 7, 1].map((days) => `2 domains expire within ${days === 1 ? '1 day' : `${days} days`}.`),
    );
    expect(JSON.stringify(world.told)).not.toContain('example');
  });

  it('are shown once they can be kept as told, and one that cannot does not hold up another', async () => {
    const world = aWorld();
    world.workspace.settings.write({ registryEnabled: true });
    world.add(['a.com', 6]);
    world.statuses['a.com'] = ['pending transfer'];
    world.faults = { noteStates: 'full', tried: 'full' };
    const watching = world.start();
    valueOf(await watching.add(accountId, [{ domain: 'taken.example', tld: 'example' }]));
    await world.time.pass(hourMs);
    expect(world.told.map(({ about }) => about)).toEqual(['expiries']);
    world.faults = { names: 'damaged' };
    await world.time.pass(hourMs);
    expect(world.told.map(({ about }) => about)).toEqual(['expiries', 'registries']);
    world.faults = {};
    world.kinds['taken.example'] = 'available';
    await world.time.pass(dayMs);
    expect(world.told.map(({ about }) => about)).toEqual(['expiries', 'registries', 'watched-names']);
    await watching.close();
  });

  it('are not shown in quiet hours, but after them', async () => {
    const world = aWorld();
    world.add(['a.example', 6]);
    const hour = world.time.now().getHours();
    world.workspace.settings.write({ quietHours: { from: hour, to: (hour + 3) % 24 } });
    const watching = world.start();
    await world.time.pass(2 * hourMs);
    expect(world.told).toEqual([]);
    await world.time.pass(2 * hourMs);
    expect(world.told).toHaveLength(1);
    await watching.close();
  });

  it('are not shown of the practice account, whose domains are not refreshed either', async () => {
    const world = aWorld();
    world.kind = 'practice';
    world.add(['a.example', 6]);
    const watching = world.start();
    await world.time.pass(dayMs);
    expect([world.told, world.read]).toEqual([[], []]);
    await watching.close();
  });

  it('are not shown where they are switched off', async () => {
    const world = aWorld();
    world.add(['a.example', 6]);
    world.workspace.settings.write({ notifications: false });
    const watching = world.start();
    await world.time.pass(dayMs);
    expect(world.told).toEqual([]);
    await watching.close();
  });
});

describe('watched names', () => {
  it('are looked up once a day, and told of once when they become available', async () => {
    const world = aWorld();
    const watching = world.start();
    valueOf(await watching.add(accountId, [{ domain: 'taken.example', tld: 'example' }]));
    await world.time.pass(6 * minuteMs);
    expect([world.asked.length, world.told]).toEqual([1, []]);
    world.kinds['taken.example'] = 'premium';
    await world.time.pass(dayMs);
    expect(world.asked).toHaveLength(2);
    expect(world.told.map(({ body }) => body)).toEqual([
      '1 watched name is available now, at a premium price.',
    ]);
    await world.time.pass(3 * dayMs);
    expect(world.told).toHaveLength(1);
    expect(valueOf(await watching.names(accountId))).toMatchObject([
      { domain: 'taken.example', finding: { kind: 'premium' } },
    ]);
    await watching.close();
  });

  it('are looked up also where the portfolio cannot be read', async () => {
    const world = aWorld();
    world.faults = { pages: 'damaged' };
    const watching = world.start();
    valueOf(await watching.add(accountId, [{ domain: 'taken.example', tld: 'example' }]));
    await world.time.pass(6 * minuteMs);
    expect(world.asked).toEqual(['taken.example']);
    await watching.close();
  });

  it('are not looked up while a batch is running', async () => {
    const world = aWorld();
    world.isBusy = true;
    const watching = world.start();
    valueOf(await watching.add(accountId, [{ domain: 'taken.example', tld: 'example' }]));
    await world.time.pass(dayMs);
    expect(world.asked).toEqual([]);
    await watching.close();
  });
});

describe('the prices that were seen of a name', () => {
  it('are kept with when they were first seen, each until another one was seen, and never out of their order', async () => {
    const { workspace } = aWorld();
    const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
    for (const [amount, day] of [
      ['18.99', 1],
      ['18.99', 2],
      ['24.99', 3],
      ['9.99', 2],
      ['18.99', 5],
    ] as const) {
      const findings = [aPricedFinding('a.com', amount, at(day))];
      valueOf(await workspace.findings.save({ accountId, findings, answer: '' }));
    }
    const seen = valueOf(await workspace.findings.seenPrices({ accountId, domain: 'a.com' }));
    expect(seen.map(({ seenAt, prices }) => [seenAt.slice(8, 10), prices[0]?.register])).toEqual(
      [
        ['01', '18.99'],
        ['03', '24.99'],
        ['05', '18.99'],
      ].map(([day, amount]) => [day, { kind: 'given', amount, currency: 'EUR' }]),
    );
  });
});

describe('prices of what is due', () => {
  const names = ['soon.com', 'expired.com', 'later.com', 'long-gone.com'];
  const due = ['expired.com', 'soon.com'];
  function withDue() {
    const world = aWorld();
    world.add([names[0] ?? '', 60], [names[1] ?? '', -20], [names[2] ?? '', 70], [names[3] ?? '', -40]);
    return world;
  }

  it('are looked up once a day, and what shows them hears of it', async () => {
    const world = withDue();
    const watching = world.start();
    await world.time.pass(hourMs);
    expect(world.asked.toSorted()).toEqual(due);
    expect(world.emitted).toContain('today.changed');
    await world.time.pass(22 * hourMs);
    expect(world.asked).toHaveLength(2);
    await world.time.pass(2 * hourMs);
    expect(world.asked.toSorted()).toEqual([...due, ...due].toSorted());
    await watching.close();

    const again = world.start();
    await world.time.pass(hourMs);
    expect(world.asked).toHaveLength(4);
    await again.close();
  });

  it('are not looked up again for a day where there was no usable answer', async () => {
    const world = withDue();
    world.lookupError = { kind: 'unreadable', status: 200, why: 'wrong-shape' };
    const watching = world.start();
    await world.time.pass(hourMs);
    const { lookups } = world;
    expect(lookups).toBeGreaterThan(0);
    await world.time.pass(10 * hourMs);
    expect(world.lookups).toBe(lookups);
    await watching.close();
  });

  it('are not asked for again for hours after a failure that only a person can mend', async () => {
    const world = withDue();
    world.lookupError = { kind: 'no-key' };
    const watching = world.start();
    await world.time.pass(11 * hourMs);
    expect(world.lookups).toBe(1);
    await world.time.pass(2 * hourMs);
    expect(world.lookups).toBe(2);
    await watching.close();
  });

  it('are not looked up while a batch is running, nor where nothing is refreshed by itself, nor in practice', async () => {
    const world = withDue();
    world.isBusy = true;
    let watching = world.start();
    await world.time.pass(hourMs);
    await watching.close();
    world.isBusy = false;
    world.workspace.settings.write({ backgroundRefresh: false });
    watching = world.start();
    await world.time.pass(hourMs);
    await watching.close();
    world.workspace.settings.write({ backgroundRefresh: true });
    world.kind = 'practice';
    watching = world.start();
    await world.time.pass(hourMs);
    await watching.close();
    expect(world.asked).toEqual([]);
  });

  it('are at most 25 in one turn', async () => {
    const world = aWorld();
    world.add(...Array.from({ length: 30 }, (_, at) => [`name-${at}.com`, 10] as const));
    const watching = world.start();
    await world.time.pass(6 * minuteMs);
    expect(world.asked).toHaveLength(25);
    await world.time.pass(15 * minuteMs);
    expect(new Set(world.asked).size).toBe(30);
    await watching.close();
  });
});

it('prices that were seen go with the findings of their name, unless it is ours or watched', async () => {
  const world = aWorld();
  const [{ workspace }, watching] = [world, world.start()];
  const names = ['other.com', 'watched.com'];
  const findings = names.map((name) => aPricedFinding(name, '18.99', new Date(Date.UTC(2026, 10, 1))));
  valueOf(await workspace.findings.save({ accountId, findings, answer: '' }));
  valueOf(await watching.add(accountId, [{ domain: 'watched.com', tld: 'com' }]));
  valueOf(await workspace.findings.purge({ before: '2027-01-01T00:00:00.000Z' }));
  const seen = await Promise.all(
    names.map(async (domain) => valueOf(await workspace.findings.seenPrices({ accountId, domain })).length),
  );
  expect(seen).toEqual([0, 1]);
  await watching.close();
});

describe('a refresh that nobody asked for', () => {
  it('stores what was read, and tells the page of the domains but not of its progress', async () => {
    const world = await createTestWorld();
    const name = 'harbour-books.com';
    valueOf(await world.portfolio.add(world.accountId, name, [], 'typed'));
    const ended = valueOf(await world.portfolio.refreshQuietly(world.accountId, [name]));
    expect(ended).toMatchObject({ isFinished: true, done: 1, error: null });
    expect(world.payloads('domains.reading')).toEqual([]);
    expect(world.announced.get(name)?.lock).not.toBeNull();
  });
});

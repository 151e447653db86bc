import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needingAttention } from '#shared/domain/batch.ts';
import type { AppError } from '#shared/errors.ts';
import type { OutcomeOfWrite } from '../../../../../support/changes/a-service.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  names,
  renewing,
} from '../../../../../support/batches/a-batches-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('reading', () => {
  const offline = { kind: 'unreachable', why: 'offline' } as const;
  const noAnswer = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
  const wrongKey = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;

  describe('a batch that cannot be read', () => {
    it('offline waits, and is read by itself when the connection is back', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      world.everything = offline;
      const waiting = await world.prepared(locking, names(3));
      expect(waiting).toMatchObject({ state: 'reading', waitingFor: offline, counts: { read: 0 } });
      expect(world.lanes).toBe(0);
      world.everything = null;
      await world.time.pass(61_000);
      expect(world.lanes).toBe(0);
      expect(await world.find(waiting.id)).toMatchObject({
        state: 'ready',
        waitingFor: null,
        counts: { read: 3, leftOut: 0 },
      });
    });

    it('is read at once when it is told that the account can be reached again', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      world.everything = offline;
      const { id } = await world.prepared(locking, names(3));
      world.everything = null;
      world.batches.wake('another');
      await world.time.pass(1);
      expect((await world.find(id)).state).toBe('reading');
      world.batches.wake(accountId);
      await world.time.pass(1_000);
      expect((await world.find(id)).state).toBe('ready');
    });

    it.each<readonly [string, AppError]>([
      ['key', wrongKey],
      ['keychain', { kind: 'keychain', fault: 'locked' }],
    ])('for want of the %s is not tried again by the clock', async (_, error) => {
      const world = new BatchesWorld();
      world.unlock(names(20));
      world.everything = error;
      const { id } = await world.prepared(locking, names(20));
      await world.time.pass(24 * 3_600_000);
      expect(await world.find(id)).toMatchObject({
        state: 'reading',
        waitingFor: error,
        counts: { read: 0 },
      });
      world.everything = null;
      await world.time.pass(24 * 3_600_000);
      expect((await world.find(id)).counts.read).toBe(0);
      expect((await world.resumed(id)).state).toBe('ready');
    });

    it('goes on over the connection that takes the place of an ended one', async () => {
      const world = new BatchesWorld();
      world.unlock(names(30));
      world.latencyMs = 200;
      world.own(...names(30));
      const { id } = valueOf(await world.batches.prepare(accountId, locking, names(30)));
      await world.time.pass(500);
      world.reconnect();
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'ready', counts: { read: 30, leftOut: 0 } });
    });

    it('because of one name that never answers leaves that one out, and waits for none', async () => {
      const world = new BatchesWorld();
      world.unlock(names(30));
      world.failingNames.set('name-7.com', noAnswer);
      const { id } = await world.prepared(locking, names(30));
      expect((await world.find(id)).state).toBe('ready');
      expect(await world.rows(id, 'left-out')).toMatchObject([
        { domain: 'name-7.com', leftOut: 'not-readable', error: noAnswer },
      ]);
    });

    it('waits where one name after the other does not answer, and leaves none of them out', async () => {
      const world = new BatchesWorld();
      world.unlock(names(30));
      world.everything = noAnswer;
      const { id } = await world.prepared(locking, names(30));
      expect(await world.find(id)).toMatchObject({
        state: 'reading',
        waitingFor: noAnswer,
        counts: { leftOut: 0 },
      });
      world.everything = null;
      await world.time.pass(61_000);
      expect(await world.find(id)).toMatchObject({ state: 'ready', counts: { leftOut: 0 } });
    });

    it('for want of the disk is read when that works again', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      for (const method of ['noteRead', 'unread', 'endReading'] as const) {
        world.failing.set(method, 'full');
        const { id } = await world.prepared(locking, names(3));
        expect((await world.find(id)).state).toBe('reading');
        world.failing.clear();
        await world.time.pass(61_000);
        expect(await world.find(id)).toMatchObject({
          state: 'ready',
          waitingFor: null,
          counts: { leftOut: 0 },
        });
      }
    });

    it('because of a bug says so, and is read when a person wants it', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      world.throwing.add('unread');
      const { id } = await world.prepared(locking, names(3));
      expect(await world.find(id)).toMatchObject({
        state: 'reading',
        waitingFor: { kind: 'bug', incidentId: 'bug 1' },
      });
      world.throwing.clear();
      expect(await world.resumed(id)).toMatchObject({ state: 'ready', waitingFor: null });
    });

    it('when the program ends is read anew at the next start: what was read may be old', async () => {
      const world = new BatchesWorld();
      world.unlock(names(30));
      world.latencyMs = 200;
      world.own(...names(30));
      const { id } = valueOf(await world.batches.prepare(accountId, locking, names(30)));
      await world.time.pass(500);
      expect((await world.find(id)).counts.read).toBe(16);
      const before = world.service.reads.length;
      await world.restart();
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'ready', counts: { read: 30, leftOut: 0 } });
      expect(world.service.reads.length - before).toBe(30);
    });
  });

  describe('reading a batch again', () => {
    it('forgets what was read, and gives another digest where it is otherwise now', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const first = await world.prepared(locking, names(3));
      world.service.there('name-1.com').lock = 'locked';
      const again = valueOf(await world.batches.readAgain(first.id));
      expect(again).toMatchObject({ state: 'reading', digest: null, counts: { read: 0 } });
      await world.quiet();
      const second = await world.find(first.id);
      expect(second).toMatchObject({ state: 'ready', counts: { toDo: 2 } });
      expect(second.digest).not.toBe(first.digest);
      expect(await world.batches.apply(first.id, first.digest ?? '', null, false)).toMatchObject({
        error: { kind: 'changed-since', what: 'batch' },
      });
      expect((await world.find(first.id)).state).toBe('ready');
    });

    it('gives the same digest where all is as it was', async () => {
      const world = new BatchesWorld();
      const first = await world.prepared(renewing, names(3));
      valueOf(await world.batches.readAgain(first.id));
      await world.quiet();
      expect((await world.find(first.id)).digest).toBe(first.digest);
    });

    it('while it is being read begins anew', async () => {
      const world = new BatchesWorld();
      world.unlock(names(20));
      world.latencyMs = 200;
      world.own(...names(20));
      const { id } = valueOf(await world.batches.prepare(accountId, locking, names(20)));
      await world.time.pass(250);
      world.service.there('name-0.com').lock = 'locked';
      valueOf(await world.batches.readAgain(id));
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'ready', counts: { read: 20, leftOut: 1 } });
    });
  });
});

describe('a batch that is prepared', () => {
  const notFound = { kind: 'refused', why: 'not-found', status: 404, said: '' } as const;

  it('is there at once, and then says of each row what is and what will be', async () => {
    const world = new BatchesWorld();
    world.own(...world.unlock(['b.com', 'c.com']), 'a.com');
    const made = valueOf(
      await world.batches.prepare(accountId, locking, ['a.com', 'B.com.', 'c.com', 'b.com']),
    );
    expect(made).toMatchObject({ state: 'reading', digest: null, counts: { rows: 3, read: 0 } });
    await world.quiet();
    expect(await world.find(made.id)).toMatchObject({
      state: 'ready',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      counts: { rows: 3, read: 3, leftOut: 1, toDo: 2 },
      waitingFor: null,
    });
    const after = 'locked';
    expect(await world.rows(made.id)).toMatchObject([
      { index: 0, domain: 'a.com', before: 'locked', after, leftOut: 'already-so' },
      { index: 1, domain: 'b.com', before: 'unlocked', after, leftOut: null },
      { index: 2, domain: 'c.com', before: 'unlocked', after, leftOut: null, changeId: null, state: null },
    ]);
    expect(world.service.writes).toEqual([]);
    expect(world.observed.map(({ domain, lock }) => [domain, lock])).toContainEqual(['b.com', 'unlocked']);
  });

  it('leaves out what is archived, away, not readable, not a name, or waits for another change, and says so', async () => {
    const world = new BatchesWorld();
    world.unlock(['archived.com', 'away.com', 'gone.com', 'busy.com', 'free.com']);
    world.own('archived.com', 'away.com');
    const at = world.time.now().toISOString();
    world.domains.set({ accountId, names: ['archived.com'], archivedAt: at });
    const transferredAway = { value: true, at, source: 'sync' as const };
    world.domains.observe({ accountId, news: [{ name: 'away.com', transferredAway }] });
    world.failingNames.set('gone.com', notFound);
    const busy = world.changes.prepare(accountId, 'busy.com', { kind: 'lock', state: 'locked' });
    const { reviewId } = valueOf(await world.time.outcomeOf(busy));
    world.service.onWrite = () => new Promise(() => undefined);
    valueOf(
      await world.changes.apply(reviewId, { typedName: null, premiumAccepted: false, typedLimit: null }),
    );
    const { id } = await world.prepared(locking, [
      'archived.com',
      'away.com',
      'gone.com',
      'not a name',
      'dots.com..',
      'busy.com',
      'free.com',
    ]);
    expect(
      (await world.rows(id)).map(({ domain, leftOut, error }) => [domain, leftOut, error?.kind]),
    ).toEqual([
      ['archived.com', 'archived', undefined],
      ['away.com', 'transferred-away', undefined],
      ['gone.com', 'not-found', 'refused'],
      ['not a name', 'unsendable', 'invalid-input'],
      ['dots.com.', 'unsendable', 'invalid-input'],
      ['busy.com', 'open-change', undefined],
      ['free.com', null, undefined],
    ]);
    expect(
      world.observed.filter(({ domain }) => domain === 'gone.com'),
      'the portfolio is told',
    ).toMatchObject([{ troubles: [{ part: 'lock', error: notFound }] }]);
  });

  it('needs attention for what could not be read, not for what is so already or was excluded by the user', async () => {
    const world = new BatchesWorld();
    world.unlock(['gone.com', 'mine.com', 'free.com']);
    world.failingNames.set('gone.com', notFound);
    const { id } = await world.prepared(locking, ['gone.com', 'so.com', 'mine.com', 'free.com']);
    valueOf(await world.batches.leaveOut(id, 2, true));
    const { counts } = await world.find(id);
    expect([counts.leftOut, needingAttention(counts)]).toEqual([3, 1]);
    expect((await world.rows(id, 'odd')).map(({ domain }) => domain)).toEqual(['gone.com']);
  });

  it('that sets nameservers compares them as a set', async () => {
    const world = new BatchesWorld();
    world.service.there('b.com').nameservers = ['ns9.example.net', 'ns1.example.net'];
    const ask = { kind: 'nameservers', nameservers: ['NS2.example.net', 'ns1.example.net'] } as const;
    const { id } = await world.prepared(ask, ['a.com', 'b.com']);
    expect(await world.rows(id)).toMatchObject([
      {
        before: 'ns1.example.net, ns2.example.net',
        after: 'ns2.example.net, ns1.example.net',
        leftOut: 'already-so',
      },
      { before: 'ns9.example.net, ns1.example.net', leftOut: null },
    ]);
  });

  it('that renews shows the expiry where it is known, asks the service for the prices alone and leaves none out', async () => {
    const world = new BatchesWorld();
    world.own('a.com');
    const expiry = { source: 'sync', date: '2027-05-06', at: world.time.now().toISOString() } as const;
    world.domains.observe({ accountId, news: [{ name: 'a.com', expiries: [expiry] }] });
    const { id } = await world.prepared({ kind: 'renew', periodYears: 2 }, ['a.com', 'b.com']);
    expect(await world.rows(id)).toMatchObject([
      { before: '2027-05-06', after: 'renewed for 2 years', leftOut: null },
      { before: null, leftOut: null },
    ]);
    expect(world.service.reads).toEqual(['finding', 'finding']);
  });

  it('is not made of what no domain can be asked, nor while the journal is broken', async () => {
    const world = new BatchesWorld();
    const tooFew = { kind: 'nameservers', nameservers: ['ns1.example.net'] } as const;
    expect(await world.batches.prepare(accountId, tooFew, ['a.com'])).toMatchObject({
      error: { kind: 'invalid-input', field: 'nameservers' },
    });
    expect(await world.batches.prepare(accountId, locking, [' '])).toMatchObject({
      error: { kind: 'invalid-input', field: 'domains' },
    });
    world.connectionError = { kind: 'no-account' };
    expect(await world.batches.prepare(accountId, locking, ['a.com'])).toMatchObject({
      error: { kind: 'no-account' },
    });
    expect(valueOf(await world.batches.list(accountId))).toEqual([]);
  });
});

describe('whatever happens to a batch', () => {
  const rows = 6;

  type Take = (world: BatchesWorld, id: string, n: number) => unknown;

  const pauses = [0, 1, 90, 400, 1_100, 6_000, 40_000];
  const disk = ['planned', 'sending', 'withdrawn', 'answered'];

  /** What can come to pass while a batch is applied. */
  const takes = {
    pass: (world, _, n) => world.time.pass(pauses[n % pauses.length] ?? 0),
    pause: (world, id) => world.batches.pause(id),
    resume: (world, id, n) => world.goOn(id, n % 2 === 0),
    'leave out': (world, id, n) => world.batches.leaveOut(id, n % rows, true),
    'take in': (world, id, n) => world.batches.leaveOut(id, n % rows, false),
    stop: (world, id) => world.batches.stop(id),
    restart: (world) => world.time.outcomeOf(world.restart()),
    reconnect: (world) => world.reconnect(),
    offline(world) {
      world.everything = { kind: 'unreachable', why: 'offline' };
    },
    online(world) {
      world.everything = null;
      world.batches.wake();
    },
    'disk full': (world, _, n) => world.kept.failAt(disk[n % disk.length] ?? '', 'full'),
    'disk well'(world) {
      for (const name of disk) world.kept.failAt(name, null);
    },
  } as const satisfies Readonly<Record<string, Take>>;

  type StepName = keyof typeof takes;
  const often: readonly StepName[] = [
    'pass',
    'pass',
    'pass',
    'pause',
    'resume',
    'resume',
    'leave out',
    'take in',
  ];
  const seldom: readonly StepName[] = ['restart', 'reconnect', 'offline', 'online', 'disk full', 'disk well'];

  const step = fc.record({
    name: fc.constantFrom<StepName>(...often, ...often, ...seldom, 'stop'),
    n: fc.nat(100),
  });

  const behaviour = fc.record({
    outcome: fc.constantFrom<OutcomeOfWrite>('done', 'done', 'refused', 'uncertain', 'unsent'),
    isApplied: fc.boolean(),
  });

  /** Writes down each write at the moment at which it is made, with what its row was then. */
  function watch(world: BatchesWorld, id: string): { readonly domain: string; readonly leftOut: unknown }[] {
    const seen: { domain: string; leftOut: unknown }[] = [];
    world.service.onWrite = async () => {
      const domain = world.service.writes.at(-1)?.replace('writeLock ', '') ?? '';
      const row = world.kept.database
        .prepare(
          'SELECT coalesce(left_out, nullif(by_hand, 0)) AS leftOut FROM batch_rows WHERE batch_id = ? AND domain = ?',
        )
        .get(id, domain);
      // Of one that is not sent nothing is there to be seen.
      if (world.service.writes.length > seen.length) seen.push({ domain, leftOut: row?.['leftOut'] });
      await world.time.timer.sleep(500);
    };
    return seen;
  }

  it('sends each row once at most, and none that is left out; and what is left is done in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.array(behaviour, { maxLength: 6 }),
        async (steps, behaviours) => {
          const world = new BatchesWorld();
          world.unlock(names(rows));
          world.latencyMs = 20;
          const batch = await world.prepared(locking, names(rows));
          world.service.behaviours.push(...behaviours);
          const sent = watch(world, batch.id);
          await world.apply(batch);
          for (const { name, n } of steps) await takes[name](world, batch.id, n);

          takes['disk well'](world);
          takes.online(world);
          for (let n = 0; n < rows; n += 1) {
            await world.quiet();
            await world.goOn(batch.id, true);
          }
          await world.quiet();

          const domains = sent.map(({ domain }) => domain);
          expect(new Set(domains).size, 'a row was sent twice').toBe(domains.length);
          expect(sent.filter(({ leftOut }) => leftOut !== null)).toEqual([]);
          const { state } = await world.find(batch.id);
          expect(['done', 'stopped']).toContain(state);
          const left = (await world.rows(batch.id, 'to-do')).filter((row) => row.state === null);
          if (state === 'done') expect(left).toEqual([]);
          expect(world.bugs).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });
});

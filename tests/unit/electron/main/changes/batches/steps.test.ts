import { describe, expect, it } from 'vitest';
import { type Batch, excludedOtherwise, type FullBatchAsk, unreadRows } from '#shared/domain/batch.ts';
import {
  createLeftUnlocked,
  leftOutOfSteps,
} from '../../../../../../electron/main/workspace/batches/steps.ts';
import { BatchesWorld, movingTo, names } from '../../../../../support/batches/a-batches-world.ts';
import type { OutcomeOfWrite } from '../../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const refusal = { kind: 'refused', why: 'permission', status: 403, said: '' } as const;
const contacts = movingTo('Oxford');
const unlockedMeanwhile: FullBatchAsk =
  contacts.kind === 'contacts' ? { ...contacts, unlocks: true } : contacts;

const rowsOf = async (world: BatchesWorld, id: string) =>
  (await world.rows(id)).map(({ domain, step, leftOut, state }) => [
    domain,
    step ?? 'contacts',
    leftOut ?? state,
  ]);

const reading = (world: BatchesWorld, domains: readonly string[]): Promise<Batch> =>
  world.prepared(unlockedMeanwhile, domains);

/** The service answers its next writes so; what it refuses, it does not do. */
const answers = (world: BatchesWorld, ...outcomes: readonly OutcomeOfWrite[]) =>
  world.service.behaviours.push(...outcomes.map((outcome) => ({ outcome, isApplied: outcome === 'done' })));

describe('a batch with steps', () => {
  it('unlocks each domain, sets its contacts and locks it again, before it begins the next', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(2));
    expect(batch).toMatchObject({
      counts: { rows: 6, remaining: 6 },
      firstDomains: ['name-0.com', 'name-1.com'],
    });
    expect((await world.rows(batch.id)).slice(0, 3).map(({ before, after }) => [before, after])).toEqual([
      ['locked', 'unlocked'],
      ['Registrant: Name, City, E-mail', 'with the contacts that were chosen'],
      ['unlocked', 'locked'],
    ]);
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 6, remaining: 0 } });
    expect(world.service.writes).toEqual([
      'writeLock name-0.com',
      'writeContacts name-0.com',
      'writeLock name-0.com',
      'writeLock name-1.com',
      'writeContacts name-1.com',
      'writeLock name-1.com',
    ]);
    expect(world.service.there('name-0.com').lock).toBe('locked');
  });

  it('neither unlocks nor locks a domain that was not locked before', async () => {
    const world = new BatchesWorld();
    world.unlock(['name-0.com']);
    const batch = await reading(world, names(1));
    expect(await rowsOf(world, batch.id)).toEqual([
      ['name-0.com', 'unlock', 'already-so'],
      ['name-0.com', 'contacts', null],
      ['name-0.com', 'lock-again', 'was-unlocked'],
    ]);
    expect(batch.counts).toMatchObject({ leftOut: 2, leftOutInNeed: 0 });
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeContacts name-0.com']);
  });

  it('leaves a whole domain out where its contacts are as wanted, or cannot be set', async () => {
    const world = new BatchesWorld();
    world.service.there('name-0.com').contacts = contacts.kind === 'contacts' ? contacts.roles : [];
    world.service.there('name-1.com').contacts = [
      { name: 'Registrant', fields: [{ name: 'City', value: 'London' }] },
    ];
    const batch = await reading(world, names(2));
    expect((await rowsOf(world, batch.id)).map(([, , why]) => why)).toEqual([
      ...['already-so', 'already-so', 'already-so'],
      ...['fields-differ', 'fields-differ', 'fields-differ'],
    ]);
  });

  describe('H23 of which some domains were not read', () => {
    const noAnswer = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
    const unreadOf = async (world: BatchesWorld, { id }: Batch) => {
      const { batch, rows } = { batch: await world.find(id), rows: await world.rows(id) };
      const unread = unreadRows(rows).map(({ domain, error }) => [domain, error]);
      return { ...batch.counts, unread, otherwise: excludedOtherwise(batch) };
    };

    it.each([
      ['the lock', 'lock'],
      ['the contacts', 'contacts'],
    ] as const)('H23 says why, where %s could not be read', async (_words, part) => {
      const world = new BatchesWorld();
      world.service.failing.set(part, noAnswer);
      const counted = await unreadOf(world, await reading(world, names(2)));
      expect(counted).toMatchObject({ notRead: 2, leftOut: 6, otherwise: 0 });
      expect(counted.unread).toEqual(names(2).map((name) => [name, noAnswer]));
    });

    it('H23 counts what is excluded otherwise apart, domain by domain', async () => {
      const world = new BatchesWorld();
      world.failingNames.set('name-0.com', noAnswer);
      world.unlock(['name-1.com']);
      const batch = await reading(world, names(3));
      // Of the second domain, which was not locked before, two steps are not needed.
      expect(await unreadOf(world, batch)).toMatchObject({ notRead: 1, leftOut: 5, otherwise: 2 });
      valueOf(await world.batches.leaveOut(batch.id, 6, true));
      expect(await unreadOf(world, batch)).toMatchObject({ notRead: 1, leftOut: 8, otherwise: 5 });
    });

    it('H23 names a domain that could not be read right before its first step', async () => {
      const world = new BatchesWorld();
      const batch = await reading(world, names(2));
      world.failingNames.set('name-0.com', refusal);
      await world.ran(batch);
      expect(await rowsOf(world, batch.id)).toEqual([
        ['name-0.com', 'unlock', 'not-readable'],
        ['name-0.com', 'contacts', 'step-before'],
        ['name-0.com', 'lock-again', 'step-before'],
        ['name-1.com', 'unlock', 'confirmed'],
        ['name-1.com', 'contacts', 'confirmed'],
        ['name-1.com', 'lock-again', 'confirmed'],
      ]);
      const counted = await unreadOf(world, batch);
      expect(counted).toMatchObject({ notRead: 1, leftOut: 3, otherwise: 0, confirmed: 3 });
      expect(counted.unread).toEqual([['name-0.com', refusal]]);
    });

    it('H23 counts no done step of a domain whose contacts could not be read once it was unlocked', async () => {
      const world = new BatchesWorld();
      const { id } = await reading(world, names(3));
      const batch = valueOf(await world.batches.leaveOut(id, 6, true));
      world.service.onWrite = () => {
        world.service.failing.set('contacts', refusal);
        return Promise.resolve();
      };
      await world.ran(batch);
      const counted = await unreadOf(world, batch);
      // The third was excluded by hand, with all its steps.
      expect(counted).toMatchObject({ notRead: 2, leftOut: 5, otherwise: 3, confirmed: 4 });
      expect(world.service.there('name-0.com').lock).toBe('locked');
    });
  });

  it('excludes and includes a domain with all its steps', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(2));
    const without = valueOf(await world.batches.leaveOut(batch.id, 1, true));
    expect(without.counts).toMatchObject({ remaining: 3, leftOut: 3 });
    expect(valueOf(await world.batches.leaveOut(batch.id, 0, false)).counts).toMatchObject({ remaining: 6 });
    const again = valueOf(await world.batches.leaveOut(batch.id, 5, true));
    await world.ran(again);
    expect(new Set(world.service.writes.map((write) => write.split(' ')[1]))).toEqual(
      new Set(['name-0.com']),
    );
  });

  it('that would erase a field waits for a person to include the domain, with all its steps', async () => {
    const world = new BatchesWorld();
    const ask: FullBatchAsk = {
      kind: 'contacts',
      unlocks: true,
      roles: [{ name: 'Registrant', fields: [{ name: 'City', value: '' }] }],
    };
    const batch = await world.prepared(ask, names(1));
    expect((await rowsOf(world, batch.id)).map(([, , why]) => why)).toEqual(['erases', 'erases', 'erases']);
    expect(valueOf(await world.batches.leaveOut(batch.id, 1, false)).counts).toMatchObject({ remaining: 3 });
  });

  it.each([['the unlock is refused', ['refused'], ['writeLock name-0.com'], 'locked']] as const)(
    'takes no later step of a domain where %s, and goes on with the next domain',
    async (_, outcomes, sent, lock) => {
      const world = new BatchesWorld();
      answers(world, ...outcomes);
      const batch = await world.ran(await reading(world, names(2)));
      expect(batch).toMatchObject({ state: 'done', counts: { refused: 1 } });
      expect(world.service.writes).toEqual([
        ...sent,
        'writeLock name-1.com',
        'writeContacts name-1.com',
        'writeLock name-1.com',
      ]);
      expect(world.service.there('name-0.com').lock).toBe(lock);
      const reasons = (await rowsOf(world, batch.id)).map(([, , why]) => why);
      expect(reasons.slice(outcomes.length, 3)).toEqual(
        Array.from({ length: 3 - outcomes.length }, () => 'step-before'),
      );
    },
  );

  it('stops at an uncertain step; once that is known to be done, the domain goes on where it stopped', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push(
      { outcome: 'done', isApplied: true },
      { outcome: 'uncertain', isApplied: false },
    );
    const batch = await reading(world, names(2));
    valueOf(await world.apply(batch));
    await world.time.pass(10_000);
    expect(world.service.writes).toEqual(['writeLock name-0.com', 'writeContacts name-0.com']);
    const [uncertain] = (await world.rows(batch.id, 'odd')).filter(({ state }) => state === 'uncertain');
    expect(await world.find(batch.id)).toMatchObject({ state: 'halted' });
    valueOf(await world.changes.settle(uncertain?.changeId ?? '', 'applied', 'Seen in the panel'));
    await world.resumed(batch.id);
    expect(world.service.writes.slice(2)).toEqual([
      'writeLock name-0.com',
      'writeLock name-1.com',
      'writeContacts name-1.com',
      'writeLock name-1.com',
    ]);
  });

  it('that goes past an uncertain step takes no later one of that domain', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push(
      { outcome: 'done', isApplied: true },
      { outcome: 'uncertain', isApplied: false },
    );
    const { id, digest, typedCount } = await reading(world, names(2));
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, true));
    await world.time.pass(20_000);
    expect(world.service.writes).toEqual([
      'writeLock name-0.com',
      'writeContacts name-0.com',
      'writeLock name-1.com',
      'writeContacts name-1.com',
      'writeLock name-1.com',
    ]);
    expect(valueOf(await world.batches.wayBack({ batchId: id })).leftUnlocked).toEqual(['name-0.com']);
  });

  it('does not lock again where somebody changed the lock in between', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(1));
    world.service.onWrite = () => {
      // While the contacts are being written, somebody locks it.
      if (world.service.writes.length === 2) world.service.there('name-0.com').lock = 'locked';
      return Promise.resolve();
    };
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeLock name-0.com', 'writeContacts name-0.com']);
    expect((await rowsOf(world, batch.id)).at(-1)).toEqual(['name-0.com', 'lock-again', 'changed-since']);
  });

  it('says which domains it left unlocked, and none that it locked again', async () => {
    const world = new BatchesWorld();
    answers(world, 'done', 'done', 'refused');
    const { id } = await world.ran(await reading(world, names(2)));
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toEqual({
      toPutBack: 2,
      notKept: 0,
      elsewhere: 0,
      leftUnlocked: ['name-0.com'],
    });
    await world.ran(await world.prepared({ kind: 'lock', state: 'locked' }, ['name-0.com']));
    expect(world.service.there('name-0.com').lock).toBe('locked');
    expect(valueOf(await world.batches.wayBack({ batchId: id })).leftUnlocked).toEqual([]);
  });

  it('after a restart sends no step twice, and goes on with what is left of a begun domain', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(2));
    world.service.onWrite = async () => {
      if (world.service.writes.length === 2) await world.batches.pause(batch.id);
    };
    await world.ran(batch);
    expect(world.service.writes).toHaveLength(2);
    await world.restart();
    await world.goOn(batch.id);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 6 } });
    expect(world.service.writes).toEqual([
      'writeLock name-0.com',
      'writeContacts name-0.com',
      'writeLock name-0.com',
      'writeLock name-1.com',
      'writeContacts name-1.com',
      'writeLock name-1.com',
    ]);
  });

  it('is put back with the same steps', async () => {
    const world = new BatchesWorld();
    const { id } = await world.ran(await reading(world, names(1)));
    world.service.writes.length = 0;
    const back = valueOf(await world.batches.putBack({ batchId: id }));
    await world.quiet();
    await world.ran(await world.find(back.id));
    expect(world.service.writes).toEqual([
      'writeLock name-0.com',
      'writeContacts name-0.com',
      'writeLock name-0.com',
    ]);
    expect(world.service.there('name-0.com').contacts[0]?.fields).toContainEqual({
      name: 'City',
      value: 'London',
    });
    expect(world.service.there('name-0.com').lock).toBe('locked');
  });
});

describe('H10 a domain that a batch has unlocked', () => {
  const unlockOf = async (world: BatchesWorld, id: string) =>
    valueOf(await world.batches.wayBack({ batchId: id })).leftUnlocked;
  /** What Today says of domains that batches left unlocked. */
  const inToday = (world: BatchesWorld) =>
    createLeftUnlocked(world.kept.database)(null).map(({ domain }) => domain);

  it.each([
    ['is refused', 'refused', true],
    ['is not sent', 'unsent', true],
    ['is refused as every other change would be', 'refused-unconfirmed', false],
    ['is uncertain', 'uncertain', false],
  ] as const)(
    'H10 is locked again where the middle %s, unless nobody knows whether it was done or the batch halts',
    async (_, outcome, isLocked) => {
      const world = new BatchesWorld();
      answers(world, 'done', outcome);
      const { id, digest, typedCount } = await reading(world, names(1));
      valueOf(await world.batches.apply(id, digest ?? '', typedCount, true));
      await world.quiet();
      const lock = world.service.there('name-0.com').lock;
      const left = await unlockOf(world, id);
      // What is left unlocked is named, and what is named is left unlocked.
      expect([lock, left, inToday(world)]).toEqual(
        lock === 'locked' ? ['locked', [], []] : ['unlocked', ['name-0.com'], ['name-0.com']],
      );
      if (isLocked) expect(lock).toBe('locked');
      else expect(lock).toBe('unlocked');
    },
  );

  it('H10 is locked again where somebody has changed the contacts, so that nothing of the middle is sent', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(1));
    world.service.onWrite = () => {
      if (world.service.writes.length === 1)
        world.service.there('name-0.com').contacts = [
          { name: 'Registrant', fields: [{ name: 'City', value: 'Elsewhere' }] },
        ];
      return Promise.resolve();
    };
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeLock name-0.com', 'writeLock name-0.com']);
    expect(world.service.there('name-0.com').lock).toBe('locked');
    expect(await unlockOf(world, batch.id)).toEqual([]);
  });

  it.each(['refused', 'uncertain'] as const)(
    'H10 is named, and in Today, where its lock is %s, until it is locked by a change',
    async (outcome) => {
      const world = new BatchesWorld();
      answers(world, 'done', 'done', outcome);
      const { id } = await world.ran(await reading(world, names(1)));
      expect([await unlockOf(world, id), inToday(world)]).toEqual([['name-0.com'], ['name-0.com']]);
      const [row] = (await world.rows(id, 'odd')).filter(({ state }) => state === 'uncertain');
      if (row !== undefined) valueOf(await world.changes.settle(row.changeId ?? '', 'not-applied', 'Looked'));
      expect(inToday(world)).toEqual(['name-0.com']);
      await world.ran(await world.prepared({ kind: 'lock', state: 'locked' }, ['name-0.com']));
      expect([await unlockOf(world, id), inToday(world)]).toEqual([[], []]);
    },
  );

  it('H10 is named until it is read as locked, archived, or found to be transferred away', async () => {
    const world = new BatchesWorld();
    answers(world, 'done', 'done', 'refused');
    await world.ran(await reading(world, names(1)));
    const isKnown = (known: object): readonly string[] => {
      world.kept.database.prepare('UPDATE domains SET known = ?').run(JSON.stringify(known));
      return inToday(world);
    };
    const [before, after] = ['2000-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
    expect(isKnown({ lock: { value: 'locked', at: before, source: 'read' } })).toEqual(['name-0.com']);
    expect(isKnown({ lock: { value: 'unlocked', at: after, source: 'read' } })).toEqual(['name-0.com']);
    expect(isKnown({ lock: { value: 'locked', at: after, source: 'read' } })).toEqual([]);
    expect(isKnown({ transferredAway: { value: true, at: after, source: 'sync' } })).toEqual([]);
    expect(isKnown({})).toEqual(['name-0.com']);
    world.kept.database.exec('UPDATE domains SET archived_at = 1');
    expect(inToday(world)).toEqual([]);
  });

  it('H10 is not named while its batch is about to lock it, and is where the batch was paused or stopped', async () => {
    const world = new BatchesWorld();
    const batch = await reading(world, names(2));
    const meanwhile: (readonly string[])[] = [];
    world.service.onWrite = async () => {
      meanwhile.push(inToday(world));
      if (world.service.writes.length === 2) await world.batches.pause(batch.id);
    };
    await world.ran(batch);
    expect(meanwhile).toEqual([[], []]);
    expect(inToday(world)).toEqual(['name-0.com']);
    valueOf(await world.batches.stop(batch.id));
    expect(inToday(world)).toEqual(['name-0.com']);
  });
});

describe('what is left out of the steps of a domain', () => {
  const row = (facts: Partial<Parameters<typeof leftOutOfSteps>[0][0]> = {}) => ({
    ...{ step: null, leftOut: null, state: null, hasEffect: false },
    ...facts,
  });
  const done = row({ state: 'confirmed', hasEffect: true });
  const refused = row({ state: 'refused' });

  it.each([
    ['nothing, where all can be done', [row(), row(), row()], [null, null, null]],
    [
      'the last step after a first one that was refused',
      [refused, row(), row()],
      [null, 'step-before', 'step-before'],
    ],
    ['nothing more once unlocked', [done, row(), row()], [null, null, null]],
    ['nothing of the lock where the contacts were refused', [done, refused, row()], [null, null, null]],
    [
      'nothing where somebody has set the contacts since it was unlocked',
      [done, row({ leftOut: 'already-so' }), row()],
      [null, 'already-so', null],
    ],
    [
      'the contacts alone where they cannot be read once it is unlocked',
      [done, row({ leftOut: 'not-readable' }), row()],
      [null, 'not-readable', null],
    ],
    [
      'a first step for contacts that were sent already',
      [row(), done, row()],
      ['already-so', null, 'was-unlocked'],
    ],
    [
      'every step of an archived domain',
      [row({ leftOut: 'archived' }), row({ leftOut: 'archived' }), row()],
      ['archived', 'archived', 'archived'],
    ],
    [
      'every step where the lock could not be read',
      [row({ leftOut: 'not-readable' }), row(), row()],
      ['not-readable', 'not-readable', 'not-readable'],
    ],
  ] as const)('is %s', (_, rows, reasons) => {
    expect(leftOutOfSteps(rows)).toEqual(reasons);
  });
});

import { describe, expect, it } from 'vitest';
import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import { leftOutOfSteps } from '../../../../../../electron/main/workspace/batches/steps.ts';
import { BatchesWorld, movingTo, names } from '../../../../../support/batches/a-batches-world.ts';
import type { OutcomeOfWrite } from '../../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

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

  it.each([
    ['the unlock is refused', ['refused'], ['writeLock name-0.com'], 'locked'],
    [
      'the contacts are refused',
      ['done', 'refused'],
      ['writeLock name-0.com', 'writeContacts name-0.com'],
      'unlocked',
    ],
  ] as const)(
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
    answers(world, 'done', 'refused');
    const { id } = await world.ran(await reading(world, names(2)));
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toEqual({
      toPutBack: 1,
      notKept: 0,
      elsewhere: 0,
      leftUnlocked: ['name-0.com'],
    });
    await world.ran(await world.prepared({ kind: 'lock', state: 'locked' }, ['name-0.com']));
    expect(world.service.there('name-0.com').lock).toBe('locked');
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
    ['the last step where the contacts were refused', [done, refused, row()], [null, null, 'step-before']],
    [
      'nothing where somebody has set the contacts since it was unlocked',
      [done, row({ leftOut: 'already-so' }), row()],
      [null, 'already-so', null],
    ],
    [
      'the last step where the contacts cannot be read once it is unlocked',
      [done, row({ leftOut: 'not-readable' }), row()],
      [null, 'not-readable', 'step-before'],
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

import { describe, expect, it } from 'vitest';
import {
  createLeftUnlocked,
  leftOutOfSteps,
} from '../../../../../../electron/main/workspace/batches/steps.ts';
import { BatchesWorld, movingTo, names } from '../../../../../support/batches/a-batches-world.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { testRows } from '../../../../../support/rows.ts';

// Domains that a batch unlocks, changes and locks again, and those that it leaves unlocked (H10).
testRows(
  batchSteps,
  `
a batch with steps unlocks each domain, sets its contacts and locks it again, before it begins the next
  prepare steps of 0 1; batch ready rows=6 remaining=6; run; batch done confirmed=6 remaining=0; lock of 0 is locked; City of 1 is Oxford
  POSTs writeLock 0, writeContacts 0, writeLock 0, writeLock 1, writeContacts 1, writeLock 1
a batch with steps shows of each what is and what will be
  prepare steps of 0
  rows show locked → unlocked | Registrant: Name, City, E-mail → with the contacts that were chosen | unlocked → locked
a batch with steps neither unlocks nor locks a domain that was not locked before
  unlocked 0; prepare steps of 0; steps unlock:already-so contacts:- lock-again:was-unlocked; batch ready leftOut=2 leftOutInNeed=0; run
  POSTs writeContacts 0
a batch with steps leaves a whole domain out where its contacts {are as wanted|cannot be set}
  {0 has the contacts that are wanted|0 has no field City}; prepare steps of 0; rows {already-so already-so already-so|fields-differ fields-differ fields-differ}
H23 a batch with steps says why, where {the lock|the contacts} could not be read
  {lock|contacts} cannot be read: unreachable no-answer-in-time; prepare steps of 0 1; batch ready notRead=2 leftOut=6
  unread 0 1: unreachable; excluded otherwise 0
H23 a batch with steps counts what is excluded otherwise apart, domain by domain
  0 fails to be read: unreachable no-answer-in-time; unlocked 1; prepare steps of 0 1 2; batch ready notRead=1 leftOut=5; excluded otherwise 2
  leave out 6; batch ready notRead=1 leftOut=8; excluded otherwise 5
H23 a batch with steps names a domain that could not be read right before its first step
  prepare steps of 0 1; 0 fails to be read: refused permission; run
  steps unlock:not-readable contacts:step-before lock-again:step-before unlock:confirmed contacts:confirmed lock-again:confirmed
  batch done notRead=1 leftOut=3 confirmed=3; excluded otherwise 0; unread 0: refused
H23 a batch with steps counts no done step of a domain whose contacts could not be read once it was unlocked
  prepare steps of 0 1 2; leave out 6; when written: contacts cannot be read: refused permission; run
  batch done notRead=2 leftOut=5 confirmed=4; excluded otherwise 3; lock of 0 is locked
a batch with steps excludes and includes a domain with all its steps
  prepare steps of 0 1; leave out 1; batch ready remaining=3 leftOut=3; take in 0; batch ready remaining=6; leave out 5; run
  POSTs writeLock 0, writeContacts 0, writeLock 0
a batch with steps that would erase a field waits for a person to include the domain, with all its steps
  prepare clearing-unlocked City of 0; rows erases erases erases; take in 1; batch ready remaining=3
a batch with steps takes no later step of a domain where the unlock is refused, and goes on with the next domain
  answer refused; prepare steps of 0 1; run; batch done refused=1; POSTs writeLock 0, writeLock 1, writeContacts 1, writeLock 1; lock of 0 is locked
  steps unlock:refused contacts:step-before lock-again:step-before unlock:confirmed contacts:confirmed lock-again:confirmed
a batch with steps stops at an uncertain step; once that is known to be done, the domain goes on where it stopped
  answer done; answer uncertain; prepare steps of 0 1; apply; pass 10s; POSTs writeLock 0, writeContacts 0; batch halted; settle row 1 applied
  resume; POSTs writeLock 0, writeContacts 0, writeLock 0, writeLock 1, writeContacts 1, writeLock 1
a batch with steps that goes past an uncertain step takes no later one of that domain
  answer done; answer uncertain; prepare steps of 0 1; apply and go on; pass 20s; left unlocked 0
  POSTs writeLock 0, writeContacts 0, writeLock 1, writeContacts 1, writeLock 1
a batch with steps does not lock again where somebody changed the lock in between
  prepare steps of 0; when written 2: 0 is locked; run; POSTs writeLock 0, writeContacts 0; steps unlock:confirmed contacts:confirmed lock-again:changed-since
a batch with steps says which domains it left unlocked, and none that it locked again
  answer done; answer done; answer refused; prepare steps of 0 1; run; way back toPutBack=2 notKept=0 elsewhere=0; left unlocked 0
  prepare lock of 0; run; lock of 0 is locked; batch 1; left unlocked none
a batch with steps sends no step twice after a restart, and goes on with what is left of a begun domain
  prepare steps of 0 1; when written 2: pause; run; POSTs writeLock 0, writeContacts 0; restart; go on; batch done confirmed=6
  POSTs writeLock 0, writeContacts 0, writeLock 0, writeLock 1, writeContacts 1, writeLock 1
a batch with steps is put back with the same steps
  prepare steps of 0; run; from here; put back; run; POSTs writeLock 0, writeContacts 0, writeLock 0; City of 0 is London; lock of 0 is locked

# H10 Left unlocked
H10 a domain is locked again where the change in the middle is {refused|not sent}
  answer done; answer {refused|unsent}; prepare steps of 0; run and go on; lock of 0 is locked; left unlocked none; Today names none
H10 a domain is left unlocked, and named, where the change in the middle is {refused as every other would be|uncertain}
  answer done; answer {refused-unconfirmed|uncertain}; prepare steps of 0; run and go on; lock of 0 is unlocked; left unlocked 0; Today names 0
H10 a domain is locked again where somebody has changed the contacts, so that nothing of the middle is sent
  prepare steps of 0; when written 1: 0 has City Elsewhere; run; POSTs writeLock 0, writeLock 0; lock of 0 is locked; left unlocked none
H10 a domain is named, and in Today, where its lock is {refused|uncertain}, until it is locked by a change
  answer done; answer done; answer {refused|uncertain}; prepare steps of 0; run; left unlocked 0; Today names 0
  {quiet|settle row 2 not-applied}; Today names 0; prepare lock of 0; run; Today names none; batch 1; left unlocked none
H10 a domain is not named while its batch is about to lock it, and is where the batch was paused or stopped
  prepare steps of 0 1; when written: Today names none, then pause at 2; run; batch paused; bugs 0; Today names 0; stop; Today names 0
`,
);

describe('H10 a domain that a batch has unlocked', () => {
  it('H10 is named until it is read as locked, archived, or found to be transferred away', async () => {
    const world = new BatchesWorld();
    const behaviours = ['done', 'done', 'refused'] as const;
    world.service.behaviours.push(
      ...behaviours.map((outcome) => ({ outcome, isApplied: outcome === 'done' })),
    );
    const ask = movingTo('Oxford');
    await world.ran(
      await world.prepared(ask.kind === 'contacts' ? { ...ask, unlocks: true } : ask, names(1)),
    );
    const inToday = (of: BatchesWorld) =>
      createLeftUnlocked(of.kept.database)(null).map(({ domain }) => domain);
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

import { describe, expect, it } from 'vitest';
import { changeStates } from '#shared/domain/change-kinds.ts';
import { refusalReasons } from '#shared/domain/failures.ts';
import type { AppError } from '#shared/errors.ts';
import { afterOf, reasonOf } from '../../../../../../electron/main/changes/batches/context.ts';
import { afterChange } from '../../../../../../electron/main/changes/batches/running.ts';
import { classifyFailure } from '../../../../../../electron/main/jobs/failures.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { BatchesWorld, locking, names, renewing } from '../../../../../support/batches/a-batches-world.ts';
import { testRows } from '../../../../../support/rows.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

// The order and pace of a batch that is applied, what it stops at, and how a person steers it.
testRows(
  batchSteps,
  `
# In order, one at a time
a batch sends one change for each row that is not left out, in their order, and is done
  unlocked 0 1 3 4; prepare lock of 0 1 2 3 4; run; batch done rows=5 leftOut=1 toDo=4 confirmed=4 refused=0 uncertain=0
  POSTs writeLock 0 1 3 4; rows confirmed confirmed already-so confirmed confirmed
a batch never has two changes of an account on their way, whichever batches they are of
  unlocked 0 1 2; when written it takes 1s; prepare lock of 0 1 2; prepare renew of 0 1 2; batch 1; apply; batch 2; apply; quiet
  batch done confirmed=3; one at a time; POSTs as many 6
a batch leaves out a row that is otherwise than it was when it was looked at, and goes on
  unlocked 0 1 2; prepare lock of 0 1 2; 1 is locked; run; batch done leftOut=1 confirmed=2; rows confirmed changed-since confirmed; POSTs writeLock 0 2
a batch leaves out a renewal of a domain that was {not found|archived|transferred away} since it was looked at
  prepare renew of 0 1 2; {not found|archived|transferred away} 1; run; batch done leftOut=1 confirmed=2
  rows confirmed {not-found|archived|transferred-away} confirmed; POSTs renew 0 2
a batch leaves out a row that cannot be read any more
  unlocked 0 1 2; prepare lock of 0 1 2; 1 fails to be read: refused validation; run; rows confirmed not-readable confirmed; row 1 error refused
a batch goes on after what the service refuses for one domain, and says so of that row
  unlocked 0 1 2; answer refused; prepare lock of 0 1 2; run; batch done confirmed=2 refused=1; odd rows 0; row 0 refused for refused validation
  needs attention 1
a batch of syncs asks the service nothing before it is applied; then each domain is synced once and told in its row
  0 is known to expire 2026-05-06 by typed 30d before; in the portfolio 0 1; 0 is known to expire 2026-05-06 by typed 30d before
  prepare sync of 0 1; reads none; rows show 2026-05-06 → read again by the service | - → read again by the service; run
  batch done confirmed=2 uncertain=0; POSTs sync 0 1; synced to 2027-05-06 2027-05-06
a batch of syncs stops at one of which nobody knows, and leaves out what was archived
  in the portfolio 0 1 2; archived 0; answer uncertain, made; prepare sync of 0 1 2; run; batch halted leftOut=1 uncertain=1 remaining=1; POSTs sync 1

# What it cannot go on for
a batch for which {the key is refused|there is no key|the keychain is locked} halts and says why, and every row that is left stays to be done
  unlocked 0 1 2; prepare lock of 0 1 2; everything fails: {refused credentials|no-key|keychain locked}; run; batch halted leftOut=0
  waits for {refused credentials|no-key|keychain locked}; everything works; resume; batch done confirmed=3; waits for nothing
a batch waits offline, sends nothing, and goes on by itself
  unlocked 0 1 2; prepare lock of 0 1 2; everything fails: unreachable offline; run; batch running; waits for unreachable offline; POSTs none
  everything works; pass 61s; quiet; batch done; waits for nothing; POSTs writeLock 0 1 2
a batch of which a change did not get out makes it anew when it can
  unlocked 0 1; prepare lock of 0 1; answer unsent; apply; pass 1s; batch running; waits for not-sent; rows - -; quiet; batch done confirmed=2
  POSTs writeLock 0 1
a batch without a disk halts, as soon as that can be written down
  unlocked 0 1; prepare lock of 0 1; disk full at planned; the batches’ disk is full at move; run; batch running; the batches’ disk is well; quiet
  batch halted; waits for storage full; disk well at planned; resume; POSTs writeLock 0 1
a batch that meets a bug halts with its number, and can go on
  unlocked 0 1; prepare lock of 0 1; a bug at next; run; batch halted; waits for bug; no bug; resume; POSTs writeLock 0 1
a batch of which a change was refused for {credit|permission|credentials|address|rate} halts, and does not make it again
  unlocked 0 1 2; prepare lock of 0 1 2; 1 is refused: refused {credit|permission|credentials|address|rate}; run
  batch halted confirmed=1 refused=1; waits for refused {credit|permission|credentials|address|rate}; none is refused; resume
  batch done confirmed=2 refused=1; POSTs writeLock 0 2
a batch waits for a service that has too much to do, as long as nothing is sent
  unlocked 0 1; prepare lock of 0 1; everything fails: refused rate; run; batch running; waits for refused rate; everything works; resume; batch done

# A doubt
a batch halts at an uncertain change, and goes on with the next one when a person says so
  prepare renew of 0 1 2 3; answer done; answer uncertain; run; batch halted confirmed=1 uncertain=1; waits for nothing; POSTs renew 0 1
  resume; batch done confirmed=3 uncertain=1; POSTs renew 0 1 2 3
a batch halts at an uncertain change too when it was paused and resumed while that was being sent
  when written it takes 1s; answer uncertain; prepare renew of 0 1 2; apply; pass 300ms; pause; resume at once; pass 300ms; pause; resume at once
  quiet; batch halted confirmed=0 uncertain=1; POSTs renew 0; resume; batch done confirmed=2 uncertain=1
a batch does not halt at a change that was uncertain before it was resumed
  when written it takes 1s; answer uncertain; prepare renew of 0 1 2; apply; pass 300ms; pause; quiet; batch paused uncertain=1; resume
  batch done confirmed=2 uncertain=1
a batch halts again at the next doubt, unless it was told to go on
  prepare renew of 0 1 2 3; answer done; answer uncertain; run; answer uncertain; resume; batch halted uncertain=2; answer uncertain
  resume and go on; batch done uncertain=3
a batch counts an uncertain change as what a person says became of it
  prepare renew of 0 1 2 3; answer done; answer uncertain; run and go on; settle row 1 applied; batch done confirmed=4 uncertain=0; odd rows none

# What a person types and applies
the count of {25|20|1} changes in a portfolio of {200|100|5} is not typed
  in the portfolio {200|100|5} names; unlocked {25|20|1} names; prepare lock of {25|20|1} names; types nothing
the count of {26|21|1|1} changes in a portfolio of {200|100|4|1} is typed
  in the portfolio {200|100|4|1} names; unlocked {26|21|1|1} names; prepare lock of {26|21|1|1} names; types {26|21|1|1}
the count of renewals is typed, however few, also where {no price|one price|every price} is known
  in the portfolio 100 names; found to cost 12.50 for {9|0 1|0 1 2}; prepare renew of 0 1 2; types 3; apply with count none
  fails invalid-input typedCount; run; batch done confirmed=3
the count that is typed is of the rows that are not left out, in what is not archived
  in the portfolio 10 names; archived 5 6 7 8 9; unlocked 0 1; prepare lock of 0 1; types 2; leave out 0; types nothing
the count {none|25|27} is not taken where it is 26
  limit batchCount=100; prepare renew of 26 names; apply with count {none|25|27}; fails invalid-input typedCount; quiet; POSTs none
  apply with count 26; succeeds
a batch is not applied with another digest, nor twice
  prepare renew of 0 1; apply with another digest; fails changed-since batch; run; apply; fails invalid-input id; POSTs renew 0 1
a batch is not applied where what is kept is not what was looked at
  prepare renew of 0 1; row 1 is of another name; apply; fails changed-since batch; POSTs none
a batch is neither applied nor prepared while the journal does not hold together
  prepare renew of 0 1; the journal is broken; apply; fails journal-broken; ask renew of 0; fails journal-broken; POSTs none
a row may begin left out: it is read, not applied, and can be included
  begin renew of 0 1 2 without 1; quiet; rows - by-hand -; batch ready read=3 toDo=2; types 2; take in 1; batch ready toDo=3; types 3
a row that was left out by hand stays so when everything is read again
  prepare renew of 0 1 2; leave out 1; read again; rows - by-hand -
a row that is left out for another reason is not taken in, nor one that is not there
  unlocked 1; prepare lock of 0 1; take in 0; fails invalid-input index; take in 2; fails invalid-input index; rows already-so -
a row of a batch that is being read is not left out
  everything fails: unreachable offline; prepare lock of 0 1 2; leave out 0; fails invalid-input id; batch reading
a batch of a child nameserver is not made for {two domains|a domain that the host is not inside}
  ask child-delete of {0 1|ame-0.com}; fails invalid-input domains

# Pausing, stopping, ending
pausing a batch lets the change that is on its way come to its end, and begins no other
  unlocked 5 names; when written it takes 1s; prepare lock of 5 names; apply; pass 1.5s; pause; batch paused; quiet; batch paused confirmed=2
  POSTs writeLock 0 1
pausing a batch gives up a row that is not on its way yet, and makes it when it goes on
  unlocked 3 names; prepare lock of 3 names; each read takes 5s; apply; pass 1s; pause; quiet; POSTs none; each read takes 0s; resume
  POSTs writeLock 0 1 2
pausing a batch and going on at once sends no row twice, and no two at a time
  unlocked 5 names; when written it takes 1s; prepare lock of 5 names; apply; pass 300ms; pause; resume at once; pass 300ms; pause; resume at once
  pass 300ms; pause; resume at once; pass 300ms; pause; resume at once; quiet; batch done confirmed=5 leftOut=0; POSTs writeLock 0 1 2 3 4
  one at a time
a paused batch goes on after a row that was left out in the meantime
  unlocked 4 names; when written it takes 1s; prepare lock of 4 names; apply; pass 500ms; pause; quiet; leave out 2; succeeds; leave out 0
  fails invalid-input index; resume; POSTs writeLock 0 1 3; batch done
stopping a batch ends it for good
  unlocked 5 names; when written it takes 1s; prepare lock of 5 names; apply; pass 500ms; stop; quiet; POSTs writeLock 0; resume
  fails invalid-input id; stop; fails invalid-input id; batch stopped confirmed=1
stopping a batch while it is read ends the reading
  each read takes 1s; begin lock of 30 names; pass 1.5s; stop; quiet; batch stopped; reads at most 29
stopping a batch takes back what was written down and never sent
  prepare renew of 0 1 2; ended with its first row planned; stop; quiet; changes withdrawn=1; POSTs none
a batch that ran when the program ended is paused at the next start
  unlocked 5 names; when written it takes 1s; prepare lock of 5 names; apply; pass 500ms; restart; batch paused; waits for changed-since start
  POSTs writeLock 0
a batch takes the state of its rows from the journal: what was on its way is uncertain and is not sent again
  prepare renew of 0 1 2; ended with its first row sending; rows uncertain - -; go on; POSTs renew 0 1 2; batch done confirmed=2 uncertain=1
a batch makes anew what was written down and never sent
  prepare renew of 0 1 2; ended with its first row planned; go on; POSTs renew 0 1 2; changes withdrawn=1 confirmed=3; batch done confirmed=3
the end of the program waits for no change that is on its way, and asks for nothing any more
  unlocked 5 names; when written it takes 1s; prepare lock of 5 names; apply; pass 500ms; close; quiet; POSTs writeLock 0; bugs 0
  rows confirmed - - - -
the end of the program ends a {reading|wait}
  each read takes {1s|0s}; {everything works|everything fails: unreachable offline}; begin lock of 30 names; pass {1.5s|90s}; close; from here; quiet; reads none
a batch that runs is not removed, and one that rests is
  unlocked 3 names; when written it takes 1s; prepare lock of 3 names; apply; remove; fails invalid-input id; pause; remove; quiet; it is gone; bugs 0
`,
);

describe('a batch, of what no row can say', () => {
  it('leaving a row out by hand, and taking it in again, changes the digest, and gives it back', async () => {
    const world = new BatchesWorld();
    const first = await world.prepared(renewing, names(3));
    const without = valueOf(await world.batches.leaveOut(first.id, 1, true));
    expect(without.counts).toMatchObject({ leftOut: 1, toDo: 2 });
    expect(without.digest).not.toBe(first.digest);
    expect((await world.rows(first.id, 'left-out'))[0]).toMatchObject({ index: 1, leftOut: 'by-hand' });
    expect(await world.batches.apply(first.id, first.digest ?? '', 3, false)).toMatchObject({
      error: { kind: 'changed-since', what: 'batch' },
    });
    const back = valueOf(await world.batches.leaveOut(first.id, 1, false));
    expect(back.digest).toBe(first.digest);
  });

  it('is told of every 100 ms at most, and its last state in any case', async () => {
    const world = new BatchesWorld();
    world.unlock(names(3));
    world.service.onWrite = () => world.time.timer.sleep(7);
    const { id } = await world.applied(locking, names(3));
    await world.quiet();
    const moments = world.announced.map(({ atMs }) => atMs);
    const pauses = moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
    expect(world.announced.at(-1)?.batch).toEqual(await world.find(id));
  });
});

describe('what is asked of each domain', () => {
  it('is written for people', () => {
    expect(afterOf({ kind: 'lock', state: 'unlocked' })).toBe('unlocked');
    expect(afterOf({ kind: 'renew', periodYears: 1 })).toBe('renewed for 1 year');
    const ask = { kind: 'nameservers', nameservers: ['B.example.net.', 'a.example.net'] } as const;
    expect(afterOf(ask)).toBe('b.example.net, a.example.net');
  });
});

describe('what a failure means for a batch', () => {
  it('is that of a refusal which may be of all names nobody goes on to the next one', () => {
    const ofOneName = refusalReasons.filter(
      (why) => classifyFailure({ kind: 'refused', why, status: 200, said: '' }, 'batch') === 'item',
    );
    expect(ofOneName).toEqual([
      'permission',
      'credit',
      'exists',
      'not-found',
      'validation',
      'redirect',
      'other',
    ]);
  });

  it('is that a person has to look, where neither time nor another row helps', () => {
    const errors: readonly AppError[] = [
      { kind: 'no-account' },
      { kind: 'no-key' },
      { kind: 'keychain', fault: 'locked' },
      { kind: 'journal-broken', journal: 'changes', seq: 1 },
      { kind: 'storage', fault: 'full' },
      { kind: 'bug', incidentId: '' },
    ];
    expect(errors.map((error) => classifyFailure(error, 'batch'))).toEqual(errors.map(() => 'stop'));
  });

  it('is told as the reason where a row is left out', () => {
    expect(reasonOf({ kind: 'changed-since', what: 'lock' })).toBe('changed-since');
    expect(reasonOf({ kind: 'open-change', changeId: '', number: 1 })).toBe('open-change');
    expect(reasonOf({ kind: 'unreadable', status: 200, why: 'empty' })).toBe('not-readable');
    // It was read: the service is not asked again for it.
    expect(reasonOf({ kind: 'invalid-input', field: 'domain', reason: 'No name.' })).toBe('unsendable');
  });
});

describe('what a change means for those after it', () => {
  it('is a doubt wherever it is not over', () => {
    const kinds = changeStates.map((state) => [state, afterChange({ state, error: null }).kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      planned: 'uncertain',
      sending: 'uncertain',
      uncertain: 'uncertain',
      confirmed: 'next',
      refused: 'next',
      applied: 'next',
      'not-applied': 'next',
      settled: 'next',
      withdrawn: 'next',
    });
  });

  it.each(refusalReasons)('is a halt where all would be refused so: %s', (why) => {
    const error = { kind: 'refused', why, status: 200, said: '' } as const;
    const halts = ['credentials', 'address', 'permission', 'rate', 'credit'].includes(why);
    expect(afterChange({ state: 'refused', error })).toEqual(
      halts ? { kind: 'halt', why: error } : { kind: 'next' },
    );
    expect(afterChange({ state: 'applied', error }).kind).toBe('next');
  });
});

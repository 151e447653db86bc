import { describe, expect, it } from 'vitest';
import { overridable } from '#shared/domain/remarks.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { BatchesWorld, locking, names } from '../../../../../support/batches/a-batches-world.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { testRows } from '../../../../../support/rows.ts';
import { anAccount } from '../../../../../support/workspace/a-workspace.ts';

// What is read for a batch, and which of its rows are excluded before anything is sent.
testRows(
  batchSteps,
  `
# What is read
a batch is there at once, and then says of each row what is and what will be
  unlocked 1 2; in the portfolio 0 1 2; begin lock of 0 NAME-1.com. 2 1; batch reading rows=3 read=0; no digest; quiet
  batch ready rows=3 read=3 leftOut=1 toDo=2; a digest; rows show locked → locked | unlocked → locked | unlocked → locked; rows already-so - -
  waits for nothing; POSTs none; the portfolio hears of 1 lock=unlocked
a batch leaves out what is archived, away, not readable, not a name, or waits for another change, and says so
  unlocked 0 1 2 3 4; review one lock of 3; in the portfolio 0 1; archived 0; transferred away 1; 2 fails to be read: refused not-found
  when written it hangs; review one lock of 3; begin that one; prepare lock of 0 1 2 _bad_ dots.com.. 3 4
  rows archived transferred-away not-found unsendable unsendable open-change -; row 2 error refused; row 3 error invalid-input
  the portfolio hears of 2 a trouble not-found
a batch needs attention for what could not be read, not for what is so already or was excluded by the user
  unlocked 0 2 3; 0 fails to be read: refused not-found; prepare lock of 0 1 2 3; leave out 2; batch ready leftOut=3; needs attention 1; odd rows 0
a batch that sets nameservers compares them as a set
  0 has nameservers b.example.org a.example.org; 1 has nameservers ns9.example.net a.example.org; prepare nameservers of 0 1
  rows already-so -
  rows show b.example.org, a.example.org → a.example.org, b.example.org | ns9.example.net, a.example.org → a.example.org, b.example.org
a batch that renews shows the expiry where it is known, asks the service for the prices alone and leaves none out
  in the portfolio 0; 0 is known to expire 2027-05-06 by sync 1s before; prepare renew 2 of 0 1; rows - -; reads finding, finding
  rows show 2027-05-06 → renewed for 2 years | - → renewed for 2 years
a batch is not made of {what no domain can be asked|no domain|an account that is gone}
  {everything works|everything works|no account}; ask {one-nameserver|lock|lock} of {0|nothing|0}
  fails {invalid-input nameservers|invalid-input domains|no-account}; no batch is kept

# Where it cannot be read
a batch offline waits, and is read by itself when the connection is back
  unlocked 0 1 2; everything fails: unreachable offline; prepare lock of 0 1 2; batch reading read=0; waits for unreachable offline; lanes 0
  everything works; pass 61s; lanes 0; batch ready read=3 leftOut=0; waits for nothing
a batch offline is read at once when it is told that the account can be reached again
  unlocked 0 1 2; everything fails: unreachable offline; prepare lock of 0 1 2; everything works; wake another; pass 1ms; batch reading
  wake; pass 1s; batch ready
a batch without {its key|the keychain} is not tried again by the clock
  unlocked 20 names; everything fails: {refused credentials|keychain locked}; prepare lock of 20 names; pass 1d; batch reading read=0
  waits for {refused credentials|keychain locked}; everything works; pass 1d; batch reading read=0; resume; batch ready
a batch that is read goes on over the connection that takes the place of an ended one
  unlocked 30 names; each read takes 200ms; begin lock of 30 names; pass 500ms; reconnect; quiet; batch ready read=30 leftOut=0
a batch with one name that never answers leaves that one out, and waits for none
  unlocked 30 names; 7 fails to be read: unreachable no-answer-in-time; prepare lock of 30 names; batch ready; left-out rows 7
  row 7 error unreachable no-answer-in-time
a batch waits where one name after the other does not answer, and leaves none of them out
  unlocked 30 names; everything fails: unreachable no-answer-in-time; prepare lock of 30 names; batch reading leftOut=0
  waits for unreachable no-answer-in-time; everything works; pass 61s; batch ready leftOut=0
a batch that the disk failed at {noteRead|unread|endReading} is read when that works again
  unlocked 0 1 2; the batches’ disk is full at {noteRead|unread|endReading}; prepare lock of 0 1 2; batch reading; the batches’ disk is well
  pass 61s; batch ready leftOut=0; waits for nothing
a batch whose reading meets a bug says so, and is read when a person wants it
  unlocked 0 1 2; a bug at unread; prepare lock of 0 1 2; batch reading; waits for bug; no bug; resume; batch ready; waits for nothing
a batch that was being read when the program ended is read anew at the next start: what was read may be old
  unlocked 30 names; each read takes 200ms; begin lock of 30 names; pass 500ms; batch reading read=16; from here; restart
  batch ready read=30 leftOut=0; reads 30
reading a batch again forgets what was read, and refuses what was looked at where it is otherwise now
  unlocked 0 1 2; prepare lock of 0 1 2; 1 is locked; apply after read again; fails changed-since batch; batch ready toDo=2
reading a batch again gives the same digest where all is as it was
  prepare renew of 0 1 2; apply after read again; succeeds; quiet; batch done
reading a batch again while it is being read begins anew
  unlocked 20 names; each read takes 200ms; begin lock of 20 names; pass 250ms; 0 is locked; read again; batch ready read=20 leftOut=1

# H9 Not in the portfolio
H9 a name that is not in the portfolio is excluded from a batch of {unlock|nameservers|contacts|renew|sync}, and the others are sent
  in the portfolio 0; prepare {unlock|nameservers|contacts|renew|sync} of 0 1 as it is; rows - not-in-portfolio; held by - nobody; run
  batch done; POSTs {writeLock|writeNameservers|writeContacts|renew|sync} 0
H9 a name that is not in the portfolio is excluded with every step, and the others are sent
  in the portfolio 0; prepare steps of 0 1 as it is; steps unlock:- contacts:- lock-again:- unlock:not-in-portfolio contacts:not-in-portfolio lock-again:not-in-portfolio
  run; batch done; POSTs writeLock 0, writeContacts 0, writeLock 0
H9 a name that is not in the portfolio is sent in a batch of {unlock|nameservers|contacts|renew|sync} once a person has included it
  prepare {unlock|nameservers|contacts|renew|sync} of 0 as it is; rows not-in-portfolio; take in 0; succeeds; run
  POSTs {writeLock|writeNameservers|writeContacts|renew|sync} 0
H9 a name that is not in the portfolio is sent with all its steps once a person has included it
  prepare steps of 0 as it is; take in 1; run; POSTs writeLock 0, writeContacts 0, writeLock 0
H9 a name that was taken out of the portfolio after the review is excluded
  unlocked 0 1; prepare lock of 0 1; out of the portfolio 1; run; batch done confirmed=1 leftOut=1; rows confirmed not-in-portfolio
H9 a name that is not in the portfolio is excluded for that also where fields would be emptied
  prepare clearing City of 0 as it is; rows not-in-portfolio; erases Registrant: City; held by nobody
H9 a name that is not in the portfolio is excluded for a payment that may be a second one first
  in the portfolio 9; prepare renew of 9; run; out of the portfolio 9; prepare renew of 9 as it is; rows renewed; held by nobody
H9 a renewal whose own lookup finds the name {available|premium} is excluded, and what the name costs is no price of it
  in the portfolio 0 1; 0 is {available|premium}; costs 199.00; prepare renew of 0 1; rows not-in-portfolio -; free rows 0; prices - 199.00
H9 a renewal whose own lookup finds the name {taken|reserved|unknown} stays ready
  in the portfolio 0; 0 is {taken|reserved|unknown}; prepare renew of 0; rows -
H9 a renewal of a name that was free when it was looked up before is looked up anew: it may have been bought since
  in the portfolio 0; found to cost 5.00 for 0; it was found free; costs 199.00; 0 costs 199.00 now; prepare renew of 0; rows -; prices 199.00; reads finding
`,
);

/** Another account of this workspace, whose portfolio has these names. */
function another(
  world: BatchesWorld,
  label: string,
  domains: readonly string[],
  kind: 'reseller' | 'practice',
) {
  const id = `other ${label}`;
  createAccountsRepository(world.kept.database).save(
    anAccount({ id, label, kind, username: `${label}@b.example` }),
  );
  const addedAt = world.time.now().toISOString();
  world.domains.add({ accountId: id, names: domains, tags: [], addedAt, addedBy: 'typed' });
}

describe('a name that another account has', () => {
  it('H9 is told with the account that has it: no archived domain, no removed account, the practice account last', async () => {
    expect(overridable).toContain('not-in-portfolio');
    const world = new BatchesWorld();
    const [a = '', b = '', c = '', d = ''] = names(4);
    another(world, 'Own', [a, b], 'reseller');
    another(world, 'Gone', [c], 'reseller');
    another(world, 'A practice', [a, d], 'practice');
    world.kept.database.exec("UPDATE accounts SET removed_at = 1 WHERE label = 'Gone'");
    const archivedAt = world.time.now().toISOString();
    world.domains.set({ accountId: 'other Own', names: [b], archivedAt });
    const { id } = await world.preparedOf(locking, [a, b, c, d]);
    expect((await world.rows(id)).map(({ outside }) => outside?.heldBy)).toEqual([
      'Own',
      null,
      null,
      'A practice',
    ]);
  });
});

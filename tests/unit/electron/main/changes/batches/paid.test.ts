import { describe, expect, it } from 'vitest';
import { sentencesFor } from '#shared/error-sentences.ts';
import { outcomeAsJson } from '../../../../../../electron/main/cli/batch-review.ts';
import { BatchesWorld, names, renewing } from '../../../../../support/batches/a-batches-world.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { testRows } from '../../../../../support/rows.ts';

// Batches of what is paid: nothing is paid twice, at no other price than was reviewed, over no limit, and on no old consent.
testRows(
  batchSteps,
  `
# Renewals: once
F1 a batch of renewals that is made again after it was applied has nothing to do, and says since when
  prepare renew of 0 1 2; run; prepare renew of 0 1 2; batch ready leftOut=3 toDo=0 remaining=0; rows renewed renewed renewed
  renewed at 2026-03-01T10:3; run; POSTs renew 0 1 2
F1 a batch of renewals that was ready when another one was applied, made {before|after} it, renews nothing again, and says by which change
  prepare renew of 0 1 2; prepare renew of 0 1 2; batch {2|1}; run; batch {1|2}; run; batch done confirmed=0 leftOut=3; POSTs renew 0 1 2
  rows changed-since changed-since changed-since; row 0 error changed-since earlier-change number=1; row 2 error changed-since earlier-change number=3
(G1) a batch that drops a row for a renewal which was accepted and not charged says that, and not that it took effect
  found to cost 10.00 for 0 1 2; prepare renew of 0 1 2; prepare renew of 0 1 2; answer done; answer done; answer done, not made; batch 1; run
  batch 2; run; POSTs renew 0 1 2; row 0 happened Change 1 took effect in the meantime.
  row 2 happened Change 3 was accepted in the meantime, but not yet charged: it may not have been done.
H1 a batch that is made again excludes what was accepted at no known price and not charged, and says that, however long ago
  answer done; answer done; answer done, not made; prepare renew of 0 1 2; run; prepare renew of 0 1 2; rows renewed renewed renewed
  uncharged rows 2; pass 100d; prepare renew of 0 1 2; rows - - renewed; uncharged rows 2
F1 a batch of renewals beside a single renewal renews that domain once
  prepare renew of 0 1 2; review one renew of 1; run; apply that one; that one is planned; POSTs renew 0 1 2
F1 a batch of renewals renews again what a person includes, one by one
  prepare renew of 0 1 2; run; prepare renew of 0 1 2; take in 1; batch ready leftOut=2 remaining=1; run; batch done confirmed=1; POSTs renew 0 1 2 1
F1 a batch of domains that were renewed {59|61} days ago {excludes|takes} them
  prepare renew of 0; run; pass {59|61}d; prepare renew of 0; rows {renewed|-}
F1 a renewal a hundred days ago whose expiry is {read before it|expected|of a file that may be of before|read since} is {excluded|excluded|excluded|taken}
  in the portfolio 0; prepare renew of 0; run; 0 is known to expire 2027-05-01 by {sync 1d before|expected 1d after|import 1d after|sync 1d after}
  pass 100d; prepare renew of 0; rows {renewed|renewed|renewed|-}
F1 a sample expiry given {after it, of the practice account|before it, of the practice account|after it, of a real account} {takes|excludes|excludes} what was renewed
  {the practice account|the practice account|everything works}; in the portfolio 0; prepare renew of 0; run; batch done confirmed=1
  0 is known to expire 2027-05-01 by sample {1d after|1d before|1d after}; prepare renew of 0; rows {-|renewed|renewed}
a batch of renewals says which of them was registered from here as a premium name: {one|none}
  1 is {premium|available}; review one register of 1; apply that one; prepare renew of 0 1 2; premium rows {1|none}
F3 F5 a renewal that may have been sent after the backup that was restored is excluded, says so, and is sent where a person includes it
  1 may be paid since a backup; prepare renew of 0 1 2; rows - renewed -; row 1 says from-backup; run; POSTs renew 0 2; prepare renew of 1; take in 0
  run; POSTs renew 0 2 1; prepare renew of 1; rows renewed; row 0 says renewed-before

# Registrations: once
a batch of registrations orders each name once, in order, with the contacts and nameservers that were asked for
  prepare register of 0 1 2; batch ready remaining=3 leftOut=0; types 3; run; batch done confirmed=3; POSTs register 0 1 2
  nameservers of 1 are ns1.example.net ns2.example.net; City of 1 is Ada city
a batch of registrations registers a name that is listed twice, or in another form, once
  free 0 1; prepare register of 0 NAME-0.com name-0.com. 1; batch ready rows=2; run; POSTs register 0 1
a batch of registrations tells row by row which names cannot be ordered, and orders the others
  free 0 6; 1 is taken; 2 is reserved; 3 is invalid; 4 is unknown; in the portfolio 5; prepare register of 0 1 2 3 4 5 a..com 6
  batch ready remaining=2 leftOut=6 leftOutInNeed=6
  rows - not-available not-available not-available not-available yours unsendable -; row 1 error not-available taken
  row 4 error not-available unknown; row 6 error invalid-input; run; POSTs register 0 6
a batch of registrations excludes a premium name until a person includes it, which accepts its price
  free 0 2; 1 is premium; prepare register of 0 1 2; batch ready remaining=2 leftOut=1; rows - premium -; premium rows 1; take in 1
  batch ready remaining=3; types 3; run; POSTs register 0 1 2; bought as premium 1
a batch of registrations orders no premium name that no person has included, whatever became of why it was excluded
  free 0 2; 1 is premium; prepare register of 0 1 2; row 1 is forgotten to be excluded; leave out 2; run; POSTs register 0
a name that {was taken|became a premium name|was added to the portfolio} right before it is ordered is left out of a batch
  prepare register of 0 1 2; {1 is taken|1 is premium|in the portfolio 1}; run; batch done confirmed=2 leftOut=1
  rows confirmed {not-available|changed-since|yours} confirmed; POSTs register 0 2
(G11) a batch of registrations orders no name at another price than was reviewed
  prepare register of 0 1 2; costs 99.00; run; batch done confirmed=0 leftOut=3; row 0 error changed-since finding; POSTs none
F1 a batch of registrations that was ready when another one was applied orders nothing again
  prepare register of 0 1 2; prepare register of 0 1 2; run; batch 1; run; batch done confirmed=0 leftOut=3; row 0 error not-available taken
  POSTs register 0 1 2
F1 a batch of registrations beside a single order of the same name orders it once
  prepare register of 0 1 2; review one register of 1; run; apply that one; POSTs register 0 1 2
F1 a batch of registrations orders a name that was let go again only where a person includes it
  prepare register of 0 1 2; run; free 0 1 2; prepare register of 0 1 2; rows registered registered registered; take in 1; run
  POSTs register 0 1 2 1
a batch of registrations excludes a name of which an order is open, wherever it was begun
  answer uncertain; when written: finding cannot be read: unreachable offline; prepare register of 1; run; rows uncertain; all can be read
  free 0 2; prepare register of 0 1 2; rows - open-change -
F2 F4 an order of a batch that is uncertain is never sent a second time after the program ended there, {done|not done}
  answer done; answer uncertain, {made|not made}; when written 2: finding cannot be read: unreachable offline; prepare register of 0 1 2; run
  batch halted confirmed=1 uncertain=1 remaining=1; waits for nothing; POSTs register 0 1; restart; go on; all can be read; go on
  POSTs register 0 1 2
F4 an order of a batch that was killed before its answer is not sent twice, and the rest is
  when written 2: it is killed; prepare register of 0 1 2; apply; pass 1s; restart; batch paused; when written nothing more; go on
  go on; POSTs register 0 1 2
the contacts of a batch of registrations are stored encrypted, and deleted once every name is registered
  prepare register of 0 1 2; the values are stored; nothing stored says Ada lastname; nothing stored says ada@example.com; run; the values are deleted
  nothing stored says Ada city
the contacts of a batch of registrations stay while an order is uncertain, and are deleted once a person has said what became of it
  answer uncertain; when written: finding cannot be read: unreachable offline; prepare register of 0; run and go on; batch done
  the values are stored; settle row 0 applied; the values are deleted
the contacts of a batch of registrations stay for another batch where an order was refused
  answer refused; prepare register of 0 1 2; run; batch done confirmed=2 refused=1; the values are stored
the contacts of a batch of registrations are not taken while the keychain cannot encrypt them
  keychain locked; ask register of 0; fails keychain locked; no batch is kept

# Prices
(G11) a batch of renewals looks up the price of each of its names while it is read, and limits know them
  costs 10.99; found to cost 9.90 for 1; limit batchSum=30; prepare renew of 0 1 2; prices 10.99 9.90 10.99; reads finding, finding
  limit batchSum=21; apply; fails over-limit batch/sum/21.98
(G11) a batch of renewals looks up no price of a name that is excluded for good
  in the portfolio 0 1 2; archived 1; prepare renew of 0 1 2; rows - archived -; reads finding, finding
(G11) a batch of renewals excludes no name whose price cannot be looked up, says why, and gives up after a few
  finding cannot be read: unreachable offline; prepare renew of 40 names; batch ready remaining=40 leftOut=0; reads at most 11
  all prices fail for unreachable
(G11) a batch of renewals gives up after failures in a row, whatever is known of the names between, and says so of those alone
  found to cost none for 0 2 4 6 8 10 12 14 16 18; finding cannot be read: unreachable offline; prepare renew of 20 names; reads at most 11
  every other price fails for unreachable
F1 a batch of renewals shows the price that was last looked up, and that none is known
  found to cost 9.90 for 1; prepare renew of 0 1 2; prices - 9.90 -
a batch leaves out the rows whose price is known to be another one since the review
  found to cost 10.00 for 0 1 2; prepare renew of 0 1 2; found to cost 10.01 for 1 2; run; POSTs renew 0
  rows confirmed changed-since changed-since; row 1 error changed-since price
H6 a batch sends no row whose price is another one than was reviewed
  found to cost 10.00 for 0 1 2; prepare renew of 0 1 2; 0,1,2 costs 100.00 now; run; POSTs none; row 0 error changed-since price
  row 2 error changed-since price

# Limits
F12 a batch of registrations over a limit is applied once that was typed
  limit batchSum=25; prepare register of 0 1 2; prices 10.00 10.00 10.00; apply; fails over-limit batch/sum/30.00; POSTs none
  run typing 30.00; POSTs register 0 1 2
F12 a batch over a limit is applied once the count was typed
  limit batchCount=2; prepare renew of 0 1 2; apply; fails over-limit batch/count/3/2; batch ready; run typing 3; POSTs renew 0 1 2
F12 a limit that something else brought nearer halts a batch there, and it goes on once it was typed
  prepare renew of 0 1 2; limit dayCount=3; when written: limit dayCount=1; run; batch halted; waits for over-limit day/count/3; POSTs renew 0
  resume; fails over-limit; resume typing 2; fails over-limit; resume typing 3; POSTs renew 0 1 2
F12 every limit that the whole of a batch goes over is named
  found to cost 10.00 for 0 1 2; limit changeSum=9 batchSum=25 daySum=29; prepare renew of 0 1 2; apply
  fails over-limit change/sum/10.00 batch/sum/30.00 day/sum/30.00; run typing 30.00; batch done; POSTs renew 0 1 2
F12 a batch halts at another limit than the one that was confirmed, and holds both when it goes on
  found to cost 10.00 for 0 1 2; limit changeSum=9; prepare renew of 0 1 2; when written: limit changeSum=9 daySum=15; run typing 10.00
  batch halted; waits for over-limit day/sum/30.00/15; POSTs renew 0; resume typing 30.00; POSTs renew 0 1 2
F12 a batch is not gone on with where more was spent elsewhere while it was halted, and says what it comes to now
  limit dayCount=3; prepare renew of 0 1 2; when written: limit dayCount=1; run; when written nothing more; limit; review one renew of 7
  apply that one; limit dayCount=1; resume typing 3; fails over-limit day/count/4; batch halted; waits for over-limit day/count/4
  resume typing 4; batch done

# Consent
a batch that rested for {twelve hours|over twelve hours} {goes on|is read again}
  answer uncertain, made; prepare renew of 0 1 2; run; batch halted; pass {43080s|43201s}; resume and go on; batch {done remaining=0|ready remaining=2}
(G6) a batch that waited two days for the network sends nothing, and asks
  prepare renew of 0 1 2; everything fails: unreachable offline; run; batch running; waits for unreachable offline; pass 2d; everything works
  wake; quiet; batch halted remaining=3; waits for changed-since consent; POSTs none; resume; batch ready; run; batch done; POSTs renew 0 1 2
(G6) a wait of {eleven|thirteen} hours in mid-batch is counted from what was sent last: it {goes on|halts}
  prepare renew of 0 1 2; when written: everything fails: unreachable offline; run; POSTs renew 0; pass {11h|13h}; everything works
  when written nothing more; wake; quiet; batch {done|halted}; POSTs renew {0 1 2|0}
(G6) a consent is over a day after it was given, though a row was sent every eleven hours
  prepare renew of 5 names; when written: everything fails: unreachable offline; run; pass 11h; everything works; wake; quiet; pass 11h
  everything works; wake; quiet; pass 11h; everything works; wake; quiet; POSTs renew 0 1 2; batch halted; waits for changed-since consent
  resume; batch ready
(G6) a consent is not renewed by tries of which nothing was sent
  prepare renew of 0 1 2; 5000 answers unsent; run; pass 13h; batch halted; waits for changed-since consent; POSTs none
(G6) a consent is not renewed by a pause at the end of twelve hours in which nothing was sent
  prepare renew of 0 1 2; everything fails: unreachable offline; run; pass 11h; pause; pass 2h; everything works; resume; batch ready; POSTs none
(G3) a consent ends with the process: a batch that was ready is read again before anything of it is sent
  prepare renew of 0 1 2; restart; batch ready; waits for changed-since start; apply; fails changed-since batch; leave out 2; apply
  fails changed-since batch; read again; batch ready; waits for nothing; POSTs none; run; batch done; POSTs renew 0 1
(G3) a consent ends with the process: a batch that was {running|waiting|paused|over a limit} is read again before anything of it is sent
  prepare renew of 0 1 2
  when written: {it takes 1s|everything fails: unreachable offline|it takes 1s|limit dayCount=1}; apply
  {pass 500ms|pass 120s|pause|pass 120s}; pass 500ms; as many POSTs as before; restart; everything works; when written nothing more; limit; quiet; as many POSTs as before
  batch {paused|paused|paused|halted}; waits for changed-since start; resume; batch ready; waits for nothing; as many POSTs as before; run; batch done
F10 a consent is of the login that was reviewed: with another one the rest is read anew
  prepare renew of 0 1 2; another username; run; batch halted; waits for changed-since login; POSTs none; resume; batch ready

# What is taken
H6 a batch halts where more was taken than was agreed, says how much, and goes on where a person resumes it
  found to cost 10.00 for 0 1 2; takes 100; prepare renew of 0 1 2; run; batch halted confirmed=1 remaining=2
  waits for charged-more number=1 agreed=10.00 taken=100.00 currency=EUR; resume; batch done confirmed=3
H6 a batch halts again where still more is taken
  found to cost 10.00 for 0 1 2; takes 11.9; prepare renew of 0 1 2; run; takes 100; resume; batch halted confirmed=2
H6 a batch halts where more was taken than all cost that are still to be charged, and names none of them
  found to cost 10.00 for 0 1 2 3 4; 5 answers done, not made; each write is billed -100 after 40s; prepare renew of 5 names; run
  batch halted confirmed=2 remaining=3; waits for charged-more number=2 agreed=20.00 taken=100.00
H6 a batch at a service that bills late halts after a row at whose sending more was taken for an earlier one
  found to cost 10.00 for 0 1 2; 3 answers done, not made; when written 2: it takes 100s; prepare renew of 0 1 2; credit -100 in 40s; apply
  pass 180s; POSTs renew 0 1; batch halted; waits for charged-more number=1; when written nothing more; resume; batch done
H8 a batch at a service that does not charge at once waits for the charge of the first three alone; the others are followed
  found to cost 10.00 for 0 1 2 3 4 5; 6 answers done, not made; times are noted; prepare renew of 6 names; apply; pass 180s; sent at 0 30 60 90 90 90
  charges not-yet not-yet not-yet not-yet not-yet not-yet; credit is 440; pass 1h; charges fell fell fell fell fell fell
H8 a batch at such a service waits for the charge of one that is refused, as of every other
  found to cost 10.00 for 0 1 2 3 4 5; 3 answers done, not made; answer refused; 2 answers done, not made; times are noted
  prepare renew of 6 names; apply; pass 180s; sent at 0 30 60 90 120 120
H8 a batch at such a service waits for each again from when the credit {falls|rises}
  found to cost 10.00 for 0 1 2 3 4 5 6; 7 answers done, not made; times are noted, and at the 5th the credit moves by {-10|10}
  prepare renew of 7 names; apply; pass 210s; sent at 0 30 60 90 90 {90 120|120 150}
`,
);

describe('a batch that halts for what was taken', () => {
  it('H6 says it in words, on screens and at a terminal', async () => {
    const world = new BatchesWorld();
    world.price('10.00', names(3));
    world.service.charges = 100;
    const halted = await world.ran(await world.prepared(renewing, names(3)));
    const said = 'For change 1, 100.00 EUR were taken where 10.00 EUR was agreed.';
    expect(halted.waitingFor && sentencesFor(halted.waitingFor).happened).toBe(said);
    expect(outcomeAsJson(halted)).toMatchObject({ why: expect.stringMatching(/100\.00 EUR/) as string });
  });
});

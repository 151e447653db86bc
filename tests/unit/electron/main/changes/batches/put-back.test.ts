import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { testRows } from '../../../../../support/rows.ts';

// Putting back what a batch, or a single change, has changed.
testRows(
  batchSteps,
  `
putting back writes to each domain the nameservers that it had, although each had others
  1 has nameservers x.example.com y.example.com z.example.com; prepare nameservers of 0 1 2; run; from here; put back; batch ready remaining=3
  rows show a.example.org, b.example.org → ns1.example.net, ns2.example.net | a.example.org, b.example.org → x.example.com, y.example.com, z.example.com | a.example.org, b.example.org → ns1.example.net, ns2.example.net
  POSTs none; run; batch done confirmed=3; nameservers of 0 are ns1.example.net ns2.example.net
  nameservers of 1 are x.example.com y.example.com z.example.com
putting back leaves out what somebody has changed since, and what is as before already
  prepare nameservers of 0 1 2; run; 1 has nameservers other.example.com more.example.com; 2 has nameservers ns1.example.net ns2.example.net
  from here; put back; rows - changed-after already-so; run; POSTs writeNameservers 0
putting back sends nothing to a domain that somebody changes between the review and the sending
  prepare nameservers of 0 1; run; from here; put back; 0 has nameservers other.example.com more.example.com; run; POSTs writeNameservers 1
  rows changed-since confirmed
putting back concerns only what took effect: a refused row is no part of it
  unlocked 0 1 2; 1 is refused: refused validation; prepare lock of 0 1 2; run; way back toPutBack=2 notKept=0 elsewhere=0; left unlocked none
  put back; rows - -; run; lock of 0 is unlocked; lock of 2 is unlocked
putting back is refused while the batch is not over
  prepare nameservers of 0 1; when written: pause; run; batch paused confirmed=1; put back; fails invalid-input of; stop; put back; batch ready remaining=1
putting back is not possible where the service showed no nameserver before
  0 has no nameservers; prepare nameservers of 0; run; put back; rows not-kept; run; POSTs writeNameservers 0
putting back can itself be put back
  prepare nameservers of 0 1; run; put back; run; put back; run; nameservers of 1 are a.example.org b.example.org
putting back is of another digest where another change is taken back
  prepare nameservers of 0; run; put back; the row takes another change back; apply; fails changed-since batch
putting back goes on after a restart once what is left was read and reviewed again
  prepare nameservers of 0 1; run; put back; restart; go on; read again; run; nameservers of 0 are ns1.example.net ns2.example.net
putting back is refused for what cannot be taken back, and says so before
  prepare renew of 0 1; run; nothing to put back; put back; fails invalid-input of
putting back contacts writes what each domain had, and leaves alone what was set in other fields since
  1 has also Phone +44.1; prepare contacts of 0 1; run; 1 has now Phone +44.2; put back; batch ready remaining=2 erasing=0; types 2; run
  City of 0 is London; City of 1 is London; Contact_Name of 1 is Ada Lovelace; Phone of 1 is +44.2
putting back contacts empties a field again that was empty before, without asking for each row
  0 has City ; prepare contacts of 0; run; City of 0 is Oxford; put back; run; City of 0 is empty
putting back contacts leaves out a domain of which a field that was set has another value now
  prepare contacts of 0 1; run; 0 has now City Bath; put back; rows changed-after -; run; City of 0 is Bath; City of 1 is London
putting back contacts is possible for 30 days: then the values are deleted, and each row says so
  prepare contacts of 0 1; run; way back toPutBack=2 notKept=0; previous contacts 2; pass 31d; restart; previous contacts 0
  way back toPutBack=0 notKept=2; put back; rows not-kept not-kept
putting back contacts needs nothing that can be read without the keychain, and keeps nothing for what was refused
  answer refused; prepare contacts of 0 1; run; previous contacts 1; previous contacts say neither London nor ada@example.com
putting back a single change, made in the editor, is a batch of one
  in the portfolio 0; review one contacts of 0; apply that one; City of 0 is Oxford; put that one back; rows show Registrant: City → with the contacts from before
  run; City of 0 is London
H14 after the address was edited, nothing of a batch of {nameservers|unlock|contacts} is put back at the other service, and that is said
  prepare {nameservers|unlock|contacts} of 0 1; run; way back toPutBack=2 elsewhere=0; the account goes to another service
  way back toPutBack=0 elsewhere=2; put back; fails invalid-input of; reason had before; put its first one back; fails invalid-input of
H14 where a person said that it is the same service, everything is put back
  prepare nameservers of 0 1; run; the account goes to the same service; way back toPutBack=2 elsewhere=0
H14 back at the first address, it is offered again
  prepare nameservers of 0; run; the account goes to another service; the account is back; way back toPutBack=1 elsewhere=0
H14 a row that takes such a change back is excluded when it is read
  prepare nameservers of 0; run; the account goes to another service; its change is not undone
`,
);

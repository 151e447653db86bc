import { describe, expect, it } from 'vitest';
import type { ReadBackVerdict, WriteOutcome } from '#shared/domain/change.ts';
import type { ReadBackResult } from '../../../../../electron/main/changes/kinds/kind.ts';
import {
  type DoubtTiming,
  readBackAfterAnswer,
  readBackAfterDoubt,
} from '../../../../../electron/main/changes/read-back.ts';
import { changeSteps } from '../../../../support/changes/change-rows.ts';
import type { AppError } from '#shared/errors.ts';
import { durationOf, testRows } from '../../../../support/rows.ts';

// What is read after an answer, after a doubt, and after the program was ended: when, how often, and what it comes to.
testRows(
  changeSteps,
  `
# A doubt
F13 a change in doubt is read back at once, after 30 s, and again when a slow service has had 90 s
  answer uncertain; begin lock; pass 10ms; is uncertain; quiet; reads lock, lock, lock, lock, lock, lock
  events planned, sending, answered uncertain, read-back no-proof, read-back no-proof, read-back as-before; is not-applied
C9 a change that is claimed and not shown is read after 0, 5, 30 and 90 s, and not written again
  answer done, not made; lock is made; events planned, sending, answered done, read-back as-before, read-back no-proof
  reads lock, lock, lock, lock, lock, lock; POSTs writeLock
F13 a change that a slow service carries out 75 s after the program was ended is not called “not applied”
  answer done, not made; when written it hangs; begin lock; pass 3s; restart; recover; pass 72s; is uncertain
  there is unlocked; quiet; is applied
F13 a change that the service called done is never called “not applied”, however long it is as before
  answer done, not made; lock is made; pass 1d; verify; is uncertain; evidence said this is done
  there is unlocked; verify; is applied
a change in doubt that a person reads back in the meantime is applied then, and not read again
  answer uncertain; begin lock; pass 10ms; there is unlocked; verify; is applied; from here; quiet; reads none
a change in doubt that a person reads back early, several times, is read once more later
  answer uncertain; begin lock; pass 10ms; verify; verify; quiet; read back no-proof, no-proof, no-proof, no-proof, as-before
C10 a change that nothing can prove is not read again by itself
  answer uncertain; begin renew; quiet; read back no-proof
a change in doubt is not read later where the program ends
  answer uncertain; begin lock; close; restart; read back no-proof
a change in doubt without an account any more is unreadable, and is not lost
  answer uncertain; begin lock; pass 10ms; no account; verify; is uncertain; read back no-proof, unreadable
a claimed change that could not be read for want of a way is read when there is one
  when written: lock cannot be read: unreachable offline; lock is made; is uncertain; error unreachable offline
  all can be read; wake another; quiet; is uncertain; wake; quiet; is applied
C9 a change in doubt is tried again by itself three times and once after 90 s, however often the way comes and goes
  answer uncertain; begin lock; pass 10ms; lock cannot be read: unreachable no-answer-in-time; verify; from here
  wake; quiet; wake; quiet; wake; quiet; wake; quiet; wake; quiet; reads 4
  all can be read; verify; is not-applied
a change in doubt that was settled meanwhile is not read when the account is reached again
  answer uncertain; begin lock; pass 10ms; lock cannot be read: no-key; verify; settle not-applied; from here; wake; quiet; reads none
H3 a service that rests after its answer keeps no change on its way: it is uncertain within a minute, and read again by itself
  a throttle; when written: the service rests 90s; begin lock; pass 60s; is uncertain; pass 1h; is applied; POSTs writeLock
(G12) contacts in doubt are compared with what was sent after a restart too: {done|not done}
  answer uncertain; begin contacts; pass 10ms; restart; there are contacts {as sent|as before}; recover; quiet; is {applied|not-applied}
(G12) contacts in doubt are not known where the keychain fails: nothing is compared and nothing guessed
  keychain locked; answer uncertain; contacts is made; is uncertain; evidence no longer known

# A renewal, of whose domain a sync shows a later expiry
an uncertain renewal gets a later expiry of a sync as evidence, once, which Verify keeps, and is not settled by it
  answer uncertain; begin renew; pass 10ms; it was known to expire 2026-05-06 by sync at 2020-01-01; sync is made; sync is made
  #1 evidence Expiry date, from a sync | 2026-05-06 | 2027-05-06 | for; verify #1; #1 is uncertain; #1 evidence once Expiry date, from a sync
an uncertain renewal gets no such evidence where the expiry {is later by less than the period|was read after it, which may include it|was only expected}
  answer uncertain; begin renew; pass 10ms
  it was known to expire {2026-06-01 by sync at 2020-01-01|2026-05-06 by sync at 2100-01-01|2026-05-06 by expected at 2020-01-01}
  sync is made; #1 no evidence Expiry date, from a sync
an uncertain renewal gets no such evidence where the expiry was not known before
  answer uncertain; begin renew; pass 10ms; sync is made; #1 no evidence Expiry date, from a sync

# A disk that fails
a disk that fails at {entries|read-back} while reading back leaves the change uncertain
  answer uncertain; begin lock; pass 10ms; there is unlocked; disk busy at {entries|read-back}; verify; fails storage busy
  disk well at {entries|read-back}; is uncertain
a disk that takes nothing more after the answer leaves the change on its way until the next start
  when written: disk busy at read-back; lock is made; disk well at read-back; is sending; restart; recover; is applied
H3 a disk that does not tell after the answer what was sent leaves a yes accepted
  disk busy at entries; lock is made; disk well at entries; is confirmed by answer

# C7 After an end in between
C7 what was on its way when the program ended is uncertain and read back: it was done
  when written it hangs; begin lock; pass 10ms; restart; recover; is applied by read-back
  events planned, sending, interrupted, read-back agrees
C7 what was on its way when the program ended is read back: it was not done, which shows after 90 s only
  answer done, not made; when written it hangs; begin lock; pass 10ms; restart; recover; is uncertain; pass 85s; is uncertain
  quiet; is not-applied by read-back; POSTs writeLock
C7 nobody acts on {example.com|Example.COM.} before what was on its way was read back, though nobody called for it
  when written it hangs; begin lock; pass 10ms; restart; from here; review nameservers of {example.com|Example.COM.}
  reads lock, nameservers; is applied
C7 a person settles what was on its way after it was read back, not before
  answer done, not made; when written it hangs; begin lock; pass 10ms; restart; settle not-applied; is settled
  events planned, sending, interrupted, read-back no-proof, settled
C7 offline, what was on its way stays uncertain, and is read back when the account is reached again
  when written it hangs; begin lock; pass 10ms; restart; lock cannot be read: unreachable offline; recover; quiet
  events planned, sending, interrupted, read-back unreadable; all can be read; wake another; quiet; is uncertain; wake; quiet; is applied
C7 nothing is done where the journal cannot even be looked at, until it can
  when written it hangs; begin lock; pass 10ms; restart; disk busy at open; review sync; fails storage; disk well at open; review sync; succeeds
C7 where marking what was on its way fails half-way, the next who acts marks it
  when written it hangs; begin lock; pass 10ms; restart; disk full at interrupted; recover; is sending
  settle applied; fails storage; a row of a batch syncs it; fails storage; send; fails invalid-input id; POSTs writeLock
  disk well at interrupted; review sync; is applied
C7 what was left uncertain and never read is read at the next start
  answer uncertain, made; disk full at read-back; lock is made; disk well at read-back; restart; recover; is applied
C7 what was read back is left alone at the next start
  answer uncertain; renew is made; restart; recover; read back no-proof
C7 reading back that breaks is a bug, and keeps nobody from acting
  when written it hangs; begin lock; pass 10ms; restart; reading throws; recover; bugs 1; review sync; succeeds
the end of the program waits for an answer that comes in time
  when written it takes 2s; begin lock; close; restart; is confirmed
the end of the program leaves what takes longer on its way, and adds nothing to the journal afterwards
  when written it takes 20s; begin lock; close within 3001ms; quiet; restart; events planned, sending; bugs 0
the end of the program ends a wait between two reads with what was read
  answer done, not made; begin lock; pass 1s; close; restart; events planned, sending, answered done, read-back as-before
the end of the program sends nothing new
  review lock; close; apply; fails cancelled; POSTs none
a connection that is dropped before the throttle lets the change out leaves it planned
  review sync; the connection ends; apply; quiet; is planned; told cancelled; POSTs none

# The credit after an answer
(G5) the credit that falls {0|3|20} s after a defined no to a renewal makes it uncertain, never refused
  answer refused; credit -10 after {0|3|20}s; renew is made; is uncertain
(G1) the credit that never falls after a yes of known price is said: in the change, and in the next review
  found to cost 10.00; answer done, not made; renew is made; is confirmed; charge not-yet; uncharged
  review renew; says renewed-before: not yet charged.*Have the service read it again
(G1) the credit that falls says nothing
  found to cost 10.00; renew is made; not uncharged

# F11 A slow registry
F11 a registration whose answer is {lost|lost, and that is paid later|a yes|“exists”|a limit of requests} is applied when the name appears after five minutes, and never called not done
  free; answer {uncertain|uncertain|done|exists|refused-unconfirmed}, not made
  when written: credit is {490|500|490|500|500}; begin register; pass 5min; is uncertain; it is registered to us; pass 10min
  is applied by read-back; never called not-applied; never called refused; POSTs register
F11 a registration in doubt is read back at growing pauses, and called not done after ten minutes at the earliest
  free; answer uncertain; begin register; pass 10ms; from here; pass 29s; reads none; pass 2s; looked up 1; pass 88s; looked up 1
  pass 2s; looked up 2; pass 478s; looked up 2; is uncertain; pass 2s; looked up 3; is uncertain; pass 5s; looked up 4; is not-applied
F11 a registration that was claimed is never called not done by itself
  free; answer done, not made; begin register; pass 1d; is uncertain; verify; is uncertain
F11 a registration that a person reads back after three minutes proves nothing yet, and says so
  free; answer uncertain; begin register; pass 3min; verify; is uncertain; evidence Less than 10 min after the order
F11 a registration in doubt keeps nobody waiting: other changes of the domain and other domains go on
  free; answer uncertain; begin register; review lock of other.example; succeeds; review sync; succeeds; is uncertain; close within 60s
F11 a registration in doubt goes on being read after a restart in between
  free; answer uncertain; begin register; pass 1min; close; restart; recover; is uncertain; pass 4min; it is registered to us
  pass 10min; is applied
F11 a registration that was interrupted after a yes is not called not done either
  free; answer done, not made; begin register; pass 10ms; restart; recover; pass 1h; is uncertain
C9 a registration in doubt is read a bounded number of times where the clock stands still
  free; answer uncertain; begin register; pass 10ms; the clock stands still; close; restart; from here; recover; pass 1d
  looked up 5; is uncertain
`,
);

type Shown = ReadBackVerdict | 'offline' | 'not permitted';

const errors: Readonly<Partial<Record<Shown, AppError>>> = {
  offline: { kind: 'unreachable', why: 'offline' },
  'not permitted': { kind: 'refused', why: 'permission', status: 403, said: '' },
  unreadable: { kind: 'unreadable', status: 200, why: 'not-json' },
};
const aLook = (shown: Shown): ReadBackResult => ({
  verdict: shown === 'offline' || shown === 'not permitted' ? 'unreadable' : shown,
  evidence: [],
  error: errors[shown] ?? null,
});

/** Looks that show one thing after the other, each with this as well, and the pauses between them; the program ends at “!”. */
function scene(shown: string, also: Partial<ReadBackResult> = {}) {
  const left = shown.replace(/ !$/, '').split(', ');
  const pauses: number[] = [];
  return {
    readOnce: () => Promise.resolve({ ...aLook((left.shift() ?? 'no-proof') as Shown), ...also }),
    sleep: (durationMs: number) => {
      pauses.push(durationMs / 1_000);
      return Promise.resolve(!shown.endsWith(' !'));
    },
    pauses: () => pauses.join(', '),
  };
}

const cellsIn = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** The answer, what each look shows, what it comes to, and the pauses in seconds; of “paid”, the credit did not fall yet. */
const afterAnswer = `
done                     | agrees                             | agrees     |
done                     | no-proof                           | no-proof   |
done                     | as-before, agrees                  | agrees     | 5
done                     | as-before, as-before, agrees       | agrees     | 5, 25
done                     | as-before, as-before, as-before    | as-before  | 5, 25
done                     | differs, differs, differs          | differs    | 5, 25
done                     | unreadable, agrees                 | agrees     | 5
done                     | unreadable, unreadable, unreadable | unreadable | 5, 25
done                     | offline                            | unreadable |
done                     | not permitted                      | unreadable |
done                     | as-before, agrees !                | as-before  | 5
refused                  | as-before                          | as-before  |
refused                  | differs, as-before                 | as-before  | 5
refused                  | agrees                             | agrees     |
refused-unconfirmed      | as-before, as-before               | as-before  | 5
refused-unconfirmed      | as-before, agrees                  | agrees     | 5
refused-unconfirmed      | as-before, unreadable, as-before   | as-before  | 5, 25
refused-unconfirmed      | unreadable, unreadable, as-before  | differs    | 5, 25
refused-unconfirmed      | as-before !                        | differs    | 5
refused contradicted     | differs, as-before, as-before      | differs    |
refused paid             | no-proof, no-proof, no-proof       | no-proof   | 5, 25
refused paid             | no-proof !                         | differs    | 5
refused-unconfirmed paid | no-proof !                         | differs    | 5
done paid                | no-proof !                         | no-proof   | 5
done paid                | agrees, unreadable, as-before      | agrees     | 5, 25
`;
const beside: Readonly<Record<string, Partial<ReadBackResult>>> = {
  paid: { charge: 'not-yet' },
  contradicted: { contradictsNo: true },
};

/** How long ago the attempt ended, after what it counts, what the service promised, what each look shows, what it comes to, and the pauses. */
const afterDoubt = `
0s      | 90s   | nothing | agrees                | agrees     |
0s      | 90s   | nothing | differs               | differs    |
60s     | 90s   | nothing | no-proof              | no-proof   |
60s     | 90s   | nothing | unreadable            | unreadable |
0s      | 90s   | nothing | as-before, as-before  | no-proof   |
89999ms | 90s   | nothing | as-before, as-before  | no-proof   |
30s     | 10min | nothing | as-before, as-before  | no-proof   |
599s    | 10min | nothing | as-before, as-before  | no-proof   |
1d      | 90s   | pending | as-before, as-before  | no-proof   |
1d      | 90s   | done    | as-before, as-before  | no-proof   |
90s     | 90s   | nothing | as-before, as-before  | as-before  | 5
90s     | 90s   | nothing | as-before, agrees     | agrees     | 5
90s     | 90s   | nothing | as-before, differs    | differs    | 5
90s     | 90s   | nothing | as-before, unreadable | unreadable | 5
90s     | 90s   | nothing | as-before !           | differs    | 5
`;

describe('C9 F2 F11 G1 G5 reading back', () => {
  it.each(cellsIn(afterAnswer))(
    'reading back after “%s” that shows %s: %s, with pauses of %s',
    async (answer = '', shown = '', verdict, pauses) => {
      const [answered = '', also = ''] = answer.split(' ');
      const { readOnce, sleep, pauses: made } = scene(shown, beside[also]);
      expect((await readBackAfterAnswer(readOnce, answered as WriteOutcome, sleep)).verdict).toBe(verdict);
      expect(made()).toBe(pauses);
    },
  );

  it.each(cellsIn(afterDoubt))(
    'reading back %s after a doubt that counts after %s, promised %s, that shows %s: %s, with pauses of %s',
    async (since = '', counts = '', promised = '', shown = '', verdict, pauses) => {
      const { readOnce, sleep, pauses: made } = scene(shown);
      const when: DoubtTiming = {
        sinceMs: durationOf(since),
        countsAfterMs: durationOf(counts),
        promised: promised === 'nothing' ? null : (promised as 'done'),
        tooEarly: 'Too early',
      };
      const read = await readBackAfterDoubt(readOnce, when, sleep);
      expect([read.verdict, made()]).toEqual([verdict, pauses]);
      if (shown.startsWith('as-before') && verdict === 'no-proof')
        expect(read.evidence[0]?.label).toMatch(promised === 'nothing' ? 'Too early' : promised);
    },
  );
});

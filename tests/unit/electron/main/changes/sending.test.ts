import { testRows } from '../../../../support/rows.ts';
import { changeSteps } from '../../../../support/changes/change-rows.ts';

// What stands between a click and a POST: consent, the state that was looked at, the account, the disk, the throttle and time.
testRows(
  changeSteps,
  `
# What was looked at is what is sent
a review of {lock|nameservers|contacts} is not applied where it is otherwise than it was looked at
  review {lock|nameservers|contacts}; there is {unlocked|locked|locked}; there are nameservers other.example.net more.example.net
  there are other contacts; apply; fails changed-since {lock|nameservers|contacts}; POSTs none
a review is not applied where the account was edited so that other fields would go out
  review register; postcode as zipcode; apply; fails changed-since review; POSTs none
a review that cannot be compared, because the service cannot be reached, writes nothing down
  review lock; lock cannot be read: unreachable offline; apply; fails unreachable offline; nothing is written down; POSTs none
F7 a planned change of contacts is not sent over contacts that were changed meanwhile
  answer unsent; contacts is made; is planned; there are other contacts; send; fails changed-since contacts; POSTs none; is planned
F7 a planned change is told to be unread, and not changed, where what is there cannot be read
  answer unsent; lock is made; lock cannot be read: unreadable not-json; send; fails unreadable not-json; POSTs none
F7 a change that was planned and never tried is compared as well
  disk full at sending; lock is made; disk well at sending; there is unlocked; send; fails changed-since lock; POSTs none
F7 what was agreed to a quarter of an hour ago has to be looked at again, and is sent by that look
  answer unsent; contacts is made; pass 15min; send; fails changed-since consent; POSTs none
  review again; apply; quiet; is confirmed; POSTs writeContacts
F7 a second look at a planned change shows what is there now
  answer unsent; lock is made; there is unlocked; review again; says nothing-changes; POSTs none
a planned {lock|nameservers|contacts|register|renew|sync|child-register|child-modify|child-delete} is sent as it was written down
  answer unsent; {lock|nameservers|contacts|register|renew|sync|child-register|child-modify|child-delete} is made; is planned
  send; succeeds; quiet; is confirmed; POSTs {writeLock|writeNameservers|writeContacts|register|renew|sync|registerChildNameserver|modifyChildNameserver|deleteChildNameserver}
a planned registration is not sent with other fields than were written down, nor looked at again
  answer unsent; register is made; postcode as zipcode; send; fails changed-since review; review again; fails invalid-input id; POSTs none
a planned change whose values the keychain did not encrypt is not sent, and says so
  keychain locked; answer unsent; contacts is made; keychain open; send; fails invalid-input id; POSTs none
a planned change waits for a keychain that does not open now
  answer unsent; contacts is made; keychain locked; send; fails keychain; POSTs none

# Who is asked, and of whom
F10 a review of before is not sent with another login
  review lock; another username; apply; fails changed-since login; POSTs none
F10 a planned change is not sent to another address, and cannot be looked at again there
  answer unsent; lock is made; another baseUrl; send; fails changed-since login; review again; fails changed-since login; POSTs none
F10 another login is not asked what became of a change of before
  answer uncertain; begin lock; from here; another username; there is unlocked; quiet; verify; is uncertain; reads none
what keeps everything paid back holds for what costs money, and for nothing else
  review renew; paid is blocked; apply; fails cancelled; lock is made; POSTs writeLock

# What a person types
a change of {register|renew|contacts|child-delete} is sent once its name was typed, in either form, and not before
  review {register|renew|contacts|child-delete} of xn--bckerei-5wa.example; apply without name; fails invalid-input typedName
  apply typing bäckerei.exampl; fails invalid-input typedName; POSTs none; apply typing  Bäckerei.example; succeeds
a change of {lock|nameservers|child-register|child-modify|sync} is sent without a name typed
  review {lock|nameservers|child-register|child-modify|sync}; asks for nothing; apply without name; succeeds
a premium name is ordered only where that was accepted
  free premium; review register; says premium; apply without premium; fails invalid-input premiumAccepted; POSTs none
  apply; quiet; POSTs register
a renewal warns of the price of what was registered as a premium name
  free premium; register is made; is confirmed; review renew; says premium
a renewal does not warn of the price of what was registered as an available name
  free; register is made; is confirmed; review renew; does not say premium

# One POST
F1 a renewal out of a review that was open while another one was renewed by is not sent, and says by which change
  review renew; review renew; apply 1; quiet; apply 2; quiet; POSTs renew; told changed-since earlier-change number=1
F1 a renewal is sent again by a review that has shown the one before
  renew is made; review renew; last is #1 confirmed; says renewed-before; apply; quiet; POSTs renew, renew
F1 a renewal that was withdrawn does not hide the one before it, which was paid
  renew is made; answer unsent; renew is made; withdraw; review renew; last is #1 confirmed; says renewed-before; POSTs renew
F1 a renewal teaches what expiry is expected
  renew is made; POSTs renew; the portfolio hears renews=1 source=change
C8 an uncertain change is not sent, and nothing is read for it
  answer uncertain; renew is made; from here; send; fails invalid-input id; reads none; POSTs none
C8 a change is not sent again where sending threw after the first byte may have left
  when written it throws; renew is made; is uncertain; bugs 1; POSTs renew; send; fails invalid-input id
C10 F1 a second renewal waits until the first is settled, which then counts as one that took effect
  answer uncertain, made; renew is made; review renew; fails open-change number=1; settle applied; review renew
  last is #1 settled; says renewed-before; POSTs renew
C11 a review is applied once, also after it is over
  review renew; apply; quiet; apply; succeeds; quiet; is confirmed; POSTs renew
C11 a review shows the last change of the family
  answer refused; renew is made; review renew; last is #1 refused; says tried-before
a change that was settled, confirmed or is being sent is not verified
  lock is made; verify; fails invalid-input id; is confirmed

# The disk, the throttle and time
D8 a disk that fails at the beginning keeps everything back, and the same review can be applied later
  review lock; disk full at begin; apply; fails storage full; POSTs none; disk well at begin; apply; succeeds; quiet; POSTs writeLock
D8 a disk that fails before sending keeps everything back, and the reason is told
  disk read-only at sending; renew is made; is planned; POSTs none; told storage read-only
D8 a disk that fails after sending is waited for, so that the answer is not lost
  disk full at answered; begin lock; pass 2s; is sending; disk well at answered; quiet; is confirmed; POSTs writeLock
D8 a disk that stays full leaves the change on its way, and the next start reads it back
  disk full at answered; lock is made; disk well at answered; is sending; restart; recover; is applied; POSTs writeLock
F6 a write that finds no place within 30 s is given up, says for how long the service wants to rest, and is never sent
  review renew; a throttle; the service rests 1h; apply; fails rate-limited retryAfterS=3570; pass 2h; POSTs none; nothing is written down
F6 a write is not sent where what is there now takes more than a minute to be read
  review lock; reading takes 2min; apply; fails unreachable no-answer-in-time; pass 10min; POSTs none
F6 a write that the service asks to be left alone after stays planned, and is told why
  review lock; a throttle; when read: the service rests 1h; apply; pass 2h; is planned
  told rate-limited retryAfterS=3570; POSTs none

# A registration
a registration is not sent where the name is not available right before
  review register; there is taken; apply; fails not-available taken; nothing is written down; POSTs none
a registration whose name cannot be looked up is not sent, and is sent from the same review later
  review register; finding cannot be read: unreachable offline; apply; fails unreachable offline; nothing is written down
  all can be read; apply; quiet; is confirmed; POSTs register
a planned registration of a name that is not available any more is withdrawn
  answer unsent; register is made; is planned; there is taken; send; fails not-available; is withdrawn; error not-available; POSTs none
C13 a registration that is refused because the name exists is ours where its contacts are those that were sent
  answer exists, made; register is made; is applied by read-back; POSTs register
  the portfolio hears isRegistered=true source=change nameservers=ns1.example.net,ns2.example.net
F11 a registration that “exists” stays open where its contacts are not shown: it can be ours since an earlier order
  free; answer exists; when written: there is taken; register is made; pass 1h; is uncertain; error uncertain exists
  evidence It is taken, and this account can’t see its contacts: it may be yours or somebody else’s
  review register; fails open-change; POSTs register
C13 a registration that “exists” stays open where nobody can be asked whose it is
  free; answer exists; when written: there is taken, then contacts cannot be read: unreachable offline; register is made; is uncertain; POSTs register
`,
);

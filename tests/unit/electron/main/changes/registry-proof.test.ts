import { changeSteps } from '../../../../support/changes/change-rows.ts';
import { testRows } from '../../../../support/rows.ts';

// What a registry's own record proves, when it is asked, and that it is never in the way.
testRows(
  changeSteps,
  `
# An uncertain renewal
an uncertain renewal is kept with what its registry showed right before it was sent
  a registry; answer uncertain; begin renew; pass 10ms; is uncertain; before it the registry showed 2027-05-01
an uncertain renewal is settled once the registry shows it: done, proven by the registry, and it is asked no more
  a registry; answer uncertain; begin renew; pass 2min; is uncertain; at the registry not-yet unchanged; the registry shows it renewed
  pass 10min; is applied by registry; at the registry proven
  evidence Expiry date, at the registry | 2027-05-01 | 2028-05-01 | for; the portfolio hears renews=1 source=change; from here; pass 2d; asked 0
an uncertain renewal stays so where the registry never shows it: it is asked at 1 min, 10 min, 1 h and 1 day, and not again
  a registry; answer uncertain; begin renew; pass 5d; asked after 1, 10, 60, 1440; is uncertain by nothing; POSTs renew
an uncertain renewal is asked about at its times also where registries are switched off meanwhile, and on again
  a registry; answer uncertain; begin renew; pass 2min; the registry is off; pass 2h; asked after 1, 10, 60
  the registry is on; the registry shows it renewed; pass 1d; asked after 1, 10, 60, 1440; is applied by registry
an uncertain renewal is asked about no more where the registry can never prove it
  a registry; answer uncertain; begin renew; the registry shows registrar 1068; pass 2d; asked after 1; is uncertain
  at the registry cannot transferred
an uncertain renewal is asked about at its times after a restart too, once for those that were missed
  a registry; answer uncertain; begin renew; pass 2min; close; restart; pass 3h; from here; recover; pass 1min; asked 1
  the registry shows it renewed; pass 1d; is applied by registry
an uncertain renewal is not asked about while a batch runs
  a registry; answer uncertain; begin renew; a batch runs; pass 5min; asked after none; a batch rests; pass 1min; asked after 6
an uncertain renewal that a person has settled is asked about no more
  a registry; answer uncertain; begin renew; pass 10ms; settle not-applied; the registry shows it renewed; from here; pass 2d; asked 0; is settled
an uncertain renewal is proven by a person’s own reading back as well
  a registry; answer uncertain; begin renew; pass 30s; the registry shows it renewed; verify; is applied by registry
an uncertain renewal is not proven by what one before it may have brought late, nor by a person’s reading back
  a registry; answer done, not made; renew is made; pass 1h; answer uncertain; begin renew; the registry shows it renewed; pass 2h
  is uncertain; at the registry cannot renewed-before; verify; is uncertain
an uncertain renewal is proven where the one before was {refused|sent more than a week before}
  a registry; answer {refused|done}, not made; renew is made; pass {1h|8d}; answer uncertain; begin renew; the registry shows it renewed
  pass 2h; is applied by registry

# An accepted renewal
(G1) a renewal that was accepted without a charge is proven by the registry, and no longer in doubt
  a registry; found to cost 10.00; answer done, not made; renew is made; is confirmed by answer; charge not-yet; the registry shows it renewed
  pass 10min; is confirmed by registry; not uncharged; the chain holds; is confirmed by registry
(G1) a renewal that was accepted without a charge is not proven by what another renewal brought, which was sent since
  a registry; found to cost 10.00; answer done, not made; renew is made; renew is made; #2 is confirmed; the registry shows it renewed
  pass 1h; #1 is confirmed by answer; #1 charge not-yet; #1 at the registry cannot renewed-since
(G1) a renewal that was accepted without a charge stays so where the registry does not show it
  a registry; found to cost 10.00; answer done, not made; renew is made; pass 2d; is confirmed by answer; charge not-yet
  at the registry not-yet unchanged; the chain holds
a renewal that was accepted and charged is proven by the registry once that shows it, and it is asked no more
  a registry; found to cost 10.00; renew is made; is confirmed by answer; charge fell; the registry shows it renewed; pass 20min
  is confirmed by registry; at the registry proven; from here; pass 2d; asked 0; the chain holds; is confirmed by registry
a renewal that was accepted and charged stays so where the registry lags: it is asked after 10 min and after a day
  a registry; found to cost 10.00; renew is made; pass 5d; asked after 10, 1440; is confirmed by answer; charge fell
  at the registry not-yet unchanged; the chain holds
a renewal that was accepted and charged is left as it is where the registry says that it never can
  a registry; found to cost 10.00; renew is made; the registry shows registrar 1068; pass 2d; is confirmed by answer; charge fell
  at the registry cannot transferred
a renewal that was accepted and charged is left as it is where the registry says nothing
  a registry; found to cost 10.00; renew is made; the registry shows less; pass 2d; is confirmed by answer; charge fell; at the registry not-yet unchanged
a renewal that was accepted and charged is followed after a restart too
  a registry; found to cost 10.00; renew is made; close; restart; the registry shows it renewed; recover; pass 20min; is confirmed by registry

# A registry is never in the way
a registry that does not answer is waited for three seconds, for the review and before it is sent, and it is sent without
  a registry that never answers; renew is made; is confirmed by answer; nothing of a registry; sent after 6s
a registry that shows, right before a renewal is sent, that it is about to delete the name: that was not reviewed
  a registry; review renew; the registry shows that it is about to be deleted; apply; fails changed-since; POSTs none
a registry that is switched off: nothing is kept of it, and nobody is asked later
  a registry; the registry is off; answer uncertain; begin renew; pass 2d; asked after none; nothing of a registry; is uncertain

# A registration
an uncertain registration is proven by a registry that shows it right after it was sent, once the account shows the registrant that was sent
  a registry; the registry shows it free; answer uncertain; begin register; pass 10ms; there is taken; the registry shows it registered
  it is registered to us; pass 2min; is applied by registry; the portfolio hears isRegistered=true
an uncertain registration stays so with its reason where the account doesn’t have it, and may come into the account later
  a registry; the registry shows it free; answer uncertain; begin register; pass 10ms; there is taken; the registry shows it registered
  pass 2h; is uncertain by nothing; at the registry not-yet not-in-account; it is registered to us; pass 1d; is applied by registry
H2 a registration that a drop catcher was faster with stays uncertain where the service shows {another registrant|empty fields|no role|our address for another role alone}
  a registry; the registry shows it free; answer uncertain; begin register; pass 10ms; the registry shows it registered
  {it is registered to owner@dropcatch.example|it is registered with empty fields|it is registered with no role|it is registered with us as Admin}
  pass 2d; is uncertain by nothing; at the registry not-yet {another-registrant|registrant-not-known|registrant-not-known|registrant-not-known}
  the portfolio does not hear isRegistered; settle applied; is settled
H2 a registration says against it that the registrant is another one, and goes on saying so at each later reading
  a registry; the registry shows it free; answer uncertain; begin register; pass 10ms; the registry shows it registered
  it is registered to owner@dropcatch.example; pass 2min; evidence Its registrant has another e-mail address than the one you sent
  pass 2d; evidence Its registrant has another e-mail address than the one you sent | - | - | against
an uncertain registration is proven by a registry where what the login’s other names show cannot be read
  a registry; the portfolio cannot be read; the registry shows it free; answer uncertain; begin register; pass 10ms; there is taken
  the registry shows it registered; it is registered to us; pass 2min; is applied by registry
H2 a registration is not called proven by a registry where it is at another registrar than the login’s other names
  a registry; other names are at 292; the registry shows it free; answer uncertain; begin register; pass 10ms; the registry shows it registered
  the registry shows registrar 9999; it is registered to us; pass 2min; is applied by read-back; at the registry cannot another-registrar
H2 a registration that the service said is done is uncertain where it is taken and not found in the account, {with a price and a registry|with a price|with a registry|with neither}
  {a registry|costs 10.00|a registry|costs none}; costs {10.00|10.00|none|none}; free; answer done, not made
  when written: there is taken, then the registry shows it registered, then the registry shows registrar 9999; begin register; pass 3d
  is uncertain by nothing; evidence It is taken, and this account does not have it; the portfolio does not hear isRegistered
H2 a registration that the service said is done is done by itself where the account has it only minutes later
  a registry; contacts cannot be read: refused not-found; begin register; pass 1min; is uncertain; all can be read; pass 1h; is applied
`,
);

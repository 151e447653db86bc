import { describe, expect, it } from 'vitest';
import { changeSteps } from '../../../../support/changes/change-rows.ts';
import { testRows } from '../../../../support/rows.ts';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { type Price, registrationPrice } from '#shared/domain/finding.ts';
import {
  missingIn,
  mostlyRequired,
  type RegistrationContact,
  registrationFields,
} from '#shared/changes/register.ts';
import { answeredBy } from '../../../../../electron/main/changes/gate.ts';
import { orderable, register } from '../../../../../electron/main/changes/kinds/register.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import { createDoubts } from '../../../../../electron/main/workspace/journal/doubts.ts';
import { createJournalRepository } from '../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createAccountsRepository } from '../../../../../electron/main/workspace/repositories/accounts.ts';
import {
  aDoubt,
  aPlannedRenewal,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { aConsent, aSend, at, service } from '../../../../support/workspace/a-journal.ts';
import { anAccount } from '../../../../support/workspace/a-workspace.ts';
import { findingKinds } from '#shared/domain/finding-kinds.ts';

testRows(
  changeSteps,
  `
C6 a change is on the disk as being sent before anything leaves, with what was read before
  when written: the journal has sending; lock is made; is confirmed; announced planned, sending, sending, confirmed; before it the lock was locked
F10 an account that is edited between the look and the sending is found by the journal itself
  review lock; the journal’s account is another; apply; quiet; is planned; told changed-since login; POSTs none
a sync’s answer is kept, and told to the portfolio
  sync is made; answered to expire 2027-05-06; evidence Expiry date | - | 2027-05-06 | neither; the portfolio hears of a sync to 2027-05-06
a sync’s date is not taken for the expiry where the account says so, and is in the journal all the same
  the account takes no expiry from a sync; sync is made; answered to expire 2027-05-06; the portfolio hears of a sync to nothing
the portfolio is told what was read before a change, and what was read after it
  lock is made; heard in turn read locked, read locked, change unlocked
the portfolio is told what a change of {register|nameservers|child-register|child-modify|child-delete} brought about
  {register|nameservers|child-register|child-modify|child-delete} is made
  the portfolio hears source=change {isRegistered=true|nameservers=a.example.org,b.example.org|child=192.0.2.1|child=192.0.2.2|child=gone}
the portfolio is told what a person says of a change of {register|lock|nameservers} that nobody can read
  answer uncertain; begin {register|lock|nameservers}; pass 10ms; settle applied
  the portfolio hears source=typed {isRegistered=true|lock=unlocked|nameservers=a.example.org,b.example.org}
the portfolio is told nothing of a change that was not done
  answer refused; child-register is made; is refused; the portfolio does not hear source
(G2) a review names the earlier payment that another file records, until a later renewal takes effect
  another file records a renewal; review renew; says from-backup: change 7.*9.90 EUR; pass 1s; renew is made; review renew
  does not say from-backup
(G2) a review names what another file records also where an earlier renewal is known, which it tells of as well
  renew is made; pass 1s; another file records a renewal; review renew; last is #1 confirmed; says renewed-before; says from-backup
(G2) a review says that every name of a login is in doubt where nothing can be ruled out, until a person has checked
  nothing can be ruled out; review renew; says from-backup; all doubts end; review renew; does not say from-backup
what would be sent is shown to the person who asks, until it is over
  answer unsent; contacts is made; values Registrant; withdraw; values none
what would be sent of {a registration|a lock} is {shown by its roles|nothing}
  answer unsent; {register|lock} is made; values {registrant|none}
`,
);

const warned = async (world: ChangesWorld) => (await world.review(asks.renew)).remarks.map(({ id }) => id);

describe('a change, of what no row can say', () => {
  it('(G4) that was paid is named although a later one at another service, which may have been done, is named too', async () => {
    const world = new ChangesWorld();
    const own = await world.settled(asks.renew);
    const { database } = world.kept;
    const other = {
      accountId: 'b1',
      accountLabel: 'Other',
      service: { ...service, baseUrl: 'https://b.example' },
    };
    createAccountsRepository(database).save(
      anAccount({ id: 'b1', label: 'Other', baseUrl: other.service.baseUrl }),
    );
    const journal = createJournalRepository(database);
    const { changeId: id, event } = aPlannedRenewal(domain, at, null);
    await journal.begin({ id, at, event: { ...event, ...other }, sealed: null });
    const consented = aConsent({ service: other.service, lastEffect: own.id });
    const { kind } = await journal.send({
      ...(await aSend(journal, id)),
      ...{ service: other.service, consent: consented },
    });
    expect(kind).toBe('written');
    const { last, remarks } = await world.review(asks.renew);
    expect(last).toMatchObject({ number: 1, state: 'confirmed' });
    expect(remarks.map((warning) => warning.id)).toEqual(
      expect.arrayContaining(['renewed-before', 'paid-elsewhere']),
    );
  });

  it('F1 of two reviews that are applied at one moment, one is sent', async () => {
    const world = new ChangesWorld();
    const reviews = [await world.review(asks.renew), await world.review(asks.renew)];
    const applied = await Promise.all(
      reviews.map((review) => world.changes.apply(review.reviewId, world.consentTo(review))),
    );
    await world.quiet();
    const [begun, held] = applied[0]?.ok === true ? applied : applied.toReversed();
    expect(begun).toMatchObject({ ok: true });
    expect(held).toMatchObject({ error: { kind: 'open-change', number: 1 } });
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });

  it('a connection that is dropped is told to the write that is on its way', async () => {
    const world = new ChangesWorld();
    let wasAborted = false;
    world.service.onWrite = (signal) => {
      world.ending.abort();
      wasAborted = signal?.aborted === true;
      return Promise.resolve();
    };
    await world.settled(asks.sync);
    expect(wasAborted).toBe(true);
  });

  it('a change that is not there is not found, whatever is to be done with it', async () => {
    const world = new ChangesWorld();
    const id = crypto.randomUUID();
    for (const failed of [
      await world.changes.send(id),
      await world.changes.readBack(id),
      await world.changes.settle(id, 'applied', ''),
      await world.changes.withdraw(id),
      await world.changes.find(id),
    ]) {
      expect(failed).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    }
  });

  it('C11 a review is gone through once, however often and at once it is applied', async () => {
    const readsOf = async (times: number): Promise<number> => {
      const world = new ChangesWorld();
      const { reviewId } = await world.review(asks.lock);
      await Promise.all(Array.from({ length: times }, () => world.changes.apply(reviewId, consent)));
      await world.quiet();
      return world.service.reads.length;
    };
    expect(await readsOf(3)).toBe(await readsOf(1));
  });

  it('G16 what a person says another workspace has done stays in doubt, alone, until that is taken back', async () => {
    const world = new ChangesWorld();
    const [since, at] = ['2026-11-01T09:00:00.000Z', world.time.now().toISOString()];
    const doubts = createDoubts(world.kept.database);
    doubts.add([
      {
        ...aDoubt(at),
        domain: null,
        since,
        service: null,
        family: null,
        known: { place: '/second', mark: 'w 1' },
      },
    ]);
    const [every] = doubts.list({ offset: 0, limit: 10 }).doubts;
    expect(doubts.of('other.com', 'a login', 'renew')).not.toBeNull();
    doubts.end({ id: every?.id ?? 0, done: [domain], at });
    const { doubts: named } = doubts.list({ offset: 0, limit: 10 });
    expect(named).toMatchObject([{ domain, since, place: '/second', saidAt: at }]);
    expect(doubts.isNoted('w 1')).toBe(true);
    expect(await warned(world)).toContain('from-backup');
    expect(doubts.of('other.com', 'a login', 'renew')).toBeNull();
    doubts.end({ id: null, done: [], at });
    expect(await warned(world)).toContain('from-backup');
    doubts.end({ id: named[0]?.id ?? 0, done: [], at });
    expect(await warned(world)).not.toContain('from-backup');
  });
});

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });
const found = (kind: (typeof findingKinds)[number], register: Price = given('10.00')) => ({
  domain: 'example.com',
  tld: 'com',
  kind,
  cause: null,
  message: '',
  checkedAt: '2026-03-01T10:30:00.000Z',
  prices: [{ period: 1, register, transfer: register, renew: register }],
});
/** What was agreed to when it was found so. */
const agreed = (kind: 'available' | 'premium', premiumAccepted = false) => ({
  price: registrationPrice(found(kind).prices, 1),
  premiumAccepted,
});

describe('a registration that was written down of an available name', () => {
  it.each(findingKinds)('and is %s now goes out where it is available still', (kind) => {
    const against = orderable(1, found(kind), agreed('available'));
    if (kind === 'available') expect(against).toBeNull();
    else if (kind === 'premium') expect(against).toEqual({ kind: 'changed-since', what: 'finding' });
    else expect(against).toEqual({ kind: 'not-available', finding: kind });
  });

  it('goes out for the price that was looked at, and for no other', () => {
    for (const price of [given('10.01'), given('9.99'), { kind: 'not-given' } as const]) {
      expect(orderable(1, found('available', price), agreed('available'))).toEqual({
        kind: 'changed-since',
        what: 'finding',
      });
    }
  });

  it('does not go out without a finding', () => {
    expect(orderable(1, null, agreed('available'))).toEqual({
      kind: 'not-available',
      finding: 'unknown',
    });
  });
});

describe('a registration that was written down of a premium name', () => {
  it('goes out where that was accepted', () => {
    expect(orderable(1, found('premium'), agreed('premium', true))).toBeNull();
    expect(orderable(1, found('premium'), agreed('premium'))).toMatchObject({ kind: 'changed-since' });
  });
});

describe('what a registrant is without', () => {
  const whole = Object.fromEntries(
    registrationFields.map((name) => [name, name === 'fullname' ? '' : `a ${name}`]),
  ) as RegistrationContact; // Made of the very list that the type is made of.
  const without = (...names: readonly (keyof RegistrationContact)[]): RegistrationContact => ({
    ...whole,
    ...Object.fromEntries(names.map((name) => [name, '  '])),
  });

  function warned(registrant: RegistrationContact): readonly string[] {
    const ask: ChangeAsk = {
      kind: 'register',
      periodYears: 1,
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      contacts: { registrant, admin: registrant, tech: registrant, billing: registrant },
      addons: {},
      idnLanguage: null,
      domainFields: {},
    };
    return register
      .says(ask)
      .filter(({ id }) => id === 'missing-value')
      .map(({ text }) => text);
  }

  it('is nothing where all is there that most registries want', () => {
    expect(missingIn(whole)).toEqual([]);
    expect(missingIn(without('companyname', 'address2', 'state'))).toEqual([]);
    expect(warned(whole)).toEqual([]);
  });

  it('is every one of these that is empty, spaces or not, in the order of the form', () => {
    const empty = without(...registrationFields);
    expect(missingIn(empty)).toEqual([...mostlyRequired]);
    for (const field of mostlyRequired.filter((name) => name !== 'firstname'))
      expect(missingIn(without(field))).toEqual([field]);
  });

  it('is no name only where none of its three fields has one', () => {
    expect(missingIn(without('firstname', 'fullname'))).toEqual([]);
    expect(missingIn({ ...without('firstname', 'lastname'), fullname: 'Robin Example' })).toEqual([]);
    expect(missingIn(without('firstname', 'lastname', 'fullname'))).toEqual(['firstname']);
  });

  it('is named in the review once, whatever roles are copies of it', () => {
    expect(warned(without('city', 'email'))).toEqual([
      'Missing for the registrant: city, e-mail. Most registries refuse an order without them.',
    ]);
  });
});

describe('the entry of an answer', () => {
  const kept: KeptAnswer = { operation: 'sync', status: 200, answer: '{}' };

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'keeps the outcome that the client decided: %s',
    (outcome) => {
      const error = { kind: 'refused', why: 'other', status: 400, said: '' } as const;
      expect(answeredBy('lock', 3, { ok: false, outcome, error }, kept)).toEqual({
        type: 'answered',
        attempt: 3,
        outcome,
        error,
        status: 200,
        answer: '{}',
        syncAnswer: null,
      });
    },
  );

  it('of a yes keeps what a sync reported', () => {
    const syncAnswer = { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' };
    const done = { ok: true, outcome: 'done' } as const;
    expect(answeredBy('sync', 1, { ...done, value: syncAnswer }, kept)).toMatchObject({
      outcome: 'done',
      error: null,
      syncAnswer,
    });
    expect(answeredBy('sync', 1, { ...done, value: {} }, null)).toMatchObject({
      syncAnswer: null,
      status: null,
      answer: '',
    });
  });
});

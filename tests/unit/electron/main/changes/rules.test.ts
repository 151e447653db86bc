import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { type Price, registrationPrice } from '#shared/domain/finding.ts';
import {
  missingIn,
  mostlyRequired,
  type RegistrationContact,
  registrationFields,
} from '#shared/changes/register.ts';
import { orderable } from '../../../../../electron/main/changes/kinds/register.ts';
import { register } from '../../../../../electron/main/changes/kinds/register.ts';
import {
  aDoubt,
  accountId,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { createDoubts } from '../../../../../electron/main/workspace/journal/doubts.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { findingKinds } from '#shared/domain/finding-kinds.ts';

describe('C8 what may have happened is never sent again', () => {
  it('not by sending an uncertain change', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await world.settled(asks.renew);
    const reads = world.service.reads.length;
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    expect(world.service.reads).toHaveLength(reads);
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });

  it('not where sending threw after the first byte may have left', async () => {
    const world = new ChangesWorld();
    world.service.onWrite = () => Promise.reject(new Error('A bug of ours'));
    const { id } = await world.settled(asks.renew);
    expect((await world.find(id)).state).toBe('uncertain');
    expect(world.bugs).toHaveLength(1);
    expect(world.service.writes).toHaveLength(1);
  });

  it('C10 F1 a second renewal waits until the first is settled, which then counts as one that took effect', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    const { id, number } = await world.settled(asks.renew);
    expect(await world.changes.prepare(accountId, domain, asks.renew)).toEqual(
      fail({ kind: 'open-change', changeId: id, number }),
    );
    valueOf(await world.changes.settle(id, 'applied', ''));
    const { last, remarks } = await world.review(asks.renew);
    expect(last).toMatchObject({ state: 'settled', settledAs: 'applied' });
    expect(remarks.map((warning) => warning.id)).toContain('renewed-before');
  });
});

describe('C9 reading back', () => {
  it('asks four times at most, after 0, 5, 30 and 90 s, and never writes', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    const { id } = await world.settled(asks.lock);
    expect(world.service.reads).toEqual(['lock', 'lock', 'lock', 'lock', 'lock', 'lock']);
    expect(await world.events(id)).toEqual([
      'planned',
      'sending',
      'answered done',
      'read-back as-before',
      'read-back no-proof',
    ]);
    expect(world.service.writes).toHaveLength(1);
  });

  it('is for uncertain changes alone', async () => {
    const world = new ChangesWorld();
    const { id } = await world.settled(asks.lock);
    expect(await world.changes.readBack(id)).toMatchObject({ error: { kind: 'invalid-input' } });
  });
});

describe('C11 a review', () => {
  const warned = async (world: ChangesWorld) => (await world.review(asks.renew)).remarks.map(({ id }) => id);

  it('applied twice at once is one change', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.renew);
    const [one, two] = await Promise.all([
      world.changes.apply(review.reviewId, consent),
      world.changes.apply(review.reviewId, consent),
    ]);
    await world.quiet();
    expect(valueOf(one).id).toBe(valueOf(two).id);
    expect(world.service.writes).toHaveLength(1);
    expect(valueOf(await world.changes.apply(review.reviewId, consent))).toMatchObject({
      id: valueOf(one).id,
      state: 'confirmed',
    });
  });

  it('is gone through once, however often and at once it is applied', async () => {
    const readsOf = async (times: number): Promise<number> => {
      const world = new ChangesWorld();
      const { reviewId } = await world.review(asks.lock);
      await Promise.all(Array.from({ length: times }, () => world.changes.apply(reviewId, consent)));
      await world.quiet();
      return world.service.reads.length;
    };
    expect(await readsOf(3)).toBe(await readsOf(1));
  });

  it('shows the last change of the family', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const { id } = await world.settled(asks.renew);
    const review = await world.review(asks.renew);
    expect(review.last).toMatchObject({ id, state: 'refused' });
    expect(review.remarks.map((warning) => warning.id)).toContain('tried-before');
  });

  it('(G2) names the earlier payment that another file records, until a later renewal takes effect', async () => {
    const world = new ChangesWorld();
    createDoubts(world.kept.database).add([aDoubt(world.time.now().toISOString())]);
    const { remarks } = await world.review(asks.renew);
    expect(remarks.find(({ id }) => id === 'from-backup')?.text).toMatch(/change 7.*9.90 EUR/);
    await world.time.pass(1_000);
    await world.settled(asks.renew);
    expect(await warned(world)).not.toContain('from-backup');
  });

  it('(G2) does so also where an earlier renewal is known, which it tells of as well', async () => {
    const world = new ChangesWorld();
    const first = await world.settled(asks.renew);
    await world.time.pass(1_000);
    createDoubts(world.kept.database).add([aDoubt(world.time.now().toISOString())]);
    expect((await world.review(asks.renew)).last).toMatchObject({ id: first.id });
    expect(await warned(world)).toEqual(expect.arrayContaining(['renewed-before', 'from-backup']));
  });

  it('(G2) every name of a login is in doubt where nothing can be ruled out, until a person has checked', async () => {
    const world = new ChangesWorld();
    const at = world.time.now().toISOString();
    const doubts = createDoubts(world.kept.database);
    doubts.add([{ ...aDoubt(at), domain: null, family: null, known: {} }]);
    expect(await warned(world)).toContain('from-backup');
    doubts.end({ id: null, done: [], at });
    expect(await warned(world)).not.toContain('from-backup');
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

describe('C13 a registration that is refused because the name exists', () => {
  it('is ours where its contacts are those that were sent', async () => {
    const world = new ChangesWorld();
    world.service.free(domain);
    world.service.behaviours.push({ outcome: 'exists', isApplied: true });
    expect(await world.settled(asks.register)).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(world.observed).toContainEqual(
      expect.objectContaining({
        isRegistered: true,
        source: 'change',
        nameservers: ['ns1.example.net', 'ns2.example.net'],
        renewal: { years: asks.register.periodYears, sentAt: expect.any(String) as string },
      }),
    );
  });

  it('F11 stays open where its contacts are not shown: it can be ours since an earlier order', async () => {
    const world = new ChangesWorld();
    const there = world.service.free(domain);
    world.service.behaviours.push({ outcome: 'exists', isApplied: false });
    world.service.onWrite = () => Promise.resolve(void (there.finding = 'taken'));
    const { id } = await world.settled(asks.register);
    await world.time.pass(3_600_000);
    const change = await world.find(id);
    expect(change).toMatchObject({ state: 'uncertain', error: { kind: 'uncertain', why: 'exists' } });
    expect(change.evidence.map(({ label }) => label)).toContain(
      'It is taken, and this account can’t see its contacts: it may be yours or somebody else’s',
    );
    expect(await world.changes.prepare(accountId, domain, asks.register)).toMatchObject({
      error: { kind: 'open-change' },
    });
  });

  it('stays open where nobody can be asked whose it is', async () => {
    const world = new ChangesWorld();
    const there = world.service.free(domain);
    world.service.behaviours.push({ outcome: 'exists', isApplied: false });
    world.service.onWrite = () => {
      there.finding = 'taken';
      world.service.failing.set('contacts', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    expect(await world.settled(asks.register)).toMatchObject({ state: 'uncertain' });
  });
});

describe('a registration goes out', () => {
  it('only where the name is available right before', async () => {
    const world = new ChangesWorld();
    const there = world.service.free(domain);
    const review = await world.review(asks.register);
    there.finding = 'taken';
    expect(await world.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'not-available', finding: 'taken' }),
    );
    expect(valueOf(await world.changes.lastOf(accountId, domain))).toEqual([]);
    expect(world.service.writes).toEqual([]);
  });

  it('as a premium name only where that was accepted', async () => {
    const world = new ChangesWorld();
    world.service.free(domain, 'premium');
    const review = await world.review(asks.register);
    expect(review.asksFor.premium).toBe(true);
    expect(review.remarks.map(({ id }) => id)).toContain('premium');
    expect(await world.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'invalid-input', field: 'premiumAccepted' },
    });
    valueOf(await world.changes.apply(review.reviewId, { ...consent, premiumAccepted: true }));
    await world.quiet();
    expect(world.service.writes).toEqual([`register ${domain}`]);
  });

  it.each([
    ['premium', ['premium']],
    ['available', []],
  ] as const)(
    'after which a renewal warns of the price as for the name that was %s',
    async (finding, warned) => {
      const world = new ChangesWorld();
      world.service.free(domain, finding);
      expect(await world.settled(asks.register)).toMatchObject({ state: 'confirmed' });
      const { remarks } = await world.review(asks.renew);
      expect(remarks.map(({ id }) => id).filter((id) => id === 'premium')).toEqual(warned);
    },
  );

  it('not where it cannot be looked up: nothing is written down, and it can be sent from the same review', async () => {
    const world = new ChangesWorld();
    world.service.free(domain);
    const review = await world.review(asks.register);
    world.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
    expect(await world.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'unreachable', why: 'offline' }),
    );
    expect(valueOf(await world.changes.lastOf(accountId, domain))).toEqual([]);
    world.service.failing.clear();
    const { id } = valueOf(await world.changes.apply(review.reviewId, consent));
    await world.quiet();
    expect((await world.find(id)).state).toBe('confirmed');
  });

  it('one that was written down and is not available any more is withdrawn', async () => {
    const world = new ChangesWorld();
    const there = world.service.free(domain);
    world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id } = await world.settled(asks.register);
    expect((await world.find(id)).state).toBe('planned');
    there.finding = 'taken';
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'not-available' } });
    expect(await world.find(id)).toMatchObject({ state: 'withdrawn', error: { kind: 'not-available' } });
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

import { describe, expect, it } from 'vitest';
import type { ContactFields } from '#shared/changes/kind.ts';
import { type Change, isUncharged } from '#shared/domain/change.ts';
import { notGiven } from '#shared/domain/finding.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const [expiry, later] = ['2027-05-01T04:00:00.000Z', '2028-05-01T04:00:00.000Z'];

/** A world with a registry, and when it was asked. */
function aWorld() {
  const world = new ChangesWorld();
  const asked: string[] = [];
  const shows: Partial<RegistryReading> = {
    expiresAt: expiry,
    changedAt: '2025-04-02T09:11:12.000Z',
    databaseAt: null,
  };
  const registry = {
    /** Null: it is switched off. */
    shows: shows as Partial<RegistryReading> | null,
    /** It carries out the renewal. */
    renew(): void {
      registry.shows = { ...shows, expiresAt: later, changedAt: world.time.now().toISOString() };
    },
    answer: (): Promise<RegistryReading | null> => {
      const at = world.time.now().toISOString();
      asked.push(at);
      if (asked.length > 100) throw new Error('It is asked without end');
      return Promise.resolve(registry.shows === null ? null : aReading({ ...registry.shows, at }));
    },
  };
  world.ask({ read: registry.answer, readOfChange: registry.answer });
  return { world, asked, registry };
}

/** A renewal whose answer never came. */
async function uncertainRenewal({ world }: ReturnType<typeof aWorld>): Promise<Change> {
  world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
  const { id } = valueOf(await world.apply(asks.renew));
  await world.time.pass(10);
  const change = await world.find(id);
  expect(change.state).toBe('uncertain');
  return change;
}

const minutesAfter = (change: Change, asked: readonly string[]): readonly number[] =>
  asked
    .map((at) => (Date.parse(at) - Date.parse(change.sentAt ?? '')) / minute)
    .filter((after) => after >= 1)
    .map(Math.round);

describe('an uncertain renewal', () => {
  it('is kept with what its registry showed right before it was sent', async () => {
    const here = aWorld();
    const { before, sentAt } = await uncertainRenewal(here);
    expect(before?.registry).toMatchObject({ expiresAt: expiry });
    expect((before?.registry?.at ?? '') <= (sentAt ?? '')).toBe(true);
  });

  it('is settled once the registry shows it: done, proven by the registry', async () => {
    const here = aWorld();
    const { id } = await uncertainRenewal(here);
    await here.world.time.pass(2 * minute);
    expect(await here.world.find(id)).toMatchObject({
      state: 'uncertain',
      registry: { proof: 'not-yet', why: 'unchanged' },
      next: ['read-back', 'settle'],
    });
    here.registry.renew();
    await here.world.time.pass(10 * minute);
    const proven = await here.world.find(id);
    expect(proven).toMatchObject({
      state: 'applied',
      proof: 'registry',
      registry: { proof: 'proven', why: null },
    });
    expect(proven.evidence).toContainEqual({
      ...{ label: 'Expiry date, at the registry', before: '2027-05-01', after: '2028-05-01', speaks: 'for' },
    });
    expect(here.world.observed.at(-1), 'the portfolio learns that it was renewed').toMatchObject({
      domain,
      source: 'change',
      renewal: { years: 1 },
    });
    const count = here.asked.length;
    await here.world.time.pass(2 * day);
    expect(here.asked.length, 'it is asked no more').toBe(count);
  });

  it('stays uncertain where the registry never shows it: it is asked at 1 min, 10 min, 1 h and 1 day, and not again', async () => {
    const here = aWorld();
    const change = await uncertainRenewal(here);
    await here.world.time.pass(5 * day);
    expect(minutesAfter(change, here.asked)).toEqual([1, 10, 60, 1_440]);
    expect(await here.world.find(change.id)).toMatchObject({ state: 'uncertain', proof: null });
    expect(here.world.service.writes, 'it was sent once').toEqual([`renew ${domain}`]);
  });

  it('is asked about at its times also where registries are switched off meanwhile, and switched on again', async () => {
    const here = aWorld();
    const change = await uncertainRenewal(here);
    await here.world.time.pass(2 * minute);
    const { shows } = here.registry;
    here.registry.shows = null;
    await here.world.time.pass(2 * hour);
    expect(minutesAfter(change, here.asked)).toEqual([1, 10, 60]);
    here.registry.shows = shows;
    here.registry.renew();
    await here.world.time.pass(day);
    expect(minutesAfter(change, here.asked)).toEqual([1, 10, 60, 1_440]);
    expect(await here.world.find(change.id)).toMatchObject({ state: 'applied', proof: 'registry' });
  });

  it('is asked about no more where the registry can never prove it', async () => {
    const here = aWorld();
    const change = await uncertainRenewal(here);
    here.registry.shows = { ...here.registry.shows, registrar: '1068' };
    await here.world.time.pass(2 * day);
    expect(minutesAfter(change, here.asked)).toEqual([1]);
    expect(await here.world.find(change.id)).toMatchObject({
      state: 'uncertain',
      registry: { proof: 'cannot', why: 'transferred' },
    });
  });

  it('is asked about at its times after a restart too, once for those that were missed', async () => {
    const here = aWorld();
    const change = await uncertainRenewal(here);
    await here.world.time.pass(2 * minute);
    await here.world.changes.close();
    here.world.restart();
    await here.world.time.pass(3 * hour);
    const before = here.asked.length;
    await here.world.changes.recover();
    await here.world.time.pass(minute);
    expect(here.asked.length - before).toBe(1);
    here.registry.renew();
    await here.world.time.pass(day);
    expect(await here.world.find(change.id)).toMatchObject({ state: 'applied', proof: 'registry' });
  });

  it('is not asked about while a batch runs', async () => {
    const here = aWorld();
    const change = await uncertainRenewal(here);
    here.world.isBatchRunning = true;
    await here.world.time.pass(5 * minute);
    expect(minutesAfter(change, here.asked)).toEqual([]);
    here.world.isBatchRunning = false;
    await here.world.time.pass(minute);
    expect(minutesAfter(change, here.asked)).toHaveLength(1);
  });

  it('that a person has settled is asked about no more', async () => {
    const here = aWorld();
    const { id } = await uncertainRenewal(here);
    valueOf(await here.world.changes.settle(id, 'not-applied', ''));
    here.registry.renew();
    const count = here.asked.length;
    await here.world.time.pass(2 * day);
    expect(here.asked.length).toBe(count);
    expect(await here.world.find(id)).toMatchObject({ state: 'settled', settledAs: 'not-applied' });
  });

  it('is proven by a person’s own reading back as well', async () => {
    const here = aWorld();
    const { id } = await uncertainRenewal(here);
    await here.world.time.pass(30_000);
    here.registry.renew();
    expect(valueOf(await here.world.changes.readBack(id))).toMatchObject({
      state: 'applied',
      proof: 'registry',
    });
  });
});

describe('an uncertain renewal that another one was sent before', () => {
  /** @returns The later of two renewals, of which nobody knows whether it was done. */
  async function afterAnother(
    here: ReturnType<typeof aWorld>,
    outcome: 'done' | 'refused',
    pauseMs: number,
  ): Promise<Change> {
    here.world.service.behaviours.push({ outcome, isApplied: false });
    await here.world.settled(asks.renew);
    await here.world.time.pass(pauseMs);
    return await uncertainRenewal(here);
  }

  it('is not proven by what that one may have brought late', async () => {
    const here = aWorld();
    const { id } = await afterAnother(here, 'done', hour);
    here.registry.renew();
    await here.world.time.pass(2 * hour);
    expect(await here.world.find(id)).toMatchObject({
      state: 'uncertain',
      registry: { proof: 'cannot', why: 'renewed-before' },
    });
    expect(valueOf(await here.world.changes.readBack(id)).state, 'nor by a person’s reading back').toBe(
      'uncertain',
    );
  });

  it('is proven where that one was refused, or sent more than a week before', async () => {
    for (const [outcome, pauseMs] of [
      ['refused', hour],
      ['done', 8 * day],
    ] as const) {
      const here = aWorld();
      const { id } = await afterAnother(here, outcome, pauseMs);
      here.registry.renew();
      await here.world.time.pass(2 * hour);
      expect(await here.world.find(id), outcome).toMatchObject({ state: 'applied', proof: 'registry' });
    }
  });
});

describe('a renewal that was accepted without a charge (G1)', () => {
  async function unchargedRenewal({ world }: ReturnType<typeof aWorld>): Promise<Change> {
    world.price('10.00');
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    const change = await world.settled(asks.renew);
    expect(change).toMatchObject({ state: 'confirmed', proof: 'answer', charge: 'not-yet' });
    return change;
  }

  it('is proven by the registry, and no longer in doubt', async () => {
    const here = aWorld();
    const { id } = await unchargedRenewal(here);
    here.registry.renew();
    await here.world.time.pass(10 * minute);
    const proven = await here.world.find(id);
    expect(proven).toMatchObject({ state: 'confirmed', proof: 'registry' });
    expect(isUncharged(proven)).toBe(false);
    expect(valueOf(await here.world.changes.health(true)).broken, 'the journal holds').toBeNull();
    expect(await here.world.find(id), 'and says so from its entries').toEqual(proven);
  });

  it('is not proven by what another renewal brought, which was sent since', async () => {
    const here = aWorld();
    const { id } = await unchargedRenewal(here);
    const second = await here.world.settled(asks.renew);
    expect(second.state).toBe('confirmed');
    here.registry.renew();
    await here.world.time.pass(hour);
    expect(await here.world.find(id)).toMatchObject({
      ...{ state: 'confirmed', proof: 'answer', charge: 'not-yet' },
      registry: { proof: 'cannot', why: 'renewed-since' },
    });
  });

  it('stays so where the registry does not show it', async () => {
    const here = aWorld();
    const { id } = await unchargedRenewal(here);
    await here.world.time.pass(2 * day);
    expect(await here.world.find(id)).toMatchObject({
      ...{ state: 'confirmed', proof: 'answer', charge: 'not-yet' },
      registry: { proof: 'not-yet', why: 'unchanged' },
    });
    expect(valueOf(await here.world.changes.health(true)).broken, 'the journal holds').toBeNull();
  });
});

describe('a renewal that was accepted and charged', () => {
  async function chargedRenewal({ world }: ReturnType<typeof aWorld>): Promise<Change> {
    world.price('10.00');
    const change = await world.settled(asks.renew);
    expect(change).toMatchObject({ state: 'confirmed', proof: 'answer', charge: 'fell' });
    return change;
  }
  const fromStart = (change: Change, asked: readonly string[]): readonly number[] =>
    minutesAfter(change, asked).filter((after) => after >= 2);

  it('is proven by the registry once that shows it', async () => {
    const here = aWorld();
    const { id } = await chargedRenewal(here);
    here.registry.renew();
    await here.world.time.pass(20 * minute);
    const proven = await here.world.find(id);
    expect(proven).toMatchObject({ state: 'confirmed', proof: 'registry', registry: { proof: 'proven' } });
    const count = here.asked.length;
    await here.world.time.pass(2 * day);
    expect(here.asked.length, 'it is asked no more').toBe(count);
    expect(valueOf(await here.world.changes.health(true)).broken, 'the journal holds').toBeNull();
    expect(await here.world.find(id), 'and says so from its entries').toEqual(proven);
  });

  it('stays confirmed with what the registry said where that lags: it is asked after 10 min and after a day', async () => {
    const here = aWorld();
    const before = await chargedRenewal(here);
    await here.world.time.pass(5 * day);
    expect(fromStart(before, here.asked)).toEqual([10, 1_440]);
    const after = await here.world.find(before.id);
    expect(after).toMatchObject({
      ...{ state: 'confirmed', proof: 'answer', charge: 'fell' },
      registry: { proof: 'not-yet', why: 'unchanged' },
    });
    expect(valueOf(await here.world.changes.health(true)).broken, 'the journal holds').toBeNull();
    expect(await here.world.find(before.id)).toEqual(after);
  });

  it('is left as it is where the registry says nothing, or that it never can', async () => {
    for (const shows of [{ missing: 'limited', expiresAt: null }, { registrar: '1068' }] as const) {
      const here = aWorld();
      const before = await chargedRenewal(here);
      here.registry.shows = { ...here.registry.shows, ...shows };
      await here.world.time.pass(2 * day);
      const after = await here.world.find(before.id);
      expect(after).toMatchObject({ state: 'confirmed', proof: 'answer', charge: 'fell' });
      const says = 'registrar' in shows ? { proof: 'cannot', why: 'transferred' } : before.registry;
      expect(after.registry).toMatchObject(says ?? {});
    }
  });

  it('is followed after a restart too', async () => {
    const here = aWorld();
    const { id } = await chargedRenewal(here);
    await here.world.changes.close();
    here.world.restart();
    here.registry.renew();
    await here.world.changes.recover();
    await here.world.time.pass(20 * minute);
    expect(await here.world.find(id)).toMatchObject({ state: 'confirmed', proof: 'registry' });
  });
});

describe('a registry is never in the way', () => {
  it('of a renewal: one that does not answer is waited for three seconds, and then it is sent without', async () => {
    const { world } = aWorld();
    const never = (_of: unknown, { signal }: { readonly signal: AbortSignal }): Promise<null> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
    world.ask({ read: never, readOfChange: never });
    const startMs = world.time.timer.nowMs();
    const { id } = valueOf(await world.time.outcomeOf(world.apply(asks.renew)));
    await world.quiet();
    const change = await world.find(id);
    expect(change).toMatchObject({ state: 'confirmed', proof: 'answer' });
    expect(change.before?.registry).toBeUndefined();
    const sentMs = Date.parse(change.sentAt ?? '') - Date.parse('2026-03-01T10:30:00Z') - startMs;
    expect(sentMs, 'once for the review, once before it is sent').toBe(6_000);
  });

  it('but where it shows, right before a renewal is sent, that it is about to delete the name: that was not reviewed', async () => {
    const { world, registry } = aWorld();
    const { reviewId } = valueOf(
      await world.time.outcomeOf(world.changes.prepare(accountId, domain, asks.renew)),
    );
    registry.shows = { ...registry.shows, statuses: ['redemption period', 'pending delete'] };
    const typed = { typedName: domain, premiumAccepted: false, typedLimit: null };
    const applied = await world.time.outcomeOf(world.changes.apply(reviewId, typed));
    expect(applied).toMatchObject({ ok: false, error: { kind: 'changed-since' } });
    expect(world.service.writes).toEqual([]);
  });

  it('nothing is kept of it, and nobody is asked later, where it is switched off', async () => {
    const here = aWorld();
    here.registry.shows = null;
    const change = await uncertainRenewal(here);
    await here.world.time.pass(2 * day);
    expect(change.before?.registry).toBeUndefined();
    expect(minutesAfter(change, here.asked)).toEqual([]);
    expect((await here.world.find(change.id)).registry).toBeUndefined();
  });
});

describe('an uncertain registration', () => {
  /** An order without an answer, whose name the registry shows as registered from now on. */
  async function uncertainOrder({ world, registry }: ReturnType<typeof aWorld>) {
    const there = world.service.free(domain);
    registry.shows = { missing: 'not-found', expiresAt: null, registeredAt: null };
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = valueOf(await world.apply(asks.register));
    await world.time.pass(10);
    there.finding = 'taken';
    registry.shows = { registeredAt: world.time.now().toISOString() };
    return { id, there };
  }

  const anotherRegistrant = [
    { name: 'Registrant', fields: [{ name: 'Email', value: 'owner@dropcatch.example' }] },
  ];
  const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];

  it('is proven by a registry that shows it as registered right after it was sent, once the account shows the registrant that was sent', async () => {
    const here = aWorld();
    const { world } = here;
    const { id, there } = await uncertainOrder(here);
    Object.assign(there, { isOurs: true, contacts: ours });
    await world.time.pass(2 * minute);
    expect(await world.find(id)).toMatchObject({ state: 'applied', proof: 'registry' });
    expect(world.observed.at(-1)).toMatchObject({ isRegistered: true });
  });

  it('stays uncertain with its reason where the account doesn’t have it: somebody else registered it within the hour', async () => {
    const here = aWorld();
    const { world } = here;
    const { id, there } = await uncertainOrder(here);
    await world.time.pass(2 * hour);
    expect(await world.find(id)).toMatchObject({
      ...{ state: 'uncertain', proof: null },
      registry: { proof: 'not-yet', why: 'not-in-account' },
    });
    Object.assign(there, { isOurs: true, contacts: ours });
    await world.time.pass(day);
    expect(await world.find(id), 'it may come into the account later').toMatchObject({
      ...{ state: 'applied', proof: 'registry' },
    });
  });

  it.each<[shown: string, contacts: readonly ContactFields[], why: string]>([
    ['another registrant, as a WHOIS does', anotherRegistrant, 'another-registrant'],
    [
      'roles whose fields are all empty',
      [{ name: 'Registrant', fields: [{ name: 'Email', value: '' }] }],
      'registrant-not-known',
    ],
    ['no role at all', [], 'registrant-not-known'],
    [
      'our e-mail address for another role alone',
      [{ ...ours[0], name: 'Admin', fields: [{ name: 'Email', value: 'ada@example.com' }] }],
      'registrant-not-known',
    ],
  ])(
    'H2 that a drop catcher was faster with stays uncertain where the service shows %s',
    async (_shown, contacts, why) => {
      const here = aWorld();
      const { world } = here;
      const { id, there } = await uncertainOrder(here);
      Object.assign(there, { isOurs: true, contacts });
      await world.time.pass(2 * day);
      const change = await world.find(id);
      expect(change).toMatchObject({ state: 'uncertain', proof: null, registry: { proof: 'not-yet', why } });
      expect(change.next).toContain('settle');
      expect(world.observed.filter(({ isRegistered }) => isRegistered)).toEqual([]);
    },
  );

  it('H2 says against it that the registrant is another one, and goes on saying so at each later reading', async () => {
    const here = aWorld();
    const { world } = here;
    const { id, there } = await uncertainOrder(here);
    Object.assign(there, { isOurs: true, contacts: anotherRegistrant });
    for (const ms of [2 * minute, hour, 2 * day]) {
      await world.time.pass(ms);
      const against = (await world.find(id)).evidence.filter(({ speaks }) => speaks === 'against');
      expect(against.map(({ label }) => label)).toContain(
        'Its registrant has another e-mail address than the one you sent',
      );
    }
  });

  it('H2 is not called proven by a registry where it is at another registrar than the login’s other names', async () => {
    const here = aWorld();
    const { world } = here;
    world.registrars = ['292'];
    const { id, there } = await uncertainOrder(here);
    here.registry.shows = { ...here.registry.shows, registrar: '9999' };
    Object.assign(there, { isOurs: true, contacts: ours });
    await world.time.pass(2 * minute);
    expect(await world.find(id)).toMatchObject({
      proof: 'read-back',
      registry: { proof: 'cannot', why: 'another-registrar' },
    });
  });
});

describe('a registration that the service said is done', () => {
  const price = aPricedFinding(domain, '10.00', new Date()).prices[0]?.register ?? notGiven;

  it.each([
    ['with a price, and a registry', price, true],
    ['with a price, without a registry', price, false],
    ['without a price, with a registry', notGiven, true],
    ['without a price or a registry', notGiven, false],
  ] as const)(
    'H2 is uncertain where it is taken and not found in the account, %s',
    async (_what, known, hasRegistry) => {
      const { world, registry } = aWorld();
      if (!hasRegistry) world.registry = null;
      world.restart();
      Object.assign(world.service, { price: known });
      const there = world.service.free(domain);
      registry.shows = { registeredAt: world.time.now().toISOString(), registrar: '9999' };
      world.service.behaviours.push({ outcome: 'done', isApplied: false });
      world.service.onWrite = () => Promise.resolve(void Object.assign(there, { finding: 'taken' }));
      const { id } = valueOf(await world.apply(asks.register));
      await world.time.pass(3 * day);
      const change = await world.find(id);
      expect(change).toMatchObject({ state: 'uncertain', proof: null });
      expect(change.evidence).toContainEqual(
        expect.objectContaining({
          label: 'It is taken, and this account does not have it',
          speaks: 'against',
        }),
      );
      expect(world.observed.filter(({ isRegistered }) => isRegistered)).toEqual([]);
    },
  );

  it('H2 is done by itself where the account has it only minutes later', async () => {
    const { world } = aWorld();
    world.service.free(domain);
    world.service.behaviours.push({ outcome: 'done', isApplied: true });
    world.service.failing.set('contacts', { kind: 'refused', why: 'not-found', status: 400, said: 'No' });
    const { id } = valueOf(await world.apply(asks.register));
    await world.time.pass(minute);
    expect((await world.find(id)).state).toBe('uncertain');
    world.service.failing.clear();
    await world.time.pass(hour);
    expect((await world.find(id)).state).toBe('applied');
  });
});

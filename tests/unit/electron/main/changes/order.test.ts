import { journalEvent } from '#shared/areas/change-schemas.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeAsk, verificationOf } from '#shared/changes/index.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { isOpen } from '#shared/domain/change-kinds.ts';
import { type RegistrationContact, registrationFields, registrationRoles } from '#shared/changes/register.ts';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { type OutcomeOfWrite, outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('order', () => {
  const order = (ask: ChangeAsk, name: string = domain) => orderOf(name, ask, defaultAccountOptions);

  describe('an order', () => {
    it('is for the name as A-labels, without its final dot', () => {
      expect(valueOf(order(asks.sync, ' Bäckerei.example. ')).domain).toBe('xn--bckerei-5wa.example');
    });

    it.each([
      ['no name', asks.sync, 'example'],
      ['one nameserver', { kind: 'nameservers', nameservers: ['a.example'] }, domain],
      [
        'a role that the account may not write',
        { kind: 'contacts', roles: [{ name: 'Admin', fields: [{ name: 'City', value: '' }] }] },
        domain,
      ],
      ['no registrant', { ...asks.register, contacts: {} }, domain],
      ['no address', { ...asks['child-register'], address: 'here' }, domain],
    ] as const satisfies readonly (readonly [string, ChangeAsk, string])[])(
      'with %s is refused as the operation refuses it',
      (_name, ask, name) => {
        expect(order(ask, name)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
      },
    );

    it('has a digest that differs by change, path and field', () => {
      const digests = [
        valueOf(order(asks.lock)).digestFor('one', null),
        valueOf(order(asks.lock)).digestFor('two', null),
        valueOf(order(asks.lock, 'example.net')).digestFor('one', null),
        valueOf(order({ kind: 'lock', state: 'locked' })).digestFor('one', null),
      ];
      expect(new Set(digests).size).toBe(4);
      const keyed = (text: string): string => `keyed ${text.length}`;
      expect(valueOf(order(asks.lock)).digestFor('one', keyed)).toMatch(/^keyed /);
      expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(valueOf(order(asks.lock)).digestFor('one', null)).toBe(digests[0]);
    });
  });

  it('the fields and roles of a registration are those of the field notes, in their order', () => {
    expect(registrationFields.join(', ')).toBe(
      'firstname, lastname, fullname, companyname, email, address1, address2, city, state, postcode, country, phonenumber',
    );
    expect(registrationRoles.join('|')).toBe('registrant|admin|tech|billing');
  });
});

describe('personal', () => {
  const contact = Object.fromEntries(
    registrationFields.map((name) => [name, 'CANARY']),
  ) as RegistrationContact; // Built from the list of fields itself.
  const fields = ['City', 'Email'].map((name) => ({ name, value: 'CANARY' }));
  const personal: readonly ChangeAsk[] = [
    { kind: 'contacts', roles: [{ name: 'Registrant', fields }] },
    {
      ...asks.register,
      contacts: { registrant: contact, admin: contact },
      domainFields: { vat: 'CANARY' },
    },
  ];

  /** The table's bytes in every form, but for those that are sealed. */
  const kept = (world: ChangesWorld): string =>
    JSON.stringify(
      ['journal_entries', 'journal_changes', 'journal_head'].map((table) =>
        world.kept.database.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );

  describe.each(personal)('D10 nothing personal of %o', (ask) => {
    it.each(outcomes)(
      'is in the journal, in a change or in what is announced, after “%s”',
      async (outcome: OutcomeOfWrite) => {
        const world = new ChangesWorld();
        if (ask.kind === 'register') world.service.free(domain);
        else
          world.service.there(domain).contacts = [
            { name: 'Registrant', fields: [{ name: 'City', value: 'CANARY' }] },
          ];
        world.service.behaviours.push({ outcome, isApplied: false });
        const { id } = await world.settled(ask);
        const { change, entries } = valueOf(await world.changes.find(id));
        expect(JSON.stringify([change, entries, world.announced])).not.toContain('CANARY');
        expect(kept(world)).not.toContain('CANARY');
      },
    );
  });
});

describe('F11 a registration at a slow registry', () => {
  const minuteMs = 60_000;
  const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];

  /** An order whose name nobody can look up yet, a moment after it was sent. */
  async function ordered(
    outcome: OutcomeOfWrite,
    isPaid = true,
  ): Promise<{ world: ChangesWorld; id: string }> {
    const world = new ChangesWorld();
    world.service.free(domain);
    world.service.behaviours.push({ outcome, isApplied: false });
    world.service.onWrite = () => Promise.resolve(void (world.service.credit -= isPaid ? 10 : 0));
    const { id } = valueOf(await world.apply(asks.register));
    await world.time.pass(10);
    return { world, id };
  }

  const appears = ({ service }: ChangesWorld): void =>
    void Object.assign(service.there(domain), { finding: 'taken', isOurs: true, contacts: ours });

  const lookUps = ({ service }: ChangesWorld): number =>
    service.reads.filter((part) => part === 'finding').length;

  /** Everything that it was said to be, in turn. */
  const saidOf = ({ announced }: ChangesWorld, id: string): readonly string[] => [
    ...new Set(announced.filter((change) => change.id === id).map(({ state }) => state)),
  ];

  it.each([
    ['whose answer was lost, is applied', 'uncertain', true],
    ['whose answer was lost and that is paid later, is applied', 'uncertain', false],
    ['that was claimed, is applied', 'done', true],
    ['that “exists”, is applied', 'exists', false],
    ['that met a limit of requests, is applied', 'refused-unconfirmed', false],
  ] as const)(
    '%s when the name appears after five minutes, and never called not done',
    async (_name, outcome, isPaid) => {
      const { world, id } = await ordered(outcome, isPaid);
      await world.time.pass(5 * minuteMs);
      expect((await world.find(id)).state).toBe('uncertain');
      appears(world);
      await world.time.pass(10 * minuteMs);
      expect(await world.find(id)).toMatchObject({ state: 'applied', proof: 'read-back' });
      expect(saidOf(world, id)).not.toContain('not-applied');
      expect(saidOf(world, id)).not.toContain('refused');
      expect(world.service.writes).toHaveLength(1);
    },
  );

  it('is read back at growing pauses, and called not done after ten minutes at the earliest', async ({
    annotate,
  }) => {
    const { world, id } = await ordered('uncertain', false);
    const before = lookUps(world);
    const readAt: number[] = [];
    const seen = { lookUps: before };
    const sentMs = world.time.timer.nowMs();
    while ((await world.find(id)).state === 'uncertain') {
      await world.time.pass(1_000);
      if (lookUps(world) > seen.lookUps) readAt.push(world.time.timer.nowMs() - sentMs);
      seen.lookUps = lookUps(world);
    }
    const endedMs = world.time.timer.nowMs() - sentMs;
    expect((await world.find(id)).state).toBe('not-applied');
    expect(endedMs).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(readAt.map((ms) => Math.round(ms / 10_000))).toEqual([3, 12, 60, 61]);
    await annotate(
      `figure: read at 0 s, ${readAt.map((ms) => `${Math.round(ms / 1_000)} s`).join(', ')}; called not done after ${Math.round(endedMs / 1_000)} s`,
    );
  });

  it('that was claimed is never called not done by itself', async () => {
    const { world, id } = await ordered('done', false);
    await world.time.pass(24 * 60 * minuteMs);
    expect((await world.find(id)).state).toBe('uncertain');
    expect(valueOf(await world.changes.readBack(id)).state).toBe('uncertain');
  });

  it('that a person reads back after three minutes proves nothing yet, and says so', async () => {
    const { world, id } = await ordered('uncertain', false);
    await world.time.pass(3 * minuteMs);
    const change = valueOf(await world.changes.readBack(id));
    expect(change.state).toBe('uncertain');
    expect(change.evidence.at(-1)?.label).toBe(verificationOf('register').words.tooEarly);
  });

  it('keeps nobody waiting: other changes of the domain and other domains go on', async () => {
    const { world, id } = await ordered('uncertain', false);
    valueOf(await world.changes.prepare(accountId, 'other.example', asks.lock));
    valueOf(await world.changes.prepare(accountId, domain, asks.sync));
    expect((await world.find(id)).state).toBe('uncertain');
    await world.time.outcomeOf(world.changes.close());
    expect(world.time.timer.nowMs()).toBeLessThan(minuteMs);
  });

  it('goes on being read after a restart in between', async () => {
    const { world, id } = await ordered('uncertain', false);
    await world.time.pass(minuteMs);
    await world.time.outcomeOf(world.changes.close());
    world.restart();
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('uncertain');
    await world.time.pass(4 * minuteMs);
    appears(world);
    await world.time.pass(10 * minuteMs);
    expect((await world.find(id)).state).toBe('applied');
  });

  it('that was interrupted after a yes is not called not done either', async () => {
    const { world, id } = await ordered('done', false);
    world.restart();
    await world.changes.recover();
    await world.time.pass(60 * minuteMs);
    expect(await world.events(id)).toContain('interrupted');
    expect((await world.find(id)).state).toBe('uncertain');
  });

  it('C9 is read a bounded number of times where the clock stands still', async () => {
    const { world, id } = await ordered('uncertain', false);
    const stopped = world.time.now();
    Object.assign(world.time, { now: () => stopped });
    await world.time.outcomeOf(world.changes.close());
    world.restart();
    const before = lookUps(world);
    await world.changes.recover();
    await world.time.pass(24 * 60 * minuteMs);
    expect(lookUps(world) - before).toBe(1 + verificationOf('register').readAgainAfterMs.length + 1);
    expect((await world.find(id)).state).toBe('uncertain');
  });
});

describe('whatever happens, in whichever order,', () => {
  /** One thing that a person, the service, the machine or time does. */
  type Step =
    | { readonly do: 'apply'; readonly kind: keyof typeof asks; readonly windows: number }
    | { readonly do: 'send' | 'read-back' | 'withdraw'; readonly which: number }
    | { readonly do: 'settle'; readonly which: number; readonly as: 'applied' | 'not-applied' }
    | { readonly do: 'answer'; readonly outcome: OutcomeOfWrite; readonly isApplied: boolean }
    | { readonly do: 'pass'; readonly ms: number }
    | { readonly do: Worldly };

  type Worldly = 'restart' | 'go-offline' | 'come-back' | 'hang' | 'answer-again';

  const which = fc.nat(20);
  const kinds = ['lock', 'nameservers', 'contacts', 'renew', 'sync', 'child-register'] as const;

  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('apply'),
        kind: fc.constantFrom(...kinds),
        windows: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('send', 'read-back', 'withdraw'), which }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('settle'),
        which,
        as: fc.constantFrom('applied', 'not-applied'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('answer'),
        outcome: fc.constantFrom(...outcomes),
        isApplied: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, 1_000, 6_000, 40_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('restart', 'go-offline', 'come-back', 'hang', 'answer-again'),
      }),
    },
  );

  const never = (): Promise<void> => new Promise(() => undefined);
  const parts = ['lock', 'nameservers', 'contacts', 'credit', 'finding'] as const;

  /** Nobody waits for these: what hangs, hangs. */
  const begin = (world: ChangesWorld, work: Promise<unknown>): void =>
    void work.catch((thrown: unknown) => world.bugs.push(thrown));

  async function applied(
    world: ChangesWorld,
    { kind, windows }: Extract<Step, { do: 'apply' }>,
  ): Promise<void> {
    const prepared = await world.changes.prepare(accountId, domain, asks[kind]);
    if (!prepared.ok) return;
    const { reviewId } = prepared.value;
    for (let window = 0; window < windows; window += 1) {
      begin(world, world.changes.apply(reviewId, world.consentTo(prepared.value)));
    }
  }

  function done(
    { changes }: ChangesWorld,
    step: Extract<Step, { which: number }>,
    id: string,
  ): Promise<unknown> {
    switch (step.do) {
      case 'send':
        return Promise.all([changes.send(id), changes.send(id)]);
      case 'read-back':
        return changes.readBack(id);
      case 'withdraw':
        return changes.withdraw(id);
      case 'settle':
        return changes.settle(id, step.as, '');
    }
  }

  const worldly: Readonly<Record<Worldly, (world: ChangesWorld) => void>> = {
    restart(world) {
      world.restart();
      begin(world, world.changes.recover());
    },
    'go-offline': ({ service }) =>
      parts.forEach((part) => service.failing.set(part, { kind: 'unreachable', why: 'offline' })),
    'come-back'({ service, changes }) {
      service.failing.clear();
      changes.wake(accountId);
    },
    hang: ({ service }) => void (service.onWrite = never),
    'answer-again': ({ service }) => void (service.onWrite = () => Promise.resolve()),
  };

  async function take(world: ChangesWorld, ids: string[], step: Step): Promise<void> {
    if (step.do === 'apply') await applied(world, step);
    else if (step.do === 'answer') world.service.behaviours.push(step);
    else if (step.do === 'pass') await world.time.pass(step.ms);
    else if ('which' in step) {
      const id = ids[step.which % Math.max(1, ids.length)];
      if (id !== undefined) begin(world, done(world, step, id));
    } else worldly[step.do](world);
    await world.time.pass(1);
    const all = valueOf(await world.kept.journal.page({ after: 0, limit: 5_000 }));
    ids.splice(0, ids.length, ...new Set(all.map(({ changeId }) => changeId)));
  }

  it('C2, C8 nothing is sent twice, nothing after a doubt, and one change of a family is open at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const world = new ChangesWorld();
        const ids: string[] = [];
        for (const each of steps) {
          const sentBefore = world.service.writes.length;
          await take(world, ids, each);
          const entries = valueOf(await world.kept.journal.page({ after: 0, limit: 5_000 }));
          const attempts = entries.filter(({ event }) => journalEvent.parse(event).type === 'sending').length;
          expect(world.service.writes.length).toBeLessThanOrEqual(attempts);
          if (each.do !== 'apply' && each.do !== 'send')
            expect(world.service.writes).toHaveLength(sentBefore);
        }
        for (const id of ids) {
          const events = valueOf(await world.kept.journal.entries({ id }));
          const doubtAt = events.findIndex(({ state }) => state === 'uncertain');
          const later = doubtAt === -1 ? [] : events.slice(doubtAt);
          expect(later.filter(({ event }) => event.type === 'sending')).toEqual([]);
        }
        const open = valueOf(await world.kept.journal.open({ accountId: null }));
        expect(open.every(({ state }) => isOpen(state))).toBe(true);
        expect(new Set(open.map(({ what }) => what.kind)).size).toBe(open.length);
        expect(world.bugs).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});

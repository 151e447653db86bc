import { describe, expect, it } from 'vitest';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import { isUncharged, type ReadBackVerdict, type WriteOutcome } from '#shared/domain/change.ts';
import { fail } from '#shared/result.ts';
import type { ReadBackResult } from '../../../../../electron/main/changes/kinds/kind.ts';
import {
  type DoubtTiming,
  readBackAfterAnswer,
  readBackAfterDoubt,
} from '../../../../../electron/main/changes/read-back.ts';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { aConsent } from '../../../../support/workspace/a-journal.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** A change that may have happened, at the moment at which it was read back once. */
async function inDoubt(isApplied: boolean, ask: keyof typeof asks = 'lock') {
  const world = new ChangesWorld();
  world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
  const { id } = valueOf(await world.apply(asks[ask]));
  await world.time.pass(10);
  if (isApplied) world.service.there(domain).lock = 'unlocked';
  return { world, id };
}

describe('contacts in doubt', () => {
  it.each([
    [true, 'applied'],
    [false, 'not-applied'],
  ] as const)(
    '(G12) are compared with what was sent after a restart too: done %s, %s',
    async (isApplied, state) => {
      const world = new ChangesWorld();
      world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
      const { id } = valueOf(await world.apply(asks.contacts));
      await world.time.pass(10);
      world.restart();
      if (isApplied) world.service.there(domain).contacts = asks.contacts.roles;
      await world.changes.recover();
      await world.quiet();
      expect((await world.find(id)).state).toBe(state);
    },
  );

  it('(G12) are not known where the keychain fails: nothing is compared and nothing guessed', async () => {
    const world = new ChangesWorld();
    world.keychainWorks = false;
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const change = await world.settled(asks.contacts);
    expect(change).toMatchObject({ state: 'uncertain' });
    expect(change.evidence[0]?.label).toContain('no longer known');
  });
});

describe('a change in doubt', () => {
  it('F13 is read back at once, after 30 s, and again when a slow service has had 90 s', async () => {
    const { world, id } = await inDoubt(false);
    expect((await world.find(id)).state).toBe('uncertain');
    await world.quiet();
    expect(await world.events(id)).toEqual([
      'planned',
      'sending',
      'answered uncertain',
      'read-back no-proof',
      'read-back no-proof',
      'read-back as-before',
    ]);
  });

  it('F13 that a slow service carries out 75 s after the program was ended is not called “not applied”', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    world.service.onWrite = () => new Promise(() => undefined);
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(3_000);
    world.restart();
    await world.changes.recover();
    await world.time.pass(72_000);
    expect((await world.find(id)).state).toBe('uncertain');
    world.service.there(domain).lock = 'unlocked';
    await world.quiet();
    expect((await world.find(id)).state).toBe('applied');
  });

  it('F13 that the service called done is never called “not applied”, however long it is as before', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    const { id } = await world.settled(asks.lock);
    await world.time.pass(86_400_000);
    const { state, evidence } = valueOf(await world.time.outcomeOf(world.changes.readBack(id)));
    expect(state).toBe('uncertain');
    expect(evidence.at(-1)?.label).toMatch(/said this is done/);
    world.service.there(domain).lock = 'unlocked';
    expect(valueOf(await world.changes.readBack(id)).state).toBe('applied');
  });

  it('that a person reads back in the meantime is applied then, and not read again', async () => {
    const { world, id } = await inDoubt(true);
    expect(valueOf(await world.changes.readBack(id)).state).toBe('applied');
    const reads = world.service.reads.length;
    await world.quiet();
    expect(world.service.reads).toHaveLength(reads);
  });

  it('that a person reads back early, several times, is read once more later', async () => {
    const { world, id } = await inDoubt(false);
    valueOf(await world.changes.readBack(id));
    valueOf(await world.changes.readBack(id));
    await world.quiet();
    expect((await world.events(id)).slice(3)).toEqual([
      'read-back no-proof',
      'read-back no-proof',
      'read-back no-proof',
      'read-back no-proof',
      'read-back as-before',
    ]);
  });

  it('is read back once where two ask at the same time', async () => {
    const { world, id } = await inDoubt(false);
    const reads = world.service.reads.length;
    await Promise.all([world.changes.readBack(id), world.changes.readBack(id)]);
    expect(world.service.reads).toHaveLength(reads + 1);
  });

  it('C10 that nothing can prove is not read again by itself', async () => {
    const { world, id } = await inDoubt(false, 'renew');
    await world.quiet();
    expect((await world.events(id)).slice(3)).toEqual(['read-back no-proof']);
  });

  describe('a renewal, of whose domain a sync shows a later expiry', () => {
    const early = '2020-01-01T00:00:00.000Z';
    const knowing = (value: string, at = early, source: KnownSource = 'sync') =>
      aDomain(domain, { expiresOn: { value, at, source } });
    const later = {
      label: 'Expiry date, from a sync',
      speaks: 'for',
      before: '2026-05-06',
      after: '2027-05-06',
    };

    it('gets that as evidence, which Verify keeps, and is not settled by it', async () => {
      const { world, id } = await inDoubt(false, 'renew');
      world.known = knowing('2026-05-06');
      await world.settled(asks.sync);
      expect((await world.find(id)).evidence).toContainEqual(later);
      await world.changes.readBack(id);
      const renewal = await world.find(id);
      expect(renewal.state).toBe('uncertain');
      expect(renewal.next).toContain('settle');
      expect(renewal.evidence.filter(({ label }) => label === later.label)).toEqual([later]);
    });

    it('gets that once, although a restore tells the portfolio of the same sync again', async () => {
      const { world, id } = await inDoubt(false, 'renew');
      world.known = knowing('2026-05-06');
      await world.settled(asks.sync);
      await world.settled(asks.sync);
      expect((await world.find(id)).evidence.filter(({ label }) => label === later.label)).toEqual([later]);
    });

    it.each([
      ['is later by less than the period', knowing('2026-06-01')],
      ['was read after the renewal, which it may include', knowing('2026-05-06', '2100-01-01T00:00:00.000Z')],
      ['was only expected', knowing('2026-05-06', early, 'expected')],
      ['was not known before', null],
    ])('gets no such evidence where the expiry %s', async (_words, known) => {
      const { world, id } = await inDoubt(false, 'renew');
      world.known = known;
      await world.settled(asks.sync);
      expect((await world.find(id)).evidence.map(({ label }) => label)).not.toContain(later.label);
    });
  });

  it('is not read later where the program ends', async () => {
    const { world, id } = await inDoubt(false);
    await world.time.outcomeOf(world.changes.close());
    world.restart();
    expect((await world.events(id)).slice(3)).toEqual(['read-back no-proof']);
  });

  it('without an account any more is unreadable, and is not lost', async () => {
    const { world, id } = await inDoubt(false);
    world.connectionError = fail({ kind: 'no-account' });
    expect(valueOf(await world.changes.readBack(id))).toMatchObject({ state: 'uncertain' });
    expect((await world.events(id)).at(-1)).toBe('read-back unreadable');
  });

  it('that was claimed, and could not be read for want of a way, is read when there is one', async () => {
    const world = new ChangesWorld();
    world.service.onWrite = () => {
      world.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    const change = await world.settled(asks.lock);
    expect(change).toMatchObject({ state: 'uncertain', error: { kind: 'unreachable' } });
    world.service.failing.clear();
    world.changes.wake('a1');
    await world.quiet();
    expect((await world.find(change.id)).state).toBe('applied');
  });

  it('C9 is tried again by itself three times, however often the way comes and goes', async () => {
    const { world, id } = await inDoubt(false);
    world.service.failing.set('lock', { kind: 'unreachable', why: 'no-answer-in-time' });
    valueOf(await world.changes.readBack(id));
    const reads = world.service.reads.length;
    for (let times = 0; times < 10; times += 1) {
      world.changes.wake('a1');
      await world.quiet();
    }
    expect(world.service.reads.length - reads).toBeLessThanOrEqual(3 + 1);
    world.service.failing.clear();
    expect(valueOf(await world.time.outcomeOf(world.changes.readBack(id))).state).toBe('not-applied');
  });

  it('that was settled meanwhile is not read when the account is reached again', async () => {
    const { world, id } = await inDoubt(false);
    world.service.failing.set('lock', { kind: 'no-key' });
    valueOf(await world.changes.readBack(id));
    valueOf(await world.changes.settle(id, 'not-applied', ''));
    const reads = world.service.reads.length;
    world.changes.wake('a1');
    await world.quiet();
    expect(world.service.reads).toHaveLength(reads);
  });
});

const hourMs = 3_600_000;

describe('a disk that fails', () => {
  it('while reading back leaves the change uncertain', async () => {
    const { world, id } = await inDoubt(true);
    for (const name of ['entries', 'read-back']) {
      world.kept.failAt(name, 'busy');
      expect(await world.changes.readBack(id)).toEqual(fail({ kind: 'storage', fault: 'busy' }));
      world.kept.failAt(name, null);
    }
    expect((await world.find(id)).state).toBe('uncertain');
  });

  it('after the answer, where nothing more can be written, leaves it on its way until the next start', async () => {
    const { world, id } = await failingAfterAnswer('read-back');
    expect((await world.find(id)).state).toBe('sending');
    world.restart();
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('applied');
  });

  it('H3 after the answer, where it cannot be read what was sent, leaves a yes accepted', async () => {
    const { world, id } = await failingAfterAnswer('entries');
    expect(await world.find(id)).toMatchObject({ state: 'confirmed', proof: 'answer' });
  });
});

/** A lock that was answered with a yes while the journal's disk failed at one kind of call. */
async function failingAfterAnswer(name: string): Promise<{ world: ChangesWorld; id: string }> {
  const world = new ChangesWorld();
  const { id } = valueOf(await world.apply(asks.lock));
  world.kept.failAt(name, 'busy');
  await world.quiet();
  world.kept.failAt(name, null);
  return { world, id };
}

describe('a service that wants to be left alone after its answer', () => {
  it('H3 keeps no change on its way: it is uncertain within a minute, and read again by itself', async () => {
    const world = new ChangesWorld();
    const { timer } = world.time;
    let heldUntilMs = 0;
    world.throttle = {
      async run(work, signal) {
        const leftMs = heldUntilMs - timer.nowMs();
        if (leftMs > 0) await timer.sleep(leftMs, signal);
        return await work();
      },
    };
    world.service.onWrite = () => Promise.resolve(void (heldUntilMs = timer.nowMs() + 90_000));
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(60_000);
    expect(await world.find(id)).toMatchObject({ state: 'uncertain' });
    await world.time.pass(hourMs);
    expect(await world.find(id)).toMatchObject({ state: 'applied' });
    expect(world.service.writes).toHaveLength(1);
  });
});

describe('series', () => {
  type Shown = ReadBackVerdict | 'offline' | 'not permitted';

  const aLook = (shown: Shown): ReadBackResult => {
    if (shown === 'offline')
      return { verdict: 'unreadable', evidence: [], error: { kind: 'unreachable', why: 'offline' } };
    if (shown === 'not permitted') {
      return {
        verdict: 'unreadable',
        evidence: [],
        error: { kind: 'refused', why: 'permission', status: 403, said: '' },
      };
    }
    const error =
      shown === 'unreadable' ? ({ kind: 'unreadable', status: 200, why: 'not-json' } as const) : null;
    return { verdict: shown, evidence: [], error };
  };

  /** Looks that show one thing after the other, and the pauses between them. */
  function scene(shown: readonly Shown[], sleeps = true) {
    const left = [...shown];
    const pauses: number[] = [];
    return {
      pauses,
      left,
      readOnce: () => Promise.resolve(aLook(left.shift() ?? 'no-proof')),
      sleep: (durationMs: number) => {
        pauses.push(durationMs);
        return Promise.resolve(sleeps);
      },
    };
  }

  describe('C9 reading back after an answer', () => {
    const cases: readonly (readonly [WriteOutcome, readonly Shown[], ReadBackVerdict, readonly number[]])[] =
      [
        ['done', ['agrees'], 'agrees', []],
        ['done', ['no-proof'], 'no-proof', []],
        ['done', ['as-before', 'agrees'], 'agrees', [5_000]],
        ['done', ['as-before', 'as-before', 'agrees'], 'agrees', [5_000, 25_000]],
        ['done', ['as-before', 'as-before', 'as-before'], 'as-before', [5_000, 25_000]],
        ['done', ['differs', 'differs', 'differs'], 'differs', [5_000, 25_000]],
        ['done', ['unreadable', 'agrees'], 'agrees', [5_000]],
        ['done', ['unreadable', 'unreadable', 'unreadable'], 'unreadable', [5_000, 25_000]],
        ['done', ['offline'], 'unreadable', []],
        ['done', ['not permitted'], 'unreadable', []],
        ['refused', ['as-before'], 'as-before', []],
        ['refused', ['differs', 'as-before'], 'as-before', [5_000]],
        ['refused', ['agrees'], 'agrees', []],
        ['refused-unconfirmed', ['as-before', 'as-before'], 'as-before', [5_000]],
        ['refused-unconfirmed', ['as-before', 'agrees'], 'agrees', [5_000]],
        ['refused-unconfirmed', ['as-before', 'unreadable', 'as-before'], 'as-before', [5_000, 25_000]],
        ['refused-unconfirmed', ['unreadable', 'unreadable', 'as-before'], 'differs', [5_000, 25_000]],
      ];

    it.each(cases)('of %s that shows %j is %s', async (answered, shown, verdict, pauses) => {
      const { readOnce, sleep, pauses: made, left } = scene(shown);
      expect((await readBackAfterAnswer(readOnce, answered, sleep)).verdict).toBe(verdict);
      expect([made, left]).toEqual([pauses, []]);
    });

    it('is concluded from what was read where the program ends', async () => {
      const { readOnce, sleep } = scene(['as-before', 'agrees'], false);
      expect((await readBackAfterAnswer(readOnce, 'done', sleep)).verdict).toBe('as-before');
    });

    it('F2 of a no is over as soon as the credit contradicts it', async () => {
      const { readOnce, sleep, pauses } = scene(['differs', 'as-before', 'as-before']);
      const contradicted = async () => ({ ...(await readOnce()), contradictsNo: true });
      expect((await readBackAfterAnswer(contradicted, 'refused', sleep)).verdict).toBe('differs');
      expect(pauses).toEqual([]);
    });

    it('(G5) of a paid no reads the credit at 0, 5 and 30 s, also where the no is defined', async () => {
      const { readOnce, sleep, pauses } = scene(['no-proof', 'no-proof', 'no-proof']);
      const unfallen = async () => ({ ...(await readOnce()), charge: 'not-yet' as const });
      expect((await readBackAfterAnswer(unfallen, 'refused', sleep)).verdict).toBe('no-proof');
      expect(pauses).toEqual([5_000, 25_000]);
    });

    it.each([
      ['refused', 'differs'],
      ['refused-unconfirmed', 'differs'],
      ['done', 'no-proof'],
    ] as const)('(G5) of a paid %s that is cut short by a close comes to %s', async (answered, verdict) => {
      const { readOnce, sleep } = scene(['no-proof'], false);
      const unfallen = async () => ({ ...(await readOnce()), charge: 'not-yet' as const });
      expect((await readBackAfterAnswer(unfallen, answered, sleep)).verdict).toBe(verdict);
    });

    it('(G1) of a paid yes keeps what was proven while the credit is awaited', async () => {
      const { readOnce, sleep, pauses } = scene(['agrees', 'unreadable', 'as-before']);
      const unfallen = async () => ({ ...(await readOnce()), charge: 'not-yet' as const });
      expect(await readBackAfterAnswer(unfallen, 'done', sleep)).toMatchObject({
        verdict: 'agrees',
        charge: 'not-yet',
      });
      expect(pauses).toEqual([5_000, 25_000]);
    });

    it('of a no that nobody defined needs two reads that agree', async () => {
      const { readOnce, sleep } = scene(['as-before'], false);
      expect((await readBackAfterAnswer(readOnce, 'refused-unconfirmed', sleep)).verdict).toBe('differs');
    });
  });

  const at = (sinceMs: number, changes: Partial<DoubtTiming> = {}): DoubtTiming => ({
    sinceMs,
    countsAfterMs: 90_000,
    promised: null,
    tooEarly: 'Less than 90 s',
    ...changes,
  });

  describe('reading back after a doubt', () => {
    it.each([
      ['agrees', 0],
      ['differs', 0],
      ['no-proof', 60_000],
      ['unreadable', 60_000],
    ] as const)('that shows %s is that, after %d ms', async (shown, sinceMs) => {
      const { readOnce, sleep, pauses } = scene([shown]);
      expect((await readBackAfterDoubt(readOnce, at(sinceMs), sleep)).verdict).toBe(shown);
      expect(pauses).toEqual([]);
    });

    it.each([0, 89_999])(
      '%d ms after the attempt, “as before” proves nothing and says so',
      async (sinceMs) => {
        const { readOnce, sleep } = scene(['as-before', 'as-before']);
        const { verdict, evidence } = await readBackAfterDoubt(readOnce, at(sinceMs), sleep);
        expect(verdict).toBe('no-proof');
        expect(evidence[0]?.label).toBe('Less than 90 s');
      },
    );

    it.each([30_000, 599_999])(
      'F11 %d ms after an attempt that counts after 10 min, it proves nothing',
      async (sinceMs) => {
        const { readOnce, sleep } = scene(['as-before', 'as-before']);
        const when = at(sinceMs, { countsAfterMs: 600_000 });
        expect((await readBackAfterDoubt(readOnce, when, sleep)).verdict).toBe('no-proof');
      },
    );

    it('F2 it never counts where the service said that it is pending', async () => {
      const { readOnce, sleep } = scene(['as-before', 'as-before']);
      const when = at(86_400_000, { promised: 'pending' });
      const { verdict, evidence } = await readBackAfterDoubt(readOnce, when, sleep);
      expect(verdict).toBe('no-proof');
      expect(evidence[0]?.label).toMatch(/pending/);
    });

    it('90 s after the attempt, two reads that agree show that it is as before', async () => {
      const { readOnce, sleep, pauses } = scene(['as-before', 'as-before']);
      expect((await readBackAfterDoubt(readOnce, at(90_000), sleep)).verdict).toBe('as-before');
      expect(pauses).toEqual([5_000]);
    });

    it.each(['agrees', 'differs', 'unreadable'] as const)(
      'the second read counts where it shows %s',
      async (second) => {
        const { readOnce, sleep } = scene(['as-before', second]);
        expect((await readBackAfterDoubt(readOnce, at(90_000), sleep)).verdict).toBe(second);
      },
    );

    it('one read alone proves nothing where the program ends', async () => {
      const { readOnce, sleep } = scene(['as-before'], false);
      expect((await readBackAfterDoubt(readOnce, at(90_000), sleep)).verdict).toBe('differs');
    });
  });
});

describe('C7 after an end in between', () => {
  async function killedWhileSending(isApplied: boolean): Promise<{ world: ChangesWorld; id: string }> {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied });
    world.service.onWrite = () => new Promise(() => undefined);
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(10);
    world.restart();
    return { world, id };
  }

  it('what was on its way is uncertain and read back: it was done', async () => {
    const { world, id } = await killedWhileSending(true);
    await world.changes.recover();
    expect(await world.find(id)).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(await world.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back agrees']);
  });

  it('what was on its way is uncertain and read back: it was not done, which shows after 90 s only', async () => {
    const { world, id } = await killedWhileSending(false);
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('uncertain');
    await world.time.pass(85_000);
    expect((await world.find(id)).state).toBe('uncertain');
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'not-applied', proof: 'read-back' });
    expect(world.service.writes).toHaveLength(1);
  });

  it.each([domain, 'Example.COM.'])(
    'nobody acts on %s before it was read back, though nobody called for it',
    async (name) => {
      const { world, id } = await killedWhileSending(true);
      const reads = world.service.reads.length;
      valueOf(await world.changes.prepare(accountId, name, asks.nameservers));
      expect(world.service.reads.slice(reads)).toEqual(['lock', 'nameservers']);
      expect((await world.find(id)).state).toBe('applied');
    },
  );

  it('a person settles it after it was read back, not before', async () => {
    const { world, id } = await killedWhileSending(false);
    const settled = valueOf(await world.changes.settle(id, 'not-applied', 'I looked'));
    expect(settled).toMatchObject({ state: 'settled', settledAs: 'not-applied', note: 'I looked' });
    expect(await world.events(id)).toEqual([
      'planned',
      'sending',
      'interrupted',
      'read-back no-proof',
      'settled',
    ]);
  });

  it('offline it stays uncertain, and is read back when the account is reached again', async () => {
    const { world, id } = await killedWhileSending(true);
    world.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    await world.changes.recover();
    await world.quiet();
    expect(await world.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back unreadable']);
    world.service.failing.clear();
    world.changes.wake('another');
    await world.quiet();
    expect((await world.find(id)).state).toBe('uncertain');
    world.changes.wake(accountId);
    await world.quiet();
    expect((await world.find(id)).state).toBe('applied');
  });

  it('nothing is done where the journal cannot even be looked at, until it can', async () => {
    const { world } = await killedWhileSending(true);
    world.kept.failAt('open', 'busy');
    expect(await world.changes.prepare(accountId, domain, asks.sync)).toMatchObject({
      error: { kind: 'storage' },
    });
    world.kept.failAt('open', null);
    expect(await world.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });

  it('where marking it fails half-way, the next who acts marks it', async () => {
    const { world, id } = await killedWhileSending(true);
    world.kept.failAt('interrupted', 'full');
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('sending');
    expect(await world.changes.settle(id, 'applied', '')).toMatchObject({ error: { kind: 'storage' } });
    expect(await world.changes.perform(anOrder(world))).toMatchObject({ error: { kind: 'storage' } });
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    world.kept.failAt('interrupted', null);
    valueOf(await world.changes.prepare(accountId, domain, asks.sync));
    expect((await world.find(id)).state).toBe('applied');
  });

  it('what was left uncertain and never read is read', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    world.kept.failAt('read-back', 'full');
    const { id } = await world.settled(asks.lock);
    world.kept.failAt('read-back', null);
    world.restart();
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('applied');
  });

  it('what was settled or read back is left alone', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await world.settled(asks.renew);
    const events = await world.events(id);
    world.restart();
    await world.changes.recover();
    expect(await world.events(id)).toEqual(events);
  });

  it('reading back that breaks is a bug, and keeps nobody from acting', async () => {
    const { world } = await killedWhileSending(true);
    world.service.methods.readLock = () => Promise.reject(new Error('Broken'));
    await world.changes.recover();
    expect(world.bugs).toHaveLength(1);
    expect(await world.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });

  const anOrder = (world: ChangesWorld) => ({
    accountId,
    domain,
    ask: asks.sync,
    batch: { id: crypto.randomUUID(), digest: '' },
    salt: '',
    consent: aConsent({ at: world.time.now().toISOString(), present: '' }),
    signal: world.ending.signal,
  });
});

describe('the credit after an answer', () => {
  it.each([0, 3_000, 20_000])(
    '(G5) that falls %i ms after a defined no to a renewal makes it uncertain, never refused',
    async (lateMs) => {
      const world = new ChangesWorld();
      world.service.behaviours.push({ outcome: 'refused', isApplied: false });
      let billedAtMs = Number.POSITIVE_INFINITY;
      world.service.onWrite = () => {
        billedAtMs = world.time.now().getTime() + lateMs;
        return Promise.resolve();
      };
      world.service.onRead = () => {
        if (world.time.now().getTime() >= billedAtMs) world.service.credit = 490;
      };
      const { id } = await world.settled(asks.renew);
      expect(await world.find(id)).toMatchObject({ state: 'uncertain' });
    },
  );

  it('(G1) that never falls after a yes of known price is said: in the change, and in the next review', async () => {
    const world = new ChangesWorld();
    world.price('10.00');
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    const change = await world.find((await world.settled(asks.renew)).id);
    expect(change).toMatchObject({ state: 'confirmed', charge: 'not-yet' });
    expect(isUncharged(change)).toBe(true);
    const { remarks } = await world.review(asks.renew);
    expect(remarks.find(({ id }) => id === 'renewed-before')?.text).toMatch(
      /not yet charged.*Sync the domain/,
    );
  });

  it('(G1) that falls says nothing', async () => {
    const fallen = new ChangesWorld();
    fallen.price('10.00');
    expect(isUncharged(await fallen.find((await fallen.settled(asks.renew)).id))).toBe(false);
  });
});

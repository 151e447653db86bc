import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import {
  accountId,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('applying a review', () => {
  it.each(['lock', 'nameservers', 'contacts'] as const)(
    'of %s stops where it is otherwise than it was looked at',
    async (kind) => {
      const world = new ChangesWorld();
      const review = await world.review(asks[kind]);
      world.service.there(domain).lock = 'unlocked';
      world.service.there(domain).nameservers = ['other.example.net', 'more.example.net'];
      world.service.there(domain).contacts = [];
      expect(await world.changes.apply(review.reviewId, consent)).toEqual(
        fail({ kind: 'changed-since', what: kind }),
      );
      expect(world.service.writes).toEqual([]);
    },
  );

  it('stops where the account was edited so that other fields would go out', async () => {
    const world = new ChangesWorld();
    world.service.free(domain);
    const review = await world.review(asks.register);
    world.options = { ...world.options, postcodeField: 'zipcode' };
    expect(await world.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'changed-since', what: 'review' }),
    );
  });

  it('needs what cannot be reached, and writes nothing down without it', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    world.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    expect(await world.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'unreachable' },
    });
    expect(valueOf(await world.changes.lastOf(accountId, domain))).toEqual([]);
  });

  it.each(['register', 'renew', 'contacts', 'child-delete'] as const)(
    'of %s asks for the name, in either form',
    async (kind) => {
      const world = new ChangesWorld();
      const name = 'xn--bckerei-5wa.example';
      if (kind === 'register') world.service.free(name);
      const review = valueOf(await world.changes.prepare(accountId, name, asks[kind]));
      expect(review.asksFor.typedName).toBe(true);
      for (const typedName of [null, '', 'bäckerei.exampl']) {
        expect(await world.changes.apply(review.reviewId, { ...consent, typedName })).toMatchObject({
          error: { kind: 'invalid-input', field: 'typedName' },
        });
      }
      expect(world.service.writes).toEqual([]);
      const typedName = ' Bäckerei.example';
      expect(await world.changes.apply(review.reviewId, { ...consent, typedName })).toMatchObject({
        ok: true,
      });
    },
  );

  it.each(['lock', 'nameservers', 'child-register', 'child-modify', 'sync'] as const)(
    'of %s asks for no name',
    async (kind) => {
      const world = new ChangesWorld();
      const { asksFor } = await world.review(asks[kind]);
      expect(asksFor).toEqual({ typedName: false, premium: false, limits: [] });
    },
  );

  it('announces each step', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.lock);
    expect(world.announced.map(({ state }) => state)).toEqual(['planned', 'sending', 'sending', 'confirmed']);
  });

  it('keeps a sync’s answer, and tells the portfolio', async () => {
    const world = new ChangesWorld();
    const change = await world.settled(asks.sync);
    expect(change.syncAnswer).toEqual(world.service.syncAnswer);
    expect(change.evidence).toContainEqual({
      label: 'Expiry date',
      before: null,
      after: '2027-05-06',
      speaks: 'neither',
    });
    expect(world.observed).toContainEqual(
      expect.objectContaining({ source: 'sync', syncAnswer: world.service.syncAnswer }),
    );
  });

  it('does not take a sync’s date for the expiry where the account says so', async () => {
    const world = new ChangesWorld();
    world.options = { ...world.options, expiryFromSync: false };
    const change = await world.settled(asks.sync);
    expect(change.syncAnswer, 'the journal has what was answered').toEqual(world.service.syncAnswer);
    expect(world.observed.filter(({ source }) => source === 'sync')).toEqual([
      expect.objectContaining({ syncAnswer: { ...world.service.syncAnswer, expiresOn: null } }),
    ]);
  });
});

describe('C6 a change is on the disk before anything leaves', () => {
  it('is `sending` when the service is written to', async () => {
    const world = new ChangesWorld();
    const seen: string[] = [];
    world.service.onWrite = async () => {
      const { changes } = valueOf(await world.changes.list(everything, 0, 10));
      seen.push(...changes.map(({ state }) => state));
    };
    await world.settled(asks.lock);
    expect(seen).toEqual(['sending']);
  });

  it('has what was read before in its `sending` entry', async () => {
    const world = new ChangesWorld();
    const { before } = await world.settled(asks.lock);
    expect(before).toMatchObject({ lock: 'locked', readAt: '2026-03-01T10:30:00.000Z' });
  });
});

describe('D8 a disk that fails', () => {
  it('at the beginning keeps everything back', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    world.kept.failAt('begin', 'full');
    const applied = [1, 2].map(() => world.changes.apply(review.reviewId, consent));
    const full = fail({ kind: 'storage', fault: 'full' });
    expect(await Promise.all(applied)).toEqual([full, full]);
    expect(world.service.writes).toEqual([]);
    world.kept.failAt('begin', null);
    expect(await world.changes.apply(review.reviewId, consent)).toMatchObject({ ok: true });
  });

  it('before sending keeps everything back, and the reason is told', async () => {
    const world = new ChangesWorld();
    world.kept.failAt('sending', 'read-only');
    const change = await world.settled(asks.renew);
    expect(change.state).toBe('planned');
    expect(world.service.writes).toEqual([]);
    expect(world.announced.at(-1)).toMatchObject({ error: { kind: 'storage', fault: 'read-only' } });
  });

  it('after sending is waited for, so that the answer is not lost', async () => {
    const world = new ChangesWorld();
    world.kept.failAt('answered', 'full');
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(2_000);
    expect((await world.find(id)).state).toBe('sending');
    world.kept.failAt('answered', null);
    await world.quiet();
    expect((await world.find(id)).state).toBe('confirmed');
    expect(world.service.writes).toHaveLength(1);
  });

  it('that stays full leaves the change on its way, and the next start reads it back', async () => {
    const world = new ChangesWorld();
    world.kept.failAt('answered', 'full');
    const { id } = await world.settled(asks.lock);
    world.kept.failAt('answered', null);
    expect((await world.find(id)).state).toBe('sending');
    world.restart();
    await world.changes.recover();
    expect((await world.find(id)).state).toBe('applied');
    expect(world.service.writes).toHaveLength(1);
  });
});

const everything = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };

describe('the end of the program', () => {
  it('waits for an answer that comes in time', async () => {
    const world = new ChangesWorld();
    world.service.onWrite = () => world.time.timer.sleep(2_000);
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(1);
    await world.time.outcomeOf(world.changes.close());
    world.restart();
    expect((await world.find(id)).state).toBe('confirmed');
  });

  it('leaves what takes longer on its way, and adds nothing to the journal afterwards', async () => {
    const world = new ChangesWorld();
    world.service.onWrite = () => world.time.timer.sleep(20_000);
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(1);
    const before = world.time.timer.nowMs();
    await world.time.outcomeOf(world.changes.close());
    expect(world.time.timer.nowMs() - before).toBeLessThanOrEqual(3_001);
    await world.quiet();
    world.restart();
    expect(await world.events(id)).toEqual(['planned', 'sending']);
    expect(world.bugs).toEqual([]);
  });

  it('ends a wait between two reads with what was read', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied: false });
    const { id } = valueOf(await world.apply(asks.lock));
    await world.time.pass(1_000);
    await world.time.outcomeOf(world.changes.close());
    world.restart();
    expect(await world.events(id)).toEqual(['planned', 'sending', 'answered done', 'read-back as-before']);
  });

  it('sends nothing new', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    await world.changes.close();
    expect(await world.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'cancelled' },
    });
    expect(world.service.writes).toEqual([]);
  });
});

describe('a connection that is dropped', () => {
  it('before the throttle lets the change out leaves it planned', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.sync);
    world.ending.abort();
    const { id } = valueOf(await world.changes.apply(review.reviewId, consent));
    await world.quiet();
    expect((await world.find(id)).state).toBe('planned');
    expect(world.announced.at(-1)?.error).toEqual({ kind: 'cancelled' });
    expect(world.service.writes).toEqual([]);
  });

  it('is told to the write that is on its way', async () => {
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
});

describe('sending a planned change', () => {
  async function unsent(kind: keyof typeof asks): Promise<{ world: ChangesWorld; id: string }> {
    const world = new ChangesWorld();
    if (kind === 'register') world.service.free(domain);
    world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id } = await world.settled(asks[kind]);
    return { world, id };
  }

  it.each(Object.keys(asks) as (keyof typeof asks)[])(
    'of %s sends it as it was written down',
    async (kind) => {
      const { world, id } = await unsent(kind);
      expect(valueOf(await world.changes.send(id))).toMatchObject({ state: 'sending', attempts: 2 });
      await world.quiet();
      expect((await world.find(id)).state).toBe('confirmed');
      expect(world.service.writes).toHaveLength(1);
    },
  );

  it('pressed twice sends it once', async () => {
    const { world, id } = await unsent('renew');
    const both = await Promise.all([world.changes.send(id), world.changes.send(id)]);
    await world.quiet();
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(world.service.writes).toHaveLength(1);
  });

  it('stops where other fields would go out than were written down', async () => {
    const { world, id } = await unsent('register');
    world.options = { ...world.options, postcodeField: 'zipcode' };
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'changed-since', what: 'review' } });
    expect(await world.changes.prepareAgain(id)).toMatchObject({
      error: { kind: 'invalid-input', field: 'id' },
    });
  });

  it('cannot send what the keychain did not seal, and says so', async () => {
    const world = new ChangesWorld();
    world.keychainWorks = false;
    world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id } = await world.settled(asks.contacts);
    world.keychainWorks = true;
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    expect(valueOf(await world.changes.personal(id))).toBeNull();
  });

  it('waits for a keychain that does not open now', async () => {
    const { world, id } = await unsent('contacts');
    world.keychainWorks = false;
    expect(await world.changes.send(id)).toMatchObject({ error: { kind: 'keychain' } });
  });

  it('shows what would be sent to the person who asks, until it is over', async () => {
    const { world, id } = await unsent('contacts');
    expect(valueOf(await world.changes.personal(id))).toEqual(asks.contacts.roles);
    valueOf(await world.changes.withdraw(id));
    expect(valueOf(await world.changes.personal(id))).toBeNull();
  });

  it('finds no change where there is none', async () => {
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
});

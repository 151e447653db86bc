import { aConsent } from '../../../../support/workspace/a-journal.ts';
import { describe, expect, it } from 'vitest';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('C7 after an end in between', () => {
  async function killedWhileSending(isApplied: boolean): Promise<{ desk: ChangingDesk; id: string }> {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'claimed', isApplied });
    desk.service.onWrite = () => new Promise(() => undefined);
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(10);
    desk.restart();
    return { desk, id };
  }

  it('what was on its way is uncertain and read back: it was done', async () => {
    const { desk, id } = await killedWhileSending(true);
    await desk.changes.recover();
    expect(await desk.find(id)).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back agrees']);
  });

  it('what was on its way is uncertain and read back: it was not done, which shows after 30 s only', async () => {
    const { desk, id } = await killedWhileSending(false);
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('uncertain');
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'not-applied', proof: 'read-back' });
    expect(desk.service.writes).toHaveLength(1);
  });

  it.each([domain, 'Example.COM.'])(
    'nobody acts on %s before it was read back, though nobody called for it',
    async (name) => {
      const { desk, id } = await killedWhileSending(true);
      const reads = desk.service.reads.length;
      valueOf(await desk.changes.prepare(accountId, name, asks.nameservers));
      expect(desk.service.reads.slice(reads)).toEqual(['lock', 'nameservers']);
      expect((await desk.find(id)).state).toBe('applied');
    },
  );

  it('a person settles it after it was read back, not before', async () => {
    const { desk, id } = await killedWhileSending(false);
    const settled = valueOf(await desk.changes.settle(id, 'not-applied', 'I looked'));
    expect(settled).toMatchObject({ state: 'settled', settledAs: 'not-applied', note: 'I looked' });
    expect(await desk.events(id)).toEqual([
      'planned',
      'sending',
      'interrupted',
      'read-back no-proof',
      'settled',
    ]);
  });

  it('offline it stays uncertain, and is read back when the account is reached again', async () => {
    const { desk, id } = await killedWhileSending(true);
    desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    await desk.changes.recover();
    await desk.quiet();
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back unreadable']);
    desk.service.failing.clear();
    desk.changes.wake('another');
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('uncertain');
    desk.changes.wake(accountId);
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('nothing is done where the journal cannot even be looked at, until it can', async () => {
    const { desk } = await killedWhileSending(true);
    desk.kept.failAt('open', 'busy');
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({
      error: { kind: 'storage' },
    });
    desk.kept.failAt('open', null);
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });

  it('where marking it fails half-way, the next who acts marks it', async () => {
    const { desk, id } = await killedWhileSending(true);
    desk.kept.failAt('interrupted', 'full');
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('sending');
    expect(await desk.changes.settle(id, 'applied', '')).toMatchObject({ error: { kind: 'storage' } });
    expect(await desk.changes.perform(anOrder(desk))).toMatchObject({ error: { kind: 'storage' } });
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    desk.kept.failAt('interrupted', null);
    valueOf(await desk.changes.prepare(accountId, domain, asks.sync));
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('what was left uncertain and never read is read', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    desk.kept.failAt('read-back', 'full');
    const { id } = await desk.settled(asks.lock);
    desk.kept.failAt('read-back', null);
    desk.restart();
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('what was settled or read back is left alone', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await desk.settled(asks.renew);
    const events = await desk.events(id);
    desk.restart();
    await desk.changes.recover();
    expect(await desk.events(id)).toEqual(events);
  });

  it('reading back that breaks is a bug, and keeps nobody from acting', async () => {
    const { desk } = await killedWhileSending(true);
    desk.service.client.readLock = () => Promise.reject(new Error('Broken'));
    await desk.changes.recover();
    expect(desk.bugs).toHaveLength(1);
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });
});

const anOrder = (desk: ChangingDesk) => ({
  accountId,
  domain,
  ask: asks.sync,
  planId: crypto.randomUUID(),
  consent: aConsent({ at: desk.time.now().toISOString(), present: '' }),
  signal: desk.ending.signal,
});

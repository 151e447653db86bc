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
});

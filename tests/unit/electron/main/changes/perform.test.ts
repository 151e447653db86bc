import { describe, expect, it } from 'vitest';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { aConsent } from '../../../../support/workspace/a-journal.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('a row of a plan', () => {
  const order = (desk: ChangingDesk, expected: string) => ({
    accountId,
    domain,
    ask: asks.lock,
    planId: crypto.randomUUID(),
    consent: aConsent({ at: desk.time.now().toISOString(), present: expected }),
    signal: desk.ending.signal,
  });

  it('is performed where it is as the plan saw it, and waited for', async () => {
    const desk = new ChangingDesk();
    const change = valueOf(await desk.time.outcomeOf(desk.changes.perform(order(desk, 'locked'))));
    expect(change).toMatchObject({ state: 'confirmed', planId: expect.any(String) as string });
  });

  it('is not where it is otherwise', async () => {
    const desk = new ChangingDesk();
    expect(await desk.changes.perform(order(desk, 'unlocked'))).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'lock' },
    });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toEqual([]);
  });

  it('is not where it cannot be read how it is', async () => {
    const desk = new ChangingDesk();
    const refused = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;
    desk.service.failing.set('lock', refused);
    expect(await desk.changes.perform(order(desk, 'locked'))).toEqual({ ok: false, error: refused });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toEqual([]);
  });

  it.each(['not-sent', 'cancelled'] as const)('that was %s leaves nothing open', async (outcome) => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome, isApplied: false });
    expect(await desk.changes.perform(order(desk, 'locked'))).toMatchObject({ error: { kind: outcome } });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toMatchObject([{ state: 'withdrawn' }]);
    expect(valueOf(await desk.changes.perform(order(desk, 'locked'))).state).toBe('confirmed');
  });

  it('that is uncertain is answered when it was read back once', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const change = valueOf(await desk.changes.perform(order(desk, 'locked')));
    expect(change.state).toBe('uncertain');
    await desk.quiet();
    expect((await desk.find(change.id)).state).toBe('not-applied');
  });

  it('stopped before it begins is not begun', async () => {
    const desk = new ChangingDesk();
    const signal = AbortSignal.abort();
    expect(await desk.changes.perform({ ...order(desk, 'locked'), signal })).toEqual({
      ok: false,
      error: { kind: 'cancelled' },
    });
  });

  it('that was not sealed by the disk is not sent', async () => {
    const desk = new ChangingDesk();
    desk.kept.failAt('sending', 'full');
    expect(await desk.changes.perform(order(desk, 'locked'))).toMatchObject({ error: { kind: 'storage' } });
    expect(desk.service.writes).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { aChangeId, aFollowedChange } from '../../../../../support/fake-change-flow.ts';
import { aFlow, later, lock } from './a-flow.ts';

describe('a change that was sent', () => {
  it('is followed until it is over', async () => {
    const { flow, begin, confirm, at } = aFlow();
    begin(lock);
    await at('reviewing');
    confirm();
    await at('sending');
    const done = aFollowedChange({
      state: 'confirmed',
      proof: 'read-back',
      changedAt: '2026-11-21T09:00:04.000Z',
    });
    flow.put(done);
    expect(await at('over')).toMatchObject({ change: done });
  });

  it('takes no notice of another change, nor of an older word on its own', async () => {
    const { flow, begin, confirm, at } = aFlow();
    begin(lock);
    await at('reviewing');
    confirm();
    await at('sending');
    flow.put(
      aFollowedChange({ id: aChangeId(13), state: 'confirmed', changedAt: '2026-11-21T09:00:09.000Z' }),
    );
    flow.put(aFollowedChange({ state: 'uncertain', changedAt: '2026-11-21T08:59:00.000Z' }));
    expect(flow.getState().step).toBe('sending');
  });

  it('hears what is told before the answer that names the change', async () => {
    const answer = later<Result<Change>>();
    const { flow, begin, confirm, at } = aFlow({}, { apply: () => answer.promise });
    begin(lock);
    await at('reviewing');
    confirm();
    flow.put(aFollowedChange({ state: 'refused', changedAt: '2026-11-21T09:00:03.000Z' }));
    answer.answer(
      ok(aFollowedChange({ state: 'planned', attempts: 0, changedAt: '2026-11-21T09:00:00.000Z' })),
    );
    expect(await at('over')).toMatchObject({ change: { state: 'refused' } });
  });

  it('that could not be sent for a reason of this computer’s is over, though no attempt was begun', async () => {
    const planned = aFollowedChange({ state: 'planned', attempts: 0, sentAt: null });
    const { flow, begin, confirm, at } = aFlow({ applied: ok(planned) });
    begin(lock);
    await at('reviewing');
    confirm();
    await at('sending');
    flow.put({ ...planned, error: { kind: 'unreachable', why: 'offline' } });
    expect(await at('over')).toMatchObject({ change: { state: 'planned', next: ['send', 'withdraw'] } });
  });

  it('written down and not yet tried is on its way; of which nothing left, it is over', async () => {
    const planned = aFollowedChange({ state: 'planned', attempts: 0, sentAt: null });
    const { flow, begin, confirm, at } = aFlow({ applied: ok(planned) });
    begin(lock);
    await at('reviewing');
    confirm();
    await at('sending');
    flow.put({ ...planned, attempts: 1, error: { kind: 'not-sent', why: 'offline' } });
    expect((await at('over')).step).toBe('over');
  });
});

describe('a change that is over but open', () => {
  it('is read back, and then is what reading back has shown', async () => {
    const uncertain = aFollowedChange({
      state: 'uncertain',
      error: { kind: 'uncertain', why: 'no-complete-answer' },
    });
    const applied = aFollowedChange({ state: 'applied', changedAt: '2026-11-21T09:05:00.000Z' });
    const { begin, confirm, act, at, called } = aFlow(
      { applied: ok(uncertain) },
      { readBack: () => Promise.resolve(ok(applied)) },
    );
    begin(lock);
    await at('reviewing');
    confirm();
    await at('over');
    act('read-back');
    act('read-back');
    await vi.waitFor(async () => {
      expect(await at('over')).toMatchObject({ change: { state: 'applied' }, doing: null });
    });
    expect(called('changes.readBack')).toBe(1);
  });

  it('says why what was asked for could not be done', async () => {
    const planned = aFollowedChange({ state: 'planned', error: { kind: 'not-sent', why: 'offline' } });
    const { begin, confirm, act, at } = aFlow(
      { applied: ok(planned) },
      { send: () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' })) },
    );
    begin(lock);
    await at('reviewing');
    confirm();
    await at('over');
    act('send');
    await vi.waitFor(async () => {
      expect(await at('over')).toMatchObject({ error: { kind: 'unreachable' }, doing: null });
    });
  });
});

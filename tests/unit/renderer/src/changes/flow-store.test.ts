import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import { isBusy } from '../../../../../renderer/src/changes/flow-store.ts';
import { aFollowedChange, aReview, aFlow, lock } from '../../../../support/fake-change-flow.ts';

describe('a change being sent from an editor', () => {
  it('C11 is sent once, however often it is confirmed', async () => {
    const { begin, confirm, at, sent } = aFlow();
    begin(lock);
    await at('reviewing');
    confirm();
    confirm();
    await at('sending');
    confirm();
    expect(sent()).toHaveLength(1);
  });

  it('C11 is prepared once, however often its button is pressed', async () => {
    const { begin, at, called } = aFlow();
    begin(lock);
    begin(lock);
    await at('reviewing');
    begin(lock);
    expect(called('changes.prepare')).toBe(1);
  });

  it('cannot be put away while it is on its way', async () => {
    const { close, at, flow, confirmed } = aFlow();
    await confirmed();
    close();
    await at('sending');
    close();
    expect(flow.getState().step).toBe('sending');
  });

  it('that was put away while it was being read does not come back', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof ok<ReturnType<typeof aReview>>>>();
    const { begin, close, flow } = aFlow({}, { prepare: () => answer.promise });
    begin(lock);
    close();
    answer.resolve(ok(aReview()));
    await answer.promise;
    await Promise.resolve();
    expect(flow.getState().step).toBe('idle');
  });
});

describe('what a person has to give', () => {
  it('is the typed name, in either of its forms, and it goes along as it was typed', async () => {
    const { begin, confirm, typeName, at, sent } = aFlow({
      review: {
        domain: 'xn--bckerei-5wa.example',
        asksFor: { typedName: true, premium: false, limits: [] },
      },
    });
    begin({ kind: 'child-delete', host: 'ns1.xn--bckerei-5wa.example' });
    await at('reviewing');
    confirm();
    typeName('backerei.example');
    confirm();
    expect(sent()).toEqual([]);
    typeName(' Bäckerei.example ');
    confirm();
    await at('sending');
    expect(sent()[0]?.input).toMatchObject({ typedName: 'Bäckerei.example', premiumAccepted: false });
  });

  it('is the yes to a premium price, by itself', async () => {
    const { confirm, acceptPremium, at, sent, confirmed } = aFlow({
      review: { asksFor: { typedName: false, premium: true, limits: [] } },
    });
    await confirmed();
    expect(sent()).toEqual([]);
    acceptPremium(true);
    confirm();
    await at('sending');
    expect(sent()[0]?.input).toMatchObject({ typedName: null, premiumAccepted: true });
  });
});

describe('an editor', () => {
  it.each([
    ['uncertain', true],
    ['planned', true],
    ['confirmed', false],
    ['refused', false],
    ['settled', false],
  ] as const)('whose change is %s waits for it: %s', (state, isWaiting) => {
    const over = { step: 'over', ask: lock, entries: [], doing: null, error: null } as const;
    expect(isBusy({ ...over, change: aFollowedChange({ state }) })).toBe(isWaiting);
  });
});

describe('a change that was sent', () => {
  it('hears what is told before the answer that names the change', async () => {
    const answer = Promise.withResolvers<Result<Change>>();
    const { flow, at, confirmed } = aFlow({}, { apply: () => answer.promise });
    await confirmed();
    flow.put(aFollowedChange({ state: 'refused', changedAt: '2026-11-21T09:00:03.000Z' }));
    answer.resolve(
      ok(aFollowedChange({ state: 'planned', attempts: 0, changedAt: '2026-11-21T09:00:00.000Z' })),
    );
    expect(await at('over')).toMatchObject({ change: { state: 'refused' } });
  });

  it('that could not be sent for a reason of this computer’s is over, though no attempt was begun', async () => {
    const planned = aFollowedChange({ state: 'planned', attempts: 0, sentAt: null });
    const { flow, at, confirmed } = aFlow({ applied: ok(planned) });
    await confirmed();
    await at('sending');
    flow.put({ ...planned, error: { kind: 'unreachable', why: 'offline' } });
    expect(await at('over')).toMatchObject({ change: { state: 'planned', next: ['send', 'withdraw'] } });
  });
});

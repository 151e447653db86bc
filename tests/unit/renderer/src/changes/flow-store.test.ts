import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { fieldError, isBusy } from '../../../../../renderer/src/changes/flow-store.ts';
import { aChangeId } from '../../../../support/a-change.ts';
import { aFollowedChange, aReview, aFlow, lock } from '../../../../support/fake-change-flow.ts';

describe('a change being sent from an editor', () => {
  it('is looked at first: nothing is sent until a person says so', async () => {
    const { begin, at, sent } = aFlow();
    begin(lock);
    const state = await at('reviewing');
    expect(state).toMatchObject({ ask: lock, review: { domain: 'harbour.example' }, busy: null });
    expect(sent()).toEqual([]);
  });

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

  it('keeps what was looked at when it is otherwise now, and sends it only after another look', async () => {
    const { confirm, at, sent, confirmed } = aFlow({
      applied: fail({ kind: 'changed-since', what: 'lock' }),
    });
    await confirmed();
    await vi.waitFor(async () => {
      expect(await at('reviewing')).toMatchObject({ busy: null, error: { kind: 'changed-since' } });
    });
    confirm();
    expect(sent()).toHaveLength(1);
  });

  it('is looked at once more with the same ask, under another review', async () => {
    let reviews = 0;
    const { begin, recheck, confirm, at, sent } = aFlow(
      {},
      {
        prepare: () => {
          reviews += 1;
          return Promise.resolve(ok(aReview({ reviewId: aChangeId(reviews) })));
        },
      },
    );
    begin(lock);
    await at('reviewing');
    recheck();
    confirm();
    expect(sent()).toEqual([]);
    await vi.waitFor(async () => {
      expect(await at('reviewing')).toMatchObject({
        ask: lock,
        busy: null,
        review: { reviewId: aChangeId(2) },
      });
    });
  });

  it('that cannot be prepared says why, and can be begun again', async () => {
    let asked = 0;
    const { begin, at } = aFlow(
      {},
      {
        prepare: () => {
          asked += 1;
          return Promise.resolve(
            asked === 1 ? fail({ kind: 'unreachable', why: 'offline' } as const) : ok(aReview()),
          );
        },
      },
    );
    begin(lock);
    expect(await at('failed')).toMatchObject({ error: { kind: 'unreachable' }, ask: lock });
    begin(lock);
    await at('reviewing');
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

describe('a reason that belongs to a field', () => {
  const failed = (field: string) =>
    ({
      step: 'failed',
      ask: lock,
      planned: null,
      error: { kind: 'invalid-input', field, reason: 'No' },
    }) as const;

  it('is found under each of the names that the field has', () => {
    expect(fieldError(failed('nameserver'), 'host', 'nameserver')).toBe('No');
    expect(fieldError(failed('ask.nameservers.1'), 'nameservers.1')).toBe('No');
    expect(fieldError(failed('address'), 'host')).toBeNull();
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
  it('is followed until it is over', async () => {
    const { flow, at, confirmed } = aFlow();
    await confirmed();
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
    const { flow, at, confirmed } = aFlow();
    await confirmed();
    await at('sending');
    flow.put(
      aFollowedChange({ id: aChangeId(13), state: 'confirmed', changedAt: '2026-11-21T09:00:09.000Z' }),
    );
    flow.put(aFollowedChange({ state: 'uncertain', changedAt: '2026-11-21T08:59:00.000Z' }));
    expect(flow.getState().step).toBe('sending');
  });

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

  it('written down and not yet tried is on its way; of which nothing left, it is over', async () => {
    const planned = aFollowedChange({ state: 'planned', attempts: 0, sentAt: null });
    const { flow, at, confirmed } = aFlow({ applied: ok(planned) });
    await confirmed();
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
    const { act, at, called, confirmed } = aFlow(
      { applied: ok(uncertain) },
      { readBack: () => Promise.resolve(ok(applied)) },
    );
    await confirmed();
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
    const { act, at, confirmed } = aFlow(
      { applied: ok(planned) },
      { send: () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' })) },
    );
    await confirmed();
    await at('over');
    act('send');
    await vi.waitFor(async () => {
      expect(await at('over')).toMatchObject({ error: { kind: 'unreachable' }, doing: null });
    });
  });
});

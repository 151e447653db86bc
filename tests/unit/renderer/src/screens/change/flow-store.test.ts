import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { aChangeId, aReview } from '../../../../../support/fake-change-flow.ts';
import { aFlow, later, lock } from './a-flow.ts';

describe('a change on its way from an editor', () => {
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
    const { begin, confirm, at, sent } = aFlow({ applied: fail({ kind: 'changed-since', what: 'lock' }) });
    begin(lock);
    await at('reviewing');
    confirm();
    await vi.waitFor(async () => {
      expect(await at('reviewing')).toMatchObject({ busy: null, error: { kind: 'changed-since' } });
    });
    confirm();
    expect(sent()).toHaveLength(1);
  });

  it('is looked at once more with the same ask, under another review', async () => {
    let reviews = 0;
    const { begin, lookAgain, confirm, at, sent } = aFlow(
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
    lookAgain();
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
    const { begin, confirm, close, at, flow } = aFlow();
    begin(lock);
    await at('reviewing');
    confirm();
    close();
    await at('sending');
    close();
    expect(flow.getState().step).toBe('sending');
  });

  it('that was put away while it was being read does not come back', async () => {
    const answer = later<ReturnType<typeof ok<ReturnType<typeof aReview>>>>();
    const { begin, close, flow } = aFlow({}, { prepare: () => answer.promise });
    begin(lock);
    close();
    answer.answer(ok(aReview()));
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
    const { begin, confirm, acceptPremium, at, sent } = aFlow({
      review: { asksFor: { typedName: false, premium: true, limits: [] } },
    });
    begin(lock);
    await at('reviewing');
    confirm();
    expect(sent()).toEqual([]);
    acceptPremium(true);
    confirm();
    await at('sending');
    expect(sent()[0]?.input).toMatchObject({ typedName: null, premiumAccepted: true });
  });
});

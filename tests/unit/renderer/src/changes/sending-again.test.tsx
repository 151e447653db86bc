// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../support/draw.tsx';
import { aChangeId, aFollowedChange, aReview } from '../../../../support/fake-change-flow.ts';
import { aFlow, later, lock } from './a-flow.ts';
import { button, dialog, sendIt, show } from './a-shown-change.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

const limit: OverLimit = {
  span: 'day',
  scope: 'workspace',
  measure: 'sum',
  currency: 'USD',
  allowed: '1000',
  wouldBe: '1250.00',
};
const planned = (error: AppError | null = null): Change =>
  aFollowedChange({ state: 'planned', attempts: 0, sentAt: null, error });
const again = { reviewId: aChangeId(77), domain: 'harbour.example' };

/** A change that came back unsent for this reason, in its panel. */
async function unsent(error: AppError) {
  const shown = await show(
    { applied: ok(planned(error)) },
    { prepareAgain: () => Promise.resolve(ok(aReview(again))) },
  );
  return { ...shown, panel: await sendIt(shown.user) };
}

describe('a planned change that was not sent', () => {
  it.each<[string, AppError]>([
    ['something took effect meanwhile', { kind: 'changed-since', what: 'earlier-change', number: 9 }],
    ['it was reviewed too long ago', { kind: 'changed-since', what: 'consent' }],
    ['a limit would be gone over', { kind: 'over-limit', limits: [limit] }],
  ])('because %s is reviewed again, and applying that review sends it', async (_, error) => {
    const { user, bridge, panel } = await unsent(error);
    expect(within(panel).queryByRole('button', { name: 'Send again' })).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'Review again' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Lock' }));
    const called = (name: string) => bridge.world.calls.filter((call) => call.name === name);
    await vi.waitFor(() => {
      expect(called('changes.apply')).toHaveLength(2);
    });
    expect(called('changes.prepareAgain').map(({ input }) => input)).toEqual([{ id: planned().id }]);
    expect(called('changes.apply')[1]?.input).toMatchObject({ reviewId: again.reviewId });
    expect(called('changes.prepare')).toHaveLength(1);
  });

  it('F6 because the service asked to be left alone says for how long, and can be sent or withdrawn', async () => {
    const { panel } = await unsent({ kind: 'rate-limited', retryAfterS: 59 * 60 });
    expect(panel.textContent).toContain(
      'The service asked to be left alone for another 59 minutes. Nothing was sent.',
    );
    expect(within(panel).getByRole('button', { name: 'Send again' })).toBeDefined();
    expect(within(panel).getByRole('button', { name: 'Withdraw' })).toBeDefined();
    expect(within(panel).queryByRole('button', { name: 'Review again' })).toBeNull();
  });

  it('is still there, and waits, when its new review is closed', async () => {
    const { user, panel } = await unsent({ kind: 'changed-since', what: 'lock' });
    await user.click(within(panel).getByRole('button', { name: 'Review again' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await button('Withdraw')).toBeDefined();
  });

  it('is sent as it stands where nothing speaks against it, and says why where something does', async () => {
    const { flow, begin, confirm, act, at } = aFlow(
      { applied: ok(planned({ kind: 'unreachable', why: 'offline' })) },
      { send: () => Promise.resolve(fail({ kind: 'changed-since', what: 'nameservers' })) },
    );
    begin(lock);
    await at('reviewing');
    confirm();
    await at('over');
    act('send');
    await vi.waitFor(() => {
      expect(flow.getState()).toMatchObject({ error: { kind: 'changed-since', what: 'nameservers' } });
    });
  });
});

describe('a change that waits for a free place', () => {
  it('F6 says so, with an end to it, and can be cancelled: then it is withdrawn', async () => {
    const { user, bridge } = await show(
      { applied: ok(planned()) },
      {
        withdraw: () =>
          Promise.resolve(ok(aFollowedChange({ state: 'withdrawn', changedAt: '2026-11-21T10:00:00.000Z' }))),
      },
    );
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('Waiting for a free place (at most 30 seconds)…');
    await user.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('It was never sent, and never will be.')).toBeDefined();
    expect(bridge.world.calls.map(({ name }) => name)).toContain('changes.withdraw');
  });

  it('cannot be cancelled once it is sent', async () => {
    const { cancel, begin, confirm, at, called } = aFlow();
    begin(lock);
    await at('reviewing');
    confirm();
    await at('sending');
    cancel();
    expect(called('changes.withdraw')).toBe(0);
  });

  it('that is given up while it is sent again is withdrawn; what the sending says then is of no interest', async () => {
    const sending = later<Result<Change>>();
    const withdrawn = aFollowedChange({ state: 'withdrawn', changedAt: '2026-11-21T10:00:00.000Z' });
    const { flow, begin, confirm, act, at } = aFlow(
      { applied: ok(planned({ kind: 'rate-limited', retryAfterS: 40 })) },
      { send: () => sending.promise, withdraw: () => Promise.resolve(ok(withdrawn)) },
    );
    begin(lock);
    await at('reviewing');
    confirm();
    await at('over');
    act('send');
    act('withdraw');
    await vi.waitFor(() => {
      expect(flow.getState()).toMatchObject({ change: { state: 'withdrawn' }, doing: null });
    });
    sending.answer(fail({ kind: 'invalid-input', field: 'id', reason: 'It is withdrawn.' }));
    await sending.promise;
    await Promise.resolve();
    expect(flow.getState()).toMatchObject({ error: null });
  });
});

describe('a limit that is gone over', () => {
  const asksFor = { typedName: false, premium: false, limits: [limit] };

  it('F12 is said in the review, and is confirmed by the very digits that are shown', async () => {
    const { user, bridge } = await show({ review: { asksFor } });
    const review = await dialog();
    expect(review.textContent).toContain('Today comes to 1250.00 USD: your limit is 1000 USD.');
    const send = within(review).getByRole<HTMLButtonElement>('button', { name: 'Lock' });
    const field = within(review).getByRole('textbox', { name: 'Type 1250.00 to confirm' });
    for (const wrong of ['1250', '1,250.00', '1250.01']) {
      await user.clear(field);
      await user.type(field, wrong);
      expect(send.disabled).toBe(true);
    }
    await user.clear(field);
    await user.type(field, ' 1250.00 ');
    await user.click(send);
    const sent = bridge.world.calls.find(({ name }) => name === 'changes.apply');
    expect(sent?.input).toMatchObject({ typedLimit: '1250.00' });
  });

  it('F12 are all named, and confirmed by the largest sum', async () => {
    const own = { ...limit, scope: 'account', span: 'change', allowed: '100', wouldBe: '200.00' } as const;
    const { user } = await show({ review: { asksFor: { ...asksFor, limits: [limit, own] } } });
    const review = await dialog();
    expect(review.textContent).toContain('Today comes to 1250.00 USD: your limit is 1000 USD.');
    expect(review.textContent).toContain('This change comes to 200.00 USD: this account’s limit is 100 USD.');
    const send = within(review).getByRole<HTMLButtonElement>('button', { name: 'Lock' });
    expect(within(review).getAllByRole('textbox')).toHaveLength(1);
    await user.type(within(review).getByRole('textbox', { name: 'Type 1250.00 to confirm' }), '1250.00');
    expect(send.disabled).toBe(false);
  });

  it('F12 sends nothing before it is typed, and nothing along where there is none', async () => {
    const { begin, confirm, typeLimit, at, sent } = aFlow({ review: { asksFor } });
    begin(lock);
    await at('reviewing');
    confirm();
    expect(sent()).toEqual([]);
    typeLimit('1250.00');
    confirm();
    await at('sending');
    expect(sent()).toHaveLength(1);
    const free = aFlow();
    free.begin(lock);
    await free.at('reviewing');
    free.confirm();
    await free.at('sending');
    expect(free.sent()[0]?.input).toMatchObject({ typedLimit: null });
  });
});

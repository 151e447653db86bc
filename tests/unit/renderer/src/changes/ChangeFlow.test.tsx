// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { stepsOf } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import {
  aChangeId,
  aFollowedChange,
  anEntryOf,
  answeredEvent,
  aReview,
} from '../../../../support/fake-change-flow.ts';
import { aFlow, later, lock } from './a-flow.ts';
import { button, dialog, sendIt, show } from './a-shown-change.tsx';
import { drawInJsdom, enter } from '../a-drawn-part.tsx';

drawInJsdom();

describe('a change that is not sent', () => {
  it('because another one is open leads to that one', async () => {
    const { stores, user } = await show(
      {},
      { prepare: () => Promise.resolve(fail({ kind: 'open-change', changeId: aChangeId(3), number: 3 })) },
    );
    await user.click(await button('Open change 3'));
    expect(stores.route.getState().route).toMatchObject({ view: { changeId: aChangeId(3) } });
  });

  it('because it is otherwise now is looked at again', async () => {
    const { bridge, user } = await show({ applied: fail({ kind: 'changed-since', what: 'lock' }) });
    await user.click(await button('Lock'));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
    await user.click(await button('Review again'));
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.prepare')).toHaveLength(2);
  });

  it('because the service could not be reached can be tried again', async () => {
    await show({}, { prepare: () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' })) });
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
    expect(await button('Try again')).toBeDefined();
  });
});

describe('a change that is sent', () => {
  it('says how far it is: written down, sent, read back', async () => {
    const sending = aFollowedChange();
    const { user } = await show({
      applied: ok(sending),
      entries: [
        anEntryOf(sending, { type: 'sending', attempt: 1, before: { readAt: sending.createdAt } }),
        anEntryOf(sending, answeredEvent('claimed'), '2026-11-21T09:00:03.000Z'),
      ],
    });
    const panel = await sendIt(user);
    await vi.waitFor(() => {
      expect(
        within(panel).getByText('Verifying the registrar lock').closest('li')?.getAttribute('aria-current'),
      ).toBe('step');
    });
    expect(panel.textContent).toContain('Logged as change 12');
    expect(panel.textContent).toContain('Sent and answered');
  });

  it('C12 is never called failed where that is not known, and says what was checked and what is left', async () => {
    const uncertain = aFollowedChange({
      state: 'uncertain',
      error: { kind: 'uncertain', why: 'no-complete-answer' },
      readBackAt: '2026-11-21T09:00:40.000Z',
      evidence: [{ label: 'Registrar lock', before: 'unlocked', after: null, speaks: 'neither' }],
    });
    const { user, stores } = await show({ applied: ok(uncertain) });
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('We don’t know whether harbour.example was locked.');
    expect(panel.querySelector('details')?.open).toBe(false);
    expect(panel.textContent).toContain('was inconclusive. What we found:');
    expect(panel.textContent).toContain('It is never sent again automatically.');
    expect(panel.textContent).not.toMatch(/fail/i);
    expect(within(panel).queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(within(panel).getByRole('button', { name: 'Verify' })).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Mark as done or not done…' }));
    const view = { changeId: aChangeId(12), isMarking: true };
    expect(stores.route.getState().route).toMatchObject({ view });
  });

  it('of which nothing left can be sent again by a person, or withdrawn', async () => {
    const { user, bridge } = await show(
      { applied: ok(aFollowedChange({ state: 'planned', error: { kind: 'not-sent', why: 'offline' } })) },
      {
        withdraw: () =>
          Promise.resolve(ok(aFollowedChange({ state: 'withdrawn', changedAt: '2026-11-21T10:00:00.000Z' }))),
      },
    );
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('Tried, but nothing left this computer.');
    expect(within(panel).getByRole('button', { name: 'Send again' })).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Withdrawn: it was never sent and won’t be.')).toBeDefined();
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.send')).toEqual([]);
  });

  it('follows what main tells until the service has confirmed it', async () => {
    const { user, bridge } = await show();
    await sendIt(user);
    bridge.tell('changes.changed', {
      changes: [
        aFollowedChange({
          state: 'confirmed',
          proof: 'read-back',
          changedAt: '2026-11-21T09:00:05.000Z',
          evidence: [{ label: 'Registrar lock', before: 'unlocked', after: 'locked', speaks: 'for' }],
        }),
      ],
    });
    expect(await screen.findByText(/^Accepted by the service and verified.*\.$/)).toBeDefined();
    expect(screen.getByRole('row', { name: 'Registrar lock unlocked locked done' })).toBeDefined();
    await user.click(await button('Close'));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('how far a change is', () => {
  const change = aFollowedChange();
  const sending = (attempt: number, at: string) =>
    anEntryOf(change, { type: 'sending', attempt, before: { readAt: at } }, at);

  it('that is written down and not yet tried is: waiting for a free place, with an end to it', () => {
    const steps = stepsOf(aFollowedChange({ state: 'planned', attempts: 0, sentAt: null }), []);
    expect(steps.map(({ state }) => state)).toEqual(['done', 'now', 'later']);
    expect(steps[1]?.text).toBe('Waiting for a free slot (at most 30 seconds)…');
  });

  it('that is sent and not answered waits since it was sent', () => {
    expect(stepsOf(change, [])[1]).toEqual({
      text: 'Sent once, waiting for the answer',
      state: 'now',
      at: change.sentAt,
    });
  });

  it('that is answered is being read back since then', () => {
    const answered = anEntryOf(change, answeredEvent('claimed'), '2026-11-21T09:00:05.000Z');
    expect(stepsOf(change, [sending(1, '2026-11-21T09:00:01.000Z'), answered])[2]).toEqual({
      text: 'Verifying the registrar lock',
      state: 'now',
      at: '2026-11-21T09:00:05.000Z',
    });
  });

  it('that is sent a second time does not take the first answer for its own', () => {
    const first = anEntryOf(change, answeredEvent('not-sent'), '2026-11-21T09:00:05.000Z');
    const again = sending(2, '2026-11-21T09:10:00.000Z');
    expect(stepsOf(change, [first, again])[2]?.state).toBe('later');
  });
});

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
    expect(panel.textContent).toContain('Logged, not sent.');
    expect(panel.textContent).toContain('The service asked us to wait another 59 minutes.');
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

  it('is sent as it stands where nothing contradicts, and says why where something does', async () => {
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
    expect(panel.textContent).toContain('Waiting for a free slot (at most 30 seconds)…');
    await user.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Withdrawn: it was never sent and won’t be.')).toBeDefined();
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
      await enter(user, field, wrong);
      expect(send.disabled).toBe(true);
    }
    await user.clear(field);
    await enter(user, field, ' 1250.00 ');
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
    await enter(user, within(review).getByRole('textbox', { name: 'Type 1250.00 to confirm' }), '1250.00');
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

// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { type Change, consentLastsMs } from '#shared/domain/change.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Client } from '../../../../../renderer/src/client.ts';
import { ChangeFlow, stepsOf } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { useChange } from '../../../../../renderer/src/changes/flow-store.ts';
import { createTicker, TickerContext } from '../../../../../renderer/src/ui/Formats.tsx';
import { draw, drawPart, drawInJsdom, enter, type User } from '../../../../support/draw.tsx';
import {
  oneChange,
  aFollowedChange,
  anEntryOf,
  answeredEvent,
  aReview,
  aFlow,
  lock,
  type OneChange,
} from '../../../../support/fake-change-flow.ts';
import { aChangeId } from '../../../../support/a-change.ts';

function Editor({ domain, ask }: { readonly domain: string; readonly ask: ChangeAsk }) {
  const flow = useChange({ accountId: 'practice', name: domain }, 'lock');
  return (
    <>
      <button type="button" onClick={() => flow.actions.begin(ask)}>
        Begin
      </button>
      <ChangeFlow flow={flow} />
    </>
  );
}

interface Shown {
  readonly ask?: ChangeAsk;
  readonly domain?: string;
  readonly restored?: Client['restored']['read'];
}

/** Draws an editor of one button, and presses it. */
async function show(
  one: OneChange = {},
  others: Partial<Client['changes']> = {},
  { ask = lock, domain = 'harbour.example', restored }: Shown = {},
) {
  const part = <Editor domain={domain} ask={ask} />;
  const page = await drawPart(part, {
    answers: { changes: oneChange(one, others), restored: restored === undefined ? {} : { read: restored } },
    before: (stores) => stores.restored.actions.read(),
  });
  const { stores, user } = page;
  await user.click(screen.getByRole('button', { name: 'Begin' }));
  const sent = () => page.called('changes.apply').length;
  return { ...page, sent, drawAgain: () => draw(stores, part) };
}

const dialog = () => screen.findByRole('dialog');

const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Sends what is in sight, and answers with the panel in which it is followed. */
async function sendIt(user: User, name = 'Lock') {
  await user.click(await button(name));
  return screen.findByRole('status', { name });
}

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
});

describe('a review under which nothing can be sent', () => {
  const renewal: ChangeAsk = { kind: 'renew', periodYears: 1, addons: {} };
  const typed = { review: { asksFor: { typedName: true, premium: false, limits: [] } } };
  const restored = () => Promise.resolve(ok({ notice: { kind: 'unknown' as const } }));

  it('F3 since nobody has looked at a restore, says so before anything is typed, and leads there', async () => {
    const { stores, user } = await show(typed, {}, { ask: renewal, restored });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'may have been paid that you have not reviewed',
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(await button('Renew for 1 year')).toHaveProperty('disabled', true);
    await user.click(await button('Review what may have changed'));
    expect(stores.route.getState().route).toEqual({ screen: 'restored' });
  });

  it('F3 is shown for paid changes alone', async () => {
    await show(typed, {}, { restored });
    expect(await screen.findByRole('textbox')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Review what may have changed' })).toBeNull();
  });

  it('since it is too old, asks for another review and for nothing else', async () => {
    const { stores, user, called } = await show(typed, {}, { ask: renewal });
    await screen.findByRole('textbox');
    cleanup();
    const later = createTicker(() => Date.now() + consentLastsMs, 10_000);
    draw(
      stores,
      <TickerContext value={later}>
        <Editor domain="harbour.example" ask={renewal} />
      </TickerContext>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('This review has expired.');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(await button('Review again'));
    expect(called('changes.prepare')).toHaveLength(2);
  });
});

describe('a change that is sent', () => {
  it('says how far it is: written down, sent, read back', async () => {
    const sending = aFollowedChange();
    const { user } = await show({
      applied: ok(sending),
      entries: [
        anEntryOf(sending, { type: 'sending', attempt: 1, before: { readAt: sending.createdAt } }),
        anEntryOf(sending, answeredEvent('done'), '2026-11-21T09:00:03.000Z'),
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
    const { user, stores, called } = await show({ applied: ok(uncertain) });
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('We don’t know whether harbour.example was locked.');
    expect(panel.querySelector('details')?.open).toBe(false);
    expect(panel.textContent).toContain('was inconclusive. What we found:');
    expect(panel.textContent).toContain('It is never sent again automatically.');
    expect(panel.textContent).not.toMatch(/fail/i);
    expect(within(panel).queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(within(panel).getByRole('button', { name: 'Verify' })).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Mark as done or not done…' }));
    const before = stores.route.getState().route;
    const dialog = await screen.findByRole('dialog', { name: /^Mark as done or not done/ });
    await user.click(within(dialog).getByRole('radio', { name: /^Done/ }));
    await user.type(within(dialog).getByRole('textbox'), 'Seen at the provider');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(called('changes.settle')).toEqual([
      { id: aChangeId(12), as: 'applied', note: 'Seen at the provider' },
    ]);
    expect(stores.route.getState().route).toBe(before);
  });

  it('that no read can decide is to be marked by hand first, one that a read can decide is to be verified first', async () => {
    const uncertain = aFollowedChange({
      state: 'uncertain',
      error: { kind: 'uncertain', why: 'no-complete-answer' },
    });
    const { user } = await show({
      applied: ok({
        ...uncertain,
        what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } },
      }),
    });
    const stepsIn = (panel: HTMLElement) =>
      within(panel)
        .getAllByRole('button', { name: /^Verify|^Mark as/ })
        .map((step) => [step.textContent, step.dataset['variant']]);
    expect(stepsIn(await sendIt(user))).toEqual([
      ['Mark as done or not done…', 'filled'],
      ['Verify', 'default'],
    ]);
    cleanup();
    const locked = await show({ applied: ok(uncertain) });
    expect(stepsIn(await sendIt(locked.user))).toEqual([
      ['Verify', 'filled'],
      ['Mark as done or not done…', 'default'],
    ]);
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

  it('that is sent a second time does not take the first answer for its own', () => {
    const first = anEntryOf(change, answeredEvent('unsent'), '2026-11-21T09:00:05.000Z');
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

  it('that is given up while it is sent again is withdrawn; what the sending says then is of no interest', async () => {
    const sending = Promise.withResolvers<Result<Change>>();
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
    sending.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'It is withdrawn.' }));
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
    expect(review.textContent).toContain('1250.00 USD today is above your limit of 1000 USD for one day.');
    const send = within(review).getByRole<HTMLButtonElement>('button', { name: 'Lock' });
    const field = within(review).getByRole('textbox', { name: 'Type 1250.00 to confirm' });
    within(review).getByText('Type the amount to continue.');
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
    expect(review.textContent).toContain('1250.00 USD today is above your limit of 1000 USD for one day.');
    expect(review.textContent).toContain(
      '200.00 USD is above this account’s limit of 100 USD for one order.',
    );
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

describe('the review', () => {
  it('says for whom, what, from what to what, and that nothing costs in a practice account', async () => {
    await show({}, {}, { domain: 'xn--bckerei-5wa.example' });
    const review = await dialog();
    expect(review.textContent).toContain('bäckerei.example');
    expect(review.textContent).toContain('xn--bckerei-5wa.example');
    expect(review.textContent).toContain('Practice: nothing is real');
    const changed = within(review).getByLabelText('What changes');
    expect(changed.textContent).toContain('Registrar lock');
    expect(changed.textContent).toContain('unlocked');
    expect(changed.textContent).toContain('locked');
  });

  it('warns of a name that can be mistaken for another one', async () => {
    await show({}, {}, { domain: 'xn--80ak6aa92e.com' });
    expect(
      within(await dialog())
        .getAllByRole('note')
        .map(({ textContent }) => textContent),
    ).toContain(
      'Check the spelling. It is written in Cyrillic letters that look like “apple”, which is another name.',
    );
  });

  it('says of a price that is not given that it is not, and never 0', async () => {
    const ask: ChangeAsk = { kind: 'renew', periodYears: 2, addons: {} };
    await show({ review: { kind: 'renew', price: { kind: 'not-given' } } }, {}, { ask });
    const review = await dialog();
    expect(review.textContent).toContain('Pricenot given');
    expect(within(review).getByRole('button', { name: 'Renew for 2 years' })).toBeDefined();
  });

  it('C11 shows the last change of this kind with its outcome and what shows it', async () => {
    const last = aFollowedChange({
      id: aChangeId(7),
      number: 7,
      state: 'settled',
      settledAs: 'not-applied',
      proof: 'person',
    });
    const { stores, user } = await show({ review: { last } });
    const review = await dialog();
    expect(review.textContent).toContain('Previous attemptMarked not done');
    expect(review.textContent).toContain('Current state read');
    expect(review.textContent).toContain('marked by you');
    await user.click(within(review).getByRole('button', { name: 'Details of change 7' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'list', changeId: aChangeId(7) },
    });
  });

  it('sends nothing on Enter unless the button has the focus', async () => {
    const { user, sent } = await show();
    const review = await dialog();
    await vi.waitFor(() => {
      expect(review.contains(document.activeElement)).toBe(true);
    });
    await user.keyboard('{Enter}');
    expect(sent()).toBe(0);
    expect(screen.getByRole('dialog')).toBe(review);
    (await button('Lock')).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(sent()).toBe(1);
  });

  it('sends on Enter in the field for the name once it is the whole name, and not before', async () => {
    const { user, sent } = await show({
      review: { asksFor: { typedName: true, premium: false, limits: [] } },
    });
    const field = await screen.findByRole('textbox', { name: /^Type/ });
    await user.type(field, 'harbour.exampl{Enter}');
    expect(sent()).toBe(0);
    await user.type(field, 'e{Enter}{Enter}');
    expect(sent()).toBe(1);
  });

  it('sends nothing on Enter in the field for the name while something else is missing', async () => {
    const { user, sent } = await show({
      review: {
        price: { kind: 'given', amount: '900.00', currency: null },
        asksFor: { typedName: true, premium: true, limits: [] },
      },
    });
    await user.type(await screen.findByRole('textbox', { name: /^Type/ }), 'harbour.example{Enter}');
    expect(sent()).toBe(0);
    expect(screen.getByRole('status').textContent).toBe('Accept the premium price to continue.');
  });

  it('shows the credit with its age and each warning, and what decides before what is sent', async () => {
    await show({
      review: {
        price: { kind: 'given', amount: '9.50', currency: 'EUR' },
        credit: { amount: '1284.50', readAt: '2026-11-21T09:00:00.000Z' },
        remarks: [{ id: 'credit-may-not-do', weight: 'says', text: 'The credit may not be enough.' }],
      },
    });
    const review = await dialog();
    const text = review.textContent;
    expect(text).toMatch(/Credit1284\.50, read /);
    expect(within(review).getByRole('list', { name: 'Before you send' }).textContent).toContain(
      'not be enough',
    );
    const places = ['9.50 EUR', 'not be enough', 'Registrar lock', 'Request preview'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
  });

  it('C11 makes one change of a double click', async () => {
    const { user, sent } = await show();
    await user.dblClick(await button('Lock'));
    await screen.findByRole('status');
    expect(sent()).toBe(1);
  });

  it('is put away by Escape, and nothing is sent', async () => {
    const { user, sent } = await show();
    await dialog();
    await user.keyboard('{Escape}');
    await vi.waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent()).toBe(0);
  });

  it('holds its button back until the name is typed and the premium price accepted', async () => {
    const { user } = await show({
      review: {
        price: { kind: 'given', amount: '900.00', currency: null },
        asksFor: { typedName: true, premium: true, limits: [] },
      },
    });
    const send = async () => (await button('Lock')).hasAttribute('disabled');
    const reason = () => screen.getByRole('status').textContent;
    expect(await send()).toBe(true);
    expect(reason()).toBe('Accept the premium price to continue.');
    expect((await button('Lock')).getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
    await user.click(await screen.findByRole('checkbox', { name: /premium\. Price: 900\.00$/ }));
    expect(await send()).toBe(true);
    expect(reason()).toBe('Type the domain’s name to continue.');
    await enter(
      user,
      screen.getByRole('textbox', { name: 'Type harbour.example to confirm' }),
      'harbour.example',
    );
    expect(await send()).toBe(false);
    expect(reason()).toBe('Logged before it is sent; never sent twice.');
  });

  it('that is outdated is not sent, and says to review again, as its button does', async () => {
    const outdated = fail({ kind: 'changed-since', what: 'lock' } as const);
    const { user, sent, called } = await show({ applied: outdated });
    await user.click(await button('Lock'));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Review again to continue.'));
    expect((await button('Lock')).hasAttribute('disabled')).toBe(true);
    await user.click(await button('Review again'));
    await vi.waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe('Logged before it is sent; never sent twice.');
    });
    expect((await button('Lock')).hasAttribute('disabled')).toBe(false);
    expect([sent(), called('changes.prepare').length]).toEqual([1, 2]);
  });
});

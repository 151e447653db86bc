// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncedExpiryLabel } from '#shared/domain/change.ts';
import { notGiven } from '#shared/domain/finding.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import { fail, ok } from '#shared/result.ts';
import type { Output } from '../../../../../../renderer/src/client.ts';
import { changeOf, waitsFor } from '../../../../../../renderer/src/changes/flow-store.ts';
import { LockEditor } from '../../../../../../renderer/src/changes/kinds/lock.tsx';
import { SyncEditor } from '../../../../../../renderer/src/changes/kinds/sync.tsx';
import { aChangeId } from '../../../../../support/a-change.ts';
import { aFollowedChange, aReview } from '../../../../../support/fake-change-flow.ts';
import { aDomain, aKnown } from '../../../../../support/fake-portfolio.ts';
import { aFinding } from '../../../../../support/fake-world.ts';
import { asShown, draw, drawInJsdom, showPart } from '../../../../../support/draw.tsx';
import { choiceOf, RenewEditor, withChoice } from '../../../../../../renderer/src/changes/kinds/renew.tsx';

drawInJsdom();

const renewal = { kind: 'renew', periodYears: 1, addons: {}, price: notGiven } as const;
const uncharged = aFollowedChange({ what: renewal, state: 'confirmed', proof: 'answer', charge: 'not-yet' });

const part = () =>
  screen.getByRole('heading', { name: 'Registrar lock' }).closest('section') ?? document.body;

describe('the registrar lock', () => {
  it('says its state with age and source, what that protects, and offers the other one alone', async () => {
    await showPart(<LockEditor domain={aDomain('harbour.example')} />);
    expect(part().textContent).toContain('Lockedread');
    expect(part().textContent).toContain('A locked domain usually can’t be transferred away');
    expect(screen.getByRole('button', { name: 'Unlock…' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Lock…' })).toBeNull();
  });

  it.each([
    ['locked', 'unlocked', 'Unlock…'],
    ['unlocked', 'locked', 'Lock'],
  ] as const)(
    'that is %s asks for exactly one of the two words that are ever sent',
    async (now, state, name) => {
      const { user, asked } = await showPart(
        <LockEditor domain={aDomain('harbour.example', { lock: aKnown(now) })} />,
      );
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() =>
        expect(asked()).toEqual([
          { accountId: 'practice', domain: 'harbour.example', ask: { kind: 'lock', state } },
        ]),
      );
    },
  );

  describe('set in a few seconds', () => {
    beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
    afterEach(() => void vi.useRealTimers());
    const unlocked = aDomain('harbour.example', { lock: aKnown('unlocked') });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const sent = ({ called }: Shown) => called('changes.apply');
    type Shown = Awaited<ReturnType<typeof showPart>>;

    async function locking(around: Parameters<typeof showPart>[1] = {}, domain = unlocked) {
      const shown = await showPart(<LockEditor domain={domain} />, around);
      await shown.user.click(screen.getByRole('button', { name: /^(Unl|L)ock…?$/ }));
      return shown;
    }
    const flowOf = ({ stores }: Shown) => changeOf(stores, unlocked, 'lock');
    /** What a command of the palette does, which promises a review. */
    const order = (shown: Shown) => act(() => flowOf(shown).actions.begin({ kind: 'lock', state: 'locked' }));
    const unseen = () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const hideForAMoment = () => {
      const hidden = unseen();
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      hidden.mockRestore();
    };
    const soon = () => screen.findByText('Registrar lock: unlocked → locked');

    it('says what changes, and sends it once after five seconds, by the consent of the review', async () => {
      const shown = await locking();
      await soon();
      expect(screen.queryByRole('dialog')).toBeNull();
      await pass(4_000);
      expect(sent(shown)).toEqual([]);
      await pass(30_000);
      const { reviewId } = aReview();
      expect(sent(shown)).toEqual([{ reviewId, typedName: null, premiumAccepted: false, typedLimit: null }]);
    });

    it.each<[why: string, ends: (shown: Shown) => unknown]>([
      ['cancelled', ({ user }) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
      ['left', ({ drawn }) => drawn.unmount()],
      [
        'locked away with the application',
        ({ stores }) => act(() => stores.lock.setState({ isLocked: true })),
      ],
      ['with its window hidden for a moment', hideForAMoment],
      ['hidden without a word of it', unseen],
      ['slept through', () => vi.setSystemTime(Date.now() + 60_000)],
    ])('%s, nothing is sent, and nothing waits to be', async (_why, ends) => {
      const shown = await locking();
      await soon();
      await pass(2_000);
      await ends(shown);
      await pass(60_000);
      expect(sent(shown)).toEqual([]);
      expect(flowOf(shown).getState().step).toBe('idle');
    });

    it.each<[where: string, leave: (shown: Shown) => unknown]>([
      ['the page', ({ drawn }) => drawn.unmount()],
      [
        'for the next domain',
        ({ drawn, stores }) => {
          const other = aDomain('other.example', { lock: aKnown('unlocked') });
          drawn.rerender(asShown(stores, <LockEditor domain={other} />));
        },
      ],
    ])(
      'and left while it is read, %s, nothing is sent, and no review waits for who comes back',
      async (_where, leave) => {
        const reading = Promise.withResolvers<Output<'changes', 'prepare'>>();
        const shown = await locking({ changes: { prepare: () => reading.promise.then(ok) } });
        await screen.findByText(/^Checking current settings/);
        leave(shown);
        reading.resolve(aReview());
        await pass(60_000);
        expect(flowOf(shown).getState().step).toBe('idle');
        if (screen.queryByText('Registrar lock') === null)
          draw(shown.stores, <LockEditor domain={unlocked} />);
        else shown.drawn.rerender(asShown(shown.stores, <LockEditor domain={unlocked} />));
        order(shown);
        await screen.findByRole('dialog', { name: 'Lock' });
        await pass(60_000);
        expect(sent(shown)).toEqual([]);
      },
    );

    it('and cancelled leaves nothing of its consent to a command that promises a review', async () => {
      const shown = await locking();
      await soon();
      await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
      order(shown);
      await screen.findByRole('dialog', { name: 'Lock' });
      await pass(60_000);
      expect(sent(shown)).toEqual([]);
    });

    it('and shown as a dialog stays one when it is looked at again, though nothing is said any more', async () => {
      const remarks = [{ id: 'unusual-value', weight: 'says', text: 'Look at this first.' }] as const;
      const reviews = [aReview({ remarks: [...remarks] }), aReview()];
      const prepare = () => Promise.resolve(ok(reviews.shift() ?? aReview()));
      const shown = await locking({ changes: { prepare } });
      await screen.findByRole('dialog');
      act(() => flowOf(shown).actions.recheck());
      await pass(60_000);
      expect(screen.getByRole('dialog').textContent).not.toContain('Look at this first.');
      expect(sent(shown)).toEqual([]);
    });

    it('says with its only button what is sent and when', async () => {
      await locking();
      await soon();
      const ids = screen.getByRole('button', { name: 'Cancel' }).getAttribute('aria-describedby') ?? '';
      const texts = ids.split(' ').map((id) => document.getElementById(id)?.textContent);
      expect(texts).toEqual([
        'Registrar lock: unlocked → locked',
        expect.stringMatching(/^Sending in \d second/),
      ]);
    });

    it('is a dialog where a lock that was planned before is reviewed again', async () => {
      const planned = aFollowedChange({ state: 'planned', what: { kind: 'lock', state: 'locked' } });
      const shown = await showPart(<LockEditor domain={unlocked} />, {
        changes: { prepareAgain: () => Promise.resolve(ok(aReview())) },
      });
      await shown.user.click(screen.getByRole('button', { name: 'Lock' }));
      await soon();
      act(() => {
        flowOf(shown).actions.close();
        flowOf(shown).actions.reviewAgain(planned);
      });
      await screen.findByRole('dialog');
      await pass(60_000);
      expect(sent(shown)).toEqual([]);
    });

    const [line] = aReview().lines;
    it.each<[what: string, around: Parameters<typeof showPart>[1], domain?: typeof unlocked]>([
      [
        'that has a remark',
        { review: { remarks: [{ id: 'unusual-value', weight: 'says', text: 'Look at this first.' }] } },
      ],
      ['that asks for something', { review: { asksFor: { typedName: true, premium: false, limits: [] } } }],
      ['of what is not known', { review: { lines: line === undefined ? [] : [{ ...line, before: null }] } }],
      [
        'of another account',
        {},
        aDomain('harbour.example', { accountId: 'other', lock: aKnown('unlocked') }),
      ],
      ['that unlocks', {}, aDomain('harbour.example')],
    ])(
      'is a dialog as any other, and sends nothing by itself: a review %s',
      async (_what, around, domain) => {
        const shown = await locking(around, domain);
        await screen.findByRole('dialog');
        await pass(60_000);
        expect(sent(shown)).toEqual([]);
      },
    );

    it('is a dialog where something else than the button led to the review, as a command that promises one', async () => {
      const shown = await showPart(<LockEditor domain={unlocked} />);
      const flow = changeOf(shown.stores, unlocked, 'lock');
      act(() => flow.actions.begin({ kind: 'lock', state: 'locked' }));
      await screen.findByRole('dialog', { name: 'Lock' });
      await pass(60_000);
      expect(sent(shown)).toEqual([]);
    });

    it('stays where it was refused, with the reason', async () => {
      const shown = await locking({ applied: fail({ kind: 'unreachable', why: 'offline' }) });
      await soon();
      await pass(6_000);
      await screen.findByRole('dialog');
      expect(sent(shown)).toHaveLength(1);
      await pass(60_000);
      expect(sent(shown)).toHaveLength(1);
    });
  });
});

describe('why the buttons of a change are disabled', () => {
  const over = { step: 'over', ask: { kind: 'sync' }, entries: [], doing: null, error: null } as const;
  const waits = (state: ChangeState) => waitsFor({ ...over, change: aFollowedChange({ state }) });

  it('is said where it takes a person to end that, and nowhere else', () => {
    expect(waits('uncertain')).toMatch(/^Waits for the uncertain one: verify it, or mark it/);
    expect(waits('planned')).toMatch(/^Waits for the logged one/);
    expect(waits('sending')).toBeNull();
    expect(waits('confirmed')).toBeNull();
    expect(waitsFor({ step: 'idle' })).toBeNull();
  });
});

describe('SyncEditor', () => {
  const part = <SyncEditor domain={aDomain('harbour.example')} />;

  describe('a sync', () => {
    it('that shows what an uncertain renewal was to bring leads to marking that as done', async () => {
      const syncAnswer = { active: null, expired: null, transferredAway: null, expiresOn: '2027-08-14' };
      const shown = {
        label: syncedExpiryLabel,
        speaks: 'for',
        before: '2026-08-14',
        after: '2027-08-14',
      } as const;
      const renewal = aFollowedChange({
        number: 2,
        what: { kind: 'renew', periodYears: 1, addons: {}, price: notGiven },
        state: 'uncertain',
        evidence: [shown],
      });
      const { user } = await showPart(part, {
        last: [
          aFollowedChange({
            number: 3,
            what: { kind: 'sync' },
            state: 'confirmed',
            proof: 'answer',
            syncAnswer,
          }),
          renewal,
        ],
      });
      await screen.findByText(/^Suggests: done\. .* change 2\.$/);
      await user.click(screen.getByRole('button', { name: 'Mark as done…' }));
      await screen.findByRole('dialog', { name: /^Mark as done or not done: / });
    });

    it.each([
      ['there was none', null, null, true],
      ['it gave no expiry', '2026-11-22T09:00:00.000Z', null, true],
      ['it is older than the order', '2026-11-20T09:00:00.000Z', '2027-08-14', true],
      ['it showed the expiry since', '2026-11-22T09:00:00.000Z', '2027-08-14', false],
    ])(
      '(G1) decides about a renewal that was accepted and not charged, which is said beside it: %s',
      async (_, sentAt, expiresOn, isSaid) => {
        const syncAnswer = { active: null, expired: null, transferredAway: null, expiresOn };
        const sync = aFollowedChange({
          ...{ id: aChangeId(13), number: 13, what: { kind: 'sync' }, state: 'confirmed', proof: 'answer' },
          ...{ sentAt, syncAnswer },
        });
        await showPart(part, { last: [uncharged, ...(sentAt === null ? [] : [sync])] });
        if (sentAt !== null) await screen.findByText(/^Read again by the service, /);
        if (isSaid)
          await screen.findByText(/^Renew for 1 year, change 12, was accepted and is not yet charged/);
        else expect(screen.queryByText(/not yet charged/)).toBeNull();
      },
    );
  });
});

const tab = <RenewEditor domain={aDomain('harbour.example')} />;

const button = (name: string) => screen.getByRole('button', { name });

describe('renewing', () => {
  it('is for one year at first, and asks for the years that are chosen, without any add-on', async () => {
    const { user, asked } = await showPart(tab);
    expect(button('Renew for 1 year…')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'For' }), '3 years');
    await user.click(button('Renew for 3 years…'));
    await screen.findByRole('dialog', { name: 'Renew for 3 years' });
    expect(asked()).toEqual([
      {
        accountId: 'practice',
        domain: 'harbour.example',
        ask: { kind: 'renew', periodYears: 3, addons: {} },
      },
    ]);
  });

  it('sends an add-on only where one was chosen', async () => {
    const { user, asked } = await showPart(tab);
    const protection = screen.getByRole('radiogroup', { name: 'ID protection', hidden: true });
    await user.click(within(protection).getByRole('radio', { name: 'No', hidden: true }));
    await user.click(button('Renew for 1 year…'));
    await screen.findByRole('dialog');
    expect(asked()).toMatchObject([{ ask: { addons: { idProtection: false } } }]);
  });

  it('shows the credit there is now with its age, and what a renewal leaves open', async () => {
    await showPart(tab);
    expect(screen.getByText('Current credit').closest('div')?.textContent).toMatch(/500\.00, read /);
    expect(screen.getByText(/returns no new expiry date/)).toBeDefined();
  });

  const given = (amount: string) => ({ kind: 'given', amount, currency: null }) as const;
  const priced = (...years: readonly (readonly [period: number, renew: string])[]) => ({
    ...aFinding('harbour.example', 'taken'),
    checkedAt: new Date().toISOString(),
    prices: years.map(([period, renew]) => ({
      period,
      register: notGiven,
      transfer: notGiven,
      renew: given(renew),
    })),
  });
  const yearOld = { ...priced([1, '9.50']), checkedAt: '2025-11-21T08:00:00.000Z' };

  it.each([
    ['with its age where a lookup gave it', [priced([1, '9.50'])], /^9\.50, looked up /],
    ['as not known where none did', [], 'not known. The review looks it up.'],
    ['(G11) as not known where that was a year ago', [yearOld], 'not known. The review looks it up.'],
  ])('tells the price before the review: %s', async (_case, findings, words) => {
    const { called } = await showPart(tab, {
      answers: { search: { known: () => Promise.resolve(ok({ findings })) } },
    });
    const price = () => screen.getByText('Price').nextElementSibling?.textContent;
    await waitFor(() => expect(price()).toMatch(words));
    expect(called('search.known')).toEqual([{ accountId: 'practice', label: 'harbour', tlds: ['example'] }]);
  });

  it('names the price of one year where the chosen period has none, and multiplies nothing', async () => {
    const { user } = await showPart(tab, {
      answers: { search: { known: () => Promise.resolve(ok({ findings: [priced([1, '9.50'])] })) } },
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'For' }), '2 years');
    expect(screen.getByText('Price').nextElementSibling?.textContent).toBe(
      'not known for 2 years (1 year is 9.50). Your spending limits count so many times that, and one change of unknown price.',
    );
  });

  it('C11 shows the last attempt with its outcome and its proof below the button', async () => {
    const last = aFollowedChange({
      what: { kind: 'renew', periodYears: 2, addons: {}, price: { kind: 'not-given' } },
      state: 'confirmed',
      proof: 'answer',
    });
    await showPart(tab, { last: [last] });
    const shown = await screen.findByText(/^Renew for 2 years,/);
    expect(shown.textContent).toContain('as reported by the service');
    expect(button('Renew for 1 year…').parentElement?.nextElementSibling?.textContent).toContain('Accepted');
  });

  it('(G1) leads from the last one, which was accepted and not charged, to the sync that decides', async () => {
    const { user, stores } = await showPart(tab, { last: [uncharged] });
    await screen.findByText('Not yet charged');
    await user.click(button('Have the service read it again…'));
    expect(stores.route.getState().route).toMatchObject({
      view: { kind: 'domain', domain: 'harbour.example', tab: 'overview' },
    });
  });
});

describe('an add-on', () => {
  it('is sent as yes, sent as no, or not sent', () => {
    const addons = withChoice(withChoice({}, 'idProtection', 'yes'), 'dnsManagement', 'no');
    expect(addons).toEqual({ idProtection: true, dnsManagement: false });
    expect(choiceOf(addons, 'emailForwarding')).toBe('not-sent');
    expect(withChoice(addons, 'idProtection', 'not-sent')).toEqual({ dnsManagement: false });
  });
});

// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { Settings } from '../../../../../renderer/src/client.ts';
import type { NamedPriceChange } from '#shared/domain/seen-prices.ts';
import { PriceChanges, RenewalChanges } from '../../../../../renderer/src/watching/PriceChanges.tsx';
import { WatchButton } from '../../../../../renderer/src/watching/WatchButton.tsx';
import { WatchingSection } from '../../../../../renderer/src/watching/WatchingSection.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aFinding, aWorld } from '../../../../support/fake-world.ts';
import { aWatchedName } from '../../../../support/fake-watching.ts';

drawInJsdom();

const watch = (kind: 'taken' | 'available') => (
  <WatchButton accountId="practice" domain="oak.com" tld="com" kind={kind} />
);

describe('the button to watch a name', () => {
  it('watches a taken name, and stops again', async () => {
    const { user, bridge } = await drawPart(watch('taken'));
    await user.click(await screen.findByRole('button', { name: 'Watch' }));
    await user.click(await screen.findByRole('button', { name: 'Stop watching' }));
    expect(await screen.findByRole('button', { name: 'Watch' })).toBeTruthy();
    expect(bridge.world.watched).toEqual([]);
  });

  it('is not there for a name that can be registered, unless that is watched', async () => {
    const { bridge } = await drawPart(watch('available'));
    expect(screen.queryByRole('button')).toBeNull();
    bridge.world.watched = [aWatchedName('oak.com')];
    act(() => bridge.tell('watching.changed', { accountId: 'practice' }));
    expect(await screen.findByRole('button', { name: 'Stop watching' })).toBeTruthy();
  });

  it('says that no more can be watched where the name was not taken', async () => {
    const { user, stores } = await drawPart(watch('taken'), {
      answers: { watching: { add: () => Promise.resolve(ok({ added: 0 })) } },
    });
    await user.click(await screen.findByRole('button', { name: 'Watch' }));
    await waitFor(() =>
      expect(stores.notices.getState().notice?.text).toBe(
        'No more names can be watched. Remove one in Settings.',
      ),
    );
  });
});

describe('the section about watching', () => {
  async function shown(
    watched = [aWatchedName('oak.com')],
    settings: Partial<Settings> = {},
    answers: FakeAnswers = {},
  ) {
    const onChange = vi.fn();
    const world = aWorld({ watched });
    const section = <WatchingSection settings={{ ...world.settings, ...settings }} onChange={onChange} />;
    const all = await drawPart(section, {
      world,
      answers,
      before: ({ accounts }) => accounts.actions.load(),
    });
    return { ...all, onChange };
  }

  const atLogin = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Start when you log in' });

  it('starts with the login where the system takes that, and shows what the system has', async () => {
    let state: 'on' | 'off' = 'off';
    const { user, onChange } = await shown(
      [],
      {},
      {
        app: {
          startAtLogin: () => Promise.resolve(ok({ state })),
          setStartAtLogin({ isOn }) {
            state = isOn ? 'on' : 'off';
            return Promise.resolve(ok({ state }));
          },
        },
      },
    );
    expect((await atLogin()).checked).toBe(false);
    await user.click(await atLogin());
    await waitFor(async () => expect((await atLogin()).checked).toBe(true));
    expect(onChange, 'no setting of ours').not.toHaveBeenCalled();
    await user.click(await atLogin());
    await waitFor(async () => expect((await atLogin()).checked).toBe(false));
  });

  it('says why the system did not take it, and stays off', async () => {
    const reason = 'The folder could not be written to';
    const refused = fail({ kind: 'invalid-input', field: 'startAtLogin', reason } as const);
    const { user } = await shown([], {}, { app: { setStartAtLogin: () => Promise.resolve(refused) } });
    await user.click(await atLogin());
    expect(await screen.findByText(/could not be written to/)).toBeTruthy();
    expect((await atLogin()).checked).toBe(false);
  });

  it('lists the watched names with what was found; one that is available leads to its order', async () => {
    const free = aWatchedName('free.com', { finding: aFinding('free.com', 'available') });
    const { user, stores } = await shown([aWatchedName('oak.com'), free]);
    const rows = within(await screen.findByRole('table', { name: 'Watched names' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^oak\.comTaken/),
      expect.stringMatching(/^free\.comAvailable.*Register/),
    ]);
    await user.click(screen.getByRole('button', { name: 'Register free.com…' }));
    expect(stores.route.getState().route.screen).toBe('register');
  });

  it('takes a name off the list', async () => {
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Stop watching oak.com' }));
    await waitFor(() => expect(screen.queryByText('oak.com')).toBeNull());
  });

  it('has one switch for all that is told', async () => {
    const { user, onChange } = await shown();
    await user.click(screen.getByRole('switch', { name: 'Notifications' }));
    expect(onChange).toHaveBeenCalledWith({ notifications: false });
  });

  it('begins quiet hours with those of a night', async () => {
    const { user, onChange } = await shown();
    await user.click(screen.getByRole('switch', { name: 'Quiet hours' }));
    expect(onChange).toHaveBeenCalledWith({ quietHours: { from: 22, to: 7 } });
  });
});

describe('the price of a renewal in its review', () => {
  const price = { kind: 'given', amount: '13.99', currency: 'EUR' } as const;
  const at = '2026-11-20T09:00:00.000Z';
  const change: NamedPriceChange = {
    ...{ domain: 'oak.com', checkedAt: at, isRise: true, since: at },
    ...{ before: { ...price, amount: '10.99' }, beforeAt: at, after: price },
    of: 'renew',
  };

  it.each([
    ['of a year, where it was another one', '13.99', 1, 1],
    ['of a year, where that price is not the one in the review', '12.99', 1, 0],
    ['of two years, whatever these cost', '27.98', 2, 1],
  ])('is told of: %s', async (_, amount, periodYears, count) => {
    const renewal = { domain: 'oak.com', price: { ...price, amount }, periodYears };
    const { called } = await drawPart(<RenewalChanges accountId="practice" {...renewal} />, {
      world: { priceChanges: [change, { ...change, of: 'register' }] },
    });
    await waitFor(() =>
      expect(called('watching.priceChanges')).toEqual([{ accountId: 'practice', domains: ['oak.com'] }]),
    );
    await act(() => Promise.resolve());
    const notes = screen.queryAllByRole('note').map(({ textContent }) => textContent);
    expect(notes).toHaveLength(count);
    expect(notes.join('')).toMatch(count === 0 ? /^$/ : /^Renewal: 10\.99 EUR → 13\.99 EUR since [^→]*$/);
  });

  it('is not told of what the same name costs another account', async () => {
    const renewal = { domain: 'oak.com', price, periodYears: 1 };
    const priceChanges = ({ accountId }: { readonly accountId: string }) =>
      Promise.resolve(ok({ changes: accountId === 'practice' ? [change] : [] }));
    const both = (
      <>
        <RenewalChanges accountId="practice" {...renewal} />
        <RenewalChanges accountId="account-1" {...renewal} />
      </>
    );
    const { called } = await drawPart(both, { answers: { watching: { priceChanges } } });
    await waitFor(() => expect(called('watching.priceChanges')).toHaveLength(2));
    expect(await screen.findAllByRole('note')).toHaveLength(1);
  });
});

describe('what was seen of a price', () => {
  const costing = (amount: string) => {
    const price = { kind: 'given', amount, currency: 'EUR' } as const;
    return [{ period: 1, register: price, transfer: price, renew: price }];
  };
  const seen = [{ seenAt: '2026-11-03T08:00:00.000Z', kind: 'available' as const, prices: costing('18.99') }];

  async function shown(amount: string, of?: 'renew'): Promise<readonly (string | null)[]> {
    const finding = aFinding('oak.com', 'available', { prices: costing(amount) });
    const part = <PriceChanges accountId="practice" finding={finding} {...(of && { of })} />;
    await drawPart(part, { world: { seenPrices: { 'oak.com': seen } } });
    await act(async () => Promise.resolve());
    return screen.queryAllByRole('note').map(({ textContent }) => textContent);
  }

  it('is said beside a price that rose, with the day', async () => {
    expect(await shown('24.99')).toEqual([
      expect.stringMatching(/^Registration: 18\.99 EUR → 24\.99 EUR since .*21/),
      expect.stringMatching(/^Renewal: 18\.99 EUR → 24\.99 EUR since .*21/),
    ]);
  });

  it('is said of what is about to be paid alone', async () => {
    expect(await shown('24.99', 'renew')).toEqual([expect.stringMatching(/^Renewal/)]);
  });

  it('is not said where the price is the same', async () => {
    expect(await shown('18.99')).toEqual([]);
  });
});

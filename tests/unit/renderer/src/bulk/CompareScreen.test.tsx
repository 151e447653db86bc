// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FindingKind } from '#shared/domain/finding.ts';
import { bare } from '#shared/domain/isolated.ts';
import type { SessionChange } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  CompareScreen,
  type Comparison,
  transitionsIn,
} from '../../../../../renderer/src/bulk/CompareScreen.tsx';
import { aSession, aSessionId, noneAlone } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, type ListView } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';

drawInJsdom();

const given = (amount: string) => ({ kind: 'given', amount, currency: 'EUR' }) as const;

const changes: readonly SessionChange[] = [
  {
    domain: 'bakery.com',
    before: 'taken',
    after: 'available',
    priceBefore: { kind: 'not-given' },
    priceAfter: given('9.50'),
  },
  {
    domain: 'xn--bckerei-5wa.de',
    before: 'premium',
    after: 'premium',
    priceBefore: given('900.00'),
    priceAfter: given('950.00'),
  },
];

const outcome: Comparison = {
  ...{ common: 200, compared: 200, same: 198, changed: 2, changes: [...changes] },
  ...noneAlone,
};

const comparing = (
  result: Result<Comparison> = ok(outcome),
  accountId = 'practice',
  listViews: readonly ListView[] = [],
  own: readonly string[] | null = [],
) =>
  act(() =>
    drawPart(<CompareScreen beforeId={aSessionId(1)} afterId={aSessionId(2)} />, {
      world: {
        accounts: [aPracticeAccount(), anAccount()],
        sessions: [
          aSession({ id: aSessionId(1), name: 'First' }),
          aSession({ id: aSessionId(2), accountId }),
        ],
        listViews,
      },
      answers: {
        sessions: { compare: () => Promise.resolve(result) },
        domains: {
          names: () =>
            Promise.resolve(
              own === null ? fail({ kind: 'storage', fault: 'busy' }) : ok({ names: [...own] }),
            ),
        },
      },
      async before({ sessions, listViews: left }) {
        await left.actions.load();
        await sessions.actions.load();
      },
    }),
  );

const rows = () =>
  within(screen.getByRole('table', { name: 'Changes' }))
    .getAllByRole('row')
    .slice(1);

describe('two runs compared', () => {
  it('show after a restart only what was chosen, and all where that does not occur', async () => {
    const first = await comparing();
    await first.user.click(screen.getByRole('button', { name: /Premium.*Premium/ }));
    expect(rows()).toHaveLength(1);
    await first.stores.listViews.actions.flush();
    first.drawn.unmount();
    const again = await comparing(ok(outcome), 'practice', first.bridge.world.listViews);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.textContent).toContain('bäckerei.de');
    again.drawn.unmount();
    const [bakery] = changes;
    const other = { ...outcome, changed: 1, changes: bakery === undefined ? [] : [bakery] };
    await comparing(ok(other), 'practice', first.bridge.world.listViews);
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^All/ }).getAttribute('aria-pressed')).toBe('true');
  });

  it('ask with the earlier one first', async () => {
    const { bridge } = await comparing();
    expect(bridge.world.calls).toContainEqual({
      name: 'sessions.compare',
      input: { beforeId: aSessionId(1), afterId: aSessionId(2) },
    });
  });

  it('say how much is the same, and what became of the rest at which price', async () => {
    await comparing();
    expect(screen.getByText(/^200 checks done in both: 198 are the same/).textContent).toContain(
      '2 have changed',
    );
    expect(
      rows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['bakery.com', 'Taken', '', 'Available', '9.50 EUR', 'Register…'],
      ['bäckerei.de', 'Premium', '900.00 EUR', 'Premium', '950.00 EUR', 'Register…'],
    ]);
  });

  it('say that they have no name in common, whatever the time', async () => {
    await comparing(ok({ common: 0, compared: 0, same: 0, changed: 0, changes: [], ...noneAlone }));
    expect(screen.getByText('These two have no name in common.')).toBeTruthy();
  });

  it('show the price of a registration only where one can be bought', async () => {
    const [bakery] = changes;
    if (bakery === undefined) throw new Error('There is no change to turn round');
    const gone = {
      ...bakery,
      before: 'available',
      after: 'taken',
      priceBefore: given('9.50'),
      priceAfter: given('9.50'),
    } as const;
    await comparing(ok({ ...outcome, changed: 1, changes: [gone] }));
    expect(
      rows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([['bakery.com', 'Available', '9.50 EUR', 'Taken', '', '']]);
  });

  it('differ where they are of two accounts, whose names head the columns', async () => {
    await comparing(ok(outcome), 'account-1');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('What differs');
    expect(screen.getByText(/^200 checks done in both/).textContent).toContain('2 differ');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(0, 4)).toEqual(['Domain', 'Practice', 'Price', 'Northwind Hosting']);
  });

  it('lead from what is available now to its order, for the account of the later one', async () => {
    const { user, stores } = await comparing(ok(outcome), 'account-1');
    await user.click(screen.getByRole('button', { name: 'Register bäckerei.de…' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'register',
      domains: ['xn--bckerei-5wa.de'],
      accountId: 'account-1',
    });
  });

  it('are copied as a table, with what was not given said so', async () => {
    const { user, bridge } = await comparing();
    await user.click(screen.getByRole('button', { name: 'Copy as a table' }));
    expect(bridge.world.calls.at(-1)).toEqual({
      name: 'clipboard.copyText',
      input: {
        text: [
          'Domain\tBefore\tPrice: Before\tAfter\tPrice: After',
          'bakery.com\tTaken\t\tAvailable\t9.50 EUR',
          'xn--bckerei-5wa.de\tPremium\t900.00 EUR\tPremium\t950.00 EUR',
        ].join('\n'),
      },
    });
  });

  it('say that a price is not given where one would be paid, and nowhere else', async () => {
    const turned = { domain: 'bakery.org', before: 'available', after: 'taken' } as const;
    const none = { priceBefore: { kind: 'not-given' }, priceAfter: { kind: 'not-given' } } as const;
    await comparing(
      ok({
        common: 200,
        compared: 200,
        same: 199,
        changed: 1,
        changes: [{ ...turned, ...none }],
        ...noneAlone,
      }),
    );
    const cells = within(rows()[0] ?? document.body).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'bakery.org',
      'Available',
      'not given',
      'Taken',
      '',
      '',
    ]);
  });

  it('show one turn alone, and copy what is shown', async () => {
    const { user, bridge } = await comparing();
    await user.click(screen.getByRole('button', { name: /^Premium.*Premium 1$/ }));
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Copy 1 name' }));
    expect(bridge.world.calls.at(-1)).toEqual({
      name: 'clipboard.copyText',
      input: { text: 'bäckerei.de' },
    });
  });

  it('show the user’s own names as theirs, apart from what became available, and offer no order of them', async () => {
    const { user, bridge } = await comparing(ok(outcome), 'practice', [], ['bakery.com']);
    await user.click(screen.getByRole('button', { name: /^Taken.*Yours 1$/ }));
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringMatching(/^bakery\.comTakenYours/)]);
    expect(screen.queryByRole('button', { name: /^Taken.*Available/ })).toBeNull();
    expect(within(rows()[0] ?? document.body).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy as a table' }));
    expect(bridge.world.calls.at(-1)).toMatchObject({
      input: { text: expect.stringMatching(/\nbakery\.com\tTaken\t\tYours\t/) as string },
    });
  });

  it('are not copied while it is not known which names are the user’s own, and that is said', async () => {
    const { user, bridge, stores } = await comparing(ok(outcome), 'practice', [], null);
    for (const name of ['Copy 2 names', 'Copy as a table']) {
      stores.notices.actions.dismiss();
      await user.click(screen.getByRole('button', { name }));
      expect(stores.notices.getState().notice?.text).toMatch(/^Not copied: your domains couldn’t be loaded/);
    }
    expect(bridge.world.calls.filter((call) => call.name === 'clipboard.copyText')).toEqual([]);
  });

  it('count what one of them has alone, and show it alone', async () => {
    const alone = (domain: string) => ({ domain, kind: 'available', price: given('12.00') }) as const;
    const { user, bridge } = await comparing(
      ok({
        ...outcome,
        onlyBefore: { count: 1, first: [alone('old.com')] },
        onlyAfter: { count: 7_000, first: [alone('new.com'), alone('mine.com')] },
      }),
      'practice',
      [],
      ['mine.com'],
    );
    expect(screen.getByRole('status').textContent).toContain('1 only before, 7,000 only after.');
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Only after 7,000' }));
    expect(screen.getByRole('status').textContent).toContain('The first 2 checks are listed.');
    const texts = () =>
      rows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(texts()).toEqual([
      ['new.com', 'Not in it', '', 'Available', '12.00 EUR', 'Register…'],
      ['mine.com', 'Not in it', '', 'Yours', '', ''],
    ]);
    await user.click(screen.getByRole('button', { name: 'Only before 1' }));
    expect(texts()).toEqual([['old.com', 'Available', '12.00 EUR', 'Not in it', '', '']]);
    await user.click(screen.getByRole('button', { name: 'Copy as a table' }));
    expect(bridge.world.calls.at(-1)).toMatchObject({
      input: { text: expect.stringMatching(/\nold\.com\tAvailable\t12\.00 EUR\t\t$/) as string },
    });
    await user.click(screen.getByRole('button', { name: 'All in both 2' }));
    expect(rows()).toHaveLength(2);
  });

  it('call what one of them has alone by its account, where they are of two', async () => {
    const first = [{ domain: 'old.com', kind: 'taken', price: { kind: 'not-given' } }] as const;
    await comparing(ok({ ...outcome, onlyBefore: { count: 1, first: [...first] } }), 'account-1');
    const { label } = aPracticeAccount();
    expect(bare(screen.getByRole('status').textContent)).toContain(`1 only in ${label}.`);
    expect(screen.getByRole('button', { name: (name) => bare(name) === `Only in ${label} 1` })).toBeTruthy();
  });

  it('say that there are more changes than are listed', async () => {
    await comparing(ok({ ...outcome, same: 100, changed: 100 }));
    expect(screen.getByText(/The first 2 changes are listed\./)).toBeTruthy();
  });

  it('say that nothing has changed, and that nothing can be compared yet', async () => {
    await comparing(ok({ common: 200, compared: 200, same: 200, changed: 0, changes: [], ...noneAlone }));
    expect(screen.getByRole('status').textContent).toBe('200 checks done in both: nothing differs.');
    expect(screen.queryByText(/same/)).toBeNull();
    cleanup();
    await comparing(ok({ common: 200, compared: 0, same: 0, changed: 0, changes: [], ...noneAlone }));
    expect(screen.getByRole('status').textContent).toMatch(/^Nothing was checked in both yet/);
  });

  it('are swapped, and lead back to the later one', async () => {
    const { user, stores } = await comparing();
    await user.click(screen.getByRole('button', { name: 'Swap' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'bulk',
      view: { kind: 'compare', beforeId: aSessionId(2), afterId: aSessionId(1) },
    });
    await user.click(screen.getByRole('button', { name: 'Back to the session' }));
    expect(stores.route.getState().route).toMatchObject({
      view: { kind: 'session', sessionId: aSessionId(2) },
    });
  });

  it('say why they were not compared', async () => {
    await comparing(fail({ kind: 'storage', fault: 'busy' }));
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t compare the sessions');
  });
});

it('counts the transitions from finding to finding, most frequent first', () => {
  const change = (before: FindingKind, after: FindingKind) =>
    ({ ...changes[0], before, after }) as SessionChange;
  const counted = transitionsIn([
    change('taken', 'available'),
    change('available', 'taken'),
    change('available', 'taken'),
    change('premium', 'premium'),
  ]);
  expect(counted.map(({ before, after, count }) => [before, after, count])).toEqual([
    ['available', 'taken', 2],
    ['taken', 'available', 1],
    ['premium', 'premium', 1],
  ]);
});

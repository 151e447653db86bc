// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { defaultLimits, type SpendingLimits } from '#shared/domain/limits.ts';
import { ok } from '#shared/result.ts';
import type { Output } from '../../../../../renderer/src/client.ts';
import { shownOption } from '../../../../../renderer/src/accounts/account-options.tsx';
import { EditAccount } from '../../../../../renderer/src/accounts/EditAccount.tsx';
import { createAccountStore } from '../../../../../renderer/src/accounts/account-store.ts';
import { LimitsSection } from '../../../../../renderer/src/settings/SpendingLimits.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';

drawInJsdom();

const nothingUsed: Output<'limits', 'used'> = {
  since: '2026-11-21T23:00:00.000Z',
  sums: [],
  unpriced: 0,
  unsummed: 0,
};

async function settings(used = nothingUsed) {
  const onChange = vi.fn();
  const asked = vi.fn(() => Promise.resolve(ok(used)));
  const shown = await drawPart(<LimitsSection settings={aWorld().settings} onChange={onChange} />, {
    answers: { limits: { used: asked } },
  });
  return { ...shown, onChange, asked };
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const limit = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name });

describe('Settings → Limits', () => {
  it('F12 show what each is, and what has been used of a day’s today', async () => {
    const { asked } = await settings({
      ...nothingUsed,
      sums: [
        { currency: 'USD', account: null, amount: '1120.00', measured: null },
        { currency: null, account: 'Nordwind', amount: '35.50', measured: '30.01' },
      ],
      unpriced: 12,
      unsummed: 2,
    });
    expect(field(/^Cost of one change/).value).toBe(defaultLimits.changeSum);
    expect(field(/unknown price in one batch/).value).toBe('25');
    expect(
      await screen.findByText(
        'Spent today: 1120.00 USD, 35.50 of Nordwind (30.01 of Nordwind seen in the credit; 2 changes of unknown price not included)',
      ),
    ).toBeDefined();
    expect(await screen.findByText('Used today: 12')).toBeDefined();
    expect(screen.getByText(/and so has each account without one/)).toBeDefined();
    expect(asked).toHaveBeenCalledWith({ accountId: null });
  });

  it('F12 are kept when their field is left, as text and never as a float', async () => {
    const { user, onChange } = await settings();
    await user.clear(field(/^Cost of one day/));
    await enter(user, field(/^Cost of one day/), '99.10');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange.mock.calls).toEqual([[{ limits: { ...defaultLimits, daySum: '99.10' } }]]);
  });

  const amounts = /^Type an amount such as 250 or 99\.50\.$/;
  const whole = /^Type a whole number from 0 to/;
  it.each<[RegExp, Readonly<Record<string, RegExp>>]>([
    [/^Cost of one day/, { '12,50': amounts, '1e3': amounts }],
    [/^Cost of one batch/, { '-1': amounts, '1.23456': amounts, '': /^Type a limit, or switch it off\.$/ }],
    [/unknown price in one day/, { 2.5: whole, 1000001: whole }],
  ])(
    'F12 at %s refuse what is no such number at the field, and keep the one before',
    async (name, refusals) => {
      const { user, onChange } = await settings();
      for (const [text, words] of Object.entries(refusals)) {
        await user.clear(field(name));
        if (text !== '') await enter(user, field(name), text);
        await user.keyboard('{Enter}');
        expect(screen.getByRole('alert').textContent).toMatch(words);
        expect(field(name).getAttribute('aria-invalid')).toBe('true');
      }
      expect(onChange).not.toHaveBeenCalled();
    },
  );

  it('F12 follow what is sent meanwhile', async () => {
    const { bridge, asked } = await settings();
    const before = asked.mock.calls.length;
    bridge.tell('changes.changed', { changes: [] });
    await vi.waitFor(() => {
      expect(asked.mock.calls.length).toBeGreaterThan(before);
    });
  });
});

describe('the limits of an account', () => {
  async function edit(limits: SpendingLimits | null = null) {
    const account = anAccount();
    const kept = { ...account, options: { ...account.options, limits } };
    const bridge = createFakeBridge(aWorld({ accounts: [kept], activeId: kept.id }));
    const used = vi.fn(() => Promise.resolve(ok(nothingUsed)));
    const shown = await drawPart(<EditAccount store={createAccountStore(bridge.request)} account={kept} />, {
      answers: { limits: { used } },
    });
    const saved = () => bridge.world.calls.filter(({ name }) => name === 'accounts.edit');
    return { ...shown, saved, used, id: kept.id };
  }
  const own = /^Spending limits/;
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('F12 are those of Settings alone until it is given its own', async () => {
    const { user, saved, used, id } = await edit();
    expect(screen.queryByRole('switch', { name: /Cost of one day/ })).toBeNull();
    await user.click(limit(own));
    await user.clear(field(/^Cost of one day/));
    await enter(user, field(/^Cost of one day/), '75.25');
    await user.click(limit(/unknown price in one day/));
    await user.click(save());
    await vi.waitFor(() => {
      expect(saved()[0]?.input).toMatchObject({
        options: { limits: { ...defaultLimits, daySum: '75.25', dayCount: null } },
      });
    });
    expect(used).toHaveBeenCalledWith({ accountId: id });
  });

  it('F12 are taken away again', async () => {
    const { user, saved } = await edit({ ...defaultLimits, daySum: '10' });
    await user.click(limit(own));
    await user.click(save());
    await vi.waitFor(() => {
      expect(saved()[0]?.input).toMatchObject({ options: { limits: null } });
    });
  });

  it.each<[SpendingLimits | null, string]>([
    [null, 'Settings only'],
    [
      defaultLimits,
      'One change: 250; one batch: 2500 plus 25 changes of unknown price; one day: 5000 plus 50 changes of unknown price',
    ],
    [
      { ...defaultLimits, changeSum: null, batchSum: null, daySum: null, dayCount: null },
      'One batch: 25 changes of unknown price',
    ],
    [{ changeSum: null, batchSum: null, batchCount: null, daySum: null, dayCount: null }, 'All switched off'],
  ])('are told on its page in one line', (limits, text) => {
    expect(shownOption('limits', limits)).toBe(text);
  });
});

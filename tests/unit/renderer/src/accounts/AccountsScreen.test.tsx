// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { AccountsScreen } from '../../../../../renderer/src/accounts/AccountsScreen.tsx';
import { OnboardingScreen } from '../../../../../renderer/src/onboarding/OnboardingScreen.tsx';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter } from '../a-drawn-part.tsx';

drawInJsdom();

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = (name: string) => screen.findByRole('textbox', { name });

/** The form, with a name typed into it. */
async function edited() {
  const page = await drawPart(<AccountsScreen />, {
    world: { accounts: [aPracticeAccount(), anAccount()] },
    before: ({ route }) => route.actions.goToAccount('account-1', 'edit'),
  });
  await enter(page.user, await field('Name'), ' 2');
  return page;
}

describe('what was typed of an account', () => {
  it('is asked about before another account or screen is opened, and stays where one stays', async () => {
    const { user, stores, called } = await edited();
    stores.route.actions.focusSearch();
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(stores.route.getState().route.screen).toBe('accounts');
    expect(await field('Name')).toHaveProperty('value', `${anAccount().label} 2`);
    const name = await field('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.click(await button(/^Practice/));
    await user.click(await button('Discard and leave'));
    expect(stores.route.getState().route).toMatchObject({ accountId: 'practice', intent: 'look' });
    expect(called('accounts.edit')).toEqual([]);
  });

  it('is not asked about where Cancel says so, nor where nothing was typed', async () => {
    const { user, stores } = await edited();
    await user.click(await button('Cancel'));
    expect(stores.route.getState().route).toMatchObject({ intent: 'look' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await button('Edit'));
    stores.route.actions.focusSearch();
    expect(stores.route.getState().route.screen).toBe('search');
  });
});

it('asks for the key of a new account at once, and tests the one that was saved', async () => {
  const { user, called } = await drawPart(<AccountsScreen />, {
    before: ({ route }) => route.actions.goToAccount(null, 'add'),
  });
  await enter(user, await field('Name'), 'Contoso');
  await enter(user, await field('Base URL'), 'https://portal.example.com/api');
  await enter(user, await field('E-mail address'), 'me@example.com');
  await user.click(await button('Add, then enter the key'));
  await waitFor(() => expect(called('accounts.test')).toHaveLength(1));
  expect(called('keys.enter')).toHaveLength(1);
});

it('tells the clock of an earlier answer as earlier, without a colour, below what failed now', async () => {
  const report = (isClockEarlier: boolean) =>
    ok({
      probes: [
        {
          operation: 'credits' as const,
          verdict: 'failed' as const,
          answer: '',
          error: { kind: 'unreachable', why: 'offline' } as const,
        },
      ],
      clockSkewMs: 0,
      isClockEarlier,
      testedAt: '2026-02-21T14:05:06.007Z',
    });
  const reports = [report(true), report(false)];
  const { user } = await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount()] },
    answers: { accounts: { test: () => Promise.resolve(reports.shift() ?? report(false)) } },
    before: ({ route }) => route.actions.goToAccount('account-1', 'look'),
  });
  const test = await button('Test the connection');
  const clock = async () => (await screen.findByText('Clock')).closest('li');
  const colour = async () => (await clock())?.querySelector('svg')?.getAttribute('stroke');
  await user.click(test);
  expect((await clock())?.textContent).toMatch(/^ClockAs of its last answer: .*agree\.$/);
  expect(await colour()).toBe('var(--nd-muted)');
  const lines = within(screen.getByRole('status')).getAllByRole('listitem');
  expect(lines[0]?.textContent).toMatch(/^CreditFailed/);
  await user.click(test);
  await waitFor(async () => expect((await clock())?.textContent).toMatch(/^ClockThis computer’s .*agree\.$/));
  expect(await colour()).toBe('var(--nd-fine)');
});

it('leads from a refused key back to where another one is entered, at the first start', async () => {
  const refused = fail({ kind: 'unreachable', why: 'offline' } as const);
  const { user } = await drawPart(<OnboardingScreen />, {
    answers: {
      accounts: {
        test: () =>
          Promise.resolve(
            ok({
              probes: [{ operation: 'credits', verdict: 'failed', answer: '', error: refused.error }],
              clockSkewMs: null,
              isClockEarlier: false,
              testedAt: '2026-02-21T14:05:06.007Z',
            }),
          ),
      },
    },
  });
  await user.click(await button('Add my account'));
  await enter(user, await field('Name'), 'Contoso');
  await enter(user, await field('Base URL'), 'https://portal.example.com/api');
  await enter(user, await field('E-mail address'), 'me@example.com');
  await user.click(await button('Next: the key'));
  await user.click(await button('Enter the key'));
  await user.click(await button('Enter the key again'));
  expect(await button('From the clipboard')).toBeTruthy();
});

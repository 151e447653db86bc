// @vitest-environment jsdom

import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { AccountsScreen } from '../../../../../renderer/src/accounts/AccountsScreen.tsx';
import { OnboardingScreen } from '../../../../../renderer/src/onboarding/OnboardingScreen.tsx';
import { anAccount, aPracticeAccount, type FakeWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';
import { Notices } from '../../../../../renderer/src/shell/Shell.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { aSession } from '../../../../support/fake-sessions.ts';

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
    expect(stores.route.getState().route).toMatchObject({ accountId: 'practice', intent: 'view' });
    expect(called('accounts.edit')).toEqual([]);
  });
});

it.each([
  [48.47, 64, 'Automatic: found about 48.5 requests a second on '],
  [null, 16, 'Automatic: found 16 at once on '],
  [9.7, 4, 'Automatic: found about 9.7 requests a second, 4 at once on '],
  [200, 64, 'Automatic: no limit met up to 200 a second'],
])('says what the service was found to allow: %s a second, %s at once', async (rate, concurrency, words) => {
  const found = { requestsPerSecond: rate, concurrency, observedAt: '2026-11-29T12:00:00.000Z' };
  await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount()] },
    answers: { accounts: { pace: () => Promise.resolve(ok(found)) } },
  });
  expect((await screen.findByText(/^Automatic: /)).textContent).toContain(words);
});

it('says of the options what is not standard alone, and leads to all of them', async () => {
  const options = { ...anAccount().options, tldsPerRequest: 7 };
  const { user } = await drawPart(<AccountsScreen />, { world: { accounts: [anAccount({ options })] } });
  expect(await screen.findByText('TLDs per request')).toBeTruthy();
  expect(screen.getByText('All others are standard.')).toBeTruthy();
  expect(screen.queryByText('Time-out')).toBeNull();
  expect(screen.queryByText('New registrations')).toBeNull();
  await user.click(await button('Advanced…'));
  expect(await screen.findByText('Time-out')).toBeTruthy();
  expect((await screen.findByText('Advanced')).closest('details')?.open).toBe(true);
});

it('says once why no operation of the test answered, with the operations folded', async () => {
  const error: AppError = { kind: 'unreachable', why: 'connection-refused' };
  const probe = (operation: 'credits' | 'tlds' | 'version') =>
    ({ operation, verdict: 'failed', answer: '', error }) as const;
  const report = {
    probes: [probe('credits'), probe('tlds'), probe('version')],
    ...{
      clockSkewMs: null,
      isClockEarlier: false,
      testedAt: '2026-02-21T14:05:06.007Z',
      address: null,
      option: null,
    },
  };
  const { user } = await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount()] },
    answers: { accounts: { test: () => Promise.resolve(ok(report)) } },
  });
  await user.click(await button('Test the connection'));
  expect((await screen.findByRole('alert')).textContent).toContain('The server refused the connection');
  expect(screen.getByText('TLDs').closest('details')?.open).toBe(false);
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

const credentials: AppError = { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid token' };

it.each([
  ['a refused key', 'asks for another one right there, which is tested', credentials, true],
  ['no network', 'does not ask for another key', { kind: 'unreachable', why: 'offline' }, false],
] as const)('at the first start, %s %s', async (_what, _does, error, isKeyAsked) => {
  const { user, called } = await drawPart(<OnboardingScreen />, {
    answers: {
      accounts: {
        test: () =>
          Promise.resolve(
            ok({
              probes: [{ operation: 'credits', verdict: 'failed', answer: '', error }],
              clockSkewMs: null,
              isClockEarlier: false,
              testedAt: '2026-02-21T14:05:06.007Z',
              address: null,
              option: null,
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
  expect(await button('Next: your domains')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enter it later' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'From the clipboard' }) !== null).toBe(isKeyAsked);
  if (!isKeyAsked) return;
  expect(screen.getByText(/^The service refused the saved key\./)).toBeTruthy();
  const another = await button('Enter another key');
  expect(document.activeElement).toBe(another);
  await user.click(another);
  await waitFor(() => expect(called('accounts.test')).toHaveLength(2));
});

it('says of a second key that is refused that it is not accepted either, and keeps asking for another', async () => {
  const refusal = { operation: 'credits', verdict: 'failed', answer: '', error: credentials } as const;
  const report = {
    ...{ probes: [refusal], clockSkewMs: 0, isClockEarlier: false, testedAt: '2026-02-21T14:05:06.007Z' },
    ...{ address: null, option: null },
  };
  const { user } = await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount()] },
    answers: {
      accounts: { test: () => Promise.resolve(ok(report)) },
      keys: {
        enter: () =>
          Promise.resolve(ok({ key: anAccount().key, tried: { isRefused: true, error: credentials } })),
      },
    },
  });
  await user.click(await button('Test the connection'));
  await user.click(await button('Enter another key'));
  expect(await screen.findByText('Not accepted either.')).toBeTruthy();
  expect(document.activeElement).toBe(await button('Enter another key'));
});

it('says while a connection is tested what is read, and afterwards what answered and what is missing without the rest', async () => {
  const permission: AppError = { kind: 'refused', why: 'permission', status: 403, said: 'No' };
  const asked = Promise.withResolvers<undefined>();
  const { user } = await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount()] },
    answers: {
      accounts: {
        async test() {
          await asked.promise;
          return ok({
            probes: [
              { operation: 'credits', verdict: 'answered', answer: '7.00', error: null },
              { operation: 'tlds', verdict: 'not-permitted', answer: '', error: permission },
            ],
            clockSkewMs: 0,
            isClockEarlier: false,
            testedAt: '2026-02-21T14:05:06.007Z',
            address: null,
            option: null,
          });
        },
      },
    },
  });
  await user.click(await button('Test the connection'));
  expect(screen.getByText(/^Reads the credit/)).toBeTruthy();
  asked.resolve(undefined);
  expect(await screen.findByText('The service accepts the key. Not everything answers:')).toBeTruthy();
  expect(screen.getByText(/Until then TLDs come from the built-in sets/)).toBeTruthy();
  // The key is accepted, whatever is not permitted with it.
  expect(await button('Replace the key')).toBeTruthy();
});

it.each([
  ['another address', { status: 404, found: 'https://portal.example.com/api/index.php' }, null],
  ['the time in a header', null, { sendTimestamp: true }],
  ['TLDs with a dot', null, { tldNotation: 'with-dot' }],
] as const)(
  'one press takes over what the test found: %s; and it is tested again',
  async (_what, address, option) => {
    const report = {
      probes: [{ operation: 'credits', verdict: 'failed', answer: '', error: credentials }],
      ...{ clockSkewMs: null, isClockEarlier: false, testedAt: '2026-02-21T14:05:06.007Z', address, option },
    } as const;
    const { user, called } = await drawPart(<AccountsScreen />, {
      world: { accounts: [anAccount()] },
      answers: { accounts: { test: () => Promise.resolve(ok(report)) } },
    });
    await user.click(await button('Test the connection'));
    await user.click(await button(address === null ? 'Use this' : 'Use this address'));
    await waitFor(() => expect(called('accounts.test')).toHaveLength(2));
    const { baseUrl, options } = anAccount();
    expect(called('accounts.edit')).toMatchObject([
      { baseUrl: address?.found ?? baseUrl, options: { ...options, ...option }, isSameService: true },
    ]);
  },
);

it('one press corrects an address without https; the text that no host is in is left to the person', async () => {
  const { user } = await drawPart(<AccountsScreen />, {
    before: ({ route }) => route.actions.goToAccount(null, 'add'),
  });
  await enter(user, await field('Base URL'), 'http://portal.example.com/api');
  await user.click(await button('Add, then enter the key'));
  await user.click(await button('Use https://portal.example.com/api'));
  expect(await field('Base URL')).toHaveProperty('value', 'https://portal.example.com/api');
  await enter(user, await field('Base URL'), 'northwind');
  expect(screen.queryByRole('button', { name: /^Use https/ })).toBeNull();
});

it('where the refused key is gone, the page asks for one and does not call it saved', async () => {
  const report = {
    probes: [{ operation: 'credits', verdict: 'failed', answer: '', error: credentials }],
    ...{ clockSkewMs: null, isClockEarlier: false, testedAt: '2026-02-21T14:05:06.007Z' },
    ...{ address: null, option: null },
  } as const;
  const { user } = await drawPart(<AccountsScreen />, {
    world: { accounts: [anAccount({ key: { hasKey: false, place: 'none', savedAt: null } })] },
    answers: { accounts: { test: () => Promise.resolve(ok(report)) } },
  });
  await user.click(await button('Test the connection'));
  expect(await screen.findByText(/^Failed/)).toBeTruthy();
  expect(screen.getByText(/^No key yet\./)).toBeTruthy();
  expect(await button('Enter the key')).toBeTruthy();
});

describe('another key for an account', () => {
  const unreachable: AppError = { kind: 'unreachable', why: 'connection-refused' };
  const refusedKey: AppError = { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid token' };
  const replacing = (tried: { readonly isRefused: boolean; readonly error: AppError }) =>
    drawPart(<AccountsScreen />, {
      world: { accounts: [anAccount()] },
      answers: { keys: { enter: () => Promise.resolve(ok({ key: anAccount().key, tried })) } },
      before: ({ route }) => route.actions.goToAccount('account-1', 'view'),
    });

  it('that was refused is said to be, and that the previous one is in use; nothing is tested', async () => {
    const { user, called } = await replacing({ isRefused: true, error: refusedKey });
    await user.click(await button('Replace the key'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not accepted. The previous key is still in use.');
    expect(alert.textContent).toContain('Invalid token');
    expect(document.activeElement).toBe(await button('Enter another key'));
    expect(called('accounts.test')).toEqual([]);
  });

  it('that could not be tried is used only where a person says so', async () => {
    const { user, called } = await replacing({ isRefused: false, error: unreachable });
    await user.click(await button('Replace the key'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The new key could not be tried. The previous key is still in use.',
    );
    await user.click(await button('Keep the previous key'));
    expect(called('keys.decide')).toEqual([{ accountId: 'account-1', isUsed: false }]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(called('accounts.test')).toEqual([]);
    await user.click(await button('Replace the key'));
    await user.click(await button('Use the new key anyway'));
    expect(called('keys.decide').at(-1)).toEqual({ accountId: 'account-1', isUsed: true });
    await waitFor(() => expect(called('accounts.test')).toHaveLength(1));
  });
});

describe('an address at which nothing answers, at the first start', () => {
  const typed = 'https://portal.example.com';
  const usual = `${typed}/modules/addons/DomainsReseller/api/index.php`;
  const error: AppError = { kind: 'unreadable', status: 404, why: 'not-json' };
  const report = (address: { readonly status: number; readonly found: string | null } | null) =>
    ok({
      probes: [
        address === null
          ? { operation: 'credits' as const, verdict: 'answered' as const, answer: '7.00', error: null }
          : { operation: 'credits' as const, verdict: 'failed' as const, answer: '', error },
      ],
      clockSkewMs: null,
      isClockEarlier: false,
      testedAt: '2026-02-21T14:05:06.007Z',
      address,
      option: null,
    });

  async function tested(found: string | null) {
    const page = await drawPart(<OnboardingScreen />, {
      world: { accounts: [], activeId: null },
      answers: {
        accounts: {
          test: () => {
            const isCorrected = page.called('accounts.edit').length > 0;
            return Promise.resolve(report(isCorrected ? null : { status: 404, found }));
          },
        },
      },
    });
    const { user } = page;
    await user.click(await button('Add my account'));
    await enter(user, await field('Name'), 'Contoso');
    await enter(user, await field('Base URL'), typed);
    await enter(user, await field('E-mail address'), 'me@example.com');
    await user.click(await button('Next: the key'));
    await user.click(await button('Enter the key'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      `Nothing answers at ${typed} (404). It usually ends in /modules/addons/DomainsReseller/api/index.php.`,
    );
    expect(screen.queryByRole('button', { name: 'From the clipboard' })).toBeNull();
    return { ...page, alert };
  }

  it('leads to the address, with what was typed, and is tested again with the key that is there', async () => {
    const { user, called } = await tested(null);
    await user.click(await button('Correct the address'));
    expect(await field('Base URL')).toHaveProperty('value', typed);
    expect(document.activeElement).toBe(await field('Base URL'));
    await enter(user, await field('Base URL'), '/api');
    await user.click(await button('Next: the connection'));
    await waitFor(() => expect(called('accounts.test')).toHaveLength(2));
    expect(called('accounts.edit')).toMatchObject([{ baseUrl: `${typed}/api`, isSameService: true }]);
    expect(called('keys.enter')).toHaveLength(1);
  });

  it('is replaced by the one that answers on the same server', async () => {
    const { user, called, alert } = await tested(usual);
    expect(alert.textContent).toContain(usual);
    await user.click(await button('Use this address'));
    await waitFor(() => expect(called('accounts.test')).toHaveLength(2));
    expect(called('accounts.edit')).toMatchObject([{ baseUrl: usual, isSameService: true }]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

const acme = anAccount({ label: 'Acme' });

const full: Partial<FakeWorld> = {
  domains: [
    aDomain('one.com', { accountId: acme.id, note: 'Call in March' }),
    aDomain('two.com', { accountId: acme.id }),
    aDomain('others.com', { accountId: 'practice' }),
  ],
  sessions: [aSession({ accountId: acme.id })],
};

const show = (world: Partial<FakeWorld> = full, accounts: FakeAnswers['accounts'] = {}) =>
  drawPart(
    <>
      <AccountsScreen />
      <Notices />
    </>,
    {
      world: { accounts: [aPracticeAccount(), acme], activeId: acme.id, ...world },
      answers: { accounts },
    },
  );

async function ask(shown: Awaited<ReturnType<typeof show>>) {
  await shown.user.click(await screen.findByRole('button', { name: 'Remove' }));
  return within(await screen.findByRole('dialog', { name: 'Remove Acme?' }));
}

const remove = { name: 'Remove the account' };

describe('F16 removing an account', () => {
  it('F16 tells what goes and what stays, and has the label typed', async () => {
    const shown = await show();
    const dialog = await ask(shown);
    await dialog.findByText('2 domains (1 with notes or tags) and 1 bulk lookup are removed here.');
    dialog.getByText(/^A backup is made first\. You can undo this until Namedesk restarts\.$/);
    dialog.getByText(/^Its API key stays in the keychain until then/);
    dialog.getByText(/^Nothing changes at the service/);
    const button = dialog.getByRole<HTMLButtonElement>('button', remove);
    const label = dialog.getByLabelText('Type Acme to remove it');
    for (const [typed, isReady] of [
      ['', false],
      ['Acm', false],
      ['practice', false],
      [' acme ', true],
    ] as const) {
      fireEvent.change(label, { target: { value: typed } });
      expect(button.disabled, typed).toBe(!isReady);
    }
    await shown.user.click(button);
    expect(shown.called('accounts.remove')).toEqual([{ id: acme.id, typedLabel: ' acme ' }]);
  });

  it('F16 offers the domains as a file first', async () => {
    const shown = await show();
    const dialog = await ask(shown);
    const button = await dialog.findByRole('button', { name: 'Export its domains as CSV…' });
    expect(button.parentElement?.textContent).toMatch(/registrant.*No transfer codes/);
    await shown.user.click(button);
    expect(shown.called('accounts.exportDomains')).toEqual([{ id: acme.id }]);
    expect(await screen.findByText('Exported 2 domains')).toBeTruthy();
    expect(shown.called('accounts.remove')).toEqual([]);
  });

  it.each(['the notice', 'the list of accounts'])('F16 is undone in %s', async (where) => {
    const shown = await show({});
    const dialog = await ask(shown);
    await shown.user.click(await dialog.findByRole('button', remove));
    await screen.findByText('Removed Acme');
    const list = within(await screen.findByRole('list', { name: 'Removed' }));
    expect(list.getByText('Removed: Acme.')).toBeTruthy();
    const undo =
      where === 'the notice' ? screen.getByText('Undo', { selector: '[role=status] button' }) : null;
    await shown.user.click(undo ?? list.getByRole('button', { name: 'Undo the removal of Acme' }));
    expect(shown.called('accounts.restore')).toEqual([{ id: acme.id }]);
    expect(await screen.findByText('Acme is back')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Removed' })).toBeNull());
    expect(shown.bridge.world.accounts.map(({ label }) => label)).toEqual(['Practice', 'Acme']);
  });

  it('says so where it cannot be undone any more', async () => {
    const shown = await show(
      { removed: [acme], accounts: [aPracticeAccount()], activeId: 'practice' },
      { restore: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' })) },
    );
    await shown.user.click(await screen.findByRole('button', { name: 'Undo the removal of Acme' }));
    expect(await screen.findByText(/^The disk is full/)).toBeTruthy();
  });

  it('F16 removes nothing where there is no room for the backup, and says so', async () => {
    const shown = await show(full, {
      remove: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' })),
    });
    const dialog = await ask(shown);
    fireEvent.change(await dialog.findByLabelText('Type Acme to remove it'), { target: { value: 'Acme' } });
    await shown.user.click(dialog.getByRole('button', remove));
    expect((await dialog.findByRole('alert')).textContent).toContain('The disk is full');
    expect(shown.bridge.world.accounts).toHaveLength(2);
  });
});

const change = {
  ...{ kind: 'account-in-use', why: 'change', id: '00000000-0000-4000-9300-000000000012' },
  ...{ number: 12, domain: 'alpha.com' },
} as const satisfies AppError;

const batch = {
  ...{ kind: 'account-in-use', why: 'batch', id: '00000000-0000-4000-9300-000000000001' },
  ...{ number: null, domain: null },
} as const satisfies AppError;

describe('F5 an account with something open', () => {
  it.each([
    [
      change,
      'Change 12 on alpha.com is not finished.',
      'Open change 12',
      { kind: 'list', changeId: change.id },
    ],
    [
      batch,
      'A batch of this account is being read or applied.',
      'Open the batch',
      { kind: 'batch', batchId: batch.id },
    ],
  ] as const)('F5 cannot be removed, and one is led to what is open: %o', async (inUse, says, way, view) => {
    const shown = await show({ ...full, inUse });
    const dialog = await ask(shown);
    expect((await dialog.findByRole('alert')).textContent).toContain(says);
    expect(dialog.queryByRole('button', remove)).toBeNull();
    await shown.user.click(dialog.getByRole('button', { name: way }));
    expect(shown.stores.route.getState().route).toEqual({ screen: 'changes', view });
  });
});

describe('the practice account', () => {
  it('is reset once it is confirmed, with what goes said before', async () => {
    const asked: string[] = [];
    const shown = await show(
      { activeId: 'practice' },
      {
        resetPractice: ({ id }) => {
          asked.push(id);
          return Promise.resolve(ok({}));
        },
      },
    );
    await shown.user.click(screen.getByRole('button', { name: 'Reset practice…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset practice?' }));
    dialog.getByText(/^All domains of the practice account are removed here, with their tags and notes\./);
    dialog.getByText(/Its credit is 500\.00 again\.$/);
    expect(asked).toEqual([]);
    await shown.user.click(dialog.getByRole('button', { name: 'Reset practice' }));
    await screen.findByText('Practice was reset');
    expect(asked).toEqual(['practice']);
  });
});

describe('what new registrations of an account begin with', () => {
  const templates = [
    aContactTemplate(1, 'Own'),
    aContactTemplate(2, 'Lindenhof'),
    aHostsTemplate(3, 'House DNS', ['ns1.house.example', 'ns2.house.example']),
  ];
  const lindenhof = templates[1];
  const clients = [{ name: 'Lindenhof Garten', contact: lindenhof?.id ?? '', nameservers: null }];

  it('is chosen among templates, each with the clients that it is of, and saved with the account', async () => {
    const { user, called } = await drawPart(<AccountsScreen />, {
      world: { templates, clients },
      before: ({ route }) => route.actions.goToAccount('practice', 'edit'),
    });
    const contact = await screen.findByRole('combobox', { name: 'Contact' });
    await screen.findByRole('option', { name: 'Lindenhof (Lindenhof Garten)' });
    await user.selectOptions(contact, 'Lindenhof (Lindenhof Garten)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '2 years');
    await user.click(screen.getByRole('switch', { name: 'Lock after registering' }));
    await user.click(await button('Save'));
    expect(called('accounts.edit')).toMatchObject([
      {
        options: {
          orderDefaults: { contact: lindenhof?.id, nameservers: null, periodYears: 2, locksAfter: true },
        },
      },
    ]);
  });
});

it('says of every field of a new account at once what is wrong with it, and adds nothing', async () => {
  const { user, called } = await drawPart(<AccountsScreen />, {
    before: ({ route }) => route.actions.goToAccount(null, 'add'),
  });
  await enter(user, await field('Base URL'), 'http://portal.example.com/api');
  await user.click(await button('Add, then enter the key'));
  expect(await screen.findByText('An account needs a name')).toBeTruthy();
  expect(screen.getByText(/^Use https:\/\/ so/)).toBeTruthy();
  expect(screen.getByText('This is not an e-mail address')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Name'));
  await enter(user, await field('Name'), 'Contoso');
  expect(screen.queryByText('An account needs a name')).toBeNull();
  expect(called('accounts.add')).toEqual([]);
});

// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { ok } from '#shared/result.ts';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';
import { contactWith, emptyForm } from '../../../../../renderer/src/register/register-store.ts';
import { aBatch, aChangeId } from '../../../../support/a-change.ts';
import { aPage, draw, drawInJsdom, enter, type User } from '../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import {
  aContactTemplate,
  aFollowedChange,
  aHostsTemplate,
  oneChange,
} from '../../../../support/fake-change-flow.ts';
import { aFinding, anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';

drawInJsdom();

const [own, acme] = [aContactTemplate(1, 'Own'), aContactTemplate(2, 'Acme')];
const hosts = aHostsTemplate(3, 'House DNS', ['ns1.house.example', 'ns2.house.example']);
const zoo = aHostsTemplate(4, 'Zoo DNS', ['ns1.zoo.example', 'ns2.zoo.example']);
const notGiven = { kind: 'not-given' } as const;
const registering = {
  kind: 'register',
  roles: ['registrant'],
  domainFields: [],
  nameservers: [],
  addons: {},
  idnLanguage: null,
  periodYears: 2,
  isPremium: false,
  price: notGiven,
} as const;

interface Given {
  readonly domains?: readonly string[];
  readonly defaults?: Partial<typeof defaultAccountOptions.orderDefaults>;
  /** What was ordered last, by account. */
  readonly last?: Readonly<Record<string, string>>;
  readonly answers?: FakeAnswers;
}

/** The order of these names, with an account that has a contact, nameservers and two years for its defaults. */
async function show({ domains = ['harbour.com'], defaults, last = {}, answers = {} }: Given = {}) {
  const orderDefaults = {
    ...defaultAccountOptions.orderDefaults,
    ...(defaults ?? { contact: own.id, nameservers: hosts.id, periodYears: 2 }),
  };
  const order = aFollowedChange({
    id: aChangeId(21),
    domain: domains[0] ?? '',
    what: registering,
    state: 'confirmed',
    proof: 'read-back',
  });
  const page: Page = await aPage({
    world: {
      accounts: [
        aPracticeAccount({ options: { ...defaultAccountOptions, writableRoles: [], orderDefaults } }),
        anAccount(),
      ],
      templates: [own, acme, hosts, zoo],
      clients: [
        { name: 'Acme', contact: acme.id, nameservers: null },
        { name: 'Zoo', contact: null, nameservers: zoo.id },
      ],
      lastOrders: new Map(Object.entries(last)),
    },
    answers: {
      changes: oneChange({
        applied: ok(order),
        review: { asksFor: { typedName: true, premium: false, limits: [] } },
      }),
      batches: { prepare: () => Promise.resolve(ok(aBatch({ ask: { ...registering, roles: [] } }))) },
      search: {
        start({ searchId, label, tlds }) {
          const findings = tlds.map((tld) => aFinding(`${label}.${tld}`, 'available'));
          page.bridge.tell('search.findings', { searchId, findings });
          page.bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
          return Promise.resolve(ok({ requests: 1 }));
        },
      },
      ...answers,
    },
    before: ({ route }) => route.actions.goToRegister(domains, null),
  });
  draw(page.stores, <RegisterScreen />);
  await screen.findByRole('textbox', { name: 'Last name' });
  const prepared = () =>
    page.called('changes.prepare').map((input) => (input as { readonly ask: ChangeAsk }).ask); // The contract's own input.
  return { ...page, prepared };
}

type Page = Awaited<ReturnType<typeof aPage>>;

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const value = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value;
const firstHost = async () => (await value('Nameservers')).split('\n')[0];
const filledIn = async () => [
  await value('Company'),
  await value('Last name'),
  await firstHost(),
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Period' })).value,
];
const noteText = async () => (await screen.findAllByRole('note')).map(({ textContent }) => textContent);

async function send(user: User, domain: string): Promise<void> {
  await user.click(await button('Review…'));
  const dialog = within(await screen.findByRole('dialog'));
  await enter(user, dialog.getByRole('textbox'), domain);
  await user.click(dialog.getByRole('button', { name: /^Register for/ }));
}

async function chooseClient(user: User, name: string): Promise<void> {
  const field = await screen.findByRole('combobox', { name: 'Client' });
  await user.clear(field);
  await user.type(field, name.slice(0, 2));
  await user.click(await screen.findByRole('option', { name }));
}

const defaultsNote = 'From the account’s defaults: registrant Own · nameservers House DNS · 2 years';
const empty = ['', '', '', '1'];
const filled = ['Example Org', 'Example', 'ns1.house.example', '2'];

describe('an order of an account with defaults', () => {
  it('is filled in with them, says so, and one press leads to the review', async () => {
    const { user, prepared } = await show();
    await screen.findByText(/From the account’s defaults/);
    expect((await noteText())[0]).toContain(defaultsNote);
    expect((await filledIn()).slice(1)).toEqual(filled.slice(1));
    await user.click(await button('Review…'));
    await screen.findByRole('dialog');
    expect(prepared()).toMatchObject([
      { kind: 'register', periodYears: 2, nameservers: ['ns1.house.example', 'ns2.house.example'] },
    ]);
  });

  it('takes another registrant by one press', async () => {
    const { user, prepared } = await show();
    await user.click(await button('Registrant Acme instead'));
    expect(screen.queryByText(/From the account’s defaults/)).toBeNull();
    await user.click(await button('Review…'));
    expect(prepared()).toMatchObject([{ nameservers: ['ns1.house.example', 'ns2.house.example'] }]);
  });

  it('takes what the client has before them, and has them again where the next client has nothing', async () => {
    const { user } = await show();
    await screen.findByText(/From the account’s defaults/);
    await chooseClient(user, 'Zoo');
    await screen.findByText('Filled in from Zoo: nameservers.');
    expect(await firstHost()).toBe('ns1.zoo.example');
    await chooseClient(user, 'Acme');
    expect(await screen.findByText('From the account’s defaults again: nameservers.')).toBeTruthy();
    expect(await firstHost()).toBe('ns1.house.example');
  });
});

const form = { ...emptyForm, registrant: contactWith({ lastname: 'Canary' }), periodYears: 3 };
const lastOrder = JSON.stringify({ domain: 'bakery.com', form });

describe('what was ordered last with the account', () => {
  it('is offered after a restart, and filled in only when a person asks for it', async () => {
    const { user } = await show({ defaults: {}, last: { practice: lastOrder } });
    await screen.findByText(/^Same as/);
    expect(await filledIn()).toEqual(empty);
    await user.click(await button('Use the same'));
    expect(await value('Last name')).toBe('Canary');
  });

  it('is forgotten for good by one press', async () => {
    const { user, called, bridge } = await show({ defaults: {}, last: { practice: lastOrder } });
    await user.click(await button('Forget it'));
    await waitFor(() => expect(screen.queryByText(/^Same as/)).toBeNull());
    expect(called('lastOrders.forget')).toEqual([{ accountId: 'practice' }]);
    expect(bridge.world.lastOrders.size).toBe(0);
  });

  it('is kept once an order is sent, and not where its review was closed', async () => {
    const { user, called } = await show();
    await screen.findByText(/From the account’s defaults/);
    await user.click(await button('Review…'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(called('lastOrders.save')).toEqual([]);
    await send(user, 'harbour.com');
    await waitFor(() => expect(called('lastOrders.save')).toHaveLength(1));
    expect(JSON.stringify(called('lastOrders.save'))).toContain('harbour.com');
  });
});

describe('the lock of a name that was registered', () => {
  it('is offered, first where the account wants that, and is a change with its own review', async () => {
    const { user, prepared } = await show({
      defaults: { contact: own.id, nameservers: hosts.id, locksAfter: true },
    });
    await screen.findByText(/From the account’s defaults/);
    await send(user, 'harbour.com');
    const [first] = within(
      (await screen.findByText(/is now in your domains/)).parentElement ?? document.body,
    ).getAllByRole('button');
    expect(first?.textContent).toBe('Lock it…');
    expect(prepared().map(({ kind }) => kind)).toEqual(['register']);
    await user.click(await button('Lock it…'));
    await waitFor(() => expect(prepared().at(-1)).toEqual({ kind: 'lock', state: 'locked' }));
  });
});

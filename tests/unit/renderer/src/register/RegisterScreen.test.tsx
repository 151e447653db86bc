// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { aChangeId } from '../../../../support/a-change.ts';
import {
  aContactTemplate,
  aFollowedChange,
  aHostsTemplate,
  oneChange,
} from '../../../../support/fake-change-flow.ts';
import { aFinding, anAccount } from '../../../../support/fake-world.ts';
import { aPage, drawInJsdom, enter, draw, type User } from '../../../../support/draw.tsx';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';

// Files that ran before share the process, and may have loaded the form without the mock below.
vi.hoisted(() => void vi.resetModules());

/** The fields of contacts in the order in which they were drawn. */
const drawnFields: string[] = [];
vi.mock(import('../../../../../renderer/src/domains/contacts/ContactInput.tsx'), async (original) => {
  const { ContactInput, ...others } = await original();
  return {
    ...others,
    ContactInput(props) {
      drawnFields.push(props.name);
      return ContactInput(props);
    },
  };
});

const given = (amount: string) => ({ kind: 'given' as const, amount, currency: 'EUR' });
const notGiven = { kind: 'not-given' } as const;

interface Given {
  readonly domains?: readonly string[];
  /** What every look-up finds. */
  readonly finds?: FindingKind;
  readonly renewsAt?: string;
  readonly state?: ChangeState;
  readonly answers?: FakeAnswers;
  readonly templates?: readonly Template[];
}

/** The screen, drawn; every look-up is answered at once. */
async function show({
  domains = ['harbour.com'],
  finds = 'available',
  renewsAt,
  state = 'confirmed',
  answers = {},
  templates = [
    aContactTemplate(1, 'Own'),
    aHostsTemplate(2, 'Northwind DNS', ['ns1.northwind.example', 'ns2.northwind.example']),
  ],
}: Given = {}) {
  const order = aFollowedChange({
    id: aChangeId(21),
    domain: domains[0] ?? 'harbour.com',
    what: { ...registering, periodYears: 1 },
    state,
    proof: 'read-back',
  });
  const page: Page = await aPage({
    world: { templates },
    answers: {
      changes: oneChange({
        applied: ok(order),
        review: { asksFor: { typedName: true, premium: false, limits: [] } },
      }),
      search: {
        start: ({ searchId, label, tlds }) => {
          const renew = renewsAt === undefined ? notGiven : given(renewsAt);
          const prices = [{ period: 1, register: given('8.50'), transfer: notGiven, renew }];
          const findings = tlds.map((tld) => aFinding(`${label}.${tld}`, finds, { prices }));
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
  if (domains.length > 1) fireEvent.click(await button('One by one'));
  const prepared = () =>
    page.called('changes.prepare').map((input) => (input as { readonly ask: ChangeAsk }).ask); // The contract's own input.
  return { ...page, asked: page.called, prepared };
}

const registering = {
  kind: 'register' as const,
  nameservers: [],
  roles: ['registrant' as const],
  addons: {},
  idnLanguage: null,
  domainFields: [],
  isPremium: false,
  price: notGiven,
};

type Page = Awaited<ReturnType<typeof aPage>>;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = (name: string) => screen.findByRole('textbox', { name });

/** By the button of the one template: nameservers and registrant, all that cannot be left out. */
const fillIn = async (user: User) => await user.click(await button('Own'));

/** The same from the menus at the nameservers and at the registrant. */
async function fillInFromMenus(user: User): Promise<void> {
  await user.click(await button('Fill in the registrant'));
  await user.click(await screen.findByRole('menuitem', { name: /^Own/ }));
  await user.click(await button('Templates'));
  await user.click(await screen.findByRole('menuitem', { name: /^Northwind DNS/ }));
}

/** Reviews and sends. */
async function order(user: User, domain: string): Promise<void> {
  await user.click(await button('Review…'));
  const dialog = within(await screen.findByRole('dialog'));
  await enter(user, dialog.getByRole('textbox'), domain);
  await user.click(dialog.getByRole('button', { name: /^Register for/ }));
}

drawInJsdom();

describe('a name to register', () => {
  it('is typed where none is given, and refused at its field where it is no whole name', async () => {
    const { user, asked } = await show({ templates: [], domains: [] });
    await user.type(await field('Name to register'), 'harbour{Enter}');
    expect(await screen.findByText(/The TLD is missing/)).toBeTruthy();
    expect(asked('search.start')).toHaveLength(0);
    await user.type(await field('Name to register'), '.com{Enter}');
    expect(await screen.findByText('harbour.com')).toBeTruthy();
    expect(asked('search.start')).toHaveLength(1);
    expect(screen.getByRole('region', { name: /^Order/ }).hasAttribute('data-takes-focus')).toBe(true);
  });

  it('is looked up at once, with its price for the period', async () => {
    const { user } = await show();
    expect(await screen.findByText('Available')).toBeTruthy();
    expect(screen.getByText('8.50 EUR')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '2');
    // The year's price stands beside it and is not multiplied.
    const price = screen.getByText('Price for 2 years').nextElementSibling;
    expect(price?.textContent).toBe('not given; 1 year is 8.50 EUR');
  });

  it('cannot be ordered where it is taken, and is looked up again on demand', async () => {
    const { user, asked } = await show({ finds: 'taken' });
    expect(await screen.findByText(/can’t be ordered/)).toBeTruthy();
    expect(await button('Review…')).toHaveProperty('disabled', true);
    await user.click(await button('Check again'));
    expect(asked('search.start')).toHaveLength(2);
  });
});

describe('ordering a name', () => {
  it('says what is missing at its field, and sends nothing, not even when asked to where nothing of the registrant is known', async () => {
    const { user, prepared } = await show();
    await user.click(await button('Review…'));
    expect((await screen.findAllByText('Enter two nameservers')).length).toBeGreaterThan(0);
    expect(screen.getByText('Enter the registrant’s name')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(prepared()).toEqual([]);
  });

  describe('of which something is missing that most registries want', () => {
    const labels = ['Address 1', 'City', 'Postcode', 'Country', 'Phone', 'E-mail'];

    /** Everything but what the registrant is asked for. */
    async function named() {
      const shown = await show();
      await shown.user.click(await button('Templates'));
      await shown.user.click(await screen.findByRole('menuitem', { name: /^Northwind DNS/ }));
      await enter(shown.user, await field('Last name'), 'Example');
      return shown;
    }
    const at = async (name: string) =>
      name === 'Country' ? screen.findByRole('combobox', { name }) : field(name);

    it('marks each, goes to the first, names them beside the button, and opens no review', async () => {
      const { user, prepared } = await named();
      expect(screen.getByText(/^\* Needed for the review/)).toBeTruthy();
      await user.click(await button('Review…'));
      for (const label of labels) expect((await at(label)).getAttribute('aria-invalid')).toBe('true');
      for (const label of ['Last name', 'Company', 'Address 2', 'State'])
        expect((await field(label)).getAttribute('aria-invalid')).not.toBe('true');
      expect(document.activeElement).toBe(await field('Address 1'));
      expect(screen.getByText('Choose a country')).toBeTruthy();
      expect(screen.getByText(`Still empty: ${labels.join(', ')}.`)).toBeTruthy();
      expect(prepared()).toEqual([]);
    });
  });

  it.each([
    ['Enter takes the first match', 'united k', '{Enter}', 'United Kingdom (GB)'],
    ['Tab takes the first match', 'united k', '{Tab}', 'United Kingdom (GB)'],
    ['an exact code comes before names that contain it', 'gb', '{Tab}', 'United Kingdom (GB)'],
    ['a text without a match is kept', 'nowhere', '{Tab}', 'nowhere'],
  ])('never loses what was typed for a country: %s', async (_, typed, key, expected) => {
    const { user } = await show();
    const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
    await user.click(country);
    await user.type(country, typed);
    await user.keyboard(key);
    expect(country.value).toBe(expected);
    if (expected === typed) screen.getByText(/^Not a two-letter country code/);
  });

  it('takes registrant and nameservers from templates, and says that the one name was split', async () => {
    const { user, prepared } = await show();
    await fillInFromMenus(user);
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    expect(screen.getByText(/was split into first and last name/)).toBeTruthy();
    await user.click(await button('Review…'));
    await screen.findByRole('dialog');
    const [ask] = prepared();
    expect(ask?.kind === 'register' && ask.nameservers).toEqual([
      'ns1.northwind.example',
      'ns2.northwind.example',
    ]);
    expect(ask?.kind === 'register' && Object.keys(ask.contacts)).toEqual([
      'registrant',
      'admin',
      'tech',
      'billing',
    ]);
    expect(ask?.kind === 'register' && ask.contacts.registrant?.fullname).toBe('Robin van Example');
  });

  it('leaves a role out that is not ticked', async () => {
    const { user, prepared } = await show();
    await fillIn(user);
    await user.click(screen.getByRole('checkbox', { name: 'Tech' }));
    await user.click(await button('Review…'));
    await screen.findByRole('dialog');
    const [ask] = prepared();
    expect(ask?.kind === 'register' && Object.keys(ask.contacts)).toEqual(['registrant', 'admin', 'billing']);
  });

  it('puts a refusal at its field', async () => {
    const refusal = {
      kind: 'invalid-input',
      field: 'ask.contacts.registrant.email',
      reason: 'Too long for an e-mail address',
    } as const;
    const { user } = await show({
      answers: { changes: oneChange({}, { prepare: () => Promise.resolve(fail(refusal)) }) },
    });
    await fillIn(user);
    await user.click(await button('Review…'));
    expect(await screen.findByText('Too long for an e-mail address')).toBeTruthy();
    expect((await field('E-mail')).getAttribute('aria-invalid')).toBe('true');
  });

  it('does not call a name ours of which it is not known', async () => {
    const { user } = await show({ state: 'uncertain' });
    await fillIn(user);
    await order(user, 'harbour.com');
    expect(
      await screen.findByText('We don’t know whether harbour.com was registered and paid for.'),
    ).toBeTruthy();
    expect(screen.queryByText(/stands among your domains/)).toBeNull();
  });

  it('looks again once the name turned out not to be available', async () => {
    const { user, asked } = await show({
      answers: {
        changes: oneChange(
          {},
          { prepare: () => Promise.resolve(fail({ kind: 'not-available', finding: 'taken' } as const)) },
        ),
      },
    });
    await fillIn(user);
    await user.click(await button('Review…'));
    await waitFor(() => expect(asked('search.start')).toHaveLength(2));
  });
});

describe('several names', () => {
  const domains = ['harbour.com', 'bakery.com', 'studio.net'];

  it('come one after the other with the same settings', async () => {
    const { user, asked } = await show({ domains });
    expect(await screen.findByText('1 of 3')).toBeTruthy();
    await fillIn(user);
    await order(user, 'harbour.com');
    await user.click(await button('Have the service read it again…'));
    await waitFor(() =>
      expect(asked('changes.prepare').at(-1)).toMatchObject({ domain: 'harbour.com', ask: { kind: 'sync' } }),
    );
    await user.keyboard('{Escape}');
    await user.click(await button('Next: bakery.com'));
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    expect(await field('Nameservers')).toHaveProperty(
      'value',
      expect.stringMatching(/^ns1\.northwind\.example\n/),
    );
  });

  it('can be skipped and come back to, each with what was typed for it', async () => {
    const { user } = await show({ domains });
    await enter(user, await field('Company'), 'Northwind');
    await user.click(await button('Skip'));
    await enter(user, await field('Company'), ' AG');
    await user.click(await button('Back'));
    expect(await field('Company')).toHaveProperty('value', 'Northwind');
  });

  it('have a form that Reset empties, of what came from the name before too', async () => {
    const { user } = await show({ domains });
    await fillIn(user);
    await user.click(await button('Skip'));
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    await user.click(await button('Reset'));
    expect(await field('Last name')).toHaveProperty('value', '');
    expect(await field('Nameservers')).toHaveProperty('value', '');
    await user.click(await button('Skip'));
    expect(await field('Last name')).toHaveProperty('value', '');
  });
});

it('begins with an empty form for a name that has nothing to do with the last one: the last registrant is offered, until something is typed', async () => {
  const { user, prepared, stores } = await show();
  const another = async (domain: string) => {
    await user.click(await button('Another name'));
    act(() => stores.route.actions.goToRegister([domain], 'practice'));
    await screen.findByText(domain);
    expect(await field('Last name')).toHaveProperty('value', '');
    expect(await field('Nameservers')).toHaveProperty('value', '');
  };
  await fillIn(user);
  await another('bakery.com');
  await user.click(await button('Review…'));
  expect(prepared()).toEqual([]);
  expect(screen.getByRole('note').textContent).toMatch(/harbour\.com\? 1 year · Robin van Example.* · ns/);
  await user.click(await button('Use the same'));
  expect(await field('Last name')).toHaveProperty('value', 'Example');
  expect(screen.queryByRole('button', { name: 'Use the same' })).toBeNull();
  await another('studio.net');
  await button('Use the same');
  await enter(user, await field('Company'), 'Studio');
  expect(screen.queryByRole('button', { name: 'Use the same' })).toBeNull();
});

it('F8 keeps what was typed just before another account is chosen under the account before', async () => {
  const { user, asked, stores, bridge } = await show();
  await user.type(await field('Company'), 'N');
  bridge.world.accounts = [...bridge.world.accounts, anAccount({ id: 'account-2' })];
  await act(() => stores.accounts.actions.select('account-2'));
  await waitFor(() => expect(asked('drafts.save')).toHaveLength(1));
  expect(asked('drafts.save')[0]).toMatchObject({ accountId: 'practice', domain: 'harbour.com' });
});

describe('the user’s own names', () => {
  const isDisabled = async () => (await button('Review…')).hasAttribute('disabled');

  it('are not ordered, whatever was found of them, and are a press away', async () => {
    const names = () => Promise.resolve(ok({ names: ['harbour.com'] }));
    const { user, stores } = await show({ answers: { domains: { names } } });
    expect(await screen.findByText(/^It’s in your domains already, so it can’t be ordered\./)).toBeTruthy();
    await fillIn(user);
    expect(await isDisabled()).toBe(true);
    await user.click(await button('View domain'));
    await waitFor(() =>
      expect(stores.route.getState().route).toMatchObject({
        screen: 'domains',
        view: { domain: 'harbour.com' },
      }),
    );
  });

  it('keep every order waiting while they cannot be loaded, which is said once and can be tried again', async () => {
    let isBroken = true;
    const names = () =>
      Promise.resolve(isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ names: [] }));
    const { user } = await show({ answers: { domains: { names } } });
    await fillIn(user);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Registering, copying and exporting wait: your domains couldn’t be loaded, so we don’t know which names are already yours.',
    );
    expect(await isDisabled()).toBe(true);
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await isDisabled()).toBe(false));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

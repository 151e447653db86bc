import { screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import { ok } from '#shared/result.ts';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';
import { draw } from '../../../../support/draw.tsx';
import { aPage } from '../a-drawn-part.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aChangeId, aFollowedChange, oneChange } from '../../../../support/fake-change-flow.ts';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-contacts.ts';
import { aFinding } from '../../../../support/fake-world.ts';

const given = (amount: string) => ({ kind: 'given' as const, amount, currency: 'EUR' });
const notGiven = { kind: 'not-given' } as const;

interface Given {
  readonly domains?: readonly string[];
  /** What every look-up finds. */
  readonly finds?: FindingKind;
  readonly state?: ChangeState;
  readonly answers?: FakeAnswers;
}

/** The screen, drawn; every look-up is answered at once. */
export async function show({
  domains = ['harbour.com'],
  finds = 'available',
  state = 'confirmed',
  answers = {},
}: Given = {}) {
  const order = aFollowedChange({
    id: aChangeId(21),
    domain: domains[0] ?? 'harbour.com',
    what: { ...registering, periodYears: 1 },
    state,
    proof: 'read-back',
  });
  const page: Page = await aPage({
    world: {
      templates: [
        aContactTemplate(1, 'Own'),
        aHostsTemplate(2, 'Northwind DNS', ['ns1.northwind.example', 'ns2.northwind.example']),
      ],
    },
    answers: {
      changes: oneChange({
        applied: ok(order),
        review: { asksFor: { typedName: true, premium: false, limits: [] } },
      }),
      search: {
        start: ({ searchId, label, tlds }) => {
          const prices = [{ period: 1, register: given('8.50'), transfer: notGiven, renew: notGiven }];
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
type User = ReturnType<typeof userEvent.setup>;
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const field = (name: string) => screen.findByRole('textbox', { name });

/** Both from templates: everything that cannot be left out. */
export async function fillIn(user: User): Promise<void> {
  await user.click(await button('Fill in the registrant'));
  await user.click(await screen.findByRole('menuitem', { name: /^Own/ }));
  await user.click(await button('Templates'));
  await user.click(await screen.findByRole('menuitem', { name: /^Northwind DNS/ }));
}

/** Reviews and sends. */
export async function order(user: User, domain: string): Promise<void> {
  await user.click(await button('Review…'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), domain);
  await user.click(dialog.getByRole('button', { name: /^Order for/ }));
}

import type { Locator, Page } from '@playwright/test';
import type { PracticeDomain } from '../../../electron/main/practice/operations/domains.ts';
import type { Operation } from '../../../electron/main/practice/operations/table.ts';
import type { ChangeKind } from '../../../shared/domain/change-kinds.ts';
import { shellPage } from './shell-page.ts';

/** The parts of a domain's page, as its tabs call them. */
export type Tab =
  'Overview' | 'Contacts' | 'Nameservers' | 'Host records (glue)' | 'Transfer code' | 'Renew' | 'History';

/** Domains, what is changed of them, and what became of it: the only place that knows how these are found. */
export function changePage(page: Page) {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const row = (name: string): Locator =>
    main.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const press = (name: string | RegExp) => main.getByRole('button', { name, exact: true }).click();
  const keep = (names: readonly string[], tags: string[]): Promise<void> =>
    page.evaluate(
      async (asked) => {
        const { request } = window.namedesk;
        const listed = await request.accounts.list({});
        const accountId = listed.ok ? listed.value.activeId : null;
        if (accountId === null) throw new Error('There is no active account');
        const added = await request.domains.add({ accountId, ...asked });
        if (!added.ok) throw new Error(JSON.stringify(added.error));
      },
      { text: names.join('\n'), tags },
    );
  return {
    main,
    dialog,
    row,
    press,
    /** Chooses from the menu of what is read again on the open page. */
    readAgain: async (what: string) => {
      await press('Choose what is read');
      await page.getByRole('menuitem', { name: what, exact: true }).click();
    },
    /** Puts names into the portfolio by the request that the page itself makes. */
    keep: (...names: readonly string[]) => keep(names, []),
    keepTagged: (tag: string, names: readonly string[]) => keep(names, [tag]),
    /** Makes kept domains the client's, by the request that the page itself makes. */
    giveTo: (client: string, names: readonly string[]) =>
      page.evaluate(
        async (asked) => {
          const { request } = window.namedesk;
          const listed = await request.accounts.list({});
          const accountId = listed.ok ? listed.value.activeId : null;
          if (accountId === null) throw new Error('There is no active account');
          const set = await request.domains.setClient({ accountId, ...asked });
          if (!set.ok) throw new Error(JSON.stringify(set.error));
        },
        { client, domains: [...names] },
      ),
    open: async (name: string, tab: Tab = 'Overview') => {
      await shellPage(page).goTo('Domains');
      await row(name).getByText(name, { exact: true }).first().click();
      await page.keyboard.press('Enter');
      await main.getByRole('tab', { name: tab, exact: true }).click();
    },
    /** Presses `verb` in the review, after typing what it asks for. */
    send: async (verb: string, typedName?: string) => {
      if (typedName !== undefined) await dialog.getByRole('textbox', { name: /^Type / }).fill(typedName);
      await dialog.getByRole('button', { name: verb, exact: true }).click();
    },
    /** What came of the change that was sent last. */
    says: (words: string | RegExp) => main.getByRole('status').getByText(words, { exact: true }),
    /** Opens how that is known. */
    howWeKnow: () => main.getByRole('status').getByText('How we know', { exact: true }).first().click(),
  };
}

/** How a person changes one thing of a domain, from its page to the review, and how the service shows that it was done. */
export interface WayToChange {
  readonly kind: ChangeKind;
  /** At the service. */
  readonly operation: Operation;
  /** Of the request that changes it, below the base URL. */
  readonly path: string;
  /** Of the practice service's own; the one that is registered is nobody's. */
  readonly domain: string;
  /** Whether the API has anything that shows it. */
  readonly isProvable: boolean;
  /** Leads to the review. */
  readonly ask: (page: Page) => Promise<void>;
  /** On the button that sends. */
  readonly verb: string;
  readonly isNameTyped: boolean;
  /** Whether the service has it so. */
  readonly isDone: (domain: PracticeDomain | undefined) => boolean;
}

const expiryYears = (domain: PracticeDomain | undefined): number => Number(domain?.expiryOn.slice(0, 4));

const inTab =
  (
    domain: string,
    tab: Parameters<ReturnType<typeof changePage>['open']>[1],
    fill: (page: Page) => Promise<void>,
  ) =>
  async (page: Page): Promise<void> => {
    await changePage(page).open(domain, tab);
    await fill(page);
  };

const lock = 'quiet-harbor.org';
const nameservers = 'harbour-books.com';
const contacts = 'harbour-books.net';
const children = 'orbit-hosting.net';
const renewed = 'oakline.io';
const registered = 'quaysideworks-and-sons.com';

const child = (task: string, fields: Readonly<Record<string, string>>) =>
  inTab(children, 'Host records (glue)', async (page) => {
    const { main } = changePage(page);
    await main.getByRole('radiogroup', { name: 'Action' }).getByText(task, { exact: true }).click();
    for (const [label, value] of Object.entries(fields))
      await main.getByRole('textbox', { name: label, exact: true }).fill(value);
    await main.getByRole('button', { name: 'Review…' }).click();
  });

/** All nine, each in the way of a person. `yearBefore`: of the renewed domain's expiry. */
export const waysToChange = (yearBefore: number): readonly WayToChange[] => [
  {
    kind: 'lock',
    operation: 'lock-write',
    path: `/domains/${lock}/lock`,
    domain: lock,
    isProvable: true,
    ask: inTab(lock, 'Overview', async (page) => {
      await changePage(page).main.getByRole('button', { name: 'Unlock…' }).click();
    }),
    verb: 'Unlock',
    isNameTyped: false,
    isDone: (domain) => domain?.isLocked === false,
  },
  {
    kind: 'nameservers',
    operation: 'nameservers-write',
    path: `/domains/${nameservers}/nameservers`,
    domain: nameservers,
    isProvable: true,
    ask: inTab(nameservers, 'Nameservers', async (page) => {
      const { main } = changePage(page);
      // What the refresh of the opened domain brings would come between what is there and what is typed.
      await main.getByText(/^2 nameservers, /).waitFor();
      await main
        .getByRole('textbox', { name: 'Nameservers', exact: true })
        .fill('ns1.example.net\nns2.example.net');
      await main.getByRole('button', { name: 'Review…' }).click();
    }),
    verb: 'Set nameservers',
    isNameTyped: false,
    isDone: (domain) => domain?.nameservers.join() === 'ns1.example.net,ns2.example.net',
  },
  {
    kind: 'contacts',
    operation: 'contact-write',
    path: `/domains/${contacts}/contact`,
    domain: contacts,
    isProvable: true,
    ask: inTab(contacts, 'Contacts', async (page) => {
      const { main } = changePage(page);
      await main
        .getByRole('region', { name: 'Registrant' })
        .getByRole('textbox', { name: 'Company' })
        .fill('Harbour Books Ltd');
      await main.getByRole('button', { name: 'Review…' }).click();
    }),
    verb: 'Change Registrant contact',
    isNameTyped: true,
    isDone: (domain) => domain?.contacts.Registrant.Company_Name === 'Harbour Books Ltd',
  },
  {
    kind: 'child-register',
    operation: 'child-register',
    path: `/domains/${children}/nameservers/register`,
    domain: children,
    isProvable: false,
    ask: child('Register', { Host: 'ns3', Address: '192.0.2.33' }),
    verb: 'Register the host',
    isNameTyped: false,
    isDone: (domain) => domain?.childNameservers.get('ns3.orbit-hosting.net') === '192.0.2.33',
  },
  {
    kind: 'child-modify',
    operation: 'child-modify',
    path: `/domains/${children}/nameservers/modify`,
    domain: children,
    isProvable: false,
    ask: child('Modify', { Host: 'ns1', 'Current address': '192.0.2.11', 'New address': '192.0.2.44' }),
    verb: 'Change the address',
    isNameTyped: false,
    isDone: (domain) => domain?.childNameservers.get('ns1.orbit-hosting.net') === '192.0.2.44',
  },
  {
    kind: 'child-delete',
    operation: 'child-delete',
    path: `/domains/${children}/nameservers/delete`,
    domain: children,
    isProvable: false,
    ask: child('Delete', { Host: 'ns2' }),
    verb: 'Delete the host',
    isNameTyped: true,
    isDone: (domain) => domain !== undefined && !domain.childNameservers.has('ns2.orbit-hosting.net'),
  },
  {
    kind: 'renew',
    operation: 'renew',
    path: '/order/domains/renew',
    domain: renewed,
    isProvable: false,
    ask: inTab(renewed, 'Renew', async (page) => {
      await changePage(page).main.getByRole('button', { name: 'Renew for 1 year…' }).click();
    }),
    verb: 'Renew for 1 year',
    isNameTyped: true,
    isDone: (domain) => expiryYears(domain) === yearBefore + 1,
  },
  {
    kind: 'sync',
    operation: 'sync',
    path: `/domains/${lock}/sync`,
    domain: lock,
    isProvable: false,
    ask: inTab(lock, 'Overview', async (page) => {
      await changePage(page).readAgain('Have the service read it again…');
    }),
    verb: 'Have it read again',
    isNameTyped: false,
    // It changes nothing here.
    isDone: (domain) => domain !== undefined,
  },
  {
    kind: 'register',
    operation: 'register',
    path: '/order/domains/register',
    domain: registered,
    isProvable: true,
    async ask(page) {
      const { main } = changePage(page);
      await shellPage(page).openPalette();
      await page.getByRole('textbox', { name: 'Command' }).fill('Register a name');
      await page.keyboard.press('Enter');
      await main.getByRole('textbox', { name: 'Name to register' }).fill(registered);
      await main.getByRole('button', { name: 'Check' }).click();
      await main
        .getByRole('textbox', { name: 'Nameservers', exact: true })
        .fill('ns1.example.net\nns2.example.net');
      for (const [label, value] of Object.entries(registrant))
        await main.getByRole('textbox', { name: label, exact: true }).fill(value);
      await main.getByRole('combobox', { name: 'Country', exact: true }).fill('Germany');
      await page.getByRole('option', { name: 'Germany (DE)' }).click();
      await main.getByRole('button', { name: 'Review…' }).click();
    },
    verb: 'Register for 1 year',
    isNameTyped: true,
    isDone: (domain) => domain?.contacts.Registrant.City === 'Hamburg',
  },
];

/** What an order's form is filled with. */
export const registrant = {
  'First name': 'Nora',
  'Last name': 'Quay',
  'Address 1': 'Am Kai 1',
  City: 'Hamburg',
  Postcode: '20457',
  Phone: '+49.4012345678',
  'E-mail': 'nora@quaysideworks.example',
} as const;

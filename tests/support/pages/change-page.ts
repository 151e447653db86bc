import type { Locator, Page } from '@playwright/test';
// window.namedesk
import { shellPage } from './shell-page.ts';

/** The parts of a domain's page, as its tabs call them. */
export type Tab =
  'Overview' | 'Contacts' | 'Nameservers' | 'Child nameservers' | 'Transfer code' | 'Renew' | 'History';

/** Domains, what is changed of them, and what became of it: the only place that knows how these are found. */
export interface ChangePage {
  readonly main: Locator;
  readonly dialog: Locator;
  /** Puts names into the portfolio by the request that the page itself makes. */
  readonly keep: (...names: readonly string[]) => Promise<void>;
  readonly keepTagged: (tag: string, names: readonly string[]) => Promise<void>;
  readonly open: (name: string, tab?: Tab) => Promise<void>;
  readonly row: (name: string) => Locator;
  /** Presses `verb` in the review, after typing what it asks for. */
  readonly send: (verb: string, typedName?: string) => Promise<void>;
  readonly press: (name: string) => Promise<void>;
  /** What came of the change that was sent last. */
  readonly says: (words: string | RegExp) => Locator;
  /** Opens how that is known. */
  readonly howWeKnow: () => Promise<void>;
}

export function changePage(page: Page): ChangePage {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const row = (name: string): Locator =>
    main.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
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
    keep: (...names) => keep(names, []),
    keepTagged: (tag, names) => keep(names, [tag]),
    async open(name, tab = 'Overview') {
      await shellPage(page).goTo('Domains');
      await row(name).getByText(name, { exact: true }).first().click();
      await page.keyboard.press('Enter');
      await main.getByRole('tab', { name: tab, exact: true }).click();
    },
    async send(verb, typedName) {
      if (typedName !== undefined) await dialog.getByRole('textbox', { name: /^Type / }).fill(typedName);
      await dialog.getByRole('button', { name: verb, exact: true }).click();
    },
    says: (words) => main.getByRole('status').getByText(words, { exact: true }),
    howWeKnow: () => main.getByRole('status').getByText('How we know', { exact: true }).first().click(),
  };
}

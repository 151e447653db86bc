import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningNamedesk } from '../application/launch-namedesk.ts';

/** The frame around every screen. */
export const shellPage = (page: Page) => ({
  goTo: (screen: 'Today' | 'Search' | 'Bulk lookup' | 'Domains' | 'Activity' | 'Accounts' | 'Settings') =>
    page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: new RegExp(`^${screen}`) })
      .click(),
  async openPalette() {
    const command = page.getByRole('textbox', { name: 'Command' });
    // The first key can come before the page listens.
    await expect(async () => {
      if (!(await command.isVisible())) await page.keyboard.press('ControlOrMeta+k');
      await command.waitFor({ timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
  },
  async openShortcuts() {
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').waitFor();
  },
});

/** The Search screen: the only place that knows how its parts are found. */
export interface SearchPage {
  readonly field: Locator;
  readonly problem: Locator;
  readonly findings: Locator;
  readonly alerts: Locator;
  readonly ask: (text: string) => Promise<void>;
  readonly row: (domain: string) => Locator;
  readonly markOf: (domain: string) => Locator;
  readonly details: Locator;
  readonly openDetails: (domain: string) => Promise<void>;
}

export function searchPage(page: Page): SearchPage {
  const field = page.getByRole('textbox', { name: 'Name, domain or URL' });
  const findings = page.getByRole('grid', { name: 'Findings' });
  const row = (domain: string): Locator =>
    findings.getByRole('row').filter({ has: page.getByRole('gridcell', { name: domain, exact: true }) });
  return {
    field,
    findings,
    problem: page.getByRole('search').getByRole('paragraph'),
    alerts: page.getByRole('main').getByRole('alert'),
    row,
    // By its column: where nothing can be ordered, there is none for ticks before it.
    markOf: (domain) => row(domain).locator('[role="gridcell"][id$="-finding"]'),
    details: page.getByRole('complementary'),
    async ask(text) {
      await field.fill(text);
      await field.press('Enter');
    },
    async openDetails(domain) {
      await row(domain).click();
    },
  };
}

/** The first start: which account, its key, whether it answers. */
export interface OnboardingPage {
  readonly beginWithPractice: () => Promise<void>;
  readonly describeAccount: (account: {
    readonly label: string;
    readonly baseUrl: string;
    readonly username: string;
  }) => Promise<void>;
  readonly enterKey: Locator;
  readonly fromClipboard: Locator;
  readonly keepInMemory: Locator;
  readonly trouble: Locator;
  readonly report: Locator;
  readonly domainsStep: Locator;
  /** Without domains for now. */
  readonly begin: () => Promise<void>;
}

export const onboardingPage = (page: Page): OnboardingPage => ({
  async beginWithPractice() {
    await page.getByRole('button', { name: 'Start with the practice account' }).click();
    await shellPage(page).goTo('Search');
  },
  async describeAccount({ label, baseUrl, username }) {
    await page.getByRole('button', { name: 'Add my account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(label);
    await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(username);
    await page.getByRole('button', { name: 'Next: the key' }).click();
  },
  enterKey: page.getByRole('button', { name: 'Enter the key' }),
  fromClipboard: page.getByRole('button', { name: 'From the clipboard' }),
  keepInMemory: page.getByRole('button', { name: 'Keep the key in memory' }),
  trouble: page.getByRole('alert'),
  report: page.getByRole('status').getByRole('list'),
  domainsStep: page.getByRole('heading', { name: 'Bring your domains' }),
  async begin() {
    await page.getByRole('button', { name: 'Next: your domains' }).click();
    await page.getByRole('button', { name: 'Later', exact: true }).click();
  },
});

/** Starts for the first time, with the practice account, and ends again: what is left is a workspace. */
export async function leaveWorkspace(launch: () => Promise<RunningNamedesk>): Promise<void> {
  const { page, close } = await launch();
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
  await close();
}

/** Whether one of the two covers something of the other. */
export async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('One of them is not drawn');
  const isBeside = a.x >= b.x + b.width || b.x >= a.x + a.width;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningNamedesk } from '../application/launch-namedesk.ts';
import { searchPage } from './search-page.ts';

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
  readonly begin: () => Promise<void>;
}

export const onboardingPage = (page: Page): OnboardingPage => ({
  beginWithPractice: () => page.getByRole('button', { name: 'Start with the practice account' }).click(),
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
  begin: () => page.getByRole('button', { name: 'Begin', exact: true }).click(),
});

/** Starts for the first time, with the practice account, and ends again: what is left is a workspace. */
export async function leaveWorkspace(launch: () => Promise<RunningNamedesk>): Promise<void> {
  const { page, close } = await launch();
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
  await close();
}

import { expect, type Page } from '@playwright/test';

/** The frame around every screen. */
export interface ShellPage {
  readonly goTo: (
    screen: 'Search' | 'Bulk lookup' | 'Domains' | 'Changes' | 'Accounts' | 'Settings',
  ) => Promise<void>;
  readonly openPalette: () => Promise<void>;
  readonly openShortcuts: () => Promise<void>;
}

export const shellPage = (page: Page): ShellPage => ({
  goTo: (screen) =>
    page
      .getByRole('navigation')
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

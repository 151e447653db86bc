import { expect, type Page } from '@playwright/test';
import type { RunningNamedesk } from '../application/launch-namedesk.ts';
import { shellPage } from './shell-page.ts';

/** The team: in the settings and in the header. */
export function teamPage({ app, page }: Pick<RunningNamedesk, 'app' | 'page'>) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    mark: page.getByRole('banner').getByRole('button', { name: /^Team: / }),
    async open() {
      await shellPage(page).goTo('Settings');
      await page.getByRole('button', { name: 'Advanced', exact: true }).click();
    },
    /** Fills in the dialog, and the password in its own window. The dialog then shows what would be shared. */
    async connect(
      way: 'Set one up…' | 'Join a team…',
      {
        url,
        user,
        password,
        name,
      }: { readonly url: string; readonly user: string; readonly password: string; readonly name?: string },
    ) {
      await page.getByRole('button', { name: way }).click();
      if (name !== undefined) await dialog.getByLabel('Name of the team').fill(name);
      await dialog.getByLabel('Address of the database').fill(url);
      await dialog
        .getByLabel(name === undefined ? 'Your name in the team' : 'User of the database')
        .fill(user);
      const passwordPage = await openedBy(app, () =>
        dialog.getByRole('button', { name: /with the password…$/ }).click(),
      );
      await typePassword(passwordPage, password);
    },
    // Where the keyring of a busy machine takes longer than the application waits for it, a person tries again.
    async joinShown() {
      const join = dialog.getByRole('button', { name: /^Join / });
      const isNew = dialog.getByRole('heading', { name: 'Set up a team' });
      await expect(join).toBeVisible({ timeout: 60_000 });
      const isOffered = !(await isNew.isVisible());
      await expect(async () => {
        if (await join.isVisible()) await join.click({ timeout: 15_000 });
        await expect(join).toHaveCount(0, { timeout: 15_000 });
      }).toPass({ timeout: 60_000 });
      // Whoever joins is offered to choose a password: once the team is there, when the other dialog is gone.
      if (isOffered) await dialog.getByRole('button', { name: 'Later' }).click({ timeout: 60_000 });
      await expect(dialog).toHaveCount(0, { timeout: 60_000 });
    },
  };
}

/** The window of the password that is opened by something. */
export async function openedBy(app: RunningNamedesk['app'], act: () => Promise<void>): Promise<Page> {
  const opened = app.waitForEvent('window');
  await act();
  const page = await opened;
  await page.waitForURL(/^app:\/\/key\//);
  return page;
}

async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  const closed = page.waitForEvent('close');
  // The window goes with the key that is pressed, which leaves nobody to report that it was released.
  await Promise.all([closed, page.keyboard.press('Enter').catch(() => undefined)]);
}

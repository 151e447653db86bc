import type { Page } from '@playwright/test';
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { keyPage as keyPageOf } from '../support/pages/code-page.ts';

const test = testInOneApplication();

interface Asking {
  readonly keyPage: Page;
  /** What the main page gets when the key window is gone. */
  readonly answer: Promise<unknown>;
}

/** Adds an account and asks for its key, to be kept in memory. */
async function askForKey({ app, page }: RunningNamedesk): Promise<Asking> {
  await page.waitForLoadState();
  const opened = app.waitForEvent('window');
  const answer = page.evaluate(async () => {
    const draft = {
      label: 'Main & <b>Sons</b>',
      colour: 'blue',
      baseUrl: 'https://reseller.example/api',
      username: 'a@b.example',
    } as const;
    const added = await window.namedesk.request.accounts.add(draft);
    if (!added.ok) throw new Error(added.error.kind);
    return window.namedesk.request.keys.enter({ accountId: added.value.id, place: 'memory' });
  });
  const keyPage = await opened;
  await keyPage.waitForURL(/^app:\/\/key\//);
  return { keyPage, answer };
}

const press = async (keyPage: Page, key: string): Promise<void> => {
  const closed = keyPage.waitForEvent('close');
  // The window goes with the key that is pressed, which leaves nobody to report that it was released.
  await Promise.all([closed, keyPage.keyboard.press(key).catch(() => undefined)]);
};

const field = (page: Page) => keyPageOf(page).field;

test('takes a key with Enter, and is gone', async ({ namedesk }) => {
  const { keyPage, answer } = await askForKey(namedesk);
  await expect(keyPage.getByRole('heading')).toHaveText('API key for Main & <b>Sons</b>');
  await expect(field(keyPage)).toBeFocused();
  await field(keyPage).fill(' a-key-for-tests ');
  await press(keyPage, 'Enter');
  expect(await answer).toMatchObject({ ok: true, value: { key: { hasKey: true, place: 'memory' } } });
  expect(namedesk.app.windows()).toHaveLength(1);
});

test('leaves everything as it is with Escape', async ({ namedesk }) => {
  const { keyPage, answer } = await askForKey(namedesk);
  await field(keyPage).fill('a-key-for-tests');
  await press(keyPage, 'Escape');
  expect(await answer).not.toMatchObject({ value: { key: { hasKey: true } } });
});

test('hides what is typed until it is asked to show it', async ({ namedesk }) => {
  const { keyPage, answer } = await askForKey(namedesk);
  await expect(field(keyPage)).toHaveAttribute('type', 'password');
  await keyPage.getByRole('button', { name: 'Show' }).click();
  await expect(field(keyPage)).toHaveAttribute('type', 'text');
  await keyPage.getByRole('button', { name: 'Hide' }).click();
  await expect(field(keyPage)).toHaveAttribute('type', 'password');
  await press(keyPage, 'Escape');
  await answer;
});

test('B6 says what is wrong with a key, and keeps what was typed', async ({ namedesk }) => {
  const { keyPage, answer } = await askForKey(namedesk);
  await field(keyPage).press('Enter');
  await expect(keyPage.getByRole('alert')).toHaveText('Type or paste the key first.');
  await field(keyPage).fill('x'.repeat(1_201));
  await keyPage.getByRole('button', { name: 'Use this key' }).click();
  await expect(keyPage.getByRole('alert')).toContainText('has 1,201');
  await expect(field(keyPage)).toHaveValue(/^x{1201}$/);
  await press(keyPage, 'Escape');
  await answer;
});

test('A1 A10 is as walled in as the main window, in a session of its own, with one function', async ({
  namedesk,
}) => {
  const { keyPage, answer } = await askForKey(namedesk);
  const seen = await namedesk.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    const [main, key] = [...windows].sort((one, other) => one.id - other.id);
    return {
      windows: windows.length,
      isModal: key?.isModal(),
      hasOwnSession: key?.webContents.session !== main?.webContents.session,
      isPersistent: key?.webContents.session.isPersistent(),
      ownProcess: key?.webContents.getOSProcessId() !== main?.webContents.getOSProcessId(),
    };
  });
  expect(seen).toEqual({
    windows: 2,
    isModal: true,
    hasOwnSession: true,
    isPersistent: false,
    ownProcess: true,
  });
  const names = await keyPage.evaluate(() =>
    ['namedesk', 'answerWithKey', 'require', 'process'].filter((name) => name in window),
  );
  expect(names).toEqual(['answerWithKey']);
  expect(
    await keyPage.evaluate(() =>
      fetch('app://main/').then(
        () => 'reached',
        () => 'refused',
      ),
    ),
  ).toBe('refused');
  await press(keyPage, 'Escape');
  await answer;
});

test('A11 takes no key from the main page', async ({ namedesk }) => {
  const { keyPage, answer } = await askForKey(namedesk);
  const channels = await namedesk.page.evaluate(() => Object.keys(window.namedesk.request.keys));
  expect(channels).toEqual(['enter', 'fromClipboard', 'decide', 'forget']);
  expect(await namedesk.page.evaluate(() => 'answerWithKey' in window)).toBe(false);
  await press(keyPage, 'Escape');
  await answer;
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`is drawn in the ${colorScheme} scheme`, async ({ namedesk }) => {
    const { keyPage, answer } = await askForKey(namedesk);
    await keyPage.emulateMedia({ colorScheme });
    const background = colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 25, 30)';
    await expect(keyPage.locator('body')).toHaveCSS('background-color', background);
    await keyPage.screenshot({ path: `test-results/screens/key-window-${colorScheme}.png` });
    await press(keyPage, 'Escape');
    await answer;
  });

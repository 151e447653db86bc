import type { Locator, Page } from '@playwright/test';

/** The code window: the only place that knows how its parts are found. */
export interface CodePage {
  readonly page: Page;
  readonly title: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;
  /** Copies the code that is shown. */
  readonly copy: Locator;
  readonly hide: Locator;
  readonly spelling: Locator;
  readonly waiting: Locator;
  /** The code, as a screen reader has it. */
  readonly code: Locator;
  readonly passphrase: Locator;
  readonly again: Locator;
  readonly problem: Locator;
  readonly make: Locator;
  readonly use: Locator;
  /** Of an existing file. */
  readonly filePassphrase: Locator;
  readonly openFile: Locator;
  /** Presses something with which the window goes; ends when it is gone. */
  readonly leaveBy: (press: () => Promise<unknown>) => Promise<void>;
}

export const codePage = (page: Page): CodePage => ({
  page,
  title: page.getByRole('heading', { level: 1 }),
  confirm: page.getByRole('button', { name: /^(Copy|Reveal)$/ }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  copy: page.getByRole('button', { name: 'Copy code' }),
  hide: page.getByRole('button', { name: 'Hide now' }),
  spelling: page.getByText('Spell it out'),
  waiting: page.getByRole('status').filter({ hasText: 'Requesting the code' }),
  code: page.locator('#code').getByRole('img'),
  passphrase: page.getByLabel('Passphrase', { exact: true }),
  again: page.getByLabel('Passphrase again'),
  problem: page.getByRole('alert'),
  make: page.getByRole('button', { name: 'Generate and copy' }),
  use: page.getByRole('button', { name: 'Request the codes' }),
  openFile: page.getByRole('button', { name: 'Open the file' }),
  filePassphrase: page.getByLabel('Passphrase of the file', { exact: true }),
  async leaveBy(press) {
    const closed = page.waitForEvent('close');
    // The window goes with what is pressed, at times before Playwright has heard that it arrived.
    await Promise.all([closed, press().catch(() => undefined)]);
  },
});

/** The key window. */
export interface KeyPage {
  readonly field: Locator;
  /** Ends when the window is gone. */
  readonly submit: () => Promise<void>;
}

export const keyPage = (page: Page): KeyPage => ({
  field: page.getByLabel('API key', { exact: true }),
  async submit() {
    const closed = page.waitForEvent('close');
    // The window goes with the answer, at times before Playwright has heard that its click arrived.
    const clicked = page.getByRole('button', { name: 'Use this key' }).click();
    await Promise.race([closed, clicked]);
    await closed;
  },
});

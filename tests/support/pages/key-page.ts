import type { Locator, Page } from '@playwright/test';

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

import { type Locator, type Page } from '@playwright/test';

/** The key window. */
export interface KeyPage {
  readonly field: Locator;
  readonly submit: () => Promise<void>;
}

export const keyPage = (page: Page): KeyPage => ({
  field: page.getByLabel('API key', { exact: true }),
  submit: () => page.getByRole('button', { name: 'Use this key' }).click(),
});

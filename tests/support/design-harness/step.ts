import type { Page } from '@playwright/test';

/** One state to look at: the scene behind it and what a person does to get there. */
export interface Step {
  readonly name: string;
  readonly scene: string;
  readonly act?: (page: Page) => Promise<void>;
}

export const open = (name: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  await page.waitForTimeout(200);
};

export const press = (keys: string) => async (page: Page) => {
  await page.keyboard.press(keys);
  await page.waitForTimeout(250);
};

export const both =
  (...acts: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

export const click =
  (role: 'button' | 'menuitem' | 'radio' | 'option', name: string | RegExp) => async (page: Page) => {
    await page.getByRole(role, { name, exact: true }).first().click();
    await page.waitForTimeout(250);
  };

export const fill = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByLabel(label).first().fill(text);

/** Types into the field of exactly this name. */
export const type = (name: string, text: string) => (page: Page) =>
  page.getByRole('textbox', { name, exact: true }).fill(text);

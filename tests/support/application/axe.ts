import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or critical on the page as it stands: `rule: element` for each. Run in the page itself, without
 * the frames and windows that its driver for Playwright opens, which this application would not let it open.
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(await source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

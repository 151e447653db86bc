import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
// window.namedesk
import { seriousFindings } from './axe.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';

const folder = join(import.meta.dirname, '../../../test-results/screens');

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

const sizes = { narrow: [1024, 640], wide: [1440, 900] } as const;

/** Photographs what is on the screen in both sizes; fails where axe finds something serious. */
export async function show({ app, page }: RunningNamedesk, scheme: Scheme, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.mouse.move(0, 0);
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await app.evaluate(
      ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
      [width, height] as const,
    );
    // A display's scale rounds by a pixel.
    await expect.poll(async () => Math.abs((await page.evaluate(() => innerWidth)) - width)).toBeLessThan(3);
    await page.screenshot({ path: join(folder, `${name}-${scheme}-${size}.png`), animations: 'disabled' });
  }
  expect(await seriousFindings(page), `${name}, ${scheme}`).toEqual([]);
}

export async function paint({ page }: RunningNamedesk, colourScheme: Scheme): Promise<void> {
  await page.evaluate(
    (scheme) => window.namedesk.request.settings.write({ colourScheme: scheme }),
    colourScheme,
  );
  await page.reload();
}

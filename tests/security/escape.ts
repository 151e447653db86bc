import type { ElectronApplication, Page } from '@playwright/test';
import type { Sign } from './probe.ts';
import type { ListeningTarget } from './target.ts';

export interface Scene {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Where the page belongs. */
  readonly home: string;
}

/** How long something may still be on its way when the last attempt has been made. */
export const afterglowMs = 1_500;

const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** The signs that there are now of something having got out. */
export async function signsOf(
  { app, page, home }: Scene,
  target: ListeningTarget,
  answer: string,
): Promise<readonly Sign[]> {
  const shown: Readonly<Record<Sign, boolean>> = {
    arrived: target.arrivals() > 0,
    window: (await windowCount(app)) > 1,
    moved: page.url().replace(/#.*$/, '') !== home,
    succeeded: answer === 'true',
  };
  return (Object.keys(shown) as Sign[]).filter((sign) => shown[sign]); // its own keys, listed two lines above
}

/** Closes what a probe opened and brings the page back, as no person could: for the unhardened window alone. */
export async function restore({ app, page, home }: Scene): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [, ...opened] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id);
    for (const window of opened) window.destroy();
  });
  await page.goto(home);
}

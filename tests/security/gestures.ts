import type { Page } from '@playwright/test';
import type { Target } from './probe.ts';

export interface Gesture {
  readonly name: string;
  readonly make: (page: Page) => Promise<void>;
  /** Why not even the unhardened window is left by it on a test machine. */
  readonly unprovable?: string;
}

/** Where the link lies. */
const [x, y] = [20, 20] as const;

const clickWith = (key: string) => async (page: Page) => {
  await page.keyboard.down(key);
  await page.mouse.click(x, y);
  await page.keyboard.up(key);
};

/** What a person's hand can do with a link that hostile code laid under it. Real input, not events made by a script. */
export const gestures: readonly Gesture[] = [
  { name: 'click', make: (page) => page.mouse.click(x, y) },
  { name: 'middle click', make: (page) => page.mouse.click(x, y, { button: 'middle' }) },
  { name: 'click with Ctrl', make: clickWith('Control') },
  { name: 'click with Shift', make: clickWith('Shift') },
  {
    name: 'Enter on the link',
    make: async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'drag and drop of the link',
    make: async (page) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(200, 200, { steps: 5 });
      await page.mouse.up();
    },
    unprovable: 'Playwright catches the drag before the window does',
  },
];

/** Lays a link over the corner of the page, and the focus on what stands before it. */
export const layLink = (page: Page, { http }: Target): Promise<void> =>
  page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), {
      id: 'stray',
      href: address,
      textContent: 'stray',
    });
    Object.assign(link.style, { position: 'fixed', inset: '0 auto auto 0', padding: '16px', zIndex: '9999' });
    document.body.prepend(link);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, http);

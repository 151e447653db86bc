import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { startReseller } from '../support/application/reseller.ts';
import { visitEveryScreen } from '../support/pages/every-screen.ts';

const folder = join(import.meta.dirname, '../../test-results/screens');

const texts = {
  label: 'quaysideworks-and-sons',
  account: 'Second Reseller with a rather long name',
  session: 'Shops of the spring, with the names that were left over from the autumn',
  tag: 'spring',
  note: 'Ask Nora before this one is renewed: the shop moves to another address in the summer.',
} as const;

/** What a person has set, or has: the window in px, how large everything is, and what the system was told. */
interface Reader {
  readonly size: readonly [width: number, height: number];
  readonly zoom: number;
  readonly media: Parameters<Page['emulateMedia']>[0];
}

const usual = { size: [1_440, 900], zoom: 1, media: { forcedColors: null, reducedMotion: null } } as const;

const readers: Readonly<Record<string, Reader>> = {
  'zoom-200': { ...usual, zoom: 2 },
  'small-window': { ...usual, size: [1_024, 640] },
  'forced-colours': { ...usual, media: { forcedColors: 'active', reducedMotion: null } },
  'reduced-motion': { ...usual, media: { forcedColors: null, reducedMotion: 'reduce' } },
};

for (const [name, reader] of Object.entries(readers))
  test(`E6 nothing is lost on any screen: ${name}`, async ({ namedesk }) => {
    test.setTimeout(300_000);
    mkdirSync(folder, { recursive: true });
    const reseller = await startReseller();
    await adapt(namedesk, reader);
    await visitEveryScreen(namedesk, reseller, texts, async (state, page) => {
      if (page !== namedesk.page) return;
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(folder, `${name}-${state}.png`), animations: 'disabled' });
      expect
        .soft([...(await page.evaluate(outOfReach)), ...(await page.evaluate(cutTexts))], state)
        .toEqual([]);
      if (name === 'forced-colours') expect.soft(await page.evaluate(unseen), state).toEqual([]);
      if (name === 'reduced-motion') expect.soft(await page.evaluate(moving), state).toEqual([]);
    });
    await reseller.service.stop();
  });

async function adapt({ app, page }: RunningNamedesk, { size, zoom, media }: Reader): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [width, height, factor]) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(factor);
    },
    [...size, zoom] as const,
  );
  await page.emulateMedia(media);
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => innerWidth)) - size[0] / zoom))
    .toBeLessThan(3);
}

/** What a person does not get at: a page that is wider than the window, and controls outside of it, or covered. */
function outOfReach(): readonly string[] {
  const named = (part: Element): string =>
    `${part.tagName.toLowerCase()} “${(part.getAttribute('aria-label') ?? part.textContent.trim()).slice(0, 60)}”`;
  const around = (part: Element): Element[] =>
    part.parentElement === null ? [] : [part.parentElement, ...around(part.parentElement)];
  const scrolls = (part: Element, axis: 'overflowX' | 'overflowY'): boolean =>
    around(part).some((each) => ['auto', 'scroll'].includes(getComputedStyle(each)[axis]));
  const isCovered = (part: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null || part.contains(hit) || hit.contains(part)) return false;
    // A label is none, nor what says something for a moment, nor a panel that closes.
    return hit.closest('label, [role=status], aside') === null && part.getAttribute('type') !== 'checkbox';
  };
  const isInside = (part: Element, x: number, y: number): boolean => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return x > left && x < right && y > top && y < bottom;
  };
  const isInWindow = (x: number, y: number): boolean => x > 0 && x < innerWidth && y > 0 && y < innerHeight;
  const isInSight = (part: Element, x: number, y: number): boolean =>
    isInWindow(x, y) &&
    around(part).every((each) => getComputedStyle(each).overflowX === 'visible' || isInside(each, x, y));
  /** Out of the window along one axis, with nothing that scrolls to it. */
  const isBeyond = (
    part: Element,
    from: number,
    to: number,
    room: number,
    axis: 'overflowX' | 'overflowY',
  ): boolean => (from < -1 || to > room + 1) && !scrolls(part, axis);
  const faultsOf = (part: Element): (string | false)[] => {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const scrolled = scrolls(part, 'overflowX') || scrolls(part, 'overflowY');
    return [
      isBeyond(part, left, right, innerWidth, 'overflowX') && 'beside the window',
      isBeyond(part, top, bottom, innerHeight, 'overflowY') && 'below the window',
      !scrolled && !isInSight(part, x, y) && 'cut off',
      !scrolled && isInSight(part, x, y) && isCovered(part, x, y) && 'covered',
    ];
  };
  const isShown = (part: Element): boolean =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    part.getBoundingClientRect().width > 1 &&
    getComputedStyle(part).pointerEvents !== 'none' &&
    part.closest('.spoken, [aria-hidden=true], [inert]') === null;
  const top = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll('button, input, textarea, select, a[href], summary')].filter(
    isShown,
  );
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return [
    ...(wider > 1 ? [`the page is ${wider} px wider than the window`] : []),
    ...controls.flatMap((part) =>
      faultsOf(part).flatMap((fault) => (fault === false ? [] : [`${fault}: ${named(part)}`])),
    ),
  ];
}

/** Texts that are cut where there is no room for them, and said in full nowhere: not under the pointer either. */
function cutTexts(): readonly string[] {
  const isCut = (part: HTMLElement): boolean => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(part);
    const isLine = textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth + 1;
    return isLine || (webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 1);
  };
  const isSaid = (part: HTMLElement): boolean => {
    part.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return part.closest('[title]:not([title=""])') !== null;
  };
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((part) => part.checkVisibility() && part.clientWidth > 1 && !(part instanceof HTMLInputElement))
    .filter((part) => part.closest('.spoken, [aria-hidden=true]') === null && isCut(part) && !isSaid(part))
    .map((part) => `cut, and nowhere in full: “${part.textContent.slice(0, 60)}”`);
}

/** In forced colours: marks that have the colour of their ground, and a focus without a ring. */
function unseen(): readonly string[] {
  const ground = getComputedStyle(document.body).backgroundColor;
  const isMarkLost = (mark: Element): boolean => {
    const { color, backgroundColor } = getComputedStyle(mark);
    return (mark instanceof SVGElement ? color : backgroundColor) === ground;
  };
  const hasOutline = (part: Element | null, pseudo?: string): boolean => {
    if (part === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  const hasRing = (part: HTMLElement): boolean => {
    const row = document.getElementById(part.getAttribute('aria-activedescendant') ?? '');
    const outer = part.parentElement;
    return [part, row, outer, outer?.parentElement ?? null, part.nextElementSibling].some(
      (each) => hasOutline(each) || hasOutline(each, '::before'),
    );
  };
  const isLeftBare = (part: HTMLElement): boolean => {
    part.focus({ preventScroll: true, focusVisible: true });
    // The grid draws its own ring, as a border.
    return document.activeElement === part && !hasRing(part) && part.querySelector('canvas') === null;
  };
  const isShown = (part: Element): boolean =>
    part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 2;
  const marks = [...document.querySelectorAll('svg[role=img], svg[class*=mark], [class*=dot]')];
  const fields = [
    ...document.querySelectorAll<HTMLElement>(
      'button:not([role=tab]), input, textarea, select, summary, [tabindex="0"]',
    ),
  ];
  const before = document.activeElement;
  const wrong = [
    ...marks
      .filter((mark) => isShown(mark) && isMarkLost(mark))
      .map((mark) => `a mark is not seen: ${mark.outerHTML.slice(0, 90)}`),
    ...fields
      .filter((part) => isShown(part) && isLeftBare(part))
      .map((part) => `no ring: ${part.outerHTML.slice(0, 120)}`),
  ];
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return wrong;
}

/** What still moves, where the system was told that nothing should. */
const moving = (): readonly string[] =>
  document.getAnimations().flatMap((animation) => {
    const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
    const isShort = typeof duration === 'number' && duration <= 1 && iterations !== Infinity;
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    return animation.playState !== 'running' || isShort
      ? []
      : [`moves: ${target?.outerHTML.slice(0, 90) ?? '?'}`];
  });

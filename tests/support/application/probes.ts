import type { Page } from '@playwright/test';

// What is looked for on a page as it stands. Each answers with what is wrong, in words; functions that take nothing run in the page.

/** What a person does not get at: a page that is wider than the window, and controls outside of it, or covered. */
export function outOfReach(): readonly string[] {
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
export function cutTexts(): readonly string[] {
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
export function unseen(): readonly string[] {
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
    // One that was clicked has the focus, and no ring; asked for again, that would change nothing.
    if (document.activeElement === part) part.blur();
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
export const moving = (): readonly string[] =>
  document.getAnimations().flatMap((animation) => {
    const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
    const isShort = typeof duration === 'number' && duration <= 1 && iterations !== Infinity;
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    return animation.playState !== 'running' || isShort
      ? []
      : [`moves: ${target?.outerHTML.slice(0, 90) ?? '?'}`];
  });

export interface Found {
  /** Each text with such letters, as it stands on the page. */
  readonly seen: readonly string[];
  /** Those that are a part of other text and not isolated. */
  readonly bare: readonly string[];
}

/**
 * Looks through all texts of the page with letters that are written from right to left, and the attributes that are read out or shown.
 * A text is fine that is all of its paragraph, or of its isolating element; within another text it stands between U+2068 and U+2069.
 */
export const notIsolated = (page: Page, own: readonly string[]): Promise<Found> =>
  page.evaluate((texts) => {
    const letters = /[\u0590-\u08FF]/u;
    const seen: string[] = [];
    const bare: string[] = [];
    const isOwn = (text: string): boolean =>
      texts.some(
        (one) =>
          text === one || (text.startsWith(one) && /^[0-9]*(?:\.[a-z.]+)?$/.test(text.slice(one.length))),
      );
    const judge = (text: string, isAlone: boolean): void => {
      if (!letters.test(text)) return;
      seen.push(text);
      const rest = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/gu, '').trim();
      if (!letters.test(rest)) return;
      if (!isAlone || !rest.split('\n').every((line) => !letters.test(line) || isOwn(line.trim())))
        bare.push(text);
    };
    const isInline = (part: Element): boolean => {
      const { display, unicodeBidi } = getComputedStyle(part);
      return ['inline', 'contents'].includes(display) && !/isolate|plaintext/.test(unicodeBidi);
    };
    const paragraphOf = (text: Text): Element | null => {
      let part = text.parentElement;
      while (part !== null && isInline(part)) part = part.parentElement;
      return part;
    };
    const all: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode instanceof Text) all.push(walker.currentNode);
    for (const text of all) {
      if (!letters.test(text.data) || /^(?:SCRIPT|STYLE)$/.test(text.parentElement?.tagName ?? '')) continue;
      const paragraph = paragraphOf(text);
      const others = all.filter(
        (other) => other !== text && other.data.trim() !== '' && paragraph?.contains(other),
      );
      judge(
        text.data,
        others.every((other) => paragraphOf(other) !== paragraph),
      );
    }
    for (const part of document.querySelectorAll(
      '[title], [aria-label], [aria-description], [aria-valuetext], [alt]',
    ))
      for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt'])
        judge(part.getAttribute(name) ?? '', true);
    return { seen, bare: [...new Set(bare)] };
  }, own);

/** The lines of the page as a person reads them, and what only a screen reader or a pointer gets. */
export const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const named = [...document.querySelectorAll('*')].flatMap((part) =>
      attributes.map((name) => part.getAttribute(name) ?? ''),
    );
    return [document.title, ...document.body.innerText.split(/[\n\t]/), ...named]
      .map((text) => text.trim())
      .filter((text) => text !== '');
  });

/** Of lists: states, and what else is to be read as a whole, where an end of it is not to be seen. */
export const cutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll('main :is([role=grid], [role=table])')];
    const cells = tables.flatMap((table) => {
      const titles = [...table.querySelectorAll('[role=columnheader]')];
      const at = titles.findIndex(({ textContent }) => textContent.trim() === 'State');
      const rows = [...table.querySelectorAll('[role=row]')];
      const states = rows.map((row) => row.querySelectorAll('[role=gridcell], [role=cell]')[at]);
      return [...states.filter((cell) => cell !== undefined), ...table.querySelectorAll('[data-whole]')];
    });
    const isCut = (part: Element): boolean => {
      const words = document.createRange();
      words.selectNodeContents(part);
      const cell = part.closest('[role=gridcell], [role=cell]') ?? part;
      return (
        words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1 ||
        [part, ...part.querySelectorAll('*')].some(
          ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
        )
      );
    };
    return cells.filter(isCut).map(({ textContent }) => `“${textContent.trim()}” is cut`);
  });

/**
 * Controls that lie below the page where nothing scrolls to them; a menu that is longer than its box; and a frame around
 * the page that scrolls, as a focused control would make it: then its head is out of sight.
 */
export const unreached = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    if (main === null) return [];
    const scrolls = (part: Element) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY);
    const isReached = (part: Element): boolean => {
      for (let around: Element | null = part; around !== null; around = around.parentElement) {
        if (scrolls(around) || getComputedStyle(around).position === 'fixed') return true;
        if (around === main) return false;
      }
      return true;
    };
    const end = main.getBoundingClientRect().bottom + 1;
    const lost = [...main.querySelectorAll('button, input, textarea, a')].filter((part) => {
      const { bottom, width } = part.getBoundingClientRect();
      return width > 1 && bottom > end && !isReached(part);
    });
    const wrong = lost.map(
      (part) => `nothing scrolls to ${part.getAttribute('aria-label') ?? part.textContent.slice(0, 40)}`,
    );
    for (const menu of document.querySelectorAll('[role=menu]'))
      if (!scrolls(menu) && menu.scrollHeight > menu.clientHeight + 1)
        wrong.push('a menu runs over its edge');
    for (let frame: Element | null = main; frame !== null; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'auto') continue; // It is there to be scrolled.
      frame.scrollTop = 10_000;
      if (frame.scrollTop > 0) wrong.push(`the frame around the page scrolls by ${frame.scrollTop} px`);
      frame.scrollTop = 0;
    }
    return wrong;
  });

/** A list as it stands on the page; heights in px of the page. */
export interface ListOnPage {
  /** From the top of the page's own part to the list's first line. */
  readonly above: number;
  /** Rows that are seen whole. */
  readonly rows: number;
  /** Titles of columns that end beyond the list's edge, where nothing scrolls to them. */
  readonly cut: readonly string[];
}

/** The first list of the page; null where there is none. */
export const listOn = (page: Page): Promise<ListOnPage | null> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const list = [...(main?.querySelectorAll(':is([role=grid], [role=table], table)') ?? [])].find(
      (each) => each.checkVisibility() && each.getBoundingClientRect().width > 200,
    );
    if (!main || list === undefined) return null;
    const room = main.getBoundingClientRect();
    const end = Math.min(room.bottom, innerHeight);
    const rows = [...list.querySelectorAll('[role=row], tbody tr')].filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return (
        height > 1 &&
        top >= room.top &&
        bottom <= end + 1 &&
        row.querySelector('[role=columnheader], th') === null
      );
    });
    const cut = [...list.querySelectorAll('[role=columnheader], thead th')].filter((title) => {
      let box: Element | null = title.parentElement;
      while (box !== null && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
      const edge = Math.min(box?.getBoundingClientRect().right ?? innerWidth, innerWidth);
      const scrolls = box !== null && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
      return !scrolls && title.getBoundingClientRect().right > edge + 1;
    });
    return {
      above: Math.round(list.getBoundingClientRect().top - room.top),
      rows: rows.length,
      cut: cut.map(({ textContent }) => textContent.trim()),
    };
  });

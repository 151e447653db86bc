import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { startReseller } from '../support/application/reseller.ts';
import { visitEveryScreen } from '../support/pages/every-screen.ts';

const hebrew = {
  label: 'דוגמה7',
  account: 'חנות 7',
  session: 'שמות 3',
  tag: 'אביב 2',
  note: 'שלום 5!',
} as const;

const arabic = {
  label: 'مثال',
  account: 'متجر 7',
  session: 'أسماء 3',
  tag: 'ربيع 2',
  note: 'مرحبا 5!',
} as const;

for (const [script, texts] of Object.entries({ Hebrew: hebrew, Arabic: arabic }))
  test(`a name in ${script} letters leaves the words around it in their order, on every screen`, async ({
    namedesk,
  }) => {
    test.setTimeout(300_000);
    const reseller = await startReseller();
    const seen: string[] = [];
    await visitEveryScreen(namedesk, reseller, texts, async (state, page) => {
      const found = await notIsolated(page, Object.values(texts));
      seen.push(...found.seen);
      expect.soft(found.bare, state).toEqual([]);
    });
    // The walk is worth nothing where none of the texts was shown.
    for (const text of Object.values(texts)) expect(seen.join('\n')).toContain(text);
    await reseller.service.stop();
  });

interface Found {
  /** Each text with such letters, as it stands on the page. */
  readonly seen: readonly string[];
  /** Those that are a part of other text and not isolated. */
  readonly bare: readonly string[];
}

/**
 * Looks through all texts of the page with letters that are written from right to left, and the attributes that are read out or shown.
 * A text is fine that is all of its paragraph, or of its isolating element; within another text it stands between U+2068 and U+2069.
 */
const notIsolated = (page: Page, own: readonly string[]): Promise<Found> =>
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

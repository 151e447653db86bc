import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFirstFiles } from '../../../../../electron/main/windows/first-files.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page whose files are answered when the test says so. */
function aServedPage() {
  const waiting: (() => void)[] = [];
  const first = watchFirstFiles(
    () => new Promise((resolve) => waiting.push(() => resolve(new Response('there')))),
  );
  let isServed = false;
  void first.served.then(() => (isServed = true));
  return {
    ask: () => first.answer({ method: 'GET', url: 'app://main/' }),
    answerNext: () => waiting.shift()?.(),
    isServed: async (afterMs: number) => {
      await vi.advanceTimersByTimeAsync(afterMs);
      return isServed;
    },
  };
}

it('answers a page as before', async () => {
  const page = aServedPage();
  const answer = page.ask();
  page.answerNext();
  expect(await (await answer).text()).toBe('there');
});

it('goes on once the document and what it names are served and nothing else is asked for', async () => {
  const page = aServedPage();
  void page.ask();
  page.answerNext();
  expect(await page.isServed(100)).toBe(false);
  void page.ask();
  void page.ask();
  page.answerNext();
  expect(await page.isServed(100)).toBe(false);
  page.answerNext();
  expect(await page.isServed(0)).toBe(false);
  expect(await page.isServed(20)).toBe(true);
});

it('goes on after a second where a page is never served', async () => {
  const page = aServedPage();
  expect(await page.isServed(900)).toBe(false);
  expect(await page.isServed(200)).toBe(true);
});

import { expect, test } from 'vitest';
import { whenCalm } from '../../../../electron/preload/when-calm.ts';

/** A page, and a clock that runs when it is told to. */
function aPage() {
  const page = new EventTarget();
  let nowMs = 0;
  const due = new Map<() => void, number>();
  let calls = 0;
  whenCalm(() => (calls += 1), {
    page,
    later(call, durationMs) {
      const timer = (): void => call();
      due.set(timer, nowMs + durationMs);
      return () => void due.delete(timer);
    },
  });
  return {
    touch: (event: string) => void page.dispatchEvent(new Event(event)),
    pass(durationMs: number) {
      nowMs += durationMs;
      for (const [timer, atMs] of due) {
        if (atMs > nowMs) continue;
        due.delete(timer);
        timer();
      }
    },
    calls: () => calls,
  };
}

test('a page that nobody touches is calm after three seconds, once', () => {
  const page = aPage();
  page.pass(2_999);
  expect(page.calls()).toBe(0);
  page.pass(1);
  expect(page.calls()).toBe(1);
  page.pass(60_000);
  expect(page.calls()).toBe(1);
});

test.each(['keydown', 'click', 'wheel'])('a %s puts the calm off by another three seconds', (event) => {
  const page = aPage();
  page.pass(2_000);
  page.touch(event);
  page.pass(2_000);
  expect(page.calls()).toBe(0);
  page.pass(1_000);
  expect(page.calls()).toBe(1);
});

test('each rest after a touch counts anew', () => {
  const page = aPage();
  page.pass(3_000);
  page.touch('click');
  page.pass(3_000);
  expect(page.calls()).toBe(2);
});

import { expect, test } from 'vitest';
import { whenCalm } from '../../../../electron/preload/when-calm.ts';

/** A page, and a clock that runs when it is told to. */
function aPage() {
  const page = new EventTarget();
  let nowMs = 0;
  let due: { readonly atMs: number; readonly call: () => void } | null = null;
  let calls = 0;
  whenCalm(() => (calls += 1), {
    page,
    later(call, durationMs) {
      const made = { atMs: nowMs + durationMs, call };
      due = made;
      return () => {
        if (due === made) due = null;
      };
    },
  });
  return {
    touch: (event: string) => void page.dispatchEvent(new Event(event)),
    pass(durationMs: number) {
      nowMs += durationMs;
      if (due === null || due.atMs > nowMs) return;
      const { call } = due;
      due = null;
      call();
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

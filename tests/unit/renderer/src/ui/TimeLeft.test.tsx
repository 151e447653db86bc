// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { drawInJsdom } from '../../../../support/draw.tsx';
import { secondsLeft, TimeLeft } from '../../../../../renderer/src/ui/TimeLeft.tsx';

const at = (seconds: number, done: number) => ({ atMs: seconds * 1_000, done });

it.each([
  ['nothing before anything was seen', [], 5, null],
  ['nothing in the first five seconds', [at(0, 0), at(4, 40)], 4, null],
  ['what is left at the pace so far', [at(0, 0), at(10, 40)], 10, 190],
  ['the same from a later beginning, without what was done before', [at(60, 400), at(70, 440)], 70, 90],
  ['more while nothing comes', [at(0, 0), at(10, 40)], 20, 380],
  ['nothing where nothing goes on', [at(0, 12)], 30, null],
  ['nothing for the last seconds', [at(0, 0), at(10, 790)], 10, null],
])('the time left of 800 is: %s', (_, samples, nowSeconds, left) => {
  expect(secondsLeft(samples, 800, nowSeconds * 1_000)).toBe(left);
});

drawInJsdom();

it('the time left is that at the pace of the last minute, and of a new list its own', () => {
  const nowMs = vi.spyOn(performance, 'now').mockReturnValue(0);
  const part = (done: number, total: number) => (
    <MantineProvider>
      <TimeLeft of={{ done, total }} />
    </MantineProvider>
  );
  const { rerender, container } = render(part(0, 800));
  const goTo = (seconds: number, done: number, total = 800) => {
    nowMs.mockReturnValue(seconds * 1_000);
    rerender(part(done, total));
    return container.textContent;
  };
  expect(goTo(10, 40)).toContain(' · about 3 min left');
  // It was slow, and is fast now.
  goTo(40, 50);
  expect(goTo(99, 640)).toContain(' · about 15 s left');
  expect(goTo(100, 3, 100)).not.toContain('left');
});

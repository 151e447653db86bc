import { expect, it } from 'vitest';
import { openingBounds } from '../../../../../electron/main/windows/bounds.ts';

const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const remembered = { x: 100, y: 80, width: 1400, height: 900 };

it('opens at its first size when nothing is remembered, wherever the system puts it', () => {
  expect(openingBounds(null, [screen])).toEqual({ width: 1280, height: 800 });
});

it('opens where it was', () => {
  expect(openingBounds(remembered, [screen])).toEqual(remembered);
});

it('is never smaller than it may be', () => {
  expect(openingBounds({ ...remembered, width: 10, height: 10 }, [screen])).toMatchObject({
    width: 1024,
    height: 640,
  });
});

it.each([
  ['its screen is gone', { ...remembered, x: 2_000 }, [screen]],
  ['it hangs out on the left', { ...remembered, x: -1_350 }, [screen]],
  ['its title bar is above the screen', { ...remembered, y: 0 }, [screen]],
  ['its title bar is below the screen', { ...remembered, y: 1_060 }, [screen]],
  ['there is no screen', remembered, []],
])('keeps its size and leaves the place to the system when %s', (_case, bounds, screens) => {
  expect(openingBounds(bounds, screens)).toEqual({ width: 1400, height: 900 });
});

it('opens on the second screen while that is there', () => {
  const there = { ...remembered, x: 2_000 };
  expect(openingBounds(there, [screen, second])).toEqual(there);
});

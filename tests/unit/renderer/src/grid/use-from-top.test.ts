// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Surface } from '../../../../../renderer/src/grid/surface.ts';
import { useFromTop } from '../../../../../renderer/src/grid/use-from-top.ts';

afterEach(cleanup);

function aGrid(arrangement: string) {
  const reveal = vi.fn<Surface['reveal']>();
  const surface = { current: { reveal } };
  const { rerender } = renderHook((current) => useFromTop(current, surface), { initialProps: arrangement });
  return { reveal, arrange: rerender };
}

it('leaves a grid alone that has just been opened, and one whose rows are arranged as before', () => {
  const { reveal, arrange } = aGrid('by name');
  arrange('by name');
  expect(reveal).not.toHaveBeenCalled();
});

it('shows the first row, once, when the rows are arranged in another way', () => {
  const { reveal, arrange } = aGrid('by name');
  arrange('by length');
  arrange('by length');
  expect(reveal.mock.calls).toEqual([[{ row: 0, column: -1 }]]);
});

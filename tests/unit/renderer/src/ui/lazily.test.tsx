// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePreloading } from '../../../../../renderer/src/ui/lazily.tsx';

const idle = vi.fn<(act: () => void) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', idle.mockReset());
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['goes on from one screen to the next', false, 2, 2],
  ['asks and loads nothing more once its screen is gone', true, 1, 1],
])('preloading %s', async (_, isLeft, loads, asks) => {
  const preload = vi.fn(() => Promise.resolve());
  const later = [{ preload }, { preload }];
  const Screen = () => {
    usePreloading(later);
    return null;
  };
  const { unmount } = render(<Screen />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  preload.mockImplementationOnce(() => {
    if (isLeft) unmount();
    return Promise.resolve();
  });
  for (const turn of [0, 1]) {
    idle.mock.calls[turn]?.[0]();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect([preload.mock.calls.length, idle.mock.calls.length]).toEqual([loads, asks]);
});

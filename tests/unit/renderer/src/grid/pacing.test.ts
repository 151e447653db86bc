import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownWindow } from '../../../../../renderer/src/grid/layout.ts';
import { createSettling, oncePerFrame } from '../../../../../renderer/src/grid/pacing.ts';

const rowsFrom = (firstRow: number): ShownWindow => ({
  firstRow,
  endRow: firstRow + 10,
  firstColumn: 0,
  endColumn: 5,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createSettling', () => {
  it('tells of the first window at once', () => {
    const heard = vi.fn();
    createSettling(heard).at(rowsFrom(0));
    expect(heard).toHaveBeenCalledExactlyOnceWith(rowsFrom(0));
  });

  it('tells of where the scrolling rests, and of nothing on the way', () => {
    const heard = vi.fn();
    const settling = createSettling(heard);
    settling.at(rowsFrom(0));
    for (const row of [5, 10, 15]) settling.at(rowsFrom(row));
    expect(heard).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledTimes(2);
    expect(heard).toHaveBeenLastCalledWith(rowsFrom(15));
  });

  it('tells nothing of a way that ends where it began', () => {
    const heard = vi.fn();
    const settling = createSettling(heard);
    for (const row of [0, 5, 0]) settling.at(rowsFrom(row));
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('oncePerFrame', () => {
  it('acts once in a frame, however often it is asked, and again in the next', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act));
    const act = vi.fn();
    const { ask } = oncePerFrame(act);
    ask();
    ask();
    for (const frame of frames.splice(0)) frame(0);
    expect(act).toHaveBeenCalledOnce();
    ask();
    for (const frame of frames.splice(0)) frame(0);
    expect(act).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});

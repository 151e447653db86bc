import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceWanted } from '../../../../electron/main/once-wanted.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('loads nothing until it is wanted, and then once for everyone', async () => {
  const load = vi.fn(() => Promise.resolve({}));
  const wanted = onceWanted(load, 1_000);
  await vi.advanceTimersByTimeAsync(900);
  expect(load).not.toHaveBeenCalled();
  expect(await wanted()).toBe(await wanted());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledOnce();
});

it('loads by itself where nobody wants it', async () => {
  const load = vi.fn(() => Promise.resolve('there'));
  const wanted = onceWanted(load, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledOnce();
  expect(await wanted()).toBe('there');
  expect(load).toHaveBeenCalledOnce();
});

it('tells everyone of a failure', async () => {
  const wanted = onceWanted(() => Promise.reject(new Error('no such file')), 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(wanted()).rejects.toThrow('no such file');
});

/** Asked anew each time: it may have been ended while something was waited for. */
export const hasEnded = (signal: AbortSignal): boolean => signal.aborted;

/** What `work` comes to; null as soon as `signal` is aborted. Then nobody waits for it, and `onBug` takes what it throws. */
export async function unlessEnded<T>(
  work: Promise<T>,
  signal: AbortSignal,
  onBug: (thrown: unknown) => unknown,
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = (): void => resolve(null);
  signal.addEventListener('abort', end);
  if (hasEnded(signal)) end();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
    if (hasEnded(signal)) work.catch(onBug);
  }
}

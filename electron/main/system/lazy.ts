/**
 * Loads at the first call, or by itself after a timeout. Every caller gets the same value.
 *
 * @param timeoutMs From now.
 */
export function lazy<T>(load: () => Promise<T>, timeoutMs: number): () => Promise<T> {
  let loading: Promise<T> | null = null;

  function get(): Promise<T> {
    clearTimeout(timer);
    return (loading ??= load());
  }

  // A failed load rejects for every caller.
  const timer = setTimeout(() => void get().catch(() => undefined), timeoutMs);
  return get;
}

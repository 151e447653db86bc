/**
 * Loads when it is first wanted, and otherwise by itself once the patience is over. Everyone gets the same.
 *
 * @param patienceMs Counted from now, in milliseconds.
 */
export function onceWanted<T>(load: () => Promise<T>, patienceMs: number): () => Promise<T> {
  let loading: Promise<T> | null = null;

  async function wanted(): Promise<T> {
    clearTimeout(patience);
    loading ??= load();
    return loading;
  }

  // A failure is told to whoever wants it.
  const patience = setTimeout(() => void wanted().catch(() => undefined), patienceMs);
  return wanted;
}

/**
 * Does `act` once for all calls within `restMs`: many small changes are told one after the other while a plan runs, and the
 * list is read once for all of them.
 */
export function coalesced(act: () => void, restMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      act();
    }, restMs);
  };
}

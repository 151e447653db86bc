import type { CodeConnection } from './ask-once.ts';

/** How long a confirmation counts after the last time that it was used. */
export const confirmedForMs = 5 * 60_000;

type Way = Pick<CodeConnection, 'account' | 'ended'>;

/** For which domains somebody said yes in the code window, and may ask again without that. */
export interface Confirmations {
  /** Whether the domain is confirmed now; then it is for another five minutes. */
  readonly use: (way: Way, domain: string) => boolean;
  readonly add: (way: Way, domain: string) => void;
  readonly forget: () => void;
}

/**
 * Confirmations of one account at a time: with another one, or the same over another connection, everything is asked again.
 *
 * @param nowMs Monotonic: nobody prolongs one by setting the clock.
 */
export function createConfirmations(nowMs: () => number): Confirmations {
  const usedAtMs = new Map<string, number>();
  let last: Way | null = null;

  function goWith(way: Way): void {
    if (last?.ended !== way.ended || last.account.id !== way.account.id) usedAtMs.clear();
    last = way;
  }

  return {
    use(way, domain) {
      goWith(way);
      const atMs = usedAtMs.get(domain);
      if (atMs === undefined) return false;
      const isConfirmed = nowMs() - atMs < confirmedForMs;
      if (isConfirmed) usedAtMs.set(domain, nowMs());
      else usedAtMs.delete(domain);
      return isConfirmed;
    },
    add(way, domain) {
      goWith(way);
      usedAtMs.set(domain, nowMs());
    },
    forget: () => usedAtMs.clear(),
  };
}

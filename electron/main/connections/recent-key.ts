import type { Result } from '#shared/result.ts';
import type { Secret } from '../accounts/secret.ts';

/** So short that a key which was forgotten is out of use at once, so long that ten thousand look-ups ask ten times. */
const recentMs = 1_000;

/** Asks for the key at most once a second, however many requests are signed in it. Failures are not remembered. */
export function createRecentKey(
  keyFor: () => Promise<Result<Secret>>,
  nowMs: () => number,
): () => Promise<Result<Secret>> {
  let asked: { readonly key: Promise<Result<Secret>>; readonly atMs: number } | null = null;

  return () => {
    if (asked !== null && nowMs() - asked.atMs < recentMs) return asked.key;
    const mine = { key: keyFor(), atMs: nowMs() };
    asked = mine;
    const forget = (): void => {
      if (asked === mine) asked = null;
    };
    mine.key.then((found) => (found.ok ? undefined : forget()), forget);
    return mine.key;
  };
}

import type { Deviation } from '#shared/domain/diagnostics.ts';

/** The most frequent first; of those, the latest. */
export const mostFrequentFirst = (deviations: readonly Deviation[]): readonly Deviation[] =>
  deviations.toSorted((a, b) => b.count - a.count || b.lastSeenAt.localeCompare(a.lastSeenAt));

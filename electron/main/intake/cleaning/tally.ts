/** Counts by text, with a limit on how many different texts are kept apart; what is beyond it goes under one name. */
export interface Tally {
  readonly add: (text: string) => void;
  /** The most frequent first. */
  readonly counted: () => readonly { readonly text: string; readonly count: number }[];
}

export function createTally(most: number, beyond: string): Tally {
  const counts = new Map<string, number>();
  return {
    add(text) {
      const key = counts.has(text) || counts.size < most - 1 ? text : beyond;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    counted: () => [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
  };
}

/** One at a time for each account, in the order of asking. */
export interface Turns {
  /** Resolves when it is this one's turn, with what ends it. */
  readonly take: (accountId: string) => Promise<() => void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(accountId) {
      const before = last.get(accountId) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const mine = before.then(() => promise);
      last.set(accountId, mine);
      void mine.then(() => {
        if (last.get(accountId) === mine) last.delete(accountId);
      });
      await before;
      return () => resolve(undefined);
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';

const betweenMs = 2;

/**
 * Asks the workspace's thread a small question again and again: how long the slowest answer took is how long the thread was busy with
 * one piece of somebody else's work.
 */
export function longestWait({ team }: Pick<Workspace, 'team'>): { readonly end: () => Promise<number> } {
  let [isOver, mostMs] = [false, 0];
  const asking = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await team.read();
      mostMs = Math.max(mostMs, performance.now() - askedAt);
      await wait(betweenMs);
    }
  })();
  return {
    async end() {
      isOver = true;
      await asking;
      return mostMs;
    },
  };
}

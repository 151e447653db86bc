import { type Answer, type Answering, answerTo, call, knows, post } from './rpc.ts';
import { startupRequests } from './startup-requests.ts';
import { createStartupRepositories } from './repositories/startup.ts';
import type { Held, serveAll } from './serve-all.ts';

/**
 * Handles the startup requests with what is loaded, and loads the rest at the first other request. Calls are handled
 * one after the other, in the order received: while the rest is loaded, all of them wait.
 *
 * @param loadTheRest Returns `serveAll`.
 * @returns A handler of one message, as `serveAll` does.
 */
export function serve(
  held: Held,
  loadTheRest: () => Promise<typeof serveAll> = loadServeAll,
): (message: unknown) => void {
  const first: Answering = {
    requests: startupRequests,
    repositories: createStartupRepositories(held.database),
  };
  const waiting: unknown[] = [];
  let take = takeFirst;

  function takeFirst(message: unknown): void {
    const called = message === null ? null : call.parse(message);
    if (called !== null && knows(first, called)) {
      // No startup request is done in pieces.
      post(held.port, answerTo(first, called) as Answer);
      return;
    }
    waiting.push(message);
    take = (later) => void waiting.push(later);
    void serveTheRest(); // Where loading fails the thread dies, and all waiting callers get an error.
  }

  async function serveTheRest(): Promise<void> {
    const rest = await loadTheRest();
    take = rest(held);
    waiting.forEach(take);
  }

  return (message) => take(message);
}

const loadServeAll = async (): Promise<typeof serveAll> => (await import('./serve-all.ts')).serveAll;

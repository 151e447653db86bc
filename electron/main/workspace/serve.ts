import { type Answer, type Answering, answerTo, call, knows, post } from './rpc.ts';
import { startupRequests } from './startup-requests.ts';
import { createStartupRepositories } from './repositories/startup.ts';
import type { Held, serveAll } from './serve-all.ts';

/**
 * Answers what every start asks first with what is loaded, and loads the rest when something else is asked. Calls are
 * done one after the other, in the order in which they came: while the rest is loaded, all of them wait.
 *
 * @param loadTheRest Gives `serveAll`.
 * @returns Takes one message, as `serveAll` does.
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
      // Nothing of what comes first is done in pieces.
      post(held.port, answerTo(first, called) as Answer);
      return;
    }
    waiting.push(message);
    take = (later) => void waiting.push(later);
    void serveTheRest(); // Where it cannot be loaded the thread dies of it, and whoever waits is told.
  }

  async function serveTheRest(): Promise<void> {
    const rest = await loadTheRest();
    take = rest(held);
    waiting.forEach(take);
  }

  return (message) => take(message);
}

const loadServeAll = async (): Promise<typeof serveAll> => (await import('./serve-all.ts')).serveAll;

import { routes } from '#shared/ipc/routes.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

type Handle = (input: unknown) => Promise<Result<unknown>>;

/**
 * Handlers that wait for the real ones, so that the page can load, and ask, while the workspace is being opened.
 */
export function handlersOnceReady(ready: Promise<Handlers>): Handlers {
  const waiting =
    (area: string, method: string): Handle =>
    async (input) => {
      // A table of handlers is a table of functions; the contract's guards have parsed `input` for this very one.
      const table = (await ready) as unknown as Readonly<Record<string, Readonly<Record<string, Handle>>>>;
      const handle = table[area]?.[method];
      if (handle === undefined) throw new Error(`${area}.${method} has no handler`);
      return handle(input);
    };
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, waiting(area, method)])),
  ]);
  // Made from the route table, which does not compile unless it names every request of the contract.
  return Object.fromEntries(areas) as Handlers;
}

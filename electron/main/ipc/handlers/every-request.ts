import { routes } from '#shared/ipc/routes.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type Handle = (input: unknown) => Promise<Result<unknown>>;

/** A table of handlers in which each request of the contract gets what `make` gives it. */
export function everyRequest(make: (area: string, method: string) => Handle): Handlers {
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, make(area, method)])),
  ]);
  // Made from the route table, which does not compile unless it names every request of the contract.
  return Object.fromEntries(areas) as Handlers;
}

import { type AppError } from '#shared/app-error.ts';
import { routes } from '#shared/ipc/routes.ts';
import { type Handlers } from '#shared/ipc/types.ts';
import { fail } from '#shared/result.ts';

/** Answers every request with the reason why the workspace could not be opened: the page shows it, and nothing is lost. */
export function handlersWithoutWorkspace(error: AppError): Handlers {
  const refuse = () => Promise.resolve(fail(error));
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, refuse])),
  ]);
  // Made from the route table, which does not compile unless it names every request of the contract.
  return Object.fromEntries(areas) as Handlers;
}

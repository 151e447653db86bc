import type { AppError } from '#shared/app-error.ts';
import { routes } from '#shared/ipc/routes.ts';
import type { Handlers, Output } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';

/**
 * Answers with the reason why the workspace could not be opened: the page shows it, and nothing is lost. Only where the
 * workspace is can still be asked: whoever has to mend it must find it.
 */
export function handlersWithoutWorkspace(error: AppError, about: Output<'app', 'about'>): Handlers {
  const refuse = () => Promise.resolve(fail(error));
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, refuse])),
  ]);
  // Made from the route table, which does not compile unless it names every request of the contract.
  const handlers = Object.fromEntries(areas) as Handlers;
  return { ...handlers, app: { ...handlers.app, about: () => Promise.resolve(ok(about)) } };
}

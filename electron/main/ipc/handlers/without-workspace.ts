import type { AppError } from '#shared/app-error.ts';
import type { Handlers, Output } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import { everyRequest } from './every-request.ts';

/**
 * Answers with the reason why the workspace could not be opened: the page shows it, and nothing is lost. Only where the
 * workspace is can still be asked: whoever has to mend it must find it.
 */
export function handlersWithoutWorkspace(error: AppError, about: Output<'app', 'about'>): Handlers {
  const handlers = everyRequest(() => () => Promise.resolve(fail(error)));
  return { ...handlers, app: { ...handlers.app, about: () => Promise.resolve(ok(about)) } };
}

import type { Handlers } from '#shared/ipc/types.ts';
import { everyRequest, type Handle } from './every-request.ts';

/**
 * Handlers that wait for the real ones, so that the page can load, and ask, while the workspace is being opened.
 *
 * @param ready Asked at each call: the real ones may be others later.
 */
export const handlersOnceReady = (ready: () => Promise<Handlers>): Handlers =>
  everyRequest((area, method) => async (input) => {
    // A table of handlers is a table of functions; the contract's guards have parsed `input` for this very one.
    const table = (await ready()) as unknown as Readonly<Record<string, Readonly<Record<string, Handle>>>>;
    const handle = table[area]?.[method];
    if (handle === undefined) throw new Error(`${area}.${method} has no handler`);
    return handle(input);
  });

import { events } from '#shared/ipc/contract.ts';
import { eventChannelOf } from '#shared/ipc/routes.ts';
import type { EventName, EventPayload } from '#shared/ipc/types.ts';
import type { Logger } from '../log/logger.ts';

/** What of a window is needed to tell it something; Electron's `WebContents` has it. */
export interface Listener {
  readonly send: (channel: string, payload: unknown) => void;
}

export type Announce = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

/**
 * Tells the page what it did not ask for. What the event's schema does not name is left behind; a payload outside its schema
 * is a bug, logged and not sent. Without a window nothing happens: a page asks for the present state when it starts.
 */
export const createAnnounce =
  (page: () => Listener | null, log: Logger): Announce =>
  (event, payload) => {
    const parsed = events[event].safeParse(payload);
    if (parsed.success) page()?.send(eventChannelOf(event), parsed.data);
    else log.bug(new Error(`${event} was announced outside its schema`));
  };

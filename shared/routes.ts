// `import type` and not `{ type … }`, which would leave an import of the schemas in the preload and the page.

import type { events } from './events.ts';
import type { TypeOf } from './schema-type.ts';

/** The IPC channel of an action. */
export const channelOf = (area: string, method: string): string => `namedesk:${area}.${method}`;

/** The IPC channel of an event. */
export const eventChannelOf = (name: string): string => `namedesk-event:${name}`;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = TypeOf<(typeof events)[E]>;

/** Sends an event of main to the page. */
export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

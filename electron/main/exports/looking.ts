import { z } from 'zod';
import { sessionFilter, sessionSort } from '#shared/ipc/session-schemas.ts';

/** What crosses between main and the thread that looks at a session. Both sides parse what they get. */

export const look = z.object({
  /** A-labels, joined by line feeds. */
  names: z.string(),
  tlds: z.array(z.string()),
  codes: z.instanceof(Uint8Array),
  checkedAt: z.instanceof(Uint32Array),
  filter: sessionFilter,
  sort: sessionSort,
});
export type Look = z.output<typeof look>;

/** The arguments of the one `message` event. */
export const seen = z.tuple([z.instanceof(Uint32Array)]);

import { z } from 'zod';
import { accountId, count, request } from './common-schemas.ts';

/** Requests about what is watched while nobody looks; part of the contract. */
export const watchingRequests = {
  watching: {
    /**
     * Asks for a file and writes the expiries as a calendar, of one account or, with null, of all but the practice account. `path` is
     * null if the dialog was cancelled.
     */
    saveCalendar: request(
      z.object({ accountId: accountId.nullable() }),
      z.object({ path: z.string().max(4_096).nullable(), events: count }),
    ),
  },
} as const;

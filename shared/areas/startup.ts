import { z } from 'zod';
import * as s from './startup-schemas.ts';
import { request } from './startup-schemas.ts';

/** The requests that every start makes first and the first screen needs; part of the contract. */
export const startupRequests = {
  accounts: {
    list: request(
      s.nothing,
      z.object({ accounts: z.array(s.accountSummary), activeId: s.accountId.nullable() }),
    ),
  },
  tlds: {
    sets: request(s.nothing, z.object({ sets: z.array(s.tldSet).max(500) })),
  },
  settings: {
    read: request(s.nothing, s.settings),
  },
  search: {
    /** A lookup requested from outside the page; returned once. */
    takeRequested: request(s.nothing, z.object({ text: s.domainText.nullable() })),
  },
} as const;

import { z } from 'zod';
import { accountId, nothing, settings } from '#shared/ipc/first-schemas.ts';
import { request } from '#shared/ipc/request.ts';
import { accountRecord, ownTldSet } from './first-records.ts';

/** What every start asks of the workspace first; part of its requests. Nothing of it writes. */
export const firstRequests = {
  accounts: {
    list: request(nothing, z.array(accountRecord)),
    active: request(nothing, accountId.nullable()),
  },
  settings: { read: request(nothing, settings) },
  tldSets: { list: request(nothing, z.array(ownTldSet)) },
} as const;

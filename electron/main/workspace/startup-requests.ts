import { z } from 'zod';
import * as s from '#shared/areas/startup-schemas.ts';
import { accountId, nothing, request, settings } from '#shared/areas/startup-schemas.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';

/** Records that every start needs. Rows are parsed with these schemas too. */

/** Where the account's key is stored permanently, and since when. Never the key. */
export const storedKey = z.object({ place: z.enum(['keychain', 'none']), savedAt: s.instant.nullable() });

export const accountRecord = s.accountSummary.omit({ key: true }).extend({
  /** Options stored by another version are completed with the defaults. */
  options: z.preprocess(
    (stored) => (typeof stored === 'object' ? { ...defaultAccountOptions, ...stored } : stored),
    s.accountOptions,
  ),
  key: storedKey,
});
export const hiddenAccount = accountRecord.extend({ removedAt: s.instant });
export type HiddenAccount = z.output<typeof hiddenAccount>;
export type AccountRecord = z.output<typeof accountRecord>;

export const ownTldSet = s.tldSet.omit({ builtIn: true });

/** The workspace requests that every start makes first; a part of `requests`. None of them writes. */
export const startupRequests = {
  accounts: {
    list: request(nothing, z.array(accountRecord)),
    active: request(nothing, accountId.nullable()),
  },
  settings: { read: request(nothing, settings) },
  tldSets: { list: request(nothing, z.array(ownTldSet)) },
} as const;

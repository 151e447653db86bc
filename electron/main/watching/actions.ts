import { z } from 'zod';
import { accountId, domainText, tld } from '#shared/areas/common-schemas.ts';
import { mostFlaggedNames, mostWatchedNames } from '#shared/domain/bounds.ts';
import { localDay } from '#shared/domain/counting.ts';
import type { SeenPrice } from '#shared/domain/seen-prices.ts';
import { mapOk, ok } from '#shared/result.ts';
import { action, inWindow, openToAssistants, under } from '../action.ts';

const ofAccount = z.object({ accountId });

/** What is watched while nobody looks. */
export const watching = {
  names: action(ofAccount, (on, { accountId }) => under('names', on.watching.names(accountId))),
  /** Names that are watched already stay as they are; those beyond the most that an account can watch are not taken. */
  add: action(
    ofAccount.extend({
      names: z
        .array(z.object({ domain: domainText, tld }))
        .min(1)
        .max(mostWatchedNames),
    }),
    (on, { accountId, names }) => on.watching.add(accountId, names),
  ),
  remove: action(
    ofAccount.extend({ domains: z.array(domainText).min(1).max(mostWatchedNames) }),
    (on, { accountId, domains }) => ok(on.watching.remove(accountId, domains)),
  ),
  /** What was seen of a name’s prices, in that order: each price list once, until another one was seen. */
  prices: openToAssistants(
    action(ofAccount.extend({ domain: domainText }), async (on, of) =>
      mapOk(await on.workspace.findings.seenPrices(of), (seen) => ({
        seen: seen.map(({ seenAt, kind, prices }): SeenPrice => ({ seenAt, kind, prices })),
      })),
    ),
  ),
  /** How what these names cost by their latest findings differs from what was seen before; names without a difference are omitted. */
  priceChanges: action(
    ofAccount.extend({ domains: z.array(domainText).min(1).max(mostFlaggedNames) }),
    (on, of) => under('changes', on.workspace.findings.priceChanges(of)),
  ),
  /** Looks all watched names up now. `available`: how many became available. */
  run: action(ofAccount, (on, { accountId }) => on.watching.run(accountId)),
  /** Asks for a file and writes the expiries of these accounts as a calendar; `path` is null if the dialog was cancelled. */
  saveCalendar: inWindow(
    z.object({ accountIds: z.array(accountId).min(1).max(1_000) }),
    async (on, { accountIds }) => {
      const path = await on.askWhereTo(`expiries-${localDay(on.now())}`, 'ics');
      if (path === null) return ok({ path, events: 0 });
      return mapOk(await on.watching.saveCalendar(accountIds, path), ({ events }) => ({ path, events }));
    },
  ),
};

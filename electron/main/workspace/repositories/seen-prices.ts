import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { mostSeenPrices } from '#shared/domain/bounds.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { priceChanges } from '#shared/domain/seen-prices.ts';
import type { InSessions, KnownInSessions } from '../sessions/found.ts';
import { rowsOf } from '../sqlite.ts';
import { hasPrices, isSame, type Seen, seenRow } from './seen-notes.ts';

const ofName = z.object({ accountId: z.string(), domain: z.string() });

/** The price lists of names, each with when it was first seen: those that were kept, and those of the findings in sessions. */
export function createSeenPrices(database: DatabaseSync) {
  const stored = rowsOf(database, seenRow.extend({ domain: z.string() })).from(`seen_prices
    WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?)) ORDER BY seen_at`);
  const of = 'account_id = seen_prices.account_id AND';
  const unused = rowsOf(database, ofName).query(`
    SELECT DISTINCT account_id AS accountId, domain FROM seen_prices
    WHERE NOT EXISTS (SELECT 1 FROM findings WHERE ${of} domain = seen_prices.domain)
      AND NOT EXISTS (SELECT 1 FROM domains WHERE ${of} name = seen_prices.domain)
      AND NOT EXISTS (SELECT 1 FROM watched_names WHERE ${of} domain = seen_prices.domain)`);
  const remove = database.prepare(
    'DELETE FROM seen_prices WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?))',
  );

  return {
    list: (accountId: string, domain: string, sessions: InSessions): readonly Seen[] =>
      inOrder(stored.all(accountId, JSON.stringify([domain])), sessions.answers(domain, Infinity)),
    /** @param now The latest findings of some names. */
    changes(accountId: string, now: readonly Finding[], sessions: InSessions) {
      const priced = now.filter(hasPrices);
      const domains = JSON.stringify(priced.map(({ domain }) => domain));
      const byDomain = Map.groupBy(stored.all(accountId, domains), ({ domain }) => domain);
      return priced.flatMap((finding) => {
        const { domain } = finding;
        const checkedAt = finding.checkedAt ?? '';
        const before = sessions.answers(domain, Date.parse(checkedAt));
        return priceChanges(inOrder(byDomain.get(domain) ?? [], before), finding).map((change) => ({
          domain,
          checkedAt,
          ...change,
        }));
      });
    },
    /** Those of names that are neither ours nor watched go with their findings, and with the last session that lists them. */
    removeUnused(inSessions: KnownInSessions): void {
      for (const [accountId, names] of Map.groupBy(unused.all(), (each) => each.accountId)) {
        const domains = names.map(({ domain }) => domain);
        const listed = inSessions(accountId).listed(domains);
        remove.run(accountId, JSON.stringify(domains.filter((domain) => !listed.has(domain))));
      }
    },
  };
}

/** All of them in the order in which they were seen, each price list once until another one was seen. */
function inOrder(kept: readonly Seen[], inSessions: readonly Finding[]): readonly Seen[] {
  const found = inSessions.filter(hasPrices).map(
    // What was asked for is never `unchecked`.
    ({ checkedAt, kind, prices }) => ({ seenAt: checkedAt ?? '', kind: kind as Seen['kind'], prices }),
  );
  const all = [...kept, ...found].toSorted((one, other) => Date.parse(one.seenAt) - Date.parse(other.seenAt));
  return all
    .filter((one, at) => {
      const before = all[at - 1];
      return before === undefined || !isSame(before, one);
    })
    .slice(-mostSeenPrices);
}

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { finding as anyFinding } from '#shared/areas/common-schemas.ts';
import { mostSeenPrices } from '#shared/domain/bounds.ts';
import { type Finding, isBuyable } from '#shared/domain/finding.ts';
import { priceChanges } from '#shared/domain/seen-prices.ts';
import type { InSessions, KnownInSessions } from '../sessions/found.ts';
import { instantColumn, jsonColumn, rowsOf, toMs } from '../sqlite.ts';

const seenRow = z.object({
  seenAt: instantColumn,
  kind: anyFinding.shape.kind.exclude(['unchecked']),
  prices: jsonColumn(anyFinding.shape.prices),
});
type Seen = z.output<typeof seenRow>;

/** A finding that was asked for. */
type Checked = Pick<Finding, 'domain' | 'kind' | 'prices' | 'checkedAt'>;

type Costs = Pick<Finding, 'kind' | 'prices'>;

const isSame = (one: Costs, other: Costs): boolean =>
  one.kind === other.kind && JSON.stringify(one.prices) === JSON.stringify(other.prices);

const hasPrices = ({ kind, prices }: Costs): boolean => prices.length > 0 || isBuyable(kind);

/** Keeps what names cost, each price list with when it was first seen. All in the caller's transaction. */
export function createSeenNotes(database: DatabaseSync) {
  const before = rowsOf(database, seenRow).from(
    'seen_prices WHERE account_id = ? AND domain = ? AND seen_at <= ? ORDER BY seen_at DESC LIMIT 1',
  );
  const put = database.prepare(
    'INSERT OR IGNORE INTO seen_prices (account_id, domain, seen_at, kind, prices) VALUES (?, ?, ?, ?, ?)',
  );
  const removeOldest = database.prepare(`DELETE FROM seen_prices WHERE account_id = ?1 AND domain = ?2
    AND seen_at NOT IN (SELECT seen_at FROM seen_prices WHERE account_id = ?1 AND domain = ?2
      ORDER BY seen_at DESC LIMIT ${mostSeenPrices})`);

  // A full stop is followed by a slash.
  const anyOf = database.prepare(`SELECT 1 FROM seen_prices
    WHERE account_id = ?1 AND domain >= ?2 || '.' AND domain < ?2 || '/' LIMIT 1`);

  const seenBefore = (accountId: string, domain: string, atMs: number): Seen | null =>
    before.find(accountId, domain, atMs);

  function add(accountId: string, { domain, kind, prices }: Checked, atMs: number): void {
    put.run(accountId, domain, atMs, kind, JSON.stringify(prices));
    removeOldest.run(accountId, domain);
  }

  return {
    /** The prices of a finding, where they are others than those seen last. One that is older than these is ignored. */
    note(accountId: string, finding: Checked): void {
      if (!hasPrices(finding)) return;
      const atMs = toMs(finding.checkedAt ?? '');
      const last = seenBefore(accountId, finding.domain, Number.MAX_SAFE_INTEGER);
      if (last !== null && (isSame(last, finding) || toMs(last.seenAt) >= atMs)) return;
      add(accountId, finding, atMs);
    },
    /** Whether any prices of a label under some TLD were kept. */
    hasAny: (accountId: string, label: string): boolean => anyOf.get(accountId, label) !== undefined,
    /**
     * The prices of a finding in a session, which the session does not keep any longer.
     *
     * @param now What replaces it there; null where nothing does. What is the same and follows nothing else is not kept: the session
     * goes on to say so.
     */
    noteReplaced(accountId: string, finding: Checked, now: Checked | null): void {
      if (!hasPrices(finding)) return;
      const atMs = toMs(finding.checkedAt ?? '');
      const earlier = seenBefore(accountId, finding.domain, atMs);
      const isKnown = earlier === null ? now !== null && isSame(finding, now) : isSame(earlier, finding);
      if (!isKnown) add(accountId, finding, atMs);
    },
  };
}

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
          ...{ domain, checkedAt },
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

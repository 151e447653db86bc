import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { finding as anyFinding } from '#shared/areas/common-schemas.ts';
import { mostSeenPrices } from '#shared/domain/bounds.ts';
import { type Finding, isBuyable } from '#shared/domain/finding.ts';
import { instantColumn, jsonColumn, rowsOf, toMs } from '../sqlite.ts';

export const seenRow = z.object({
  seenAt: instantColumn,
  kind: anyFinding.shape.kind.exclude(['unchecked']),
  prices: jsonColumn(anyFinding.shape.prices),
});
export type Seen = z.output<typeof seenRow>;

/** A finding that was asked for. */
type Checked = Pick<Finding, 'domain' | 'kind' | 'prices' | 'checkedAt'>;

type Costs = Pick<Finding, 'kind' | 'prices'>;

export const isSame = (one: Costs, other: Costs): boolean =>
  one.kind === other.kind && JSON.stringify(one.prices) === JSON.stringify(other.prices);

export const hasPrices = ({ kind, prices }: Costs): boolean => prices.length > 0 || isBuyable(kind);

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

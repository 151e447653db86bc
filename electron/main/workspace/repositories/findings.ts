import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { finding as anyFinding } from '#shared/areas/common-schemas.ts';
import { type Finding, type PriceList, renewalPrice } from '#shared/domain/finding.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { FoundInSessions, InSessions, KnownInSessions } from '../sessions/found.ts';
import {
  bytesColumn,
  columnOf,
  countOf,
  DamagedRow,
  instantColumn,
  inTransaction,
  jsonColumn,
  rowsOf,
  toMs,
} from '../sqlite.ts';
import { createSeenNotes, hasPrices, isSame, type Seen, seenRow } from './seen-notes.ts';
import { mostSeenPrices } from '#shared/domain/bounds.ts';
import { priceChanges } from '#shared/domain/seen-prices.ts';

/** A finding that was asked for: with its time, and never `unchecked`. */
const findingRow = anyFinding.extend({
  kind: anyFinding.shape.kind.exclude(['unchecked']),
  checkedAt: instantColumn,
  prices: jsonColumn(anyFinding.shape.prices),
});
const columns = Object.keys(findingRow.shape);

interface Save {
  readonly accountId: string;
  readonly findings: readonly z.output<typeof findingRow>[];
  /** The whole answer as JSON text, already redacted; empty where there is none. */
  readonly answer: string;
}

const answered = z.object({ answerId: z.int().nullable() });

/**
 * The latest finding of each name, per account, with the answer that it was read from: from the stored findings and
 * from the account's sessions.
 */
export function createFindingsRepository(database: DatabaseSync, inSessions: KnownInSessions) {
  const answers = createAnswers(database);
  const known = rowsOf(database, findingRow).from(`findings
    WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?))`);
  const one = rowsOf(database, z.object({ ...findingRow.shape, ...answered.shape })).from(
    'findings WHERE account_id = ? AND domain = ?',
  );
  const answerIds = rowsOf(database, answered).query(`SELECT DISTINCT answer_id AS "answerId" FROM findings
    WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?)) AND answer_id IS NOT NULL`);
  const put = database.prepare(`
    INSERT INTO findings (account_id, answer_id, ${columns.map(columnOf).join(', ')})
    VALUES (:accountId, :answerId, ${columns.map((name) => `:${name}`).join(', ')})
    ON CONFLICT (account_id, domain) DO UPDATE SET tld = excluded.tld, kind = excluded.kind,
      cause = excluded.cause, message = excluded.message, checked_at = excluded.checked_at,
      prices = excluded.prices, answer_id = excluded.answer_id
    WHERE excluded.checked_at >= findings.checked_at`);
  const seen = createSeenPrices(database);
  const notes = createSeenNotes(database);

  return {
    /** What is known of `domains`, in no particular order; unknown names are omitted. */
    known({ accountId, domains }: { readonly accountId: string; readonly domains: readonly string[] }) {
      const kept = known.all(accountId, JSON.stringify(domains));
      return latest(kept, domains, inSessions(accountId).latest);
    },

    /** The finding with its whole answer; null where nothing is known. */
    details({ accountId, domain }: { readonly accountId: string; readonly domain: string }) {
      const kept = one.find(accountId, domain);
      const found = inSessions(accountId).latest(domain);
      if (isBetter(found, kept ?? undefined)) return { finding: found.finding, answer: found.answer() };
      if (kept === null) return null;
      const { answerId, ...finding } = kept;
      return { finding, answer: answers.read(answerId) };
    },

    /** Stores the findings of one answer, all or none. A finding that is older than the stored one is ignored. */
    save({ accountId, findings, answer }: Save) {
      inTransaction(database, () => {
        const domains = JSON.stringify(findings.map((one) => one.domain));
        const before = answerIds.all(accountId, domains).map((row) => row.answerId);
        const answerId = answers.add(accountId, answer);
        for (const finding of findings) notes.note(accountId, finding);
        for (const finding of findings) put.run({ ...findingRow.encode(finding), accountId, answerId });
        for (const id of [...before, answerId]) answers.removeIfUnused(id);
      });
      return {};
    },

    /** What was seen of a name's prices, by lookups and in sessions, the earliest first. */
    seenPrices: ({ accountId, domain }: { readonly accountId: string; readonly domain: string }) =>
      seen.list(accountId, domain, inSessions(accountId)),
    /** How what `domains` cost by their latest findings differs from what was seen before; those without a difference are omitted. */
    priceChanges({
      accountId,
      domains,
    }: {
      readonly accountId: string;
      readonly domains: readonly string[];
    }) {
      const sessions = inSessions(accountId);
      const now = latest(known.all(accountId, JSON.stringify(domains)), domains, sessions.latest);
      return seen.changes(accountId, now, sessions);
    },
    renewalPrices: createRenewalPrices(database),

    purge: createPurge(database, answers, (): Promise<void> => seen.removeUnused(inSessions)),
  };
}

/** Deletes findings from before an instant and their answers, some at a time; returns how many findings. */
function createPurge(
  database: DatabaseSync,
  answers: ReturnType<typeof createAnswers>,
  removeUnusedPrices: () => Promise<void>,
) {
  const purge = database.prepare(`
    DELETE FROM findings WHERE (account_id, domain) IN (
      SELECT account_id, domain FROM findings WHERE checked_at < ? LIMIT ${removedAtOnce})`);
  return async ({ before }: { readonly before: string }) => {
    let removed = 0;
    for (let some = removedAtOnce; some === removedAtOnce; removed += some) {
      some = Number(purge.run(toMs(before)).changes);
      await wait(pauseMs);
    }
    await answers.removeUnused();
    await removeUnusedPrices();
    return { removed };
  };
}

/** The other connection waits for each of these: it may have a change to send. */
const removedAtOnce = 1_000;
/** In between it gets its turn: who waits for SQLite's lock looks again from time to time only. */
const pauseMs = 20;

const pricedRow = findingRow.pick({ domain: true, checkedAt: true, prices: true });
const domainsAtOnce = 1_000;

/** What renewing an account's domains costs (`domains.prices`), from the stored findings; other calls are answered between two pages. */
function createRenewalPrices(database: DatabaseSync) {
  const ofDomains = rowsOf(database, pricedRow).query(`
    SELECT d.name AS domain, f.checked_at AS checkedAt, f.prices
    FROM domains d JOIN findings f ON f.account_id = d.account_id AND f.domain = d.name
    WHERE d.account_id = ? AND d.name > ? AND f.prices <> '[]' ORDER BY d.name LIMIT ${domainsAtOnce}`);
  // What a premium name costs, or one that is taken and may be premium, says nothing of others.
  const ofTlds = rowsOf(database, pricedRow).query(`
    SELECT domain, max(checked_at) AS checkedAt, prices FROM findings
    WHERE account_id = ? AND kind = 'available' AND prices <> '[]' GROUP BY tld`);

  return async ({ accountId }: { readonly accountId: string }) => {
    const known = [];
    let after: string | null = '';
    while (after !== null) {
      const rows: readonly z.output<typeof pricedRow>[] = ofDomains.all(accountId, after);
      for (const row of rows) known.push(...renewalIn(row).map((one) => ({ name: row.domain, ...one })));
      after = rows.length < domainsAtOnce ? null : (rows.at(-1)?.domain ?? null);
      await nextTurn();
    }
    const similar = ofTlds
      .all(accountId)
      .flatMap((row) => renewalIn(row).map((one) => ({ tld: tldOf(row.domain), ...one })));
    return { known, similar };
  };
}

/** None where the price of one year is not given. */
function renewalIn({ prices, checkedAt: at }: { readonly prices: PriceList; readonly checkedAt: string }) {
  const price = renewalPrice(prices, 1);
  return price.kind === 'given' ? [{ amount: price.amount, currency: price.currency, at }] : [];
}

/** Whether a session's finding replaces the stored one: the later of the two; a failure replaces nothing. */
const isBetter = (found: FoundInSessions | null, kept: Finding | undefined): found is FoundInSessions =>
  found !== null &&
  (kept === undefined || (found.isAnswered && (found.finding.checkedAt ?? '') > (kept.checkedAt ?? '')));

/** The latest of stored findings and findings of sessions, each name once. */
function latest(
  kept: readonly Finding[],
  domains: readonly string[],
  inSessions: (domain: string) => FoundInSessions | null,
): Finding[] {
  const byDomain = new Map(kept.map((finding) => [finding.domain, finding]));
  for (const domain of domains) {
    const found = inSessions(domain);
    if (isBetter(found, byDomain.get(domain))) byDomain.set(domain, found.finding);
  }
  return [...byDomain.values()];
}

/** More than the largest answer that the transport accepts (5 MiB), so that a tampered file cannot exhaust memory. */
const largest = 16 * 1_024 * 1_024;

/** The whole answers behind the findings. All the TLDs of one request share one answer. */
function createAnswers(database: DatabaseSync) {
  const find = rowsOf(database, z.object({ body: bytesColumn })).from('answers WHERE id = ?');
  const put = database.prepare('INSERT INTO answers (account_id, body) VALUES (?, ?)');
  const unused = 'NOT EXISTS (SELECT 1 FROM findings WHERE answer_id = answers.id)';
  const removeOne = database.prepare(`DELETE FROM answers WHERE id = ? AND ${unused}`);
  const removeAmong = database.prepare(`DELETE FROM answers WHERE id > ? AND id <= ? AND ${unused}`);
  const highest = countOf(database, 'answers', 'ifnull(max(id), 0)');

  return {
    /** The answer's text; empty where there is none. */
    read: (id: number | null): string => (id === null ? '' : unpack(find.get(id).body)),
    /** Stores an answer and returns its id; null for an empty one. */
    add: (accountId: string, text: string): number | null =>
      text === '' ? null : Number(put.run(accountId, zstdCompressSync(text)).lastInsertRowid),
    removeIfUnused(id: number | null): void {
      if (id !== null) removeOne.run(id);
    },
    async removeUnused(): Promise<void> {
      for (let from = 0, end = highest(); from < end; from += removedAtOnce) {
        removeAmong.run(from, from + removedAtOnce);
        await wait(pauseMs);
      }
    },
  };
}

function unpack(body: Uint8Array): string {
  try {
    return zstdDecompressSync(body, { maxOutputLength: largest }).toString('utf8');
  } catch {
    throw new DamagedRow();
  }
}

const ofName = z.object({ accountId: z.string(), domain: z.string() });

/** The price lists of names, each with when it was first seen: those that were kept, and those of the findings in sessions. */
function createSeenPrices(database: DatabaseSync) {
  const stored = rowsOf(database, seenRow.extend({ domain: z.string() })).from(`seen_prices
    WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?)) ORDER BY seen_at`);
  const of = 'account_id = seen_prices.account_id AND';
  const isUnused = `NOT EXISTS (SELECT 1 FROM findings WHERE ${of} domain = seen_prices.domain)
      AND NOT EXISTS (SELECT 1 FROM domains WHERE ${of} name = seen_prices.domain)
      AND NOT EXISTS (SELECT 1 FROM watched_names WHERE ${of} domain = seen_prices.domain)`;
  const unused = rowsOf(database, ofName).query(
    `SELECT DISTINCT account_id AS accountId, domain FROM seen_prices WHERE ${isUnused}`,
  );
  // Another thread may have added one of them since.
  const remove = database.prepare(
    `DELETE FROM seen_prices WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?)) AND ${isUnused}`,
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
    async removeUnused(inSessions: KnownInSessions): Promise<void> {
      for (const [accountId, names] of Map.groupBy(unused.all(), (each) => each.accountId)) {
        const domains = names.map(({ domain }) => domain);
        const listed = inSessions(accountId).listed(domains);
        const unlisted = domains.filter((domain) => !listed.has(domain));
        for (let from = 0; from < unlisted.length; from += removedAtOnce) {
          remove.run(accountId, JSON.stringify(unlisted.slice(from, from + removedAtOnce)));
          await wait(pauseMs);
        }
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

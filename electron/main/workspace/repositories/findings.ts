import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { finding as anyFinding, instant } from '#shared/areas/common-schemas.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { FoundInSessions, KnownInSessions } from '../sessions/found.ts';
import { DamagedRow, instantColumn, inTransaction, jsonColumn, parseRow, toMs } from '../sqlite.ts';

/** A finding that was asked for: with its time, and never `unchecked`. */
const checkedFinding = anyFinding.extend({
  kind: anyFinding.shape.kind.exclude(['unchecked']),
  checkedAt: instant,
});

interface Save {
  readonly accountId: string;
  readonly findings: readonly z.output<typeof checkedFinding>[];
  /** The whole answer as JSON text, already redacted; empty where there is none. */
  readonly answer: string;
}

const columns = 'domain, tld, kind, cause, message, checked_at, prices';

const findingRow = z
  .object({ checked_at: instantColumn, prices: jsonColumn })
  .loose()
  .transform(({ checked_at, ...row }) => ({ ...row, checkedAt: checked_at }))
  .pipe(checkedFinding);

const answered = z.object({ answer_id: z.int().nullable() });

/**
 * The latest finding of each name, per account, with the answer that it was read from: from the stored findings and
 * from the account's sessions.
 */
export function createFindingsRepository(database: DatabaseSync, inSessions: KnownInSessions) {
  const answers = createAnswers(database);
  const known = database.prepare(`
    SELECT ${columns} FROM findings WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?))`);
  const one = database.prepare(
    `SELECT ${columns}, answer_id FROM findings WHERE account_id = ? AND domain = ?`,
  );
  const answerIds = database.prepare(`
    SELECT DISTINCT answer_id FROM findings
    WHERE account_id = ? AND domain IN (SELECT value FROM json_each(?)) AND answer_id IS NOT NULL`);
  const put = database.prepare(`
    INSERT INTO findings (account_id, ${columns}, answer_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (account_id, domain) DO UPDATE SET tld = excluded.tld, kind = excluded.kind,
      cause = excluded.cause, message = excluded.message, checked_at = excluded.checked_at,
      prices = excluded.prices, answer_id = excluded.answer_id
    WHERE excluded.checked_at >= findings.checked_at`);
  const purge = database.prepare('DELETE FROM findings WHERE checked_at < ?');

  return {
    /** What is known of `domains`, in no particular order; unknown names are omitted. */
    known({ accountId, domains }: { readonly accountId: string; readonly domains: readonly string[] }) {
      const kept = known.all(accountId, JSON.stringify(domains)).map((row) => parseRow(findingRow, row));
      return latest(kept, domains, inSessions(accountId));
    },

    /** The finding with its whole answer; null where nothing is known. */
    details({ accountId, domain }: { readonly accountId: string; readonly domain: string }) {
      const row = one.get(accountId, domain);
      const kept = row === undefined ? undefined : parseRow(findingRow, row);
      const found = inSessions(accountId)(domain);
      if (isBetter(found, kept)) return { finding: found.finding, answer: found.answer() };
      if (kept === undefined) return null;
      return { finding: kept, answer: answers.read(parseRow(answered, row).answer_id) };
    },

    /** Stores the findings of one answer, all or none. A finding that is older than the stored one is ignored. */
    save({ accountId, findings, answer }: Save) {
      inTransaction(database, () => {
        const domains = JSON.stringify(findings.map((one) => one.domain));
        const before = answerIds.all(accountId, domains).map((row) => parseRow(answered, row).answer_id);
        const answerId = answers.add(accountId, answer);
        for (const { domain, tld, kind, cause, message, checkedAt, prices } of findings) {
          const at = toMs(checkedAt);
          put.run(accountId, domain, tld, kind, cause, message, at, JSON.stringify(prices), answerId);
        }
        for (const id of [...before, answerId]) answers.removeIfUnused(id);
      });
      return {};
    },

    /** Deletes findings from before an instant and their answers; returns how many findings. */
    purge: ({ before }: { readonly before: string }) =>
      inTransaction(database, () => {
        const { changes } = purge.run(toMs(before));
        answers.removeUnused();
        return { removed: Number(changes) };
      }),
  };
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

/** The whole answers behind the findings. All the TLDs of one request share one answer. */
export interface Answers {
  /** The answer's text; empty where there is none. */
  readonly read: (id: number | null) => string;
  /** Stores an answer and returns its id; null for an empty one. */
  readonly add: (accountId: string, text: string) => number | null;
  readonly removeIfUnused: (id: number | null) => void;
  readonly removeUnused: () => void;
}

/** More than the largest answer that the transport accepts (5 MiB), so that a tampered file cannot exhaust memory. */
const largest = 16 * 1_024 * 1_024;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) });

function createAnswers(database: DatabaseSync): Answers {
  const find = database.prepare('SELECT body FROM answers WHERE id = ?');
  const put = database.prepare('INSERT INTO answers (account_id, body) VALUES (?, ?)');
  const unused = 'NOT EXISTS (SELECT 1 FROM findings WHERE answer_id = answers.id)';
  const removeOne = database.prepare(`DELETE FROM answers WHERE id = ? AND ${unused}`);
  const removeAll = database.prepare(`DELETE FROM answers WHERE ${unused}`);

  return {
    read: (id) => (id === null ? '' : unpack(parseRow(bodyRow, find.get(id)).body)),
    add: (accountId, text) =>
      text === '' ? null : Number(put.run(accountId, zstdCompressSync(text)).lastInsertRowid),
    removeIfUnused(id) {
      if (id !== null) removeOne.run(id);
    },
    removeUnused() {
      removeAll.run();
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

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { checkedFinding } from '../records.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, jsonColumn, parseRow, toMs } from '../row.ts';
import { inTransaction } from '../transaction.ts';
import { createAnswers } from './answers.ts';

const columns = 'domain, tld, kind, cause, message, checked_at, prices';

const findingRow = z
  .object({ checked_at: instantColumn, prices: jsonColumn })
  .loose()
  .transform(({ checked_at, ...row }) => ({ ...row, checkedAt: checked_at }))
  .pipe(checkedFinding);

const answered = z.object({ answer_id: z.int().nullable() });

/** The latest finding of each name, per account, with the answer that it was read from. */
export function createFindingsRepository(database: DatabaseSync): Repository<'findings'> {
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
    known: ({ accountId, domains }) =>
      known.all(accountId, JSON.stringify(domains)).map((row) => parseRow(findingRow, row)),

    details({ accountId, domain }) {
      const row = one.get(accountId, domain);
      if (row === undefined) return null;
      return {
        finding: parseRow(findingRow, row),
        answer: answers.read(parseRow(answered, row).answer_id),
      };
    },

    save({ accountId, findings, answer }) {
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

    purge: ({ before }) =>
      inTransaction(database, () => {
        const { changes } = purge.run(toMs(before));
        answers.removeUnused();
        return { removed: Number(changes) };
      }),
  };
}

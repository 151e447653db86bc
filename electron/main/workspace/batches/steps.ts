import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchRow } from '#shared/areas/batches.ts';
import { changeState } from '#shared/areas/change-schemas.ts';
import type { BatchStep } from '#shared/domain/batch.ts';
import { changeKinds, type ChangeState, familyOf, isOpen } from '#shared/domain/change-kinds.ts';
import type { LeftOutReason } from '#shared/domain/remarks.ts';
import { isPresent, rowsOf } from '../sqlite.ts';

/**
 * Rows of domains with steps: unlock, what the batch is for, lock again. Each is one change through the gate; `batch_rows.step` is
 * null for what the batch is for. A lock is never what such a batch is for, so that its two changes of the lock are told apart by
 * the state that they set.
 */
export const rowKind = "CASE WHEN r.step IS NULL THEN p.kind ELSE 'lock' END";

/** The family of the changes of batch `p`. */
const familyOfBatch = `CASE p.kind ${changeKinds
  .filter((kind) => familyOf(kind) !== kind)
  .map((kind) => `WHEN '${kind}' THEN '${familyOf(kind)}'`)
  .join(' ')} ELSE p.kind END`;

/** Whether the change `c` is that of `row` of batch `p`. */
const isChangeOf = (
  row: string,
): string => `c.domain = ${row}.domain AND c.account_id = p.account_id AND c.batch_id = p.id
    AND c.family = CASE WHEN ${row}.step IS NULL THEN ${familyOfBatch} ELSE 'lock' END
    AND (${row}.step IS NULL OR json_extract(c.change, '$.what.state') = CASE ${row}.step WHEN 'unlock' THEN 'unlocked' ELSE 'locked' END)`;

/**
 * Joins rows `r` of batches `p` with their changes `c`. The outcome of a row is stored in the journal alone, so that no
 * crash can make the two disagree. A withdrawn change was never sent: its row counts as having none.
 */
export const joinChanges = `
  LEFT JOIN journal_changes c ON ${isChangeOf('r')} AND c.state <> 'withdrawn'`;

/** Of rows `r`: a change of it was sent, or is being sent. */
export const isRowSent = `EXISTS (SELECT 1 FROM batches p JOIN journal_changes c ON ${isChangeOf('r')}
    WHERE p.id = r.batch_id AND c.state NOT IN ('withdrawn', 'planned'))`;

/**
 * Of rows `r` of batches `p`: a step before it of the same domain was needed and was not done, as far as is known. The rows of a
 * domain stand side by side. What was unlocked is locked again whether or not what it was unlocked for was done (H10): only where nobody
 * knows yet does the lock wait, as it could get in the way of what the service may still be doing.
 */
export const isHeldByStep = `EXISTS (SELECT 1 FROM batch_rows b
    WHERE b.batch_id = r.batch_id AND b.number BETWEEN r.number - 2 AND r.number - 1 AND b.domain = r.domain
      AND b.left_out IS NOT 'already-so'
      AND CASE WHEN r.step = 'lock-again' AND b.step IS NULL
        THEN EXISTS (SELECT 1 FROM journal_changes c WHERE ${isChangeOf('b')} AND c.is_open = 1)
        ELSE NOT EXISTS (SELECT 1 FROM journal_changes c WHERE ${isChangeOf('b')} AND c.took_effect = 1) END)`;

/** Of rows `r` of batches `p` that lock again: the change that unlocked the domain. */
export const unlockedBy = `(SELECT c2.id FROM journal_changes c2 WHERE c2.domain = r.domain AND c2.account_id = p.account_id
    AND c2.batch_id = p.id AND c2.family = 'lock' AND c2.took_effect = 1
    AND json_extract(c2.change, '$.what.state') = 'unlocked')`;

interface StepRow {
  readonly step: BatchStep | null;
  readonly leftOut: LeftOutReason | null;
  /** Of its change; null where it has none that was sent. */
  readonly state: ChangeState | null;
  readonly hasEffect: boolean;
}

const isWithoutEffect = ({ state, hasEffect }: StepRow): boolean =>
  state !== null && !isOpen(state) && !hasEffect;

/** An excluded step for which nothing is wrong does not hold up the next one. */
const against = ({ leftOut }: Pick<StepRow, 'leftOut'>): LeftOutReason | null =>
  leftOut === 'already-so' ? null : leftOut;

/**
 * Why each step of a domain is excluded, once the domain is read: all of them where one cannot be done or nothing is to be done; the
 * last where the domain was not locked before. Of a domain that was begun, only what still follows is decided: what was unlocked is locked.
 *
 * @param rows In the order of the steps: unlock, what the batch is for, lock again.
 */
export function leftOutOfSteps(
  rows: readonly [StepRow, StepRow, StepRow],
): readonly [LeftOutReason | null, LeftOutReason | null, LeftOutReason | null] {
  const [unlock, main] = rows;
  if (rows.some(({ state }) => state !== null)) return leftOutOfBegun(unlock, main);
  const reason = against(unlock) ?? main.leftOut;
  const again = unlock.leftOut === 'already-so' ? 'was-unlocked' : reason;
  return [unlock.leftOut ?? reason, main.leftOut ?? reason, again];
}

function leftOutOfBegun(unlock: StepRow, main: StepRow): ReturnType<typeof leftOutOfSteps> {
  // What it was to be unlocked for was sent already.
  if (unlock.state === null) return ['already-so', main.leftOut, 'was-unlocked'];
  const isHeld = main.state === null && isWithoutEffect(unlock);
  const leftOut = isHeld ? 'step-before' : main.leftOut;
  return [unlock.leftOut, leftOut, isWithoutEffect(unlock) ? 'step-before' : null];
}

const leftUnlockedRow = z.object({
  ...{
    batchId: z.string(),
    accountId: z.string(),
    domain: z.string(),
    client: z.string(),
    changeId: z.string(),
  },
});
export type LeftUnlocked = z.output<typeof leftUnlockedRow>;

/**
 * The domains that a batch unlocked and that are not locked again: neither by a later change from here, nor as they were read since, nor
 * about to be by the batch, which is running. Of what was let go, nothing is said.
 *
 * @returns Of one batch, or of all.
 */
export function createLeftUnlocked(
  database: DatabaseSync,
): (batchId: string | null) => readonly LeftUnlocked[] {
  const isLocking = (lock: string) =>
    `${lock}.family = 'lock' AND json_extract(${lock}.change, '$.what.state') = 'locked'`;
  const rows = rowsOf(database, leftUnlockedRow).query(`
    SELECT p.id AS batchId, p.account_id AS accountId, r.domain, ifnull(d.client, '') AS client, c.id AS changeId
    FROM batches p CROSS JOIN batch_rows r ON r.batch_id = p.id AND r.step = 'unlock'
    JOIN journal_changes c ON ${isChangeOf('r')} AND c.took_effect = 1
    LEFT JOIN domains d ON d.account_id = p.account_id AND d.name = r.domain
    WHERE (?1 IS NULL OR p.id = ?1) AND p.kind = 'contacts' AND json_extract(p.ask, '$.unlocks') = 1
      AND p.account_id IN (SELECT id FROM accounts WHERE ${isPresent})
      AND NOT EXISTS (SELECT 1 FROM journal_changes l WHERE l.domain = r.domain AND l.account_id = p.account_id
        AND l.number > c.number AND l.took_effect = 1 AND ${isLocking('l')})
      AND CASE WHEN json_valid(d.known) THEN d.archived_at IS NULL AND d.known ->> '$.transferredAway.value' IS NOT 1
        AND NOT (d.known ->> '$.lock.value' IS 'locked' AND d.known ->> '$.lock.at' > json_extract(c.change, '$.sentAt')) ELSE 1 END
      AND (p.state <> 'running' OR p.waiting_for IS NOT NULL OR EXISTS (
        SELECT 1 FROM batch_rows a WHERE a.batch_id = p.id AND a.number = r.number + 2 AND (a.left_out IS NOT NULL OR a.by_hand = 1))
        OR EXISTS (SELECT 1 FROM journal_changes l WHERE l.batch_id = p.id AND l.domain = r.domain AND ${isLocking('l')}
          AND l.state NOT IN ('planned', 'sending', 'withdrawn')))
    ORDER BY p.created_at, p.id, r.number`);
  return (batchId) => rows.all(batchId);
}

const stepRow = z.object({
  number: z.int(),
  step: batchRow.shape.step,
  leftOut: batchRow.shape.leftOut,
  state: changeState.nullable(),
  tookEffect: z.int().nullable(),
});

const inNumbers = (rows: readonly z.output<typeof stepRow>[]): readonly (readonly [number, StepRow])[] =>
  rows.map(({ number, tookEffect, state, ...row }) => [
    number,
    // A planned change was not sent: its row gets another.
    { ...row, state: state === 'planned' ? null : state, hasEffect: tookEffect === 1 },
  ]);

/** In the caller's transaction, once every row of a batch with steps is read: what is excluded of each domain. */
export function createSettleSteps(database: DatabaseSync): (batchId: string) => void {
  const rows = rowsOf(database, stepRow).query(`
    SELECT r.number, r.step, r.left_out AS leftOut, c.state, c.took_effect AS tookEffect
    FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${joinChanges}
    WHERE r.batch_id = ? ORDER BY r.number`);
  const leave = database.prepare('UPDATE batch_rows SET left_out = ? WHERE batch_id = ? AND number = ?');
  // What the first step leaves behind is what the last one is compared with.
  const expect = database.prepare(`
    UPDATE batch_rows SET before = 'unlocked', seen = 'unlocked' WHERE batch_id = ? AND step = 'lock-again'`);

  return (batchId) => {
    expect.run(batchId);
    const all = inNumbers(rows.all(batchId));
    for (let index = 0; index + 2 < all.length; index += 3) {
      const [first, second, third] = all.slice(index, index + 3);
      if (first === undefined || second === undefined || third === undefined) return;
      const reasons = leftOutOfSteps([first[1], second[1], third[1]]);
      for (const [at, [number, row]] of [first, second, third].entries()) {
        const reason = reasons[at] ?? null;
        if (row.state === null && reason !== row.leftOut) leave.run(reason, batchId, number);
      }
    }
  };
}

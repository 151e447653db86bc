import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchRow, type batchRowsAsked } from '#shared/areas/batches.ts';
import {
  change,
  changeKind,
  consent,
  manyEvidence,
  remarks,
  syncAnswer,
} from '#shared/areas/change-schemas.ts';
import { appError } from '#shared/areas/error-schema.ts';
import type { BatchRow, BatchState } from '#shared/domain/batch.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { type Consent, noEffect } from '#shared/domain/change.ts';
import { fallOf, overchargeOf } from '#shared/domain/limits.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { overridable } from '#shared/domain/remarks.ts';
import { createHistory, type History } from '../journal/changes.ts';
import { heldBySql } from '../repositories/accounts.ts';
import { knownContent } from '../repositories/portfolio.ts';
import { countOf, instantColumn, inTransaction, jsonColumn, rowsOf } from '../sqlite.ts';
import {
  type BatchRecords,
  createBatchLifecycle,
  createBatchRecords,
  endConsentSql,
  isExcluded,
  limitsColumn,
  type OfBatch,
  renewalColumn,
  leftOutInNeed,
} from './batches.ts';
import { createPutBack } from './put-back.ts';
import { isHeldByStep, isRowSent, joinChanges, rowKind, unlockedBy } from './steps.ts';

/** Batches and their rows. A missing batch is null; its counts are computed from rows and journal. */
export function createBatchesRepository(database: DatabaseSync) {
  const records = createBatchRecords(database);
  const digestOf = createDigest(database, readColumns);
  const sentDigest = createDigest(database, sentColumns);
  const remove = database.prepare("DELETE FROM batches WHERE id = ? AND state <> 'running'");
  return {
    /** The newest first. */
    list: ({ accountId }: { readonly accountId: string }) => records.ofAccount(accountId),
    some: ({ ids }: { readonly ids: readonly string[] }) =>
      ids.map(records.find).filter((batch) => batch !== null),
    /** The batches of all accounts that are being read or applied. */
    underWay: records.underWay,
    rows: createListRows(database),
    ...createBatchLifecycle(database, records, digestOf),
    ...createReadingRows(database),
    ...createRunningRows(database),
    leaveOut: createLeaveOut(database, records, digestOf),
    ...createPutBack(database),
    sentDigest: ({ id }: OfBatch): string => sentDigest(id),
    /** Returns whether the batch existed and did not run. Its changes stay in the journal. */
    remove: ({ id }: OfBatch) => remove.run(id).changes > 0,
  };
}

type RowsAsked = z.output<typeof batchRowsAsked> & OfBatch;

const listedRow = batchRow
  .omit({ error: true, outside: true, changeError: true, renewal: true, syncAnswer: true, fall: true })
  .extend({
    error: jsonColumn(appError).nullable(),
    outside: jsonColumn(batchRow.shape.outside.unwrap()).nullable(),
    changeError: jsonColumn(appError).nullable(),
    remarks: jsonColumn(remarks),
    renewal: renewalColumn,
    syncAnswer: jsonColumn(syncAnswer).nullable(),
    evidence: jsonColumn(manyEvidence).nullable(),
    client: z.string(),
  });

/** Conditions on rows `r` and their changes `c`. */
const conditions: Readonly<Record<RowsAsked['which'], string>> = {
  all: '1',
  'to-do': `NOT ${isExcluded}`,
  'left-out': isExcluded,
  // As `needingAttention` counts them: what a person has marked as done needs none any more.
  odd: `(${leftOutInNeed} OR c.state IN ('refused', 'not-applied', 'uncertain')
    OR (c.state = 'settled' AND json_extract(c.change, '$.settledAs') = 'not-applied'))`,
};

/** Pages of a batch's rows, each with the state of its change. */
function createListRows(database: DatabaseSync) {
  const isThere = database.prepare('SELECT 1 FROM batches WHERE id = ?');
  const clients = countOf(
    database,
    `(SELECT DISTINCT ${clientOf} FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${joinPortfolio} WHERE r.batch_id = ? LIMIT 2)`,
  );
  return ({ id, which, offset, limit }: RowsAsked) => {
    if (isThere.get(id) === undefined) return null;
    const where = `WHERE r.batch_id = ? AND ${conditions[which]}`;
    const join = which === 'odd' ? joinChanges : '';
    const total = countOf(database, `batch_rows r JOIN batches p ON p.id = r.batch_id ${join} ${where}`);
    const page = rowsOf(database, listedRow).query(pageQuery(where, join));
    const isOfSeveral = clients(id) > 1;
    const rows = page.all(id, limit, offset).map(({ evidence, outside, client, ...row }): BatchRow => ({
      ...row,
      ...(isOfSeveral && { client }),
      ...(outside !== null && { outside }),
      fall: fallOf(evidence ?? []),
    }));
    return { rows, total: total(id) };
  };
}

/** Row numbers are found first; only the rows shown are looked up in the journal. */
const pageQuery = (where: string, join: string): string => `
  SELECT r.number AS "index", r.domain, ${clientOf} AS client, r.step, r.before, coalesce(r.after, p.after) AS after, r.erases, ${leftOutNow} AS leftOut, r.error, r.remarks, r.renewal,
    CASE WHEN d.name IS NULL AND p.kind <> 'register' THEN json_object('heldBy', ${heldBySql('p.account_id', 'r.domain')}) END AS outside,
    c.id AS changeId, c.state, json_extract(c.change, '$.proof') AS proof,
    json_extract(c.change, '$.sentAt') AS sentAt, json_extract(c.change, '$.provenAt') AS provenAt,
    json_extract(c.change, '$.settledAs') AS settledAs, json_extract(c.change, '$.charge') AS charge,
    json_extract(c.change, '$.error') AS changeError, json_extract(c.change, '$.syncAnswer') AS syncAnswer,
    json_extract(c.change, '$.evidence') AS evidence
  FROM (SELECT r.* FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${join} ${where}
        ORDER BY r.number LIMIT ? OFFSET ?) r
  JOIN batches p ON p.id = r.batch_id ${joinChanges} ${joinPortfolio}
  ORDER BY r.number`;

/** For rows `r`: why the row is excluded, by the program or by hand. The program's reason takes precedence. */
const leftOutNow = `coalesce(r.left_out, CASE r.by_hand WHEN 1 THEN 'by-hand' END)`;

/** Of each row, everything that a person agrees to, with its price: the window and the command line apply a batch with it. */
const readColumns = `number, domain, before, seen, last_effect, renewal, remarks, taken_in, erases, ${leftOutNow}, step, undoes, after`;
/** Of each row, what it sends, also where it is read again: a second person approves that, with names and prices. */
const sentColumns = 'number, domain, taken_in, erases, step, undoes, after';

/** SHA-256 over account, login and request with the encrypted personal values, and these columns of every row; hexadecimal. */
function createDigest(database: DatabaseSync, columns: string): (batchId: string) => string {
  const ask = rowsOf(database, z.object({ ask: z.string() })).query(
    'SELECT json_array(account_id, base_url, username, kind, after, ask) AS ask FROM batches WHERE id = ?',
  );
  const rows = rowsOf(database, z.object({ row: z.string() })).query(`
    SELECT json_array(${columns}) AS row
    FROM batch_rows r WHERE batch_id = ? ORDER BY number`);

  return (batchId) => {
    const hash = createHash('sha256').update(ask.get(batchId).ask);
    // As JSON, so that no two different rows give the same text.
    for (const { row } of rows.each(batchId)) hash.update(`\n${row}`);
    return hash.digest('hex');
  };
}

const unreadRow = z.object({
  index: z.int(),
  domain: z.string(),
  step: batchRow.shape.step,
  undoes: z.string().nullable(),
  kind: changeKind,
  archivedAt: instantColumn.nullable(),
  known: jsonColumn(knownContent).nullable(),
  heldBy: z.string().nullable(),
  login: z.string(),
  accountId: z.string(),
  addedAt: instantColumn.nullable(),
});

/** What the portfolio knows of a domain, of its registrant without the name. */
export type KnownDomain = z.output<typeof knownContent> & Pick<Domain, 'archivedAt' | 'addedAt'>;

type OfPortfolio = Pick<z.output<typeof unreadRow>, 'known' | 'archivedAt' | 'addedAt'>;

/** Null where the portfolio does not have it. */
const knownIn = ({ known, archivedAt, addedAt }: OfPortfolio): KnownDomain | null =>
  addedAt === null ? null : { ...known, archivedAt, addedAt };

/** What a row writes, where it is not what the batch asks for. */
export interface OwnAim extends Pick<BatchRow, 'step'> {
  /** The change that it puts back; null where it puts none back. */
  readonly undoes: string | null;
}

/** A row to be read, with what is known without asking the service. */
export interface RowToRead extends OwnAim, Pick<BatchRow, 'index' | 'domain'> {
  readonly known: KnownDomain | null;
  /** The label of another account whose portfolio has it; null where none has. */
  readonly heldBy: string | null;
  readonly past: History;
}

/** Encoding checks it: a row with something else in it could not be read again, nor a consent with a longer text. */
const readRow = listedRow
  .pick({ index: true, before: true, leftOut: true, error: true, remarks: true, renewal: true, erases: true })
  .extend({
    lastEffect: z.string().nullable(),
    /** As `batch_rows.team_effect` has it. */
    teamEffect: z.string().nullable(),
    /** The value that is compared right before the change. */
    seen: consent.shape.present,
    /** What its domain is to become; null where that is the same for all. */
    after: batchRow.shape.after.nullable(),
  });
export type ReadRow = z.output<typeof readRow>;
const leftRow = readRow.pick({ index: true, leftOut: true, error: true, remarks: true });

/** Joins rows `r` of batches `p` with what the portfolio knows of their domains `d`. */
const joinPortfolio = 'LEFT JOIN domains d ON d.account_id = p.account_id AND d.name = r.domain';
const clientOf = "coalesce(d.client, '')";
const ofPortfolio = `${rowKind} AS kind, d.archived_at AS archivedAt, d.added_at AS addedAt, d.known`;

/** The rows of a batch that is being read. */
function createReadingRows(database: DatabaseSync) {
  const history = createHistory(database);
  const unread = rowsOf(database, unreadRow).query(`
    SELECT r.number AS "index", r.domain, r.step, r.undoes, ${ofPortfolio}, p.service AS login, p.account_id AS accountId,
      ${heldBySql('p.account_id', 'r.domain')} AS heldBy
    FROM batch_rows r JOIN batches p ON p.id = r.batch_id
    ${joinPortfolio}
    WHERE r.batch_id = ? AND r.number > ? AND r.is_read = 0
    ORDER BY r.number LIMIT ?`);
  const note = database.prepare(`
    UPDATE batch_rows SET is_read = 1, before = :before, seen = :seen, left_out = :leftOut, error = :error,
      last_effect = :lastEffect, team_effect = :teamEffect, renewal = :renewal, remarks = :remarks, erases = :erases,
      after = coalesce(:after, after)
    WHERE batch_id = :id AND number = :index`);

  return {
    /** Rows after `after` that are not read yet, in order. `after`: -1 for all of them. */
    unread: ({ id, after, limit }: OfBatch & { readonly after: number; readonly limit: number }) =>
      unread
        .all(id, after, limit)
        .map(({ index, domain, step, undoes, heldBy, login, accountId, kind, ...known }): RowToRead => ({
          index,
          domain,
          step,
          undoes,
          heldBy,
          known: knownIn(known),
          past: history.of({ domain, login, accountId, family: familyOf(kind) }, null),
        })),
    noteRead: ({ id, rows }: OfBatch & { readonly rows: readonly ReadRow[] }) =>
      inTransaction(database, () => {
        for (const row of rows) note.run({ ...readRow.encode(row), id });
        return {};
      }),
  };
}

const todoRow = z.object({
  index: z.int(),
  domain: z.string(),
  isHeld: z.int(),
  plannedId: z.string().nullable(),
  seen: z.string(),
  lastEffect: z.string().nullable(),
  teamEffect: z.string().nullable(),
  takenIn: z.int(),
  consentedAt: instantColumn,
  baseUrl: z.string(),
  username: z.string(),
  limits: limitsColumn,
  renewal: renewalColumn,
  ...unreadRow.pick({ step: true, undoes: true, kind: true, archivedAt: true, addedAt: true, known: true })
    .shape,
});

/** A row whose turn it is. */
export interface RowToDo extends OwnAim, Pick<BatchRow, 'index' | 'domain'> {
  readonly known: KnownDomain | null;
  /** A step before it was needed and was not done. */
  readonly isHeld: boolean;
  /** A person has included it although the program had excluded it. */
  readonly isIncluded: boolean;
  /** What the user consented to for this row. */
  readonly consent: Consent;
  /** A change of this row that was planned and never sent. */
  readonly plannedId: string | null;
}

/** Taxes and the like are the same in each: the last ones tell. */
const mostScanned = 50;

/** The rows of a batch that is being applied. */
function createRunningRows(database: DatabaseSync) {
  const lastPaid = rowsOf(database, z.object({ change: jsonColumn(change) })).query(`
    SELECT change FROM journal_changes WHERE batch_id = ? AND paid_at IS NOT NULL
    ORDER BY number DESC LIMIT ${mostScanned}`);
  // A row whose change was sent or is being sent is never repeated; one whose change is only planned is.
  const next = rowsOf(database, todoRow).query(`
    SELECT r.number AS "index", r.domain, r.step, r.undoes, r.seen, c.id AS plannedId, ${isHeldByStep} AS isHeld,
      CASE r.step WHEN 'lock-again' THEN ${unlockedBy} ELSE r.last_effect END AS lastEffect,
      CASE WHEN r.step = 'lock-again' AND EXISTS (SELECT 1 FROM team) THEN ${unlockedBy} ELSE r.team_effect END AS teamEffect, r.renewal, r.taken_in AS takenIn,
      p.consented_at AS consentedAt, p.base_url AS baseUrl, p.username, p.limit_accepted AS limits, ${ofPortfolio}
    FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${joinChanges} ${joinPortfolio}
    WHERE r.batch_id = ? AND p.state = 'running' AND p.consented_at IS NOT NULL AND r.number >= ? AND r.is_read = 1 AND r.left_out IS NULL AND r.by_hand = 0
      AND (c.id IS NULL OR c.state = 'planned')
    ORDER BY r.number LIMIT 1`);
  const leave = database.prepare(`
    UPDATE batch_rows SET left_out = :leftOut, error = :error, remarks = :remarks WHERE batch_id = :id AND number = :index`);
  const planned = rowsOf(database, z.object({ id: z.string() })).from(
    "journal_changes WHERE batch_id = ? AND state = 'planned' ORDER BY number",
  );

  return {
    /** Where more was taken than was agreed to, of the last changes of the batch, the newest first. */
    overcharges: ({ id }: OfBatch) =>
      lastPaid.all(id).flatMap(({ change: paid }) => {
        const charge = overchargeOf(paid);
        return charge === null ? [] : [{ number: paid.number, charge }];
      }),
    /** The first row from `from` on that is to be done and has no change that was sent or is being sent. */
    next({ id, from }: OfBatch & { readonly from: number }): RowToDo | null {
      const row = next.find(id, from);
      if (row === null) return null;
      const { index, domain, step, undoes, plannedId, seen, lastEffect, teamEffect, consentedAt } = row;
      const { kind, takenIn, isHeld, ...batch } = row;
      const consent = {
        at: consentedAt,
        service: { baseUrl: batch.baseUrl, username: batch.username },
        present: seen,
        lastEffect,
        ...(teamEffect !== null && { teamEffect: teamEffect === noEffect ? null : teamEffect }),
        price: batch.renewal?.price ?? null,
        // Including such a row, whose price is shown, is what accepts it.
        premiumAccepted: kind === 'register' && takenIn === 1 && batch.renewal?.isPremium === true,
        limits: batch.limits ?? [],
      };
      return {
        index,
        domain,
        step,
        undoes,
        plannedId,
        consent,
        known: knownIn(row),
        isHeld: isHeld === 1,
        isIncluded: takenIn === 1,
      };
    },
    leaveRow({ id, ...row }: OfBatch & z.output<typeof leftRow>) {
      leave.run({ ...leftRow.encode(row), id });
      return {};
    },
    /** The batch's changes that were planned and never sent. */
    planned: ({ id }: OfBatch) => planned.all(id).map((change) => change.id),
  };
}

interface LeaveOut extends OfBatch {
  readonly index: number;
  readonly isLeftOut: boolean;
}

const resting: readonly BatchState[] = ['ready', 'paused', 'halted'];
const overridableSql = overridable.map((reason) => `'${reason}'`).join(', ');
const factsRow = z.object({ leftOut: batchRow.shape.leftOut, changeId: z.string().nullable() });

/**
 * Excludes a row by hand, or includes it. Of the rows that the program excluded, the user can include only those that
 * are {@link overridable}. A row that has a change can be neither excluded nor included. `reason`: why nothing was changed.
 */
function createLeaveOut(database: DatabaseSync, records: BatchRecords, digestOf: (id: string) => string) {
  const facts = rowsOf(database, factsRow).query(`
    SELECT r.left_out AS leftOut, c.id AS changeId
    FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${joinChanges}
    WHERE r.batch_id = ? AND r.number = ?`);
  // With a step of a domain, the others: each domain has a row, or one for each of its steps.
  const ofDomain =
    'batch_id = ?2 AND domain = (SELECT domain FROM batch_rows WHERE batch_id = ?2 AND number = ?3)';
  const put = database.prepare(
    `UPDATE batch_rows AS r SET by_hand = ?1 WHERE ${ofDomain} AND NOT ${isRowSent}`,
  );
  const takeIn = database.prepare(`
    UPDATE batch_rows SET left_out = NULL, taken_in = ?1 WHERE ${ofDomain} AND left_out IN (${overridableSql})`);
  const setDigest = database.prepare('UPDATE batches SET digest = ? WHERE id = ?');
  const endConsent = database.prepare(endConsentSql);

  function reasonAgainst(
    state: BatchState,
    row: z.output<typeof factsRow> | null,
    isLeftOut: boolean,
  ): 'not-now' | 'no-row' | 'otherwise' | null {
    if (!resting.includes(state)) return 'not-now';
    if (row === null) return 'no-row';
    const isFixed = row.leftOut !== null && !overridable.includes(row.leftOut) && !isLeftOut;
    return row.changeId !== null || isFixed ? 'otherwise' : null;
  }

  return ({ id, index, isLeftOut }: LeaveOut) =>
    records.change(id, ({ state }) => {
      const reason = reasonAgainst(state, facts.find(id, index), isLeftOut);
      if (reason === null) {
        put.run(isLeftOut ? 1 : 0, id, index);
        if (!isLeftOut) takeIn.run(1, id, index);
        // An applied batch keeps the digest that it was applied with. A row that is included now is none of those that the
        // person reviewed, whose count was typed: the rest is read and reviewed anew before it goes on.
        if (state === 'ready') setDigest.run(digestOf(id), id);
        else if (!isLeftOut) endConsent.run(id);
      }
      return { reason };
    });
}

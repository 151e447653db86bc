import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchAsk, batchRow } from '#shared/areas/batches.ts';
import { change } from '#shared/areas/change-schemas.ts';
import { hasSteps, type UndoneSource } from '#shared/domain/batch.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { bytesColumn, isPresent, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { joinChanges } from './steps.ts';

interface KeepPrevious {
  readonly changeId: string;
  readonly accountId: string;
  readonly at: string;
  readonly bytes: Uint8Array;
}

/** Stores what contacts were before a change. Nothing is stored for an account that is gone. */
export function createKeepPrevious(database: DatabaseSync) {
  const put = database.prepare(`
    INSERT OR REPLACE INTO previous_contacts (change_id, account_id, at, bytes)
    SELECT ?, id, ?, ? FROM accounts WHERE id = ?`);
  return ({ changeId, accountId, at, bytes }: KeepPrevious) => {
    put.run(changeId, toMs(at), bytes, accountId);
    return {};
  };
}

/** Deletes what is older than `sinceMs`, and that of changes that had no effect. */
export const dropPreviousSql = `
  DELETE FROM previous_contacts WHERE at < ?
    OR NOT EXISTS (SELECT 1 FROM journal_changes WHERE id = change_id AND (is_open = 1 OR took_effect = 1))`;

/** A change that is to be taken back: what it set, and what was there before. */
export interface Undone extends Pick<Change, 'what' | 'before'> {
  /** Of contacts: both, encrypted; null where that is no longer stored. */
  readonly sealed: Uint8Array | null;
}

/** The changes that one batch puts back, which are all of one kind. */
export interface ToPutBack {
  readonly accountId: string;
  readonly changes: readonly Pick<Change, 'id' | 'domain' | 'what'>[];
  /** The domains are unlocked for it, and locked again. */
  readonly unlocks: boolean;
}

const undoable: readonly ChangeKind[] = ['lock', 'nameservers', 'contacts'];
const isUndoable = ({ what }: Pick<Change, 'what'>): boolean => undoable.includes(what.kind);

const changeRow = z.object({ change: jsonColumn(change) });
const ofBatchRow = z.object({
  accountId: z.string(),
  kind: z.string(),
  state: z.string(),
  ask: jsonColumn(batchAsk),
});
/** Of what still runs, nothing is taken back. */
const overStates: readonly string[] = ['done', 'stopped'];
const idRow = z.object({ id: z.string() });
const domainRow = batchRow.pick({ domain: true });

/** The way back: what a batch or a change has changed, and what was there before. */
export function createPutBack(database: DatabaseSync) {
  const one = rowsOf(database, changeRow).from(
    `journal_changes WHERE id = ? AND account_id IN (SELECT id FROM accounts WHERE ${isPresent})`,
  );
  const batch = rowsOf(database, ofBatchRow).query(
    'SELECT account_id AS accountId, kind, state, ask FROM batches WHERE id = ?',
  );
  // Of a batch with steps, only what it is for: its steps are taken again.
  const effects = rowsOf(database, changeRow).from(
    'journal_changes WHERE batch_id = ? AND family = ? AND took_effect = 1 ORDER BY number',
  );
  const sealed = rowsOf(database, z.object({ bytes: bytesColumn })).from(
    'previous_contacts WHERE change_id = ?',
  );
  const keptIn = rowsOf(database, idRow).query(`
    SELECT change_id AS id FROM previous_contacts WHERE change_id IN (SELECT id FROM journal_changes WHERE batch_id = ?)`);
  const leftUnlocked = rowsOf(database, domainRow).query(`
    SELECT r.domain FROM batch_rows r JOIN batches p ON p.id = r.batch_id ${joinChanges}
    WHERE r.batch_id = ?1 AND r.step = 'unlock' AND c.took_effect = 1 AND r.domain NOT IN (
      SELECT l.domain FROM journal_changes l WHERE l.batch_id = ?1 AND l.family = 'lock' AND l.took_effect = 1
        AND json_extract(l.change, '$.what.state') = 'locked')
    ORDER BY r.number`);

  const doneBy = (batchId: string, kind: string): Change[] =>
    effects
      .all(batchId, kind)
      .map((found) => found.change)
      .filter(isUndoable);
  const isKnown = ({ what, before }: Change): boolean =>
    what.kind === 'lock' ? before?.lock != null : before?.nameservers != null;

  return {
    /** Null where there is no such batch or change, the batch is not over, or nothing of it that can be put back took effect. */
    toPutBack({ of }: { readonly of: UndoneSource }): ToPutBack | null {
      if ('changeId' in of) {
        const found = one.find(of.changeId)?.change;
        if (found === undefined || !isUndoable(found) || !tookEffect(found)) return null;
        return { accountId: found.accountId, changes: [found], unlocks: false };
      }
      const found = batch.find(of.batchId);
      const changes = found === null ? [] : doneBy(of.batchId, found.kind);
      if (found === null || !overStates.includes(found.state) || changes.length === 0) return null;
      return { accountId: found.accountId, changes, unlocks: hasSteps(found.ask) };
    },
    /** A change that a row puts back; null where there is none. */
    undone({ id }: { readonly id: string }): Undone | null {
      const found = one.find(id)?.change;
      if (found === undefined) return null;
      return { what: found.what, before: found.before, sealed: sealed.find(id)?.bytes ?? null };
    },
    /** What a batch leaves to be taken back; null where there is no such batch. */
    wayBack({ id }: { readonly id: string }) {
      const found = batch.find(id);
      if (found === null) return null;
      const isKind = undoable.some((kind) => kind === found.kind);
      const changes = isKind ? doneBy(id, found.kind) : [];
      const kept = new Set(found.kind === 'contacts' ? keptIn.all(id).map((row) => row.id) : []);
      const able = changes.filter((done) => (found.kind === 'contacts' ? kept.has(done.id) : isKnown(done)));
      return {
        toPutBack: isKind ? able.length : null,
        notKept: changes.length - able.length,
        leftUnlocked: hasSteps(found.ask) ? leftUnlocked.all(id).map(({ domain }) => domain) : [],
      };
    },
  };
}

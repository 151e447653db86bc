import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchAsk } from '#shared/areas/batches.ts';
import { change } from '#shared/areas/change-schemas.ts';
import { hasSteps, type UndoneSource } from '#shared/domain/batch.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { bytesColumn, isPresent, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { createLogins } from '../repositories/accounts.ts';
import { createLeftUnlocked } from './steps.ts';

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
  /** How many domains were changed at another login than the account has now: nothing of these is put back. */
  readonly elsewhere: number;
  /** The domains are unlocked for it, and locked again. */
  readonly unlocks: boolean;
}

const undoable: readonly ChangeKind[] = ['lock', 'nameservers', 'contacts'];
const isUndoable = ({ what }: Pick<Change, 'what'>): boolean => undoable.includes(what.kind);

const changeRow = z.object({ change: jsonColumn(change), service: z.string() });
type Row = z.output<typeof changeRow>;
const ofBatchRow = z.object({
  accountId: z.string(),
  kind: z.string(),
  state: z.string(),
  ask: jsonColumn(batchAsk),
});
/** Of what still runs, nothing is taken back. */
const overStates: readonly string[] = ['done', 'stopped'];

/** What changes have done at the login that the account has now. */
function createDone(database: DatabaseSync) {
  const one = rowsOf(database, changeRow).from(
    `journal_changes WHERE id = ? AND account_id IN (SELECT id FROM accounts WHERE ${isPresent})`,
  );
  const logins = createLogins(database);
  const effects = rowsOf(database, changeRow).from(
    'journal_changes WHERE batch_id = ? AND took_effect = 1 ORDER BY number',
  );
  /** Of a batch with steps, only what it is for: its steps are taken again. */
  const doneBy = (batchId: string, kind: string) =>
    splitByLogin(effects.all(batchId), ({ what }) => what.kind === kind);
  /** The way back leads to the login that the account has now, so only what was done there is put back (H14). */
  function splitByLogin(rows: readonly Row[], isMeant: (of: Change) => boolean) {
    const undoables = rows.filter((row) => isUndoable(row.change));
    const isHere = (row: Row): boolean => row.service === logins.ofAccount(row.change.accountId);
    const away = undoables.filter((row) => !isHere(row)).map((row) => row.change.domain);
    const changes = undoables
      .filter(isHere)
      .map((row) => row.change)
      .filter(isMeant);
    return { changes, elsewhere: new Set(away).size };
  }
  const ofOne = (id: string) => {
    const found = one.find(id);
    return found === null ? null : splitByLogin(tookEffect(found.change) ? [found] : [], () => true);
  };
  return { one, doneBy, ofOne };
}

const isKnown = ({ what, before }: Change): boolean =>
  what.kind === 'lock' ? before?.lock != null : before?.nameservers != null;

/** The way back: what a batch or a change has changed, and what was there before. */
export function createPutBack(database: DatabaseSync) {
  const { one, doneBy, ofOne } = createDone(database);
  const batch = rowsOf(database, ofBatchRow).query(
    'SELECT account_id AS accountId, kind, state, ask FROM batches WHERE id = ?',
  );
  const sealed = rowsOf(database, z.object({ bytes: bytesColumn })).from(
    'previous_contacts WHERE change_id = ?',
  );
  const leftUnlocked = createLeftUnlocked(database);

  return {
    /** Null where there is no such batch or change, or the batch is not over. */
    toPutBack({ of }: { readonly of: UndoneSource }): ToPutBack | null {
      if ('changeId' in of) {
        const accountId = one.find(of.changeId)?.change.accountId;
        const done = ofOne(of.changeId);
        return accountId === undefined || done === null ? null : { accountId, ...done, unlocks: false };
      }
      const found = batch.find(of.batchId);
      if (found === null || !overStates.includes(found.state)) return null;
      const { accountId, kind, ask } = found;
      return { accountId, ...doneBy(of.batchId, kind), unlocks: hasSteps(ask) };
    },
    /** A change that a row puts back; null where there is none. */
    undone({ id }: { readonly id: string }): Undone | null {
      const found = ofOne(id)?.changes[0];
      if (found === undefined) return null;
      return { what: found.what, before: found.before, sealed: sealed.find(id)?.bytes ?? null };
    },
    /** What a batch or a change leaves to be taken back; null where there is no such one. */
    wayBack({ of }: { readonly of: UndoneSource }) {
      const found = 'batchId' in of ? batch.find(of.batchId) : null;
      const done = 'changeId' in of ? ofOne(of.changeId) : found && doneBy(of.batchId, found.kind);
      if (done === null) return null;
      const { changes, elsewhere } = done;
      const able = changes.filter((each) =>
        each.what.kind === 'contacts' ? sealed.find(each.id) !== null : isKnown(each),
      );
      const isKind = found === null || undoable.some((kind) => kind === found.kind);
      const steps = 'batchId' in of && found !== null && hasSteps(found.ask) ? leftUnlocked(of.batchId) : [];
      return {
        toPutBack: isKind ? able.length : null,
        notKept: changes.length - able.length,
        elsewhere,
        leftUnlocked: steps.map(({ domain }) => domain),
      };
    },
  };
}

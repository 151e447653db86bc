import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { change as changeSchema, journalEntry } from '#shared/areas/change-schemas.ts';
import { type Change, projectChange, type ProjectedChange } from '#shared/domain/change.ts';
import { jsonIn } from '../../system/texts.ts';
import type { NewDoubt } from '../journal/doubts.ts';

/** What a file says of a change, which the journal may not prove. */
export interface Claim {
  readonly id: string;
  /** Null where only some columns can be read: then the doubt is made of these. */
  readonly change: Change | null;
  readonly doubt: NewDoubt | null;
}

export interface Claims {
  readonly claims: readonly Claim[];
  /** Every change that the file counts is among them. */
  readonly isWhole: boolean;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** The changes that a damaged file names, in its list and in its entries, as far as its rows can be read one by one. */
export function claimsIn(database: DatabaseSync): Claims {
  const counted = unlessUnreadable(
    () => database.prepare('SELECT changes FROM journal_head').get(),
    undefined,
  );
  const listed = readableRows(database, 'journal_changes', 'number').flatMap((row) => listedClaim(row) ?? []);
  const entries = entryClaims(readableRows(database, 'journal_entries', 'seq'));
  const ids = new Set(listed.map(({ id }) => id));
  return {
    claims: [...listed, ...entries.filter(({ id }) => !ids.has(id))],
    isWhole: counted?.['changes'] === listed.length,
  };
}

function listedClaim(row: Row): Claim | null {
  const id = String(row['id']);
  const projected = changeSchema.safeParse(parsed(row['change']));
  if (projected.success) return { id, change: projected.data, doubt: null };
  const found = listedRow.safeParse(row);
  // Where not even these columns are as they were written, it cannot be said for which name it is.
  if (!found.success) return null;
  const { domain, service, family, kind, number, paid_at: paidAt } = found.data;
  if (paidAt === null) return { id, change: null, doubt: null };
  const sentAt = new Date(paidAt).toISOString();
  return {
    id,
    change: null,
    doubt: { domain, service, family, since: sentAt, at: sentAt, known: { number, kind, sentAt } },
  };
}

const parsed = (text: unknown): unknown => jsonIn(String(text));

const listedRow = z.object({
  number: z.int(),
  domain: z.string(),
  service: z.string(),
  family: z.string(),
  kind: z.string(),
  paid_at: z.int().min(0).max(8.64e15).nullable(),
});

/** Each change that has its first entry, in the last state that can be read. */
function entryClaims(rows: readonly Row[]): readonly Claim[] {
  const found = new Map<string, ProjectedChange>();
  const ids = new Set<string>();
  for (const row of rows) {
    const entry = unlessUnreadable(
      () => journalEntry.parse({ ...row, changeId: row['change_id'], event: parsed(row['event']) }),
      null,
    );
    if (entry === null) continue;
    const before = found.get(entry.changeId) ?? null;
    // As the journal numbers them: one that has lost its first entry counts once.
    ids.add(entry.changeId);
    const after = unlessUnreadable(() => projectChange(before, entry, ids.size), null);
    if (after !== null) found.set(entry.changeId, after);
  }
  return [...found.values()].map(({ change }) => ({ id: change.id, change, doubt: null }));
}

const rowsAtOnce = 200;
/** A page holds fewer rows, and damage takes a few pages. */
const mostMisses = 5_000;

/** Every row of a table that can be read: many at once and, where a page is damaged, one by one past it. */
export function readableRows(database: DatabaseSync, table: string, key: string): readonly Row[] {
  const rows: Row[] = [];
  const statements = unlessUnreadable(
    () => ({
      page: database.prepare(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${rowsAtOnce}`),
      one: database.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`),
    }),
    null,
  );
  for (let at = 0, misses = 0; statements !== null && misses < mostMisses;) {
    const page = unlessUnreadable(() => statements.page.all(at), null);
    if (page?.length === 0) break;
    const next = page ?? [unlessUnreadable(() => statements.one.get(at + 1), undefined)];
    misses = next.some((row) => row !== undefined) ? 0 : misses + 1;
    rows.push(...next.filter((row) => row !== undefined));
    at = page === null ? at + 1 : Number(page.at(-1)?.[key] ?? at);
  }
  return rows;
}

/**
 * Any error that a damaged file causes in SQLite, in a file name or in a schema means unreadable; the start continues.
 */
export function unlessUnreadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

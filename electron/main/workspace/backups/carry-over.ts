import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { journalEvent } from '#shared/areas/change-schemas.ts';
import { mostApart, mostStoppedBatches } from '#shared/areas/restore-schemas.ts';
import type { ApartChange, ChainRead, RestoreFindings } from '#shared/domain/maintenance.ts';
import { syncFile } from '../../system/durable-files.ts';
import { stopEvery } from '../batches/batches.ts';
import { beforeAll, type Chain, type Head, type Link } from '../chain.ts';
import type { ChangeRows } from '../journal/changes.ts';
import { type AccessLine, chainOfAccesses, createAccessLines } from '../journal/code-accesses.ts';
import {
  chainOfEntries,
  createEntryRows,
  createJournalTables,
  createSealedRows,
  type EntryHead,
  type EntryRow,
} from '../journal/entries.ts';
import { createJournalAfterRestore } from '../journal/write.ts';
import { bringUp, openUnwritten } from '../open-file.ts';
import { inTransaction, rowsOf } from '../sqlite.ts';

/** What a restore found and did, except for what only the files beside the workspace tell. */
export type CarriedOver = Pick<
  RestoreFindings,
  'changes' | 'accesses' | 'carriedOver' | 'batches' | 'withdrawn' | 'apart' | 'look'
>;

/**
 * Prepares a copy of a backup to replace the workspace: migrated to the newest version, with all verified journal
 * entries of the replaced file, every batch stopped and every planned change withdrawn (F3). The copy is flushed to
 * disk when this returns; if the process is killed before, the copy is unusable.
 *
 * @param fresh The copy, or an empty file. @param source The replaced file, damaged or not; it is only read.
 * @param at When it is restored.
 */
export function carryOver(
  fresh: string,
  source: string,
  migrations: readonly string[],
  { at, isCopy }: { readonly at: string; readonly isCopy: boolean },
): CarriedOver {
  const database = new DatabaseSync(fresh);
  try {
    // Nobody reads the file before it is complete: it needs no WAL, and is flushed once at the end.
    for (const pragma of [
      'journal_mode = MEMORY',
      'synchronous = OFF',
      'secure_delete = ON',
      'trusted_schema = OFF',
    ])
      database.exec(`PRAGMA ${pragma}`);
    bringUp(database, migrations);
    return carriedOver(database, source, `${fresh}.reading`, { at, isCopy });
  } finally {
    database.close();
    syncFile(fresh);
  }
}

function carriedOver(
  database: DatabaseSync,
  source: string,
  scratch: string,
  { at, isCopy }: { readonly at: string; readonly isCopy: boolean },
): CarriedOver {
  const tables = createJournalTables(database);
  const { entries } = tables;
  const lines = createAccessLines(database);
  const journal = createJournalAfterRestore(tables);
  const newer = readNewer(source, scratch, {
    changes: chainOfEntries(entries),
    accesses: chainOfAccesses(lines),
  });
  const copied = entries.head().length;
  const changes = addedOf(newer.changes, journal.adopt(newer.changes.links));
  const accesses = addedOf(newer.accesses, adoptLines(database, lines, newer.accesses.links));
  journal.adoptSealed(newer.sealedOf);
  const isWhole = changes.reading === 'whole';
  const withdrawnAfter = entries.head().length;
  adoptDoubts(database, newer.doubts);
  const batches = stopEvery(database, at, isWhole).slice(0, mostStoppedBatches);
  const withdrawn = journal.withdrawPlanned(at, !isWhole);
  return {
    changes,
    accesses,
    carriedOver: new Set(newer.changes.links.slice(0, changes.added).map(({ changeId }) => changeId)).size,
    batches,
    withdrawn,
    apart: apartChanges(newer.changes, tables.changes),
    look: {
      // Without a copy, all entries were carried over, and none of them needs review.
      after: isCopy ? copied : withdrawnAfter,
      upTo: entries.head().length,
      planIds: isWhole ? [] : batches.map(({ planId }) => planId),
    },
  };
}

/** What an earlier restore left in doubt stays so. */
function adoptDoubts(database: DatabaseSync, doubts: readonly Doubt[]): void {
  const add = database.prepare(
    'INSERT OR REPLACE INTO restore_doubts (domain, service, family, at) VALUES (?, ?, ?, ?)',
  );
  inTransaction(database, () => {
    for (const { domain, service, family, at } of doubts) add.run(domain, service, family, at);
  });
}

/** Where some verified links could not be added to the journal, the reading counts as partial. */
const addedOf = <L>({ read, links }: Beyond<L>, added: number): ChainRead =>
  added === links.length
    ? { ...read, added }
    : { ...read, reading: 'in-part', upTo: read.upTo - links.length + added, added };

function adoptLines(
  database: DatabaseSync,
  lines: ReturnType<typeof createAccessLines>,
  links: readonly AccessLine[],
): number {
  inTransaction(database, () => links.forEach((line) => lines.add(line)));
  return links.length;
}

/** The changes in links that diverge from the journal: each change once, in its last state. */
function apartChanges({ apart }: Beyond<EntryRow>, changes: ChangeRows): readonly ApartChange[] {
  const found = new Map<string, ApartChange>();
  for (const row of apart) {
    const before = found.get(row.changeId) ?? begunBefore(row, changes) ?? begunBy(row);
    if (before !== null) found.set(row.changeId, { ...before, state: row.state });
  }
  return [...found.values()].slice(0, mostApart);
}

function begunBefore({ changeId }: EntryRow, changes: ChangeRows): ApartChange | null {
  const told = changes.find(changeId);
  if (told === null) return null;
  const { domain, accountLabel, what, state } = told.change;
  return { domain, accountLabel, kind: what.kind, state };
}

function begunBy({ eventText, state }: EntryRow): ApartChange | null {
  const event = journalEvent.safeParse(JSON.parse(eventText)).data;
  if (event?.type !== 'planned') return null;
  const { domain, accountLabel, what } = event;
  return { domain, accountLabel, kind: what.kind, state };
}

/** What a chain of the replaced file has beyond the same chain of the backup. */
interface Beyond<L> {
  readonly read: Omit<ChainRead, 'added'>;
  /** Links that continue the backup's chain, each verified by its hash. */
  readonly links: readonly L[];
  /** A consistent chain of links that diverges from the backup's chain before its end. */
  readonly apart: readonly L[];
}

interface NewerFile {
  readonly changes: Beyond<EntryRow>;
  readonly accesses: Beyond<AccessLine>;
  /** The personal data that open changes send, encrypted. */
  readonly sealedOf: ReadonlyMap<string, Uint8Array>;
  readonly doubts: readonly Doubt[];
}

const doubtRow = z.object({ domain: z.string(), service: z.string(), family: z.string(), at: z.int() });
type Doubt = z.output<typeof doubtRow>;

/** The chains of the backup, which are known to hold. */
interface OurChains {
  readonly changes: Chain<EntryRow, EntryHead>;
  readonly accesses: Chain<AccessLine, Head>;
}

/**
 * What the two chains of a replaced file contain beyond its backup, as far as it verifies. The file may be damaged in
 * any way, or missing: unreadable parts are left out, nothing is thrown, and nothing is written to it.
 *
 * @param source The file's path; its write-ahead log lies beside it.
 * @param scratch A path for a temporary copy.
 */
function readNewer(source: string, scratch: string, ours: OurChains): NewerFile {
  const inFile = lookInto(
    unlessUnreadable(() => openUnwritten(source), null),
    ours,
  );
  if (!hasLog(source)) return inFile;
  const withLog = lookAtCopy(source, scratch, ours);
  // A torn or foreign log can make a file worse.
  return withLog.changes.read.upTo >= inFile.changes.read.upTo ? withLog : inFile;
}

/** To read the log, SQLite creates an index beside the file: so it works on a copy of both. */
function lookAtCopy(source: string, scratch: string, ours: OurChains): NewerFile {
  try {
    removeScratch(scratch);
    const database = unlessUnreadable(() => {
      copyFileSync(source, scratch);
      copyFileSync(`${source}-wal`, `${scratch}-wal`);
      return new DatabaseSync(scratch, { readOnly: true });
    }, null);
    return lookInto(database, ours);
  } finally {
    removeScratch(scratch);
  }
}

export function removeScratch(scratch: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(scratch + part, { force: true });
}

const hasLog = (path: string): boolean =>
  existsSync(path) && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function lookInto(database: DatabaseSync | null, ours: OurChains): NewerFile {
  if (database === null) return nothing;
  try {
    return {
      changes: unlessUnreadable(
        () => beyond(chainOfEntries(createEntryRows(database)), ours.changes),
        unread,
      ),
      accesses: unlessUnreadable(
        () => beyond(chainOfAccesses(createAccessLines(database)), ours.accesses),
        unread,
      ),
      sealedOf: unlessUnreadable(() => sealedIn(database), new Map<string, Uint8Array>()),
      doubts: unlessUnreadable(() => rowsOf(database, doubtRow).from('restore_doubts').all(), []),
    };
  } finally {
    unlessUnreadable(() => database.close(), undefined);
  }
}

const unread = { read: { reading: 'unreadable', upTo: 0, of: null }, links: [], apart: [] } as const;
const nothing: NewerFile = { changes: unread, accesses: unread, sealedOf: new Map(), doubts: [] };

function sealedIn(database: DatabaseSync): ReadonlyMap<string, Uint8Array> {
  const sealed = createSealedRows(database);
  return new Map(
    sealed.ids().flatMap((id) => {
      const bytes = sealed.find(id);
      return bytes === null ? [] : [[id, bytes] as const];
    }),
  );
}

/** What `theirs` has beyond the end of `ours`. */
function beyond<L extends Link, H extends Head>(theirs: Chain<L, H>, ours: Chain<L, H>): Beyond<L> {
  const from = ours.head();
  const head = unlessUnreadable<Head | null>(theirs.head, null);
  const links = follow(theirs, from);
  const upTo = from.length + links.length;
  const hash = links.at(-1)?.hash ?? from.hash;
  if (head !== null && head.length === upTo && head.hash === hash) return found('whole', upTo, head, links);
  if (links.length > 0 || hashAt(theirs, from.length) === from.hash)
    return found('in-part', upTo, head, links);
  // The backup may be the newer one: it was made before an older one was restored.
  if (head !== null && head.length < from.length && hashAt(ours, head.length) === head.hash)
    return found('whole', head.length, head, []);
  return apart(theirs, ours, head);
}

const found = <L>(
  reading: ChainRead['reading'],
  upTo: number,
  head: Head | null,
  links: readonly L[],
): Beyond<L> => ({
  read: { reading, upTo, of: head === null ? null : Math.max(head.length, upTo) },
  links,
  apart: [],
});

/** The two chains diverge before the end of `ours`, or the replaced file is damaged. */
function apart<L extends Link, H extends Head>(
  theirs: Chain<L, H>,
  ours: Chain<L, H>,
  head: Head | null,
): Beyond<L> {
  const common = commonLength(theirs, ours);
  const links = follow(theirs, { length: common, hash: hashAt(ours, common) ?? beforeAll });
  const upTo = common + links.length;
  const of = head === null ? null : Math.max(head.length, upTo);
  if (links.length > 0) return { read: { reading: 'apart', upTo, of }, links: [], apart: links };
  return upTo === 0 && (of ?? 0) === 0 ? unread : found('in-part', upTo, head, []);
}

/** How many links are the same in both. */
function commonLength<L extends Link, H extends Head>(theirs: Chain<L, H>, ours: Chain<L, H>): number {
  for (let seq = 0; ; seq += 1) {
    const [their, our] = [linkAfter(theirs, seq), linkAfter(ours, seq)];
    if (their === null || our === null || their.seq !== our.seq || their.hash !== our.hash) return seq;
  }
}

/** The links after `from`, as long as each is consecutive and has the expected hash. */
function follow<L extends Link, H extends Head>(chain: Chain<L, H>, from: Head): readonly L[] {
  const links: L[] = [];
  let { length: seq, hash } = from;
  for (;;) {
    const rows = rowsAfter(chain, seq);
    if (rows.length === 0) return links;
    for (const link of rows) {
      if (link === null || link.seq !== seq + 1 || link.hash !== chain.hashOf(hash, link)) return links;
      links.push(link);
      [seq, hash] = [link.seq, link.hash];
    }
  }
}

/** Reads many at once; where one of them is unreadable, one by one up to it. */
const rowsAfter = <L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): readonly (L | null)[] =>
  unlessUnreadable(() => chain.rowsAfter(seq, linksAtOnce), null) ??
  unlessUnreadable(() => chain.rowsAfter(seq, 1), []);

const linksAtOnce = 500;

const linkAfter = <L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): L | null =>
  unlessUnreadable(() => chain.rowsAfter(seq, 1)[0] ?? null, null);

/** The hash of the link at `seq`; null where there is none. */
function hashAt<L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): string | null {
  if (seq === 0) return beforeAll;
  const link = linkAfter(chain, seq - 1);
  return link?.seq === seq ? link.hash : null;
}

/**
 * Any error that a damaged file causes in SQLite, in a file name or in a schema means unreadable; the start continues.
 */
function unlessUnreadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

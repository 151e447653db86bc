import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { mostStoppedBatches } from '#shared/areas/restore-schemas.ts';
import { syncFile } from '../../system/durable-files.ts';
import { stopEvery } from '../batches/batches.ts';
import { beforeAll, type Chain, type Head, type Link, walkToEnd } from '../chain.ts';
import { type AccessLine, chainOfAccesses, createAccessLines } from '../journal/code-accesses.ts';
import {
  createDoubts,
  type DoubtLine,
  doubtLinesIn,
  doubtOf,
  everyName,
  identityIn,
} from '../journal/doubts.ts';
import {
  chainOfEntries,
  createEntryRows,
  createJournalTables,
  createSealedRows,
  createWalk,
  type EntryHead,
  type EntryRow,
  type JournalTables,
  listWithin,
} from '../journal/entries.ts';
import { createJournalAfterRestore } from '../journal/write.ts';
import { bringUp } from '../bring-up.ts';
import { openUnwritten } from '../open-file.ts';
import { countOf, inTransaction, rowsOf } from '../sqlite.ts';
import { type Claim, claimsIn, type Claims, unlessUnreadable } from './claims.ts';
import { copyOthers, type Guards, guardsIn, joinAgain, keepStricter, teamIn } from './other-tables.ts';
import type { ChainRead, RestoreFindings } from '#shared/domain/backup.ts';
import type { Membership } from '../repositories/team.ts';

/** What a restore found and did, except for what only the files beside the workspace tell. */
export type PutBack = Pick<
  RestoreFindings,
  'changes' | 'accesses' | 'carriedOver' | 'batches' | 'withdrawn' | 'kept' | 'review'
>;

interface When {
  /** When it is restored. */
  readonly at: string;
  /** When the backup was made; null where there is none. */
  readonly madeAt: string | null;
}

/**
 * Copies all but the journals from a backup into the living file, in one transaction: the journals never move (G2). Repeated
 * after a kill, it does the same again.
 *
 * @param path The living file, sound and without a log. @param copy A verified copy of the backup; it is migrated.
 */
export function putInto(path: string, copy: string, migrations: readonly string[], when: When): PutBack {
  withFile(copy, (database) => bringUp(database, migrations));
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    for (const pragma of ['synchronous = FULL', 'secure_delete = ON', 'trusted_schema = OFF'])
      database.exec(`PRAGMA ${pragma}`);
    bringUp(database, migrations);
    database.prepare('ATTACH ? AS copy').run(copy);
    const theirs = openUnwritten(copy);
    try {
      return inTransaction(database, () => putWithin(database, theirs, migrations, when));
    } finally {
      theirs.close();
    }
  } finally {
    database.close();
    syncFile(path);
  }
}

function putWithin(
  database: DatabaseSync,
  theirs: DatabaseSync,
  migrations: readonly string[],
  when: When,
): PutBack {
  const tables = createJournalTables(database);
  const { entries } = tables;
  // A migration that changes the columns of the list of changes leaves it empty.
  if (tables.changes.count() === 0 && entries.head().length > 0) listWithin(tables);
  const copied = chainOfEntries(createEntryRows(theirs));
  const after = commonLength(copied, chainOfEntries(entries));
  const isOfThis = after === copied.head().length;
  const { length } = entries.head();
  const guards = guardsIn(database);
  copyOthers(database, migrations);
  const claims = isOfThis ? [] : claimsOf(theirs);
  const read = isOfThis ? 'whole' : 'apart';
  const found = settle(tables, { ...when, isAllKnown: true, claims, after, guards });
  const lines = createAccessLines(database).head().length;
  return {
    ...found,
    changes: { reading: read, upTo: length, of: length, added: length - after },
    accesses: { reading: 'whole', upTo: lines, of: lines, added: 0 },
  };
}

/** A backup that knows changes which this journal does not: it is of another computer, or of a file that was replaced. */
function claimsOf(database: DatabaseSync): readonly Claim[] {
  const { entries } = createJournalTables(database);
  const claims: Claim[] = [];
  walkToEnd(createWalk(entries, ({ change }) => claims.push({ id: change.id, change, doubt: null })));
  return claims;
}

/**
 * Prepares a copy of a backup to replace a damaged workspace: migrated to the newest version, with the longest journal that
 * verifies, and a doubt for each payment that the damaged file names beyond it. The copy is flushed to disk when this returns;
 * if the process is killed before, it is unusable.
 *
 * @param fresh The copy, or an empty file. @param source The damaged file; it is only read.
 */
export function rebuild(fresh: string, source: string, migrations: readonly string[], when: When): PutBack {
  return withFile(fresh, (database) => {
    bringUp(database, migrations);
    return rebuilt(database, source, `${fresh}.reading`, when);
  });
}

/** Nobody reads the file before it is complete: it needs no WAL, and is flushed once at the end. */
function withFile<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    for (const pragma of [
      'journal_mode = MEMORY',
      'synchronous = OFF',
      'secure_delete = ON',
      'trusted_schema = OFF',
    ])
      database.exec(`PRAGMA ${pragma}`);
    return work(database);
  } finally {
    database.close();
    syncFile(path);
  }
}

function rebuilt(database: DatabaseSync, source: string, scratch: string, when: When): PutBack {
  const tables = createJournalTables(database);
  const { entries } = tables;
  const lines = createAccessLines(database);
  const journal = createJournalAfterRestore(tables);
  const newer = readNewer(source, scratch, {
    changes: chainOfEntries(entries),
    accesses: chainOfAccesses(lines),
  });
  const copied = entries.head().length;
  const own = newer.changes.common < copied ? claimsOf(database) : [];
  const { links, common } = newer.changes;
  const changes = addedOf(newer.changes, journal.adopt(links, common));
  const accesses = addedOf(newer.accesses, adoptLines(database, lines, newer.accesses));
  journal.adoptSealed(newer.sealedOf);
  const isWhole = changes.reading === 'whole';
  const { claims, isWhole: isListed } = newer.claims;
  joinAgain(database, newer.team);
  return inTransaction(database, () => {
    // Whether what was claimed was sent, only a whole journal knows: the team's database keeps the claim until a person frees it.
    if (!isWhole) database.exec('DELETE FROM team_claims');
    createDoubts(database).adopt(newer.doubts ?? []);
    if (newer.identity !== null) database.prepare('UPDATE workspace_identity SET id = ?').run(newer.identity);
    const removed = database.prepare(`
      INSERT OR IGNORE INTO removed_names SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM domains WHERE account_id = ?1 AND name = ?2)`);
    for (const { accountId, name } of newer.removed) removed.run(accountId, name);
    const found = settle(tables, {
      ...when,
      isAllKnown: newer.doubts !== null && (isWhole || isListed),
      claims: isWhole ? own : [...own, ...claims],
      after: Math.min(copied, newer.changes.common),
      guards: newer.guards,
    });
    return { ...found, changes, accesses };
  });
}

interface Settled extends When {
  readonly isAllKnown: boolean;
  /** What another file says was paid. */
  readonly claims: readonly Claim[];
  /** The entries that the backup does not know begin after it. */
  readonly after: number;
  readonly guards: Guards | null;
}

/** What every restore does in the end, in the caller's transaction. */
function settle(
  tables: JournalTables,
  { at, madeAt, isAllKnown, claims, after, guards }: Settled,
): Omit<PutBack, 'changes' | 'accesses'> {
  const { database, entries, changes } = tables;
  const isProved = (id: string): boolean => {
    const state = changes.find(id)?.change.state ?? 'planned';
    return state !== 'planned' && state !== 'withdrawn';
  };
  const doubts = claims.flatMap(({ id, change, doubt }) =>
    isProved(id) ? [] : ((change === null ? doubt : doubtOf(change, at)) ?? []),
  );
  createDoubts(database).add(
    isAllKnown ? doubts.map((doubt) => ({ ...doubt, at })) : [...doubts, everyName(at, madeAt ?? at)],
  );
  const batches = stopEvery(database, at).slice(0, mostStoppedBatches);
  createJournalAfterRestore(tables).withdrawPlanned(at, !isAllKnown);
  const upTo = entries.head().length;
  const from = madeAt === null ? upTo : after;
  database
    .prepare('INSERT OR REPLACE INTO effects_to_tell (only, after_seq, up_to, beyond) VALUES (1, ?, ?, 0)')
    .run(from, upTo);
  const since = countOf(
    database,
    `(SELECT DISTINCT change_id FROM journal_entries WHERE seq > ? AND NOT (${isByThis}))`,
  );
  const withdrawn = countOf(database, `journal_entries WHERE ${isByThis}`);
  return {
    carriedOver: since(from, at),
    batches,
    withdrawn: withdrawn(at),
    kept: keepStricter(database, guards),
    review: { after: from, upTo, batchIds: isAllKnown ? [] : batches.map(({ batchId }) => batchId) },
  };
}

/** An entry that a restore wrote, now or before it was killed. */
const isByThis = "state = 'withdrawn' AND at = ? AND json_extract(event, '$.error.kind') = 'from-backup'";

/** Where some verified links could not be added to the journal, the reading counts as partial. */
const addedOf = <L>({ read, links }: Beyond<L>, added: number): ChainRead =>
  added === links.length
    ? { ...read, added }
    : { ...read, reading: 'in-part', upTo: read.upTo - links.length + added, added };

function adoptLines(
  database: DatabaseSync,
  lines: ReturnType<typeof createAccessLines>,
  { links, common }: Beyond<AccessLine>,
): number {
  if (common < lines.head().length) return 0;
  inTransaction(database, () => links.forEach((line) => lines.add(line)));
  return links.length;
}

/** What a chain of the damaged file has beyond the same chain of the backup. */
interface Beyond<L> {
  readonly read: Omit<ChainRead, 'added'>;
  /** Links that follow the backup's first `common` ones, each verified by its hash, and reach at least as far. */
  readonly links: readonly L[];
  readonly common: number;
}

const removedRow = z.object({ accountId: z.string(), name: z.string() });

interface NewerFile {
  readonly changes: Beyond<EntryRow>;
  readonly accesses: Beyond<AccessLine>;
  /** The personal data that open changes send, encrypted. */
  readonly sealedOf: ReadonlyMap<string, Uint8Array>;
  /** What the file names, proved or not. */
  readonly claims: Claims;
  /** Lines of doubts; null where they cannot be read. */
  readonly doubts: readonly DoubtLine[] | null;
  readonly identity: string | null;
  /** Names that were removed by hand. */
  readonly removed: readonly z.output<typeof removedRow>[];
  readonly guards: Guards | null;
  /** Null where none was joined, or that cannot be read. */
  readonly team: Membership | null;
}

/** The chains of the backup, which are known to hold. */
interface OurChains {
  readonly changes: Chain<EntryRow, EntryHead>;
  readonly accesses: Chain<AccessLine, Head>;
}

/**
 * What the two chains of a damaged file contain beyond its backup, as far as it verifies. The file may be damaged in
 * any way, or missing: unreadable parts are left out, nothing is thrown, and nothing is written to it.
 *
 * @param source The file's path; its write-ahead log lies beside it.
 * @param scratch A path for a temporary copy.
 */
function readNewer(source: string, scratch: string, ours: OurChains): NewerFile {
  const inFile = readJournals(
    unlessUnreadable(() => openUnwritten(source), null),
    ours,
  );
  if (!hasLog(source)) return inFile;
  const withLog = readJournalsOfCopy(source, scratch, ours);
  // A torn or foreign log can make a file worse.
  return withLog.changes.read.upTo >= inFile.changes.read.upTo ? withLog : inFile;
}

/** To read the log, SQLite creates an index beside the file: so it works on a copy of both. */
function readJournalsOfCopy(source: string, scratch: string, ours: OurChains): NewerFile {
  try {
    removeScratch(scratch);
    const database = unlessUnreadable(() => {
      copyFileSync(source, scratch);
      copyFileSync(`${source}-wal`, `${scratch}-wal`);
      return new DatabaseSync(scratch, { readOnly: true });
    }, null);
    return readJournals(database, ours);
  } finally {
    removeScratch(scratch);
  }
}

export function removeScratch(scratch: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(scratch + part, { force: true });
}

const hasLog = (path: string): boolean =>
  existsSync(path) && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function readJournals(database: DatabaseSync | null, ours: OurChains): NewerFile {
  if (database === null) return { ...nothing, ...withoutLinks(ours) };
  const none = withoutLinks(ours);
  try {
    const changes = unlessUnreadable(
      () => beyond(chainOfEntries(createEntryRows(database)), ours.changes),
      none.changes,
    );
    return {
      changes,
      accesses: unlessUnreadable(
        () => beyond(chainOfAccesses(createAccessLines(database)), ours.accesses),
        none.accesses,
      ),
      sealedOf: unlessUnreadable(() => sealedIn(database), new Map<string, Uint8Array>()),
      claims: changes.read.reading === 'whole' ? nothing.claims : claimsIn(database),
      doubts: unlessUnreadable(() => doubtLinesIn(database), null),
      identity: unlessUnreadable(() => identityIn(database), null),
      removed: unlessUnreadable(() => rowsOf(database, removedRow).from('removed_names').all(), []),
      guards: unlessUnreadable(() => guardsIn(database), null),
      team: unlessUnreadable(() => teamIn(database), null),
    };
  } finally {
    unlessUnreadable(() => database.close(), undefined);
  }
}

const unread = { reading: 'unreadable', upTo: 0, of: null } as const;
const withoutLinks = ({ changes, accesses }: OurChains): Pick<NewerFile, 'changes' | 'accesses'> => ({
  changes: { read: unread, links: [], common: changes.head().length },
  accesses: { read: unread, links: [], common: accesses.head().length },
});
const nothing: Omit<NewerFile, 'changes' | 'accesses'> = {
  sealedOf: new Map(),
  claims: { claims: [], isWhole: false },
  doubts: null,
  identity: null,
  removed: [],
  guards: null,
  team: null,
};

function sealedIn(database: DatabaseSync): ReadonlyMap<string, Uint8Array> {
  const sealed = createSealedRows(database);
  return new Map(
    sealed.ids().flatMap((id) => {
      const bytes = sealed.find(id);
      return bytes === null ? [] : [[id, bytes] as const];
    }),
  );
}

/** What `theirs` has beyond the end of `ours`, or instead of its end. */
function beyond<L extends Link, H extends Head>(theirs: Chain<L, H>, ours: Chain<L, H>): Beyond<L> {
  const end = ours.head();
  const isAfter = hashAt(theirs, end.length) === end.hash || follow(theirs, end).length > 0;
  const common = isAfter ? end.length : commonLength(theirs, ours);
  const start = { length: common, hash: hashAt(ours, common) ?? beforeAll };
  const links = follow(theirs, start);
  const upTo = common + links.length;
  const read = readOf(
    unlessUnreadable<Head | null>(theirs.head, null),
    upTo,
    links.at(-1)?.hash ?? start.hash,
  );
  if (links.length > 0 && upTo >= end.length) return { read, links, common };
  // Two chains that part, of which the backup's is the longer one.
  const isApart = links.length > 0;
  return { read: isApart ? { ...read, reading: 'apart' } : read, links: [], common: end.length };
}

function readOf(head: Head | null, upTo: number, hash: string): Omit<ChainRead, 'added'> {
  if (head?.length === upTo && head.hash === hash) return { reading: 'whole', upTo, of: upTo };
  if (upTo === 0 && (head?.length ?? 0) === 0) return unread;
  return { reading: 'in-part', upTo, of: head === null ? null : Math.max(head.length, upTo) };
}

/** How many links are the same in both: where two hashes agree, so do all before them. */
function commonLength<L extends Link, H extends Head>(theirs: Chain<L, H>, ours: Chain<L, H>): number {
  let [low, high] = [0, ours.head().length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const hash = hashAt(theirs, middle);
    if (hash !== null && hash === hashAt(ours, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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

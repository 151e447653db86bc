import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ChainRead } from '#shared/domain/restore.ts';
import type { Chain, Head, Link } from '../chain/chain.ts';
import { beforeAll } from '../chain/hash.ts';
import { chainOfAccesses, createAccessLines } from '../codes/access-lines.ts';
import type { AccessLine } from '../code-requests.ts';
import { createEntryRows, type EntryHead, type EntryRow } from '../journal/entry-rows.ts';
import { createSealedRows } from '../journal/sealed-rows.ts';
import { chainOfEntries } from '../journal/walk.ts';

/** What one chain of a replaced file has beyond the same chain of a backup of it. */
export interface Beyond<L> {
  readonly read: Omit<ChainRead, 'added'>;
  /** They continue the backup's chain, each verified by its hash. */
  readonly links: readonly L[];
  /** They hold together, and part from the backup's chain before its end. */
  readonly apart: readonly L[];
}

export interface NewerFile {
  readonly changes: Beyond<EntryRow>;
  readonly accesses: Beyond<AccessLine>;
  /** What open changes send and is personal, encrypted. */
  readonly sealedOf: ReadonlyMap<string, Uint8Array>;
}

/** The chains of the backup, which are known to hold. */
export interface OurChains {
  readonly changes: Chain<EntryRow, EntryHead>;
  readonly accesses: Chain<AccessLine, Head>;
}

/**
 * What the two chains of a replaced file say beyond a backup of it, as far as it verifies. The file may be damaged in any
 * way, or not be there: whatever cannot be read is left out, nothing is thrown, and nothing is written to it.
 *
 * @param source The file's path; its log of changes lies beside it.
 * @param scratch A path where a copy can be made for as long as this takes.
 */
export function readNewer(source: string, scratch: string, ours: OurChains): NewerFile {
  const inFile = lookInto(asItLies(source), ours);
  if (!hasLog(source)) return inFile;
  const withLog = lookAtCopy(source, scratch, ours);
  // A log that is torn or foreign can make a file worse.
  return withLog.changes.read.upTo >= inFile.changes.read.upTo ? withLog : inFile;
}

/** Nobody changes it meanwhile: SQLite may read it without a lock, and makes no files beside it. It does not see the log. */
const asItLies = (path: string): DatabaseSync | null =>
  unlessUnreadable(
    () => new DatabaseSync(new URL(`${pathToFileURL(path).href}?immutable=1`), { readOnly: true }),
    null,
  );

/** To see what is in the log SQLite makes an index of it beside the file: so it is given a copy of both. */
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
    };
  } finally {
    unlessUnreadable(() => database.close(), undefined);
  }
}

const unread = { read: { reading: 'unreadable', upTo: 0, of: null }, links: [], apart: [] } as const;
const nothing: NewerFile = { changes: unread, accesses: unread, sealedOf: new Map() };

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

/** The two chains part somewhere before the end of `ours`, or what is there is damaged. */
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

/** The links that come after one, as long as each is the next and has the hash that it should have. */
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

/** Many at once; where one of them cannot be read, one by one up to that. */
const rowsAfter = <L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): readonly (L | null)[] =>
  unlessUnreadable(() => chain.rowsAfter(seq, linksAtOnce), null) ??
  unlessUnreadable(() => chain.rowsAfter(seq, 1), []);

const linksAtOnce = 500;

const linkAfter = <L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): L | null =>
  unlessUnreadable(() => chain.rowsAfter(seq, 1)[0] ?? null, null);

/** The hash up to a link; null where there is none. */
function hashAt<L extends Link, H extends Head>(chain: Chain<L, H>, seq: number): string | null {
  if (seq === 0) return beforeAll;
  const link = linkAfter(chain, seq - 1);
  return link?.seq === seq ? link.hash : null;
}

/** Whatever a damaged file makes SQLite, a file's name or a schema throw: it could not be read, and the start goes on. */
function unlessUnreadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { codeAccess } from '#shared/areas/codes.ts';
import type { CodeAccess, CodeOutcome, RequestAction, UnrequestedAction } from '#shared/domain/code.ts';
import type { JournalHealth } from '#shared/domain/change.ts';
import {
  beforeAll,
  canonicalJson,
  type Chain,
  type ChainCheck,
  createChainCheck,
  createChainWalk,
  hashOf,
  type Head,
  lastRow,
  type Link,
} from '../chain.ts';
import { columnOf, columnsOf, filterOf, inTransaction, rowsOf } from '../sqlite.ts';

/**
 * One line of the chain. `access`: for an outcome, the number of the line that it belongs to; otherwise its own number.
 * An access without a request is one line.
 */
const accessLine = codeAccess.extend({ access: codeAccess.shape.seq, hash: z.string().length(64) });
export type AccessLine = z.output<typeof accessLine>;

/** `broken`: the chain does not hold, and nothing was added to it. */
export type AccessWritten =
  { readonly kind: 'written'; readonly seq: number } | { readonly kind: 'broken'; readonly seq: number };

type Access = Omit<CodeAccess, 'seq' | 'deed' | 'outcome'>;

/** Checks the chain of accesses in a file. */
export function createCheckOfAccesses(database: DatabaseSync, now: () => Date): ChainCheck<Head> {
  const chain = chainOfAccesses(createAccessLines(database));
  return createChainCheck(chain, () => createChainWalk(chain), now);
}

/**
 * The log of accesses to transfer codes: append-only lines, each with a hash over itself and the previous one. The
 * whole chain is checked before the first line of a start is added. Each line is its own transaction, flushed to disk
 * before the call returns.
 */
export function createAccessesRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  check: ChainCheck<Head> = createCheckOfAccesses(database, now),
) {
  const lines = createAccessLines(database);

  const written = (write: () => number): AccessWritten | Promise<AccessWritten> =>
    check.unlessBroken(() => ({ kind: 'written', seq: inTransaction(database, write) }));

  const health = () => {
    const { checkedAt } = check.health();
    return { ...accessesHealth(check), checkedAt };
  };

  return {
    /** Adds the line that has to exist before the service is asked. */
    ask: (access: Access & { readonly deed: RequestAction }) =>
      written(() => add(lines, (seq) => ({ ...access, seq, access: seq, outcome: null }))),
    /** Adds the outcome. Once for each access. */
    conclude: (concluded: { readonly access: number; readonly at: string; readonly outcome: CodeOutcome }) =>
      written(() => {
        const { access, at, outcome } = concluded;
        const asked = lines.find(access);
        if (asked?.outcome !== null) throw new Error('There is no such access');
        return add(lines, (seq) => ({ ...asked, seq, at, outcome }));
      }),
    /**
     * Records that a code which is there already is about to be copied or shown: a line that is complete by itself, since
     * the service is not asked.
     */
    note: (access: Access & { readonly deed: UnrequestedAction }) =>
      written(() => add(lines, (seq) => ({ ...access, seq, access: seq, outcome: 'code' }))),
    list: lines.newest,
    /** Lines in order after `after`, for export and check. */
    page: ({ after, limit }: { readonly after: number; readonly limit: number }) => lines.after(after, limit),
    /** `check` walks the whole chain; without it, the result of the last walk. */
    health: ({ check: isWanted }: { readonly check: boolean }) =>
      isWanted ? check.walk().then(health) : health(),
  };
}

/** The state of the chain as of its last walk. */
export function accessesHealth(check: ChainCheck<Head>): JournalHealth['accesses'] {
  const { head, broken } = check.health();
  return { lines: head.length, head: head.hash, broken };
}

/** Returns the line's number. */
function add(lines: AccessLines, lineOf: (seq: number) => Line): number {
  const head = lines.head();
  // A line that could not be read again would break the chain: it is a bug before it is added.
  const line = newLine.parse(lineOf(head.length + 1));
  lines.add({ ...line, hash: lineHash(head.hash, line) });
  return line.seq;
}

/** A line without its hash. */
const newLine = accessLine.omit({ hash: true });
type Line = z.output<typeof newLine>;

const names = accessLine.keyof().options;

/** Null and the empty text match everything. */
export interface Newest {
  readonly accountId: string | null;
  readonly domain: string | null;
  /** A part of the domain's name. */
  readonly text: string;
  readonly limit: number;
}

const headRow = z.object({ length: z.int().min(0), hash: z.string() });

/** The lines and their head. Writes must run in the caller's transaction. */
export function createAccessLines(database: DatabaseSync) {
  const head = rowsOf(database, headRow).query(
    'SELECT lines AS length, hash FROM code_accesses_head WHERE only = 1',
  );
  const setHead = database.prepare('UPDATE code_accesses_head SET lines = ?, hash = ? WHERE only = 1');
  const last = rowsOf(database, lastRow).from('code_accesses ORDER BY seq DESC LIMIT 1');
  const find = rowsOf(database, accessLine).from('code_accesses WHERE seq = ?');
  const add = database.prepare(`
    INSERT INTO code_accesses (${names.map(columnOf).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
  const afterSql = 'code_accesses WHERE seq > ? ORDER BY seq LIMIT ?';
  const after = rowsOf(database, accessLine).from(afterSql);
  const rowsAfter = database.prepare(`SELECT ${columnsOf(accessLine)} FROM ${afterSql}`);
  return {
    head: (): Head => head.get(),
    last: (): Link | null => last.find(),
    find: (seq: number): AccessLine | null => find.find(seq),
    add(line: AccessLine): void {
      add.run(...names.map((name) => line[name]));
      setHead.run(line.seq, line.hash);
    },
    after: (seq: number, limit: number): AccessLine[] => after.all(seq, limit),
    /** As `after`; a row that cannot be a line is null. */
    rowsAfter: (seq: number, limit: number) =>
      rowsAfter.all(seq, limit).map((row) => accessLine.safeParse(row).data ?? null),
    /** Each access once, the newest first, with its outcome; null where that was never written. */
    newest: (asked: Newest): CodeAccess[] => newestIn(database, asked),
  };
}
type AccessLines = ReturnType<typeof createAccessLines>;

/**
 * The hash of a line, computed like that of a journal entry: with the access in place of the change's id, the outcome
 * (`asked` where there is none) in place of the state, and the rest in place of the event.
 */
function lineHash(before: string, line: Line): string {
  const { seq, access, at, outcome } = line;
  const eventText = canonicalJson(accessEvent(line));
  return hashOf(before, { seq, changeId: String(access), at, state: outcome ?? 'asked', eventText });
}

type AccessEvent = Pick<AccessLine, 'accountId' | 'accountLabel' | 'domain' | 'deed'>;

/** The part of a line that hashes and exports use in place of the event of a journal entry. */
export const accessEvent = ({ accountId, accountLabel, domain, deed }: AccessEvent): AccessEvent => ({
  accountId,
  accountLabel,
  domain,
  deed,
});

export const chainOfAccesses = (lines: AccessLines): Chain<AccessLine, Head> => ({
  ...lines,
  emptyHead: { length: 0, hash: beforeAll },
  noun: 'line',
  hashOf: lineHash,
});

function newestIn(database: DatabaseSync, { accountId, domain, text, limit }: Newest): CodeAccess[] {
  const { conditions, values } = filterOf([
    ['a.domain = ?', domain],
    ['a.account_id = ?', accountId],
    ['instr(a.domain, ?) > 0', text === '' ? null : text.toLowerCase()],
  ]);
  const fits = conditions.map((condition) => ` AND ${condition}`).join('');
  // Two queries, because one index covers the lines of requests, and another those that are complete by themselves.
  const query = rowsOf(database, codeAccess).query(`
    SELECT a.seq, a.at, a.account_id AS "accountId", a.account_label AS "accountLabel", a.domain, a.deed, b.outcome
    FROM code_accesses a LEFT JOIN code_accesses b ON b.access = a.seq AND b.outcome IS NOT NULL
    WHERE a.outcome IS NULL${fits}
    UNION ALL
    SELECT a.seq, a.at, a.account_id, a.account_label, a.domain, a.deed, a.outcome
    FROM code_accesses a WHERE a.seq IN (
      SELECT seq FROM code_accesses INDEXED BY code_accesses_answered WHERE outcome IS NOT NULL AND access = seq
    )${fits}
    ORDER BY 1 DESC LIMIT ?`);
  return query.all(...values, ...values, limit);
}

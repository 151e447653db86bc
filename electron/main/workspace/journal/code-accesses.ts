import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { codeAccess } from '#shared/areas/codes.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import {
  beforeAll,
  canonicalJson,
  type Chain,
  type ChainCheck,
  createChainCheck,
  createChainWalk,
  hashOf,
  type Head,
  type Link,
} from '../chain.ts';
import { type AccessesHealth, accessEvent, type AccessLine, accessLine } from '../records.ts';
import type { Repository } from '../requests.ts';
import { inTransaction, parseRow } from '../sqlite.ts';

/** Whether the chain of accesses in a file holds. */
export function createCheckOfAccesses(database: DatabaseSync, now: () => Date): ChainCheck<Head> {
  const chain = chainOfAccesses(createAccessLines(database));
  return createChainCheck(chain, () => createChainWalk(chain), now);
}

/**
 * The journal of accesses in the workspace's file. Before the first line of a start is added, the whole chain is checked.
 * Each line is a transaction of its own that is on the disk when it is answered.
 */
export function createAccessesRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  check: ChainCheck<Head> = createCheckOfAccesses(database, now),
): Repository<'codeAccesses'> {
  const lines = createAccessLines(database);

  const written = (write: () => number) =>
    check.unlessBroken(() => ({ kind: 'written' as const, seq: inTransaction(database, write) }));

  const health = (): AccessesHealth => {
    const { head, checkedAt, broken } = check.health();
    return { lines: head.length, head: head.hash, checkedAt, broken };
  };

  return {
    ask: (access) => written(() => add(lines, (seq) => ({ ...access, seq, access: seq, outcome: null }))),
    conclude: ({ access, at, outcome }) =>
      written(() => {
        const asked = lines.find(access);
        if (asked?.outcome !== null) throw new Error('There is no such access');
        return add(lines, (seq) => ({ ...asked, seq, at, outcome }));
      }),
    noteCopy: (access) =>
      written(() =>
        add(lines, (seq) => ({ ...access, deed: 'copy-shown', seq, access: seq, outcome: 'code' })),
      ),
    list: lines.newest,
    page: ({ after, limit }) => lines.after(after, limit),
    health: ({ check: isWanted }) => (isWanted ? check.walk().then(health) : health()),
  };
}

/** Says its number. */
function add(lines: AccessLines, lineOf: (seq: number) => Line): number {
  const head = lines.head();
  const line = lineOf(head.length + 1);
  lines.add({ ...line, hash: lineHash(head.hash, line) });
  return line.seq;
}

/** What a line says, without its hash. */
type Line = Omit<AccessLine, 'hash'>;

/** The lines and their head. What writes is for a transaction of the caller's. */
interface AccessLines {
  readonly head: () => Head;
  readonly last: () => Link | null;
  readonly find: (seq: number) => AccessLine | null;
  readonly add: (line: AccessLine) => void;
  readonly after: (seq: number, limit: number) => AccessLine[];
  /** As {@link AccessLines.after}; what cannot be a line is null. */
  readonly rowsAfter: (seq: number, limit: number) => readonly (AccessLine | null)[];
  /** Each access once, with what came of it. */
  readonly newest: (asked: Newest) => CodeAccess[];
}

const columns = `seq, access, at, account_id AS "accountId", account_label AS "accountLabel", domain, deed, outcome, hash`;

/** Null and the empty text leave nothing out. */
export interface Newest {
  readonly accountId: string | null;
  readonly domain: string | null;
  /** Stands in the domain's name. */
  readonly text: string;
  readonly limit: number;
}

const headRow = z.object({ length: z.int().min(0), hash: z.string() });
const lastRow = z.object({ seq: z.int(), hash: z.string() });

export function createAccessLines(database: DatabaseSync): AccessLines {
  const head = database.prepare('SELECT lines AS length, hash FROM code_accesses_head WHERE only = 1');
  const setHead = database.prepare('UPDATE code_accesses_head SET lines = ?, hash = ? WHERE only = 1');
  const last = database.prepare('SELECT seq, hash FROM code_accesses ORDER BY seq DESC LIMIT 1');
  const find = database.prepare(`SELECT ${columns} FROM code_accesses WHERE seq = ?`);
  const add = database.prepare('INSERT INTO code_accesses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const after = database.prepare(`SELECT ${columns} FROM code_accesses WHERE seq > ? ORDER BY seq LIMIT ?`);
  return {
    head: () => parseRow(headRow, head.get()),
    last() {
      const row = last.get();
      return row === undefined ? null : parseRow(lastRow, row);
    },
    find(seq) {
      const row = find.get(seq);
      return row === undefined ? null : parseRow(accessLine, row);
    },
    add({ seq, access, at, accountId, accountLabel, domain, deed, outcome, hash }) {
      add.run(seq, access, at, accountId, accountLabel, domain, deed, outcome, hash);
      setHead.run(seq, hash);
    },
    after: (seq, limit) => after.all(seq, limit).map((row) => parseRow(accessLine, row)),
    rowsAfter: (seq, limit) => after.all(seq, limit).map((row) => accessLine.safeParse(row).data ?? null),
    newest: (asked) => newestIn(database, asked),
  };
}

/**
 * The hash of a line, made as that of an entry of the journal: the access stands where the change's id does, the outcome
 * (`asked` where there is none) where the state does, and the rest where the event does.
 */
function lineHash(before: string, line: Line): string {
  const { seq, access, at, outcome } = line;
  const eventText = canonicalJson(accessEvent(line));
  return hashOf(before, { seq, changeId: String(access), at, state: outcome ?? 'asked', eventText });
}

export const chainOfAccesses = (lines: AccessLines): Chain<AccessLine, Head> => ({
  ...lines,
  emptyHead: { length: 0, hash: beforeAll },
  noun: 'line',
  hashOf: lineHash,
});

function newestIn(database: DatabaseSync, { accountId, domain, text, limit }: Newest): CodeAccess[] {
  const conditions: readonly (readonly [string, string | null])[] = [
    ['a.domain = ?', domain],
    ['a.account_id = ?', accountId],
    ['instr(a.domain, ?) > 0', text === '' ? null : text.toLowerCase()],
  ];
  const used = conditions.filter((each): each is readonly [string, string] => each[1] !== null);
  const fits = used.map(([sql]) => ` AND ${sql}`).join('');
  const values = used.map(([, value]) => value);
  // Two ways to the lines, since an index leads to those that asked, and another one to those that are whole by themselves.
  const query = database.prepare(`
    SELECT a.seq, a.at, a.account_id AS "accountId", a.account_label AS "accountLabel", a.domain, a.deed, b.outcome
    FROM code_accesses a LEFT JOIN code_accesses b ON b.access = a.seq AND b.outcome IS NOT NULL
    WHERE a.outcome IS NULL${fits}
    UNION ALL
    SELECT a.seq, a.at, a.account_id, a.account_label, a.domain, a.deed, a.outcome
    FROM code_accesses a WHERE a.seq IN (
      SELECT seq FROM code_accesses INDEXED BY code_accesses_answered WHERE outcome IS NOT NULL AND access = seq
    )${fits}
    ORDER BY 1 DESC LIMIT ?`);
  return query.all(...values, ...values, limit).map((row) => parseRow(codeAccess, row));
}

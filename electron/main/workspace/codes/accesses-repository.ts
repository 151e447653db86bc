import type { DatabaseSync } from 'node:sqlite';
import type { AccessWritten } from '../code-requests.ts';
import type { Repository } from '../requests.ts';
import { inTransaction } from '../transaction.ts';
import { type AccessLines, createAccessLines, type Line, lineHash } from './access-lines.ts';
import { type AccessesCheck, createAccessesCheck } from './check-accesses.ts';

/** Whether the chain of accesses in a file holds. */
export const createCheckOfAccesses = (database: DatabaseSync, now: () => Date): AccessesCheck =>
  createAccessesCheck(createAccessLines(database), now);

/**
 * The journal of accesses in the workspace's file. Before the first line of a start is added, the whole chain is checked.
 * Each line is a transaction of its own that is on the disk when it is answered.
 */
export function createAccessesRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  check: AccessesCheck = createCheckOfAccesses(database, now),
): Repository<'codeAccesses'> {
  const lines = createAccessLines(database);

  const unlessBroken = (write: () => number): AccessWritten => {
    const broken = check.broken();
    return broken === null
      ? { kind: 'written', seq: inTransaction(database, write) }
      : { kind: 'broken', seq: broken.seq };
  };
  const whenChecked = (write: () => number): AccessWritten | Promise<AccessWritten> =>
    check.isWalked() ? unlessBroken(write) : check.walk().then(() => unlessBroken(write));

  return {
    ask: (access) => whenChecked(() => add(lines, (seq) => ({ ...access, seq, access: seq, outcome: null }))),
    conclude: ({ access, at, outcome }) =>
      whenChecked(() => {
        const asked = lines.find(access);
        if (asked?.outcome !== null) throw new Error('There is no such access');
        return add(lines, (seq) => ({ ...asked, seq, at, outcome }));
      }),
    list: lines.newest,
    page: ({ after, limit }) => lines.after(after, limit),
    health: ({ check: isWanted }) => (isWanted ? check.walk().then(() => check.health()) : check.health()),
  };
}

/** Says its number. */
function add(lines: AccessLines, lineOf: (seq: number) => Line): number {
  const head = lines.head();
  const line = lineOf(head.lines + 1);
  lines.add({ ...line, hash: lineHash(head.hash, line) });
  return line.seq;
}

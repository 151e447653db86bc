import type { DatabaseSync } from 'node:sqlite';
import type { Head } from '../chain/chain.ts';
import { type ChainCheck, createChainCheck } from '../chain/check-chain.ts';
import { createChainWalk } from '../chain/walk-chain.ts';
import type { AccessesHealth } from '../code-requests.ts';
import type { Repository } from '../requests.ts';
import { inTransaction } from '../transaction.ts';
import { type AccessLines, chainOfAccesses, createAccessLines, type Line, lineHash } from './access-lines.ts';

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

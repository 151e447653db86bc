import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccessesHealth, AccessLine } from '../code-requests.ts';
import { beforeAll } from '../journal/chain.ts';
import { unlessDamaged } from '../journal/damage.ts';
import { type AccessesHead, type AccessLines, lineHash } from './access-lines.ts';

type Broken = NonNullable<AccessesHealth['broken']>;

/** Whether the chain of accesses holds. */
export interface AccessesCheck {
  /** What the last walk found; walks nowhere. */
  readonly health: () => AccessesHealth;
  /** Walks the whole chain, a piece at a time; those who ask meanwhile get the same walk. */
  readonly walk: () => Promise<void>;
  /** What keeps lines from being added; looks at the chain's end alone. Null before the first walk too. */
  readonly broken: () => Broken | null;
  readonly isWalked: () => boolean;
}

/** Some ten milliseconds' worth. */
const linesPerStep = 500;

export function createAccessesCheck(lines: AccessLines, now: () => Date): AccessesCheck {
  let checkedAt: string | null = null;
  let broken: Broken | null = null;
  let underWay: Promise<void> | null = null;

  async function walk(): Promise<void> {
    const next = createAccessesWalk(lines);
    let step = next();
    while (step === 'more') {
      await nextTurn();
      step = next();
    }
    broken = step === 'holds' ? null : step;
    checkedAt = now().toISOString();
  }

  return {
    health() {
      const head = unlessDamaged(lines.head, nothing);
      return { lines: head.lines, head: head.hash, checkedAt, broken };
    },
    walk() {
      underWay ??= walk().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    broken() {
      broken ??= brokenAtTheEnd(lines);
      return broken;
    },
    isWalked: () => checkedAt !== null,
  };
}

const nothing: AccessesHead = { lines: 0, hash: '' };

/** One way along the whole chain, a step with each call. Lines that are added between two steps are walked over too. */
export function createAccessesWalk(lines: AccessLines): () => 'more' | 'holds' | Broken {
  let [seq, hash] = [0, beforeAll];

  function link(line: AccessLine | null): Broken | null {
    const at = seq + 1;
    if (line === null) return { seq: at, why: 'This line is not one that was written.' };
    if (line.seq !== at) return { seq: at, why: 'This line is missing.' };
    if (line.hash !== lineHash(hash, line)) {
      return { seq: at, why: 'This line, or the one before it, is not as it was written.' };
    }
    [seq, hash] = [at, line.hash];
    return null;
  }

  function end(): 'holds' | Broken {
    const head = lines.head();
    if (head.lines > seq) return { seq: seq + 1, why: 'The lines from here on are missing.' };
    return head.lines === seq && head.hash === hash
      ? 'holds'
      : { seq, why: 'This is not the line that was written last.' };
  }

  function step(): 'more' | 'holds' | Broken {
    const rows = lines.rowsAfter(seq, linesPerStep);
    for (const row of rows) {
      const broken = link(row);
      if (broken !== null) return broken;
    }
    return rows.length === linesPerStep ? 'more' : end();
  }

  return () => {
    const damaged = { seq: seq + 1, why: 'The lines from here on cannot be read.' };
    return unlessDamaged<'more' | 'holds' | Broken>(step, damaged);
  };
}

function brokenAtTheEnd(lines: AccessLines): Broken | null {
  const [head, last] = [lines.head(), lines.last()];
  if (head.lines === (last?.seq ?? 0) && head.hash === (last?.hash ?? '')) return null;
  return { seq: head.lines, why: 'This is not the line that was written last.' };
}

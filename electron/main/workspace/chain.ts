import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { unlessDamaged } from './sqlite.ts';

/** Hash-chained rows as stored in the file: each link has a hash over itself and the previous hash. */
export interface Chain<L extends Link, H extends Head> {
  /** What a link is called in messages about the chain. */
  readonly noun: keyof typeof plural;
  readonly head: () => H;
  /** The head before the first link. */
  readonly emptyHead: H;
  /** The last stored link; null where there is none. */
  readonly last: () => Link | null;
  /** A row that cannot be a link is null. */
  readonly rowsAfter: (seq: number, limit: number) => readonly (L | null)[];
  readonly hashOf: (before: string, link: L) => string;
}

export interface Link {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly hash: string;
}

/** The row that is read for the last link. */
export const lastRow = z.object({ seq: z.int(), hash: z.string() });

/** The last link's number and hash, stored separately from the links, so that truncation is detected. */
export interface Head {
  readonly length: number;
  readonly hash: string;
}

/** The first link where a chain breaks. */
interface Broken {
  readonly seq: number;
  readonly why: string;
}

const plural = { entry: 'entries', line: 'lines' } as const;

/** The hash before the first link. */
export const beforeAll = '';

/** What a link's hash covers; the event is the exact text that is stored. */
interface Hashed {
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  readonly state: string;
  readonly eventText: string;
}

/**
 * The hash of a link: SHA-256, hexadecimal, over six lines of UTF-8, joined by line feeds: the previous hash, the
 * link's number, the change's id, the time, the state, and the event as {@link canonicalJson}. No line contains a line
 * feed.
 */
export const hashOf = (before: string, { seq, changeId, at, state, eventText }: Hashed): string =>
  createHash('sha256')
    .update([before, String(seq), changeId, at, state, eventText].join('\n'))
    .digest('hex');

/** JSON without spaces, members ordered by name: equal values always give the same text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The result of a step of a walk: more to do, the chain holds, or where it breaks. */
export type Step = 'more' | 'holds' | Broken;

/** What a walk computes from the links. */
interface Fold<L, H> {
  /** Called with each valid link. @returns Why it is not allowed there; null where it is. */
  readonly take: (link: L) => string | null;
  /**
   * Called after the last one. @returns Whether the rest of the head, besides number and hash, agrees with the links.
   */
  readonly end: (head: H) => boolean;
}

/** About ten milliseconds of work. */
const linksPerStep = 500;

/** Walks the whole chain, one step with each call. Links that are added between two steps are included. */
export function createChainWalk<L extends Link, H extends Head>(
  chain: Chain<L, H>,
  fold: Fold<L, H> = { take: () => null, end: () => true },
): () => Step {
  const { noun } = chain;
  let [seq, hash] = [0, beforeAll];

  function follow(link: L | null): Broken | null {
    const at = seq + 1;
    if (link === null) return { seq: at, why: `This ${noun} is not one that was written.` };
    if (link.seq !== at) return { seq: at, why: `This ${noun} is missing.` };
    if (link.hash !== chain.hashOf(hash, link)) {
      return { seq: at, why: `This ${noun}, or the one before it, is not as it was written.` };
    }
    [seq, hash] = [at, link.hash];
    const why = fold.take(link);
    return why === null ? null : { seq, why };
  }

  function end(): Step {
    const head = chain.head();
    if (head.length > seq) return { seq: seq + 1, why: `The ${plural[noun]} from here on are missing.` };
    const isHeadOfThese = head.length === seq && head.hash === hash && fold.end(head);
    return isHeadOfThese ? 'holds' : notTheLast(chain, seq);
  }

  function step(): Step {
    const rows = chain.rowsAfter(seq, linksPerStep);
    for (const row of rows) {
      const broken = follow(row);
      if (broken !== null) return broken;
    }
    return rows.length === linksPerStep ? 'more' : end();
  }

  return () => {
    const damaged = { seq: seq + 1, why: `The ${plural[noun]} from here on cannot be read.` };
    return unlessDamaged<Step>(step, damaged);
  };
}

/** Walks without a pause. @returns How it ended. */
export function walkToEnd(next: () => Step): Exclude<Step, 'more'> {
  for (;;) {
    const step = next();
    if (step !== 'more') return step;
  }
}

/** Whether the last link agrees with the head; does not walk the chain. Null where it does. */
export function brokenAtTheEnd<L extends Link, H extends Head>(chain: Chain<L, H>): Broken | null {
  const [head, last] = [chain.head(), chain.last()];
  const isTheLast = head.length === (last?.seq ?? 0) && head.hash === (last?.hash ?? beforeAll);
  return isTheLast ? null : notTheLast(chain, head.length);
}

const notTheLast = ({ noun }: { readonly noun: string }, seq: number): Broken => ({
  seq,
  why: `This is not the ${noun} that was written last.`,
});

/** The result of the last walk of a chain. Where the head cannot be read, it is that of an empty chain. */
interface ChainHealth<H> {
  readonly head: H;
  /** Null before the first walk. */
  readonly checkedAt: string | null;
  /** The length of the chain at that walk; 0 before the first. */
  readonly checkedLength: number;
  readonly broken: Broken | null;
}

/** Verifies a chain, and guards writes to it. */
export interface ChainCheck<H> {
  /** The last result, without a walk. */
  readonly health: () => ChainHealth<H>;
  /** Walks the whole chain in steps; concurrent callers share one walk. */
  readonly walk: () => Promise<void>;
  readonly isWalked: () => boolean;
  /**
   * Runs `write` unless the chain is broken. The whole chain is walked before the first write; later only its end is
   * checked.
   */
  readonly unlessBroken: <T>(write: () => T) => T | NotWritten | Promise<T | NotWritten>;
}

interface NotWritten {
  readonly kind: 'broken';
  readonly seq: number;
}

export function createChainCheck<L extends Link, H extends Head>(
  chain: Chain<L, H>,
  beginWalk: () => () => Step,
  now: () => Date,
): ChainCheck<H> {
  let checkedAt: string | null = null;
  let checkedLength = 0;
  let broken: Broken | null = null;
  let underWay: Promise<void> | null = null;

  const head = (): H => unlessDamaged(chain.head, chain.emptyHead);

  async function wholeWalk(): Promise<void> {
    const next = beginWalk();
    let step = next();
    while (step === 'more') {
      await nextTurn();
      step = next();
    }
    broken = step === 'holds' ? null : step;
    checkedAt = now().toISOString();
    checkedLength = head().length;
  }

  function walk(): Promise<void> {
    underWay ??= wholeWalk().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  function unlessBroken<T>(write: () => T): T | NotWritten {
    broken ??= brokenAtTheEnd(chain);
    return broken === null ? write() : { kind: 'broken', seq: broken.seq };
  }

  const isWalked = (): boolean => checkedAt !== null;

  return {
    health: () => ({ head: head(), checkedAt, checkedLength, broken }),
    walk,
    isWalked,
    unlessBroken: (write) => (isWalked() ? unlessBroken(write) : walk().then(() => unlessBroken(write))),
  };
}

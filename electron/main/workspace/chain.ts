import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unlessDamaged } from './sqlite.ts';

/** Links, each with a hash over itself and the hash before it, as they stand in the file. */
export interface Chain<L extends Link, H extends Head> {
  /** What a link is called where it is said what is wrong with it. */
  readonly noun: keyof typeof plural;
  readonly head: () => H;
  /** The head before the first link. */
  readonly emptyHead: H;
  /** The last link that is there; null where there is none. */
  readonly last: () => Link | null;
  /** What cannot be a link is null. */
  readonly rowsAfter: (seq: number, limit: number) => readonly (L | null)[];
  readonly hashOf: (before: string, link: L) => string;
}

export interface Link {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly hash: string;
}

/** The last link's number and hash, kept beside the links: it misses an end that was cut off. */
export interface Head {
  readonly length: number;
  readonly hash: string;
}

/** Where a chain breaks first. */
interface Broken {
  readonly seq: number;
  readonly why: string;
}

const plural = { entry: 'entries', line: 'lines' } as const;

/** The hash before the first link. */
export const beforeAll = '';

/** What a link's hash is made over: its event is the very text that is kept. */
interface Hashed {
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  readonly state: string;
  readonly eventText: string;
}

/**
 * The hash of a link: SHA-256, hexadecimal, over six lines of UTF-8, joined by line feeds: the hash before it, its number,
 * the change's id, the time, the state, and the event as {@link canonicalJson}. No line has a line feed in itself.
 */
export const hashOf = (before: string, { seq, changeId, at, state, eventText }: Hashed): string =>
  createHash('sha256')
    .update([before, String(seq), changeId, at, state, eventText].join('\n'))
    .digest('hex');

/** JSON without spaces, the members of each object in the order of their names: the same value is always the same text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where a walk stands: still on its way, at the end, or where the chain breaks. */
export type Step = 'more' | 'holds' | Broken;

/** What is made of the links on the way. */
interface Fold<L, H> {
  /** Called with each link that holds. @returns Why it cannot stand there; null where it can. */
  readonly take: (link: L) => string | null;
  /** Called after the last one. @returns Whether the head is that of these links in all else than number and hash. */
  readonly end: (head: H) => boolean;
}

/** Some ten milliseconds' worth. */
const linksPerStep = 500;

/** One way along the whole chain, a step with each call. Links that are added between two steps are walked over too. */
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

/** Whether what is there ends with what the head says; walks nowhere. */
export function brokenAtTheEnd<L extends Link, H extends Head>(chain: Chain<L, H>): Broken | null {
  const [head, last] = [chain.head(), chain.last()];
  const isTheLast = head.length === (last?.seq ?? 0) && head.hash === (last?.hash ?? beforeAll);
  return isTheLast ? null : notTheLast(chain, head.length);
}

const notTheLast = ({ noun }: { readonly noun: string }, seq: number): Broken => ({
  seq,
  why: `This is not the ${noun} that was written last.`,
});

/** What the last walk along a chain found. Where the head cannot be read, it is that of an empty chain. */
interface ChainHealth<H> {
  readonly head: H;
  /** Null before the first walk. */
  readonly checkedAt: string | null;
  readonly broken: Broken | null;
}

/** Whether a chain holds. */
export interface ChainCheck<H> {
  /** Walks nowhere. */
  readonly health: () => ChainHealth<H>;
  /** Walks the whole chain, a piece at a time; those who ask meanwhile get the same walk. */
  readonly walk: () => Promise<void>;
  readonly isWalked: () => boolean;
  /** Runs `write` unless the chain is broken. Before the first one the whole chain is walked; then its end alone is looked at. */
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
  let broken: Broken | null = null;
  let underWay: Promise<void> | null = null;

  async function wholeWalk(): Promise<void> {
    const next = beginWalk();
    let step = next();
    while (step === 'more') {
      await nextTurn();
      step = next();
    }
    broken = step === 'holds' ? null : step;
    checkedAt = now().toISOString();
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
    health: () => ({ head: unlessDamaged(chain.head, chain.emptyHead), checkedAt, broken }),
    walk,
    isWalked,
    unlessBroken: (write) => (isWalked() ? unlessBroken(write) : walk().then(() => unlessBroken(write))),
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { unlessDamaged } from '../damage.ts';
import type { Broken, Chain, Head, Link } from './chain.ts';
import { brokenAtTheEnd, type Step } from './walk-chain.ts';

/** What the last walk along a chain found. Where the head cannot be read, it is that of an empty chain. */
export interface ChainHealth<H> {
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

export interface NotWritten {
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

import { unlessDamaged } from '../damage.ts';
import { type Broken, type Chain, type Head, type Link, plural } from './chain.ts';
import { beforeAll } from './hash.ts';

/** Where a walk stands: still on its way, at the end, or where the chain breaks. */
export type Step = 'more' | 'holds' | Broken;

/** What is made of the links on the way. */
export interface Fold<L, H> {
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

import { expect, it } from 'vitest';
import {
  brokenAtTheEnd,
  type Chain,
  createChainWalk,
  type Head,
  type Link,
} from '../../../../../electron/main/workspace/chain.ts';

const hashOf = (before: string, { seq }: Link): string => `${before}.${seq}`;
const damaged = (): never => {
  throw Object.assign(new Error('Too large'), { code: 'ERR_OUT_OF_RANGE' });
};

/** Four links and their head, in memory. */
function aChain(changes: Partial<Chain<Link, Head>> = {}, links: readonly (Link | null)[] = four) {
  const chain: Chain<Link, Head> = {
    noun: 'entry',
    head: () => ({ length: 4, hash: '.1.2.3.4' }),
    emptyHead: { length: 0, hash: '' },
    last: () => links.at(-1) ?? null,
    rowsAfter: (seq) => links.slice(seq),
    hashOf,
    ...changes,
  };
  return chain;
}

const four: readonly Link[] = ['.1', '.1.2', '.1.2.3', '.1.2.3.4'].map((hash, at) => ({ seq: at + 1, hash }));

const [one, two, , last] = four as readonly [Link, Link, Link, Link]; // As many as stand above.

it.each<readonly [what: string, broken: unknown, chain: Chain<Link, Head>]>([
  ['nothing where it holds', 'holds', aChain()],
  [
    'a row that cannot be an entry',
    { seq: 3, why: 'This entry is not one that was written.' },
    aChain({}, [one, two, null, last]),
  ],
  ['one that is missing', { seq: 3, why: 'This entry is missing.' }, aChain({}, [one, two, last])],
  [
    'one that is not as it was written',
    { seq: 2, why: 'This entry, or the one before it, is not as it was written.' },
    aChain({}, [one, { seq: 2, hash: 'x' }, last]),
  ],
  [
    'a tail that is missing',
    { seq: 3, why: 'The entries from here on are missing.' },
    aChain({}, [one, two]),
  ],
  [
    'a head of something else',
    { seq: 4, why: 'This is not the entry that was written last.' },
    aChain({ head: () => ({ length: 4, hash: 'x' }) }),
  ],
  [
    'what cannot be read, in the words of its own links',
    { seq: 1, why: 'The lines from here on cannot be read.' },
    aChain({ noun: 'line', rowsAfter: damaged }),
  ],
])('says of a chain %s', (_, broken, chain) => {
  expect(createChainWalk(chain)()).toEqual(broken);
});

it('says at the end of a chain alone whether it is the one that was written last', () => {
  expect(brokenAtTheEnd(aChain())).toBeNull();
  expect(brokenAtTheEnd(aChain({}, [one, two]))).toEqual({
    seq: 4,
    why: 'This is not the entry that was written last.',
  });
});

it('walks on where there are more links than one step takes', () => {
  const links = Array.from({ length: 1_001 }, (_, at) => ({ seq: at + 1, hash: `${at + 1}` }));
  const next = createChainWalk(
    aChain({
      head: () => ({ length: links.length, hash: '1001' }),
      rowsAfter: (seq, limit) => links.slice(seq, seq + limit),
      hashOf: (_, { seq }) => `${seq}`,
    }),
  );
  expect([next(), next(), next()]).toEqual(['more', 'more', 'holds']);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPricedFinding, valueOf } from '../../../../../support/workspace/a-workspace.ts';
import {
  aResult,
  aSession,
  aSessionsStore,
  bodyOf,
  type SessionsStore,
  taken,
} from '../../../../../support/workspace/a-session.ts';

const accountId = 'a1';
const day = (of: number): Date => new Date(Date.UTC(2026, 10, of, 9));

let store: SessionsStore;
beforeEach(async () => {
  store = await aSessionsStore();
});
afterEach(() => store.close());

/** `oak` under `.com`, as a session finds it on a day: what a year costs, or null of a name that is taken. */
const answered = (on: number, amount: string | null, changes: object = {}) => {
  const price = { price: amount, currency: 'EUR' };
  const found =
    amount === null
      ? { ...taken, pricing: {}, shortestPeriod: {} }
      : { pricing: { '1': { register: price, transfer: price, renew: price } } };
  const body = bodyOf([aResult('oak', 'com', { ...found, ...changes })]);
  return { row: 0, columns: Uint16Array.of(0), checkedAtMs: day(on).getTime(), body, cause: null };
};
const session = () => aSession(store.workspace(), ['oak', 'elm'], { tlds: ['com'] });
const search = async (on: number, amount: string) =>
  valueOf(
    await store.workspace().findings.save({
      accountId,
      findings: [{ ...aPricedFinding('oak.com', amount, day(on)), kind: 'available' }],
      answer: '',
    }),
  );
/** `[day, amount]` of what was seen of oak.com. */
const seen = async () =>
  valueOf(await store.workspace().findings.seenPrices({ accountId, domain: 'oak.com' })).map(
    ({ seenAt, kind, prices }) => {
      const price = prices[0]?.register;
      return [Number(seenAt.slice(8, 10)), price?.kind === 'given' ? price.amount : kind];
    },
  );
/** What is told of `oak.com` and of another name: `[kind, before, on which day, after, since which day]`. */
const changes = async () =>
  valueOf(await store.workspace().findings.priceChanges({ accountId, domains: ['elm.com', 'oak.com'] })).map(
    ({ domain, of, before, beforeAt, after, since }) => {
      expect(domain).toBe('oak.com');
      const amount = (price: typeof before) => (price?.kind === 'given' ? price.amount : null);
      const dayOf = (at: string | null) => (at === null ? null : Number(at.slice(8, 10)));
      return [of, amount(before), dayOf(beforeAt), amount(after), dayOf(since)];
    },
  );

describe('the prices that sessions found', () => {
  it('are among those that were seen, in the order of their days', async () => {
    const [first, second] = [await session(), await session()];
    await store.record(second, answered(5, '12.99'));
    await store.record(first, answered(3, '9.99'));
    await search(4, '9.99');
    expect(await seen()).toEqual([
      [3, '9.99'],
      [5, '12.99'],
    ]);
    expect(await changes()).toEqual([
      ['register', '9.99', 3, '12.99', 5],
      ['renew', '9.99', 3, '12.99', 5],
    ]);
  });

  it('are compared with what a search found later', async () => {
    await store.record(await session(), answered(3, '9.99'));
    await search(6, '8.99');
    expect(await changes()).toMatchObject([
      ['register', '9.99', 3, '8.99', 6],
      ['renew', '9.99', 3, '8.99', 6],
    ]);
  });

  it('stay where the session asks again and is answered otherwise, and say since when', async () => {
    const id = await session();
    for (const [on, amount] of [
      [1, '9.99'],
      [2, '9.99'],
      [3, '12.99'],
      [4, '12.99'],
      [5, '12.99'],
    ] as const)
      await store.record(id, answered(on, amount));
    expect(await seen()).toEqual([
      [2, '9.99'],
      [3, '12.99'],
    ]);
    expect(await changes()).toContainEqual(['register', '9.99', 2, '12.99', 3]);
  });

  it('say since when a name is premium', async () => {
    const id = await session();
    await store.record(id, answered(1, '9.99'));
    await store.record(id, answered(3, '900.00', { isPremium: true }));
    expect((await changes())[0]).toEqual(['premium', null, null, null, 3]);
  });

  it('store nothing of their own while nothing was asked again', async () => {
    await store.record(await session(), answered(1, '9.99'));
    expect(await changes()).toEqual([]);
    await store.workspace().sessions.remove({ id: (await first()).id });
    expect(await seen()).toEqual([]);
  });

  it('of a name of ours stay when their session is removed', async () => {
    const id = await session();
    await store.record(id, answered(1, '9.99'));
    const at = day(1).toISOString();
    store.workspace().domains.add({ accountId, names: ['oak.com'], tags: [], addedAt: at, addedBy: 'typed' });
    valueOf(await store.workspace().sessions.remove({ id }));
    expect(await seen()).toEqual([[1, '9.99']]);
  });

  it('are not taken for unused while a session lists the name', async () => {
    const id = await session();
    await store.record(id, answered(1, '9.99'));
    await store.record(id, answered(2, '12.99'));
    await store.record(id, answered(3, null));
    const purge = async () => {
      valueOf(await store.workspace().findings.purge({ before: day(9).toISOString() }));
      return await seen();
    };
    expect(await purge()).toEqual([
      [1, '9.99'],
      [2, '12.99'],
    ]);
    valueOf(await store.workspace().sessions.remove({ id }));
    expect(await purge()).toEqual([]);
  });
});

const first = async () => {
  const [one] = valueOf(await store.workspace().sessions.list());
  if (one === undefined) throw new Error('There is no session');
  return one;
};

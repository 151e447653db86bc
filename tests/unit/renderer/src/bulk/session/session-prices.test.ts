import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cellCode, type Session } from '#shared/domain/session.ts';
import type { NamedPriceChange } from '#shared/domain/seen-prices.ts';
import type { CellOffers, Offer } from '#shared/domain/session-prices.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aFrame, anOpening, anOpenSession, theSession } from './an-open-session.ts';

beforeEach(() => void vi.useFakeTimers());

const anOffer = (amount: string): Offer => ({
  period: 1,
  register: { kind: 'given', amount, currency: null },
  renew: { kind: 'not-given' },
});

/** Cell 0 costs 10, cell 1 costs 9, and so on. */
const priced = ({ cells }: { readonly cells: readonly number[] }): Result<CellOffers> =>
  ok({ offers: cells.map((cell) => anOffer(`${10 - cell}`)), of: cells.map((_, at) => at + 1) });

/** bakery.com and .net, cedar.net and drift.com can be bought. */
async function opened(
  session: Session = theSession(),
  prices = (asked: { readonly cells: readonly number[] }) => Promise.resolve(priced(asked)),
  watching: FakeAnswers['watching'] = {},
) {
  const page = await anOpenSession({ prices }, session, watching);
  page.tell(aFrame({ 3: 'available', 4: 'premium' }));
  await vi.advanceTimersByTimeAsync(250);
  const cells = () =>
    page.asked('prices').map((asked) => (asked as { readonly cells: readonly number[] }).cells);
  const offerAt = (cell: number) => {
    const table = page.get().model?.prices();
    return table?.offers[table.offerOf[cell] ?? 0]?.register;
  };
  return { ...page, cells, offerAt };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('prices that were other ones', () => {
  const day = '2026-11-03T09:00:00.000Z';
  const [was, is] = ['9', '10'].map((amount) => ({ kind: 'given', amount, currency: null }) as const);
  const aChange = (domain: string, checkedAt: number): NamedPriceChange => ({
    domain,
    checkedAt: new Date(checkedAt * 1_000).toISOString(),
    ...{ of: 'register', before: was ?? null, beforeAt: day, after: is ?? null, isRise: true, since: day },
  });

  it('are asked for the rows in sight once prices are shown, each once, and marked where the cell shows them', async () => {
    const changes = [aChange('bakery.com', 1_000), aChange('bakery.net', 3_000)];
    const priceChanges = () => Promise.resolve(ok({ changes }));
    const { seeRows, show, get, bridge, tell } = await opened(theSession(), undefined, { priceChanges });
    const asked = () =>
      bridge.world.calls
        .filter(({ name }) => name === 'watching.priceChanges')
        .map(({ input }) => (input as { readonly domains: readonly string[] }).domains);
    seeRows(0, 2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toEqual([]);
    show('register');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toEqual([['bakery.com', 'bakery.net', 'cedar.net']]);
    const flagsAt = (cell: number) =>
      get()
        .model?.flagsAt(cell)
        ?.map(({ of }) => of);
    expect([0, 1, 3].map(flagsAt)).toEqual([['register'], [], []]);
    tell(aFrame({ 0: 'available' }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked().slice(1)).toEqual([['bakery.com']]);
    expect(flagsAt(0)).toEqual([]);
  });
});

describe('a limit of the price', () => {
  it('reads the prices of all that can be bought, and shows what is within it once they are there', async () => {
    const { filterBy, get, cells } = await opened();
    filterBy({ mostPrice: { of: 'register', amount: 9 } });
    expect(get().shown?.view.cells).toBe(0);
    await settled();
    expect(cells()).toEqual([[0, 1, 3, 4]]);
    expect([0, 1, 3, 4].map((cell) => get().shown?.view.fits(cell))).toEqual([false, true, true, true]);
    filterBy({ mostPrice: null });
    await settled();
    expect([cells().length, get().shown?.view.cells]).toEqual([1, 6]);
  });
});

describe('prices in the cells', () => {
  it('are not read for the user’s own names, and come once one is not theirs any more', async () => {
    const { seeRows, show, cells, own } = await opened();
    own(new Set(['bakery.net']));
    show('register');
    seeRows(0, 2);
    await settled();
    own(new Set());
    await vi.advanceTimersByTimeAsync(500);
    expect(cells()).toEqual([[0, 3], [1]]);
  });

  it('that were read before their cell was answered again are not taken', async () => {
    const answers: (() => void)[] = [];
    const { seeRows, show, cells, tell, offerAt } = await opened(
      theSession(),
      (asked) => new Promise((resolve) => answers.push(() => resolve(priced(asked)))),
    );
    show('register');
    seeRows(0, 1);
    await settled();
    tell(aFrame({ 0: 'available' }, { checkedAt: Uint32Array.of(3_000) }));
    answers[0]?.();
    await settled();
    expect([offerAt(0), offerAt(1)]).toMatchObject([{ kind: 'not-given' }, { amount: '9' }]);
    expect(cells()).toEqual([[0, 1], [0]]);
  });

  it('that cannot be read are told, and are asked for again with the next rows', async () => {
    const busy = { kind: 'storage', fault: 'busy' } as const;
    const { seeRows, show, get, cells } = await opened(theSession(), () => Promise.resolve(fail(busy)));
    show('register');
    seeRows(0, 3);
    await settled();
    expect(get().failed).toEqual({ action: 'prices', error: busy });
    expect(cells()).toHaveLength(1);
    seeRows(0, 2);
    await settled();
    expect(cells()).toHaveLength(2);
  });
});

describe('an order by price', () => {
  it('shows the price, reads all that it needs, and then sorts', async () => {
    const { sortBy, get, cells, shownNames } = await opened();
    sortBy({ by: 'register', descending: false });
    expect(get().choice.show).toBe('register');
    await settled();
    expect(cells()).toEqual([[0, 1, 3, 4]]);
    expect(shownNames()).toEqual(['drift', 'cedar', 'bakery']);
    expect(get().unpriced).toBe(0);
  });

  it('of many names is read in several requests, each within the limit of the contract', async () => {
    const names = Array.from({ length: 6_000 }, (_, row) => `name-${row}`);
    const { cells, sortBy, ports } = await opened(theSession({ names: 6_000 }));
    const codes = new Uint8Array(12_000).fill(cellCode('available', null));
    const checkedAt = new Uint32Array(12_000).fill(1);
    ports.send('view-1', anOpening({ names: names.join('\n'), codes, checkedAt }));
    sortBy({ by: 'renew', descending: false });
    await settled();
    expect(cells().map((asked) => asked.length)).toEqual([10_000, 2_000]);
  });
});

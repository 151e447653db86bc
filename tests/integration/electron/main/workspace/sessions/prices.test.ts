import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  anAnsweredRequest,
  aResult,
  aSession,
  aSessionsStore,
  bodyOf,
  type SessionsStore,
  taken,
} from '../../../../../support/workspace/a-session.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('the prices of a session', () => {
  let world: SessionsStore;
  beforeEach(async () => {
    world = await aSessionsStore();
  });
  afterEach(() => world.close());

  it('are those of what can be bought, each different offer once: premium names by their own, the latest answer alone', async () => {
    const id = await aSession(world.workspace(), ['bakery', 'ape']);
    const pricing = { '1': { register: '10.49', transfer: '', renew: { price: 11, currency: 'EUR' } } };
    const premium = { isPremium: true, premiumCostPricing: { register: '420.00' } };
    const body = bodyOf([
      aResult('bakery', 'com', { pricing }),
      aResult('bakery', 'net', { pricing, ...premium }),
      aResult('bakery', 'co.uk', { pricing, ...taken }),
    ]);
    await world.record(id, { body });
    await world.record(id, anAnsweredRequest(1, 'ape'));
    const again = bodyOf([aResult('ape', 'net', { pricing })]);
    await world.record(id, { row: 1, columns: Uint16Array.of(1), body: again });
    const priced = await world.workspace().sessions.prices({ id, cells: Uint32Array.of(4, 0, 1, 2, 3) });
    const ordinary = {
      period: 1,
      register: { kind: 'given', amount: '10.49', currency: null },
      renew: { kind: 'given', amount: '11', currency: 'EUR' },
    };
    const notGiven = { kind: 'not-given' };
    expect(valueOf(priced)).toEqual({
      offers: [
        ordinary,
        { period: 1, register: { kind: 'given', amount: '420.00', currency: null }, renew: notGiven },
        { period: 1, register: notGiven, renew: notGiven },
      ],
      of: [1, 1, 2, 0, 3],
    });
  });

  it('come for more cells than cross at once, and for unchecked ones there are none', async () => {
    const names = Array.from({ length: 500 }, (_, row) => `name${row}`);
    const id = await aSession(world.workspace(), [...names, 'unchecked']);
    const requests = names.map((label, row) => anAnsweredRequest(row, label));
    valueOf(await world.workspace().sessions.record({ id, requests }));
    const cells = Uint32Array.from({ length: 1_503 }, (_, cell) => cell);
    const { offers, of } = valueOf(await world.workspace().sessions.prices({ id, cells }));
    expect(offers).toHaveLength(1);
    expect(of).toEqual(Array.from(cells, (cell) => (cell < 1_500 ? 1 : 0)));
  });
});

import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createLookupStore, notOrderable } from '../../../../../renderer/src/register/order.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aFinding, aWorld } from '../../../../support/fake-world.ts';

const away = { kind: 'unreachable', why: 'offline' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function looking(search: FakeAnswers['search'] = {}) {
  const bridge = createFakeBridge(aWorld(), { search });
  let ids = 0;
  const newId = () => `look-${(ids += 1)}`;
  const store = createLookupStore({ bridge, newId, accountId: 'practice', domain: 'example.co.uk' });
  const end = store.open();
  await settled();
  const asked = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { bridge, store, end, asked };
}

const kept = aFinding('example.co.uk', 'available', { checkedAt: '2026-11-20T08:00:00.000Z' });
const fresh = aFinding('example.co.uk', 'taken', { checkedAt: '2026-11-21T08:00:00.000Z' });

describe('looking a name up', () => {
  it('asks at once, the label under its whole TLD', async () => {
    const { asked } = await looking();
    expect(asked('search.start')).toEqual([
      { searchId: 'look-1', accountId: 'practice', label: 'example', tlds: ['co.uk'] },
    ]);
  });

  it('shows what is kept until the answer is there', async () => {
    const { store, bridge } = await looking({ known: () => Promise.resolve(ok({ findings: [kept] })) });
    expect(store.getState()).toEqual({ finding: kept, isAsking: true, error: null });
    bridge.tell('search.findings', { searchId: 'look-1', findings: [fresh] });
    bridge.tell('search.finished', { searchId: 'look-1', failures: [], cancelled: false });
    expect(store.getState()).toEqual({ finding: fresh, isAsking: false, error: null });
  });

  it('keeps a newer finding where an older one comes late', async () => {
    const { store, bridge } = await looking();
    bridge.tell('search.findings', { searchId: 'look-1', findings: [fresh] });
    bridge.tell('search.findings', { searchId: 'look-1', findings: [kept] });
    expect(store.getState().finding).toEqual(fresh);
  });

  it('takes no notice of what others ask', async () => {
    const { store, bridge } = await looking();
    bridge.tell('search.findings', { searchId: 'another', findings: [fresh] });
    expect(store.getState().finding).toBeNull();
  });

  it('says why nothing came, and can be asked again', async () => {
    const { store, bridge, asked } = await looking();
    const failures = [{ tlds: ['co.uk'], error: away }];
    bridge.tell('search.finished', { searchId: 'look-1', failures, cancelled: false });
    expect(store.getState()).toMatchObject({ isAsking: false, error: away });
    store.look();
    store.look();
    await settled();
    expect(asked('search.start')).toHaveLength(2);
  });

  it('stops asking when nobody looks any more', async () => {
    const { end, asked, store, bridge } = await looking();
    end();
    bridge.tell('search.findings', { searchId: 'look-1', findings: [fresh] });
    expect(asked('search.cancel')).toEqual([{ searchId: 'look-1' }]);
    expect(store.getState()).toEqual({ finding: null, isAsking: false, error: null });
  });
});

it.each([
  ['available', true],
  ['premium', true],
  ['taken', false],
  ['reserved', false],
  ['invalid', false],
  ['unknown', false],
  ['unchecked', false],
] as const)('orders a name that is %s: %s', (kind, isOrderable) => {
  expect(notOrderable({ kind, message: '' }) === null).toBe(isOrderable);
});

it('says of a TLD that the service does not offer why its names cannot be ordered', () => {
  const message = 'This TLD is not supported.';
  expect(notOrderable({ kind: 'invalid', message })).toBe(
    'The service doesn’t offer this TLD, so it can’t be ordered.',
  );
});

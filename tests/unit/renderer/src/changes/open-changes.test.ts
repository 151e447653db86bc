import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createOpenChangesStore, newestByDomain } from '../../../../../renderer/src/changes/change-stores.ts';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

describe('the changes that are not over', () => {
  it('are read once, page by page', async () => {
    const changes = Array.from({ length: 1_100 }, (_, index) =>
      anUncertainChange({ number: index + 1, domain: `name-${index}.com` }),
    );
    const bridge = createFakeBridge(aWorld({ changes: [...changes, aChange({ number: 2_000 })] }));
    const store = createOpenChangesStore(bridge);
    await Promise.all([store.actions.load(), store.actions.load()]);
    expect(store.getState().changes.size).toBe(1_100);
    expect(bridge.world.calls).toHaveLength(3);
  });

  it('come and go as main tells', () => {
    const bridge = createFakeBridge();
    const store = createOpenChangesStore(bridge);
    const change = aChange({ number: 1, state: 'sending' });
    bridge.tell('changes.changed', { changes: [change] });
    expect([...store.getState().changes.keys()]).toEqual([change.id]);
    bridge.tell('changes.changed', { changes: [{ ...change, state: 'confirmed' }] });
    expect(store.getState().changes.size).toBe(0);
  });

  it('do not come back with a list that is older than what was told', async () => {
    const change = anUncertainChange({ number: 1 });
    const bridge = createFakeBridge(aWorld(), {
      changes: {
        list() {
          bridge.tell('changes.changed', { changes: [{ ...change, state: 'applied' }] });
          return Promise.resolve(
            ok({ changes: [change], total: 1, unfiltered: 1, byState: {}, accepted: 0 }),
          );
        },
      },
    });
    const store = createOpenChangesStore(bridge);
    await store.actions.load();
    expect(store.getState().changes.size).toBe(0);
  });

  it('are told by domain: of one account, of one state, the newest of each', () => {
    const all = [
      anUncertainChange({ number: 5, domain: 'a.com' }),
      anUncertainChange({ number: 4, domain: 'a.com' }),
      anUncertainChange({ number: 6, domain: 'b.com', accountId: 'account-1' }),
      aChange({ number: 7, domain: 'a.com', state: 'planned' }),
    ];
    const state = { changes: new Map(all.map((change) => [change.id, change])) };
    const found = newestByDomain(state, 'practice', 'uncertain');
    expect([...found].map(([domain, { number }]) => [domain, number])).toEqual([['a.com', 5]]);
  });
});

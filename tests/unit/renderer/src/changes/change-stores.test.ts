import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createOpenChangesStore } from '../../../../../renderer/src/changes/change-stores.ts';
import { anUncertainChange } from '../../../../support/a-change.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

describe('the changes that are not over', () => {
  it('do not come back with a list that is older than what was told', async () => {
    const change = anUncertainChange({ number: 1 });
    const bridge = createFakeBridge(aWorld(), {
      changes: {
        list() {
          bridge.tell('changes.changed', { changes: [{ ...change, state: 'applied' }] });
          return Promise.resolve(
            ok({
              changes: [change],
              total: 1,
              unfiltered: 1,
              byState: {},
              accepted: 0,
              proven: { confirmed: 0, applied: 0 },
            }),
          );
        },
      },
    });
    const store = createOpenChangesStore(bridge);
    await store.actions.load();
    expect(store.getState().changes.size).toBe(0);
  });
});

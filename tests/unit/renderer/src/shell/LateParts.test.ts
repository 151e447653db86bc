import { describe, expect, it, vi } from 'vitest';
import { createUncertainCount } from '../../../../../renderer/src/shell/LateParts.tsx';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

describe('the number of changes that wait for a person', () => {
  it('is over all accounts, and counted once for many changes', async () => {
    vi.useFakeTimers();
    const other = anUncertainChange({ number: 2, accountId: 'account-2' });
    const bridge = createFakeBridge(
      aWorld({ changes: [anUncertainChange({ number: 1 }), other, aChange({ number: 3 })] }),
    );
    const count = createUncertainCount({ ...bridge, restMs: 300 });
    count.load();
    count.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(count.getState().count).toBe(2);
    bridge.world.changes = [other];
    for (let told = 0; told < 5; told += 1) bridge.tell('changes.changed', { changes: [other] });
    await vi.advanceTimersByTimeAsync(300);
    expect(count.getState().count).toBe(1);
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.list')).toHaveLength(2);
    vi.useRealTimers();
  });
});

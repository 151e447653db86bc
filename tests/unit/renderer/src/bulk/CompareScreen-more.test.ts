import { describe, expect, it } from 'vitest';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { SessionChange } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { valueOf } from '../../../../../renderer/src/bridge.ts';
import {
  type Comparison,
  createCompareStore,
  turnsIn,
} from '../../../../../renderer/src/bulk/CompareScreen.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aSessionId } from '../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const aChange = (before: FindingKind, after: FindingKind): SessionChange => ({
  domain: 'bakery.com',
  before,
  after,
  priceBefore: { kind: 'not-given' },
  priceAfter: { kind: 'not-given' },
});

const outcome = (changed: number): Comparison => ({ compared: 10, same: 10 - changed, changed, changes: [] });

function comparing(compare: () => Promise<Result<Comparison>>) {
  const bridge = createFakeBridge(aWorld(), { sessions: { compare } });
  return {
    bridge,
    store: createCompareStore({ ...bridge, beforeId: aSessionId(1), afterId: aSessionId(2) }),
  };
}

describe('comparing two sessions', () => {
  it('asks with the earlier one first', async () => {
    const { bridge, store } = comparing(() => Promise.resolve(ok(outcome(0))));
    await store.actions.read();
    expect(bridge.world.calls).toEqual([
      { name: 'sessions.compare', input: { beforeId: aSessionId(1), afterId: aSessionId(2) } },
    ]);
  });

  it('lets a late answer lose to a newer question', async () => {
    const answers: ((result: Result<Comparison>) => void)[] = [];
    const { store } = comparing(() => new Promise((resolve) => void answers.push(resolve)));
    const both = [store.actions.read(), store.actions.read()];
    answers[1]?.(ok(outcome(2)));
    answers[0]?.(ok(outcome(1)));
    await Promise.all(both);
    expect(valueOf(store.getState().comparison)?.changed).toBe(2);
  });

  it('keeps what was known when asking again fails', async () => {
    let tries = 0;
    const { store } = comparing(() =>
      Promise.resolve((tries += 1) === 1 ? ok(outcome(3)) : fail({ kind: 'storage', fault: 'busy' })),
    );
    await store.actions.read();
    await store.actions.read();
    expect(store.getState().comparison).toMatchObject({ status: 'failed', before: { changed: 3 } });
  });
});

describe('the turns', () => {
  it('are counted from finding to finding, the most frequent first', () => {
    const changes = [
      aChange('taken', 'available'),
      aChange('available', 'taken'),
      aChange('available', 'taken'),
      aChange('premium', 'premium'),
    ];
    expect(turnsIn(changes)).toEqual([
      { before: 'available', after: 'taken', count: 2 },
      { before: 'taken', after: 'available', count: 1 },
      { before: 'premium', after: 'premium', count: 1 },
    ]);
  });
});

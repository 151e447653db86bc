import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import {
  createReadingsStore,
  endedEarlyFor,
  isBeingRead,
} from '../../../../../renderer/src/domains/readings-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const id = '00000000-0000-4000-9100-000000000001';
const begun = { id, total: 2, done: 0, failed: 0, isFinished: false, error: null };
const offline = { kind: 'unreachable', why: 'offline' } as const;

function aStore(answers: FakeAnswers = {}) {
  const bridge = createFakeBridge(aWorld(), answers);
  const store = createReadingsStore({ ...bridge, activeId: () => 'practice' });
  const state = () => store.getState();
  return { bridge, store, state };
}

describe('readings', () => {
  it('know which names they are of, until they are over', async () => {
    const { bridge, store, state } = aStore();
    await store.actions.begin('practice', ['a.com', 'b.com'], ['lock']);
    expect(isBeingRead(state(), 'practice', 'a.com')).toBe(true);
    expect(isBeingRead(state(), 'practice', 'c.com')).toBe(false);
    expect(isBeingRead(state(), 'account-1', 'a.com')).toBe(false);
    bridge.tell('domains.reading', { ...begun, done: 2, isFinished: true });
    expect(isBeingRead(state(), 'practice', 'a.com')).toBe(false);
  });

  it('take what main told before it answered for newer than the answer', async () => {
    const { bridge, store, state } = aStore({
      domains: {
        readAgain() {
          bridge.tell('domains.reading', { ...begun, done: 2, isFinished: true });
          return Promise.resolve(ok(begun));
        },
      },
    });
    await store.actions.begin('practice', ['a.com', 'b.com'], ['lock']);
    expect(state().readings.get(id)?.reading.isFinished).toBe(true);
    expect(isBeingRead(state(), 'practice', 'a.com')).toBe(false);
  });

  it('say why one ended early, but not where a person stopped it', async () => {
    const { bridge, store, state } = aStore();
    await store.actions.begin('practice', ['a.com', 'b.com'], ['lock']);
    bridge.tell('domains.reading', { ...begun, isFinished: true, error: offline });
    expect(endedEarlyFor(state(), 'practice', 'a.com')?.error).toEqual(offline);
    bridge.tell('domains.reading', { ...begun, isFinished: true, error: { kind: 'cancelled' } });
    expect(endedEarlyFor(state(), 'practice', 'a.com')).toBeNull();
  });

  it('forget those that are over when the next one begins', async () => {
    const { bridge, store, state } = aStore();
    await store.actions.begin('practice', ['a.com'], ['lock']);
    bridge.tell('domains.reading', { ...begun, isFinished: true, error: offline });
    await store.actions.begin('practice', ['b.com'], ['lock']);
    expect([...state().readings.values()].map(({ names }) => [...names])).toEqual([['b.com']]);
  });

  it('keep what the list says of an ended one while one domain alone is read, and only the last of such readings', async () => {
    let count = 0;
    const next = () => ({ ...begun, id: `00000000-0000-4000-9100-00000000000${(count += 1)}` });
    const { bridge, store, state } = aStore({ domains: { readAgain: () => Promise.resolve(ok(next())) } });
    for (const isQuiet of [false, true, true]) {
      await store.actions.begin('practice', ['a.com'], ['lock'], isQuiet);
      const last = [...state().readings.values()].at(-1)?.reading ?? begun;
      bridge.tell('domains.reading', { ...last, isFinished: true, error: offline });
    }
    expect([...state().readings.keys()].map((key) => key.at(-1))).toEqual(['1', '3']);
  });
});

import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { valueOf } from '../../../../../renderer/src/bridge.ts';
import {
  createSessionsStore,
  isOnItsWay,
  sessionOf,
} from '../../../../../renderer/src/bulk/sessions-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../support/fake-world.ts';

const one = aSession({ id: aSessionId(1), name: 'One' });
const two = aSession({ id: aSessionId(2), name: 'Two' });

async function aStore(answers: Parameters<typeof createFakeBridge>[1] = {}) {
  const bridge = createFakeBridge(aWorld({ sessions: [one, two] }), answers);
  const store = createSessionsStore(bridge);
  await store.actions.load();
  return { bridge, store, names: () => namesIn(store) };
}

const namesIn = (store: ReturnType<typeof createSessionsStore>) =>
  [...(valueOf(store.getState().sessions)?.values() ?? [])].map((session) => session.name);

describe('the list of bulk look-ups', () => {
  it('is read once, and afterwards follows what main tells', async () => {
    const { bridge, store, names } = await aStore();
    await store.actions.load();
    expect(bridge.world.calls.filter((call) => call.name === 'sessions.list')).toHaveLength(1);
    const three = aSession({ id: aSessionId(3), name: 'Three' });
    bridge.tell('sessions.changed', { sessions: [{ ...one, name: 'One, later' }, three], removed: [two.id] });
    expect(names()).toEqual(['One, later', 'Three']);
  });

  it('takes what main tells while the list is on its way for newer than the list', async () => {
    let answer: (result: Result<{ sessions: (typeof one)[] }>) => void = () => undefined;
    const bridge = createFakeBridge(aWorld(), {
      sessions: { list: () => new Promise((resolve) => (answer = resolve)) },
    });
    const store = createSessionsStore(bridge);
    const loaded = store.actions.load();
    bridge.tell('sessions.changed', { sessions: [{ ...one, name: 'One, later' }], removed: [two.id] });
    answer(ok({ sessions: [one, two] }));
    await loaded;
    expect(namesIn(store)).toEqual(['One, later']);
  });

  it('keeps what it knew when it cannot be read again, and follows on', async () => {
    let isBroken = false;
    const { bridge, store, names } = await aStore({
      sessions: {
        list: () =>
          Promise.resolve(
            isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ sessions: [one, two] }),
          ),
      },
    });
    isBroken = true;
    await store.actions.reload();
    expect(store.getState().sessions.status).toBe('failed');
    bridge.tell('sessions.changed', { sessions: [{ ...two, name: 'Two, later' }], removed: [] });
    expect(names()).toEqual(['One', 'Two, later']);
  });
});

describe('what is done with a session', () => {
  it('shows in the list as soon as it is answered', async () => {
    const { store } = await aStore();
    await store.actions.resume(one.id);
    expect(sessionOf(store.getState(), one.id)?.state).toBe('running');
    await store.actions.rename(one.id, 'Other');
    expect(sessionOf(store.getState(), one.id)?.name).toBe('Other');
  });

  it('makes it busy until it is answered, and nobody else', async () => {
    let answer: (result: Result<typeof one>) => void = () => undefined;
    const { store } = await aStore({
      sessions: { pause: () => new Promise((resolve) => (answer = resolve)) },
    });
    const paused = store.actions.pause(one.id);
    expect([...store.getState().busy]).toEqual([one.id]);
    answer(fail({ kind: 'storage', fault: 'full' }));
    expect((await paused).ok).toBe(false);
    expect(store.getState().busy.size).toBe(0);
  });

  it('takes it off the list once it is removed, and not before', async () => {
    const { store, names } = await aStore({
      sessions: { remove: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const)) },
    });
    await store.actions.remove(one.id);
    expect(names()).toContain('One');
    const other = await aStore();
    await other.store.actions.remove(one.id);
    expect(other.names()).toEqual(['Two']);
  });

  it.each([
    ['running', true],
    ['waiting', true],
    ['paused', false],
    ['stopped', false],
    ['finished', false],
  ] as const)('counts as on its way when it is %s: %s', (state, is) =>
    expect(isOnItsWay(aSession({ state }))).toBe(is),
  );
});

import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import {
  createOneStore,
  createOpenChangesStore,
  newestByDomain,
} from '../../../../../renderer/src/changes/change-stores.ts';
import { aChange, aChangeId, anUncertainChange } from '../../../../support/a-change.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { valueOf } from '../../../../../renderer/src/remote.ts';

const contacts = anUncertainChange({
  number: 1,
  what: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] },
});

const lock = aChange({ number: 2 });

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function aStore() {
  const bridge = createFakeBridge(aWorld({ changes: [contacts, lock] }));
  const store = createOneStore(bridge);
  store.actions.open(contacts.id);
  await settled();
  const called = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  return { bridge, store, called, change: () => valueOf(store.getState().story)?.change };
}

describe('the change that is looked at', () => {
  it('follows what main tells of it, and reads its story anew', async () => {
    const { bridge, store, change } = await aStore();
    bridge.world.changes = [{ ...contacts, state: 'applied', next: [] }, lock];
    bridge.tell('changes.changed', { changes: [{ ...contacts, state: 'applied', next: [] }] });
    expect(change()?.state).toBe('applied');
    await settled();
    expect(valueOf(store.getState().story)?.entries.at(-1)?.state).toBe('applied');
  });

  it('is not touched by what main tells of others', async () => {
    const { bridge, called } = await aStore();
    bridge.tell('changes.changed', { changes: [{ ...lock, state: 'uncertain' }] });
    expect(called('changes.find')).toHaveLength(1);
  });

  it('does one thing at a time', async () => {
    const { store, called } = await aStore();
    const both = [store.actions.act('read-back'), store.actions.act('read-back')];
    expect(await both[1]).toBeNull();
    await both[0];
    expect(called('changes.readBack')).toHaveLength(1);
  });

  it('asks for personal values only when told to, and forgets them with the change', async () => {
    const { store, called } = await aStore();
    expect(called('changes.personal')).toHaveLength(0);
    await store.actions.showPersonal();
    expect(valueOf(store.getState().personal)).not.toBeNull();
    store.actions.open(aChangeId(2));
    expect(store.getState().personal).toEqual({ status: 'idle' });
  });

  it('forgets personal values when the change closes', async () => {
    const { store } = await aStore();
    await store.actions.showPersonal();
    await store.actions.settle('applied', 'Seen');
    expect(store.getState().personal).toEqual({ status: 'idle' });
  });

  it('drops personal values that come after it was left', async () => {
    const { store } = await aStore();
    const asked = store.actions.showPersonal();
    store.actions.hidePersonal();
    await asked;
    expect(store.getState().personal).toEqual({ status: 'idle' });
  });
});

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

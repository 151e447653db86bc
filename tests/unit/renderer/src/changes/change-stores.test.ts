import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../../../renderer/src/bridge.ts';
import { createOneStore } from '../../../../../renderer/src/changes/change-stores.ts';
import { aChange, aChangeId, anUncertainChange } from '../../../../support/a-change.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

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

import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createOneStore, createOpenChangesStore } from '../../../../../renderer/src/changes/change-stores.ts';
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
  it('asks for personal values only when told to, and forgets them with the change', async () => {
    const { store, called } = await aStore();
    expect(called('changes.personal')).toHaveLength(0);
    await store.actions.showPersonal();
    expect(valueOf(store.getState().personal)).not.toBeNull();
    store.actions.open(aChangeId(2));
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

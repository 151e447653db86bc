import { expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../renderer/src/app-stores.ts';
import { aChange } from '../../../support/a-change.ts';
import { createFakeBridge } from '../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../support/fake-sessions.ts';
import { anAccount, aWorld } from '../../../support/fake-world.ts';

const renewal = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } as const;

it.each([
  ['a confirmed renewal', aChange({ what: renewal, state: 'confirmed' }), 1],
  ['a renewal of which nothing is known', aChange({ what: renewal, state: 'uncertain' }), 1],
  ['a renewal on its way', aChange({ what: renewal, state: 'sending' }), 0],
  ['a lock', aChange({ what: { kind: 'lock', state: 'locked' }, state: 'confirmed' }), 0],
])('the credit is read again after %s: %#', (_, change, times) => {
  const bridge = createFakeBridge();
  createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  bridge.tell('changes.changed', { changes: [change] });
  expect(bridge.world.calls.filter(({ name }) => name === 'status.refresh')).toHaveLength(times);
});

it('F15 what the header and Search ask for is of the account that is shown, whichever is active in main by now', async () => {
  const [shown, other] = [anAccount({ id: 'shown' }), anAccount({ id: 'other' })];
  const bridge = createFakeBridge(aWorld({ accounts: [shown, other], activeId: 'shown' }));
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.accounts.actions.load();
  bridge.world.activeId = 'other';
  bridge.world.calls.length = 0;
  await stores.status.actions.read();
  await stores.tlds.actions.refresh();
  const asked = bridge.world.calls.filter(({ name }) => ['status.read', 'tlds.list'].includes(name));
  expect(asked.map(({ input }) => input)).toMatchObject([{ accountId: 'shown' }, { accountId: 'shown' }]);
});

it('settings that another than the page has changed are read again', async () => {
  const bridge = createFakeBridge();
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.settings.actions.read();
  bridge.world.settings = { ...bridge.world.settings, registryEnabled: true };
  bridge.tell('settings.changed', {});
  await expect.poll(() => stores.settings.actions.known()?.registryEnabled).toBe(true);
});

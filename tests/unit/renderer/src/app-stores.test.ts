import { expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../renderer/src/app-stores.ts';
import { aChange } from '../../../support/a-change.ts';
import { createFakeBridge } from '../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../support/fake-ports.ts';

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

// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { aBatch, aBatchId, aBatchRow, aChangeId, countsOf } from '../../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import { aDomain } from '../../../../../support/fake-portfolio.ts';

drawInJsdom();

const order = {
  kind: 'register',
  periodYears: 1,
  nameservers: [],
  roles: [],
  addons: {},
  idnLanguage: null,
  domainFields: [],
} as const;
const rows = [
  aBatchRow(0, { state: 'confirmed', changeId: aChangeId(1), proof: 'answer' }),
  aBatchRow(1, { state: 'refused', changeId: aChangeId(2) }),
  aBatchRow(2, { leftOut: 'archived' }),
];

const show = () =>
  drawPart(<ActivityScreen />, {
    world: {
      batches: [aBatch({ state: 'done', ask: order, counts: countsOf(rows) })],
      domains: rows.map(({ domain }) => aDomain(domain, { accountId: 'practice' })),
      batchRows: new Map([[aBatchId(1), rows]]),
    },
    before: ({ route }) => route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) }),
  });

const lockIt = () => screen.findByRole('button', { name: 'Lock it…' });

it('the end of a batch of orders offers the lock of what was registered alone, as a batch that is reviewed', async () => {
  const { user, called, stores, bridge } = await show();
  bridge.world.domains = [];
  await user.click(await lockIt());
  await vi.waitFor(() =>
    expect(called('batches.prepare')).toEqual([
      { accountId: 'practice', ask: { kind: 'lock', state: 'locked' }, domains: ['shop-1.com'] },
    ]),
  );
  await vi.waitFor(() => expect(stores.route.getState().route).toMatchObject({ view: { kind: 'batch' } }));
});

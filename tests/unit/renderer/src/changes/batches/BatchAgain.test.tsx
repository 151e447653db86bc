// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { aBatch, aBatchId, aBatchRow, countsOf } from '../../../../../support/a-change.ts';
import { aDomain } from '../../../../../support/fake-portfolio.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

async function show(changes: Partial<Batch>, rows: readonly BatchRow[]) {
  const page = await drawPart(<ActivityScreen />, {
    world: {
      batches: [aBatch({ ...changes, counts: countsOf(rows) })],
      domains: rows.map(({ domain }) => aDomain(domain, { accountId: 'practice' })),
      batchRows: new Map([[aBatchId(1), rows]]),
    },
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  await screen.findByRole('row', { name: /shop-1\.com/ });
  return page;
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

it('H23 says before it is applied how many were not read and why, and makes another batch of just these', async () => {
  const { user, called } = await show({ state: 'ready' }, [
    aBatchRow(0),
    aBatchRow(1),
    aBatchRow(2, { leftOut: 'already-so' }),
    aBatchRow(3, { leftOut: 'not-readable', error: { kind: 'unreachable', why: 'no-answer-in-time' } }),
  ]);
  await screen.findByText('2 ready, 1 excluded, 1 not read');
  await screen.findByText('1 not read. The service did not answer in time.');
  await user.click(await button('New batch of 1 domain not read'));
  await vi.waitFor(() =>
    expect(called('batches.prepare')).toMatchObject([
      { ask: { kind: 'lock', state: 'locked' }, domains: ['shop-4.com'] },
    ]),
  );
  expect(called('batches.apply')).toEqual([]);
});

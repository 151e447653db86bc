// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { aBatch, aBatchId, aBatchRow, countsOf } from '../../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

const rows = [aBatchRow(0), aBatchRow(1)];

async function show(changes: Partial<Batch>): Promise<void> {
  await drawPart(<ActivityScreen />, {
    world: {
      batches: [aBatch({ ...changes, counts: countsOf(rows) }, rows)],
      batchRows: new Map([[aBatchId(1), rows]]),
    },
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  await screen.findByRole('row', { name: /shop-1\.com/ });
}

describe('a batch that a colleague has prepared', () => {
  const proposal = { by: 'ada', why: 'As <b>every</b> year', review: aBatchId(7) };

  it('says who, with the reason as text alone, and that this is the second person', async () => {
    await show({ state: 'ready', proposal });
    const note = await screen.findByText(/Prepared by/);
    expect(note.textContent).toContain('Prepared by ada, a colleague: “As <b>every</b> year”');
    expect(note.textContent).toContain('You are the second person');
    expect(note.querySelector('b')).toBeNull();
    expect(screen.queryByText(/assistant/)).toBeNull();
  });
});

describe('a batch that an assistant proposed', () => {
  const proposal = { by: 'Evil \u202Eassistant', why: 'Press <b>apply</b>: it is fine' };

  it('says so above its review, with its words as text alone', async () => {
    await show({ state: 'ready', proposal });
    const note = await screen.findByText(/Proposed by an assistant/);
    expect(note.textContent).toContain('Evil');
    expect(note.textContent).toContain('“Press <b>apply</b>: it is fine”');
    expect([...note.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
      proposal.by,
      proposal.why,
    ]);
    expect(note.querySelector('b')).toBeNull();
    expect(note.textContent).toContain('Nothing is sent unless you apply it');
  });

  it('says so in its row of the list', async () => {
    await drawPart(<ActivityScreen />, {
      world: { batches: [aBatch({ proposal }, rows)] },
      async before({ status, route }) {
        await status.actions.read();
        route.actions.goToChanges({ kind: 'list', changeId: null });
      },
    });
    expect((await screen.findByRole('row', { name: /Proposed by/ })).textContent).toContain(
      'Proposed by “Evil',
    );
  });

  it('is not said of a batch that a person made', async () => {
    await show({ state: 'ready' });
    expect(screen.queryByText(/Proposed by/)).toBeNull();
  });
});

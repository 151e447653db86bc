import type { Batch, BatchCounts, BatchRow } from '#shared/domain/batch.ts';

export const aBatchId = (number: number): string =>
  `00000000-0000-4000-9300-${String(number).padStart(12, '0')}`;

export const aBatchRow = (index: number, changes: Partial<BatchRow> = {}): BatchRow => ({
  index,
  domain: `shop-${index + 1}.com`,
  before: 'unlocked',
  after: 'locked',
  leftOut: null,
  error: null,
  renewal: null,
  changeId: null,
  state: null,
  proof: null,
  ...changes,
});

/** The counts that rows come to. */
export function countsOf(rows: readonly BatchRow[]): BatchCounts {
  const count = (fits: (row: BatchRow) => boolean) => rows.filter(fits).length;
  return {
    rows: rows.length,
    read: rows.length,
    leftOut: count((row) => row.leftOut !== null),
    toDo: count((row) => row.leftOut === null),
    remaining: count((row) => row.leftOut === null && (row.state === null || row.state === 'planned')),
    confirmed: count((row) => row.state === 'confirmed'),
    refused: count((row) => row.state === 'refused'),
    uncertain: count((row) => row.state === 'uncertain'),
  };
}

/** A plan that locks, ready to be looked at. */
export const aBatch = (changes: Partial<Batch> = {}, rows: readonly BatchRow[] = []): Batch => ({
  id: aBatchId(1),
  accountId: 'practice',
  ask: { kind: 'lock', state: 'locked' },
  state: 'ready',
  createdAt: '2026-11-21T08:00:00.000Z',
  changedAt: '2026-11-21T08:05:00.000Z',
  counts: countsOf(rows),
  digest: 'd1'.repeat(32),
  typedCount: null,
  goesOnAfterUncertain: false,
  waitingFor: null,
  stoppedBy: null,
  ...changes,
});

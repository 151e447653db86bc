import { useState } from 'react';
import type { Batch, BatchRow, FullBatchAsk } from '#shared/domain/batch.ts';
import { tookEffect } from '#shared/domain/change.ts';
import { useStores } from '../../app-stores.ts';
import { allRows, useBatches, type Which } from './batch-store.ts';

/** Reads rows of the batch while its button waits; a failure is a notice. */
export function useRowsOf(
  { batch }: { readonly batch: Batch },
  which: Which,
  then: (rows: readonly BatchRow[]) => unknown,
) {
  const { bridge, notices } = useStores();
  const [isBusy, setBusy] = useState(false);

  async function start(): Promise<void> {
    setBusy(true);
    const rows = await allRows(bridge.request.batches, batch.id, which);
    if (rows.ok) await then(rows.value);
    else notices.actions.fail(rows.error);
    setBusy(false);
  }
  return { loading: isBusy, onClick: () => void start() };
}

/** Makes a batch of these domains, which is reviewed as any other, and leads to it. */
export function useBatchOf(
  accountId: string,
  ask: FullBatchAsk,
): (domains: readonly string[]) => Promise<void> {
  const { route, notices } = useStores();
  const batches = useBatches();
  return async (domains) => {
    const made = await batches.actions.prepare({ accountId, ask, domains: [...domains] });
    if (made.ok) route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
    else notices.actions.fail(made.error);
  };
}

/** Whether the row's change took effect. */
export const isDone = ({ state, settledAs }: Pick<BatchRow, 'state' | 'settledAs'>): boolean =>
  state !== null && tookEffect({ state, settledAs });

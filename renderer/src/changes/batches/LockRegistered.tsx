import { Button } from '@mantine/core';
import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import { format } from '../../ui/Formats.tsx';
import { isDone, useBatchOf, useRowsOf } from './next-batch.ts';

/** Whether the account's defaults have the lock offered first; what is uncertain or refused goes before it. */
export const useLocksFirst = ({ accountId, ask, counts }: Batch): boolean =>
  useAccount(accountId)?.options.orderDefaults.locksAfter === true &&
  ask.kind === 'register' &&
  counts.uncertain + counts.refused === 0;

/** The lock of what was registered, as a batch with its own review. */
export function LockRegistered({ batch }: { readonly batch: Batch }) {
  const { accountId, counts } = batch;
  const { bridge, notices } = useStores();
  const lock = useBatchOf(accountId, locking);
  const isFirst = useLocksFirst(batch);
  const button = useRowsOf({ batch }, 'to-do', async (rows) => {
    const listed = await bridge.request.domains.list({ accountId });
    // Some services lock new domains themselves.
    const locked = new Set(
      (listed.ok ? listed.value.domains : [])
        .filter((domain) => domain.lock?.value === 'locked')
        .map(({ name }) => name),
    );
    const open = rows.filter((row) => isDone(row) && !locked.has(row.domain)).map(({ domain }) => domain);
    if (open.length > 0) await lock(open);
    else notices.actions.say('Nothing to lock: they are locked already');
  });
  return (
    <Button variant={isFirst ? 'filled' : 'default'} {...button}>
      Lock {counts.confirmed === 1 ? 'it' : `these ${format.count(counts.confirmed)}`}…
    </Button>
  );
}

const locking: FullBatchAsk = { kind: 'lock', state: 'locked' };

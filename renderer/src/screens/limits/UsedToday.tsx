import type { Bridge, Output } from '#shared/ipc/types.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { format } from '../../lib/format.ts';
import { coalesced } from '../changes/coalesced.ts';
import { createReading, type Reading } from '../settings/diagnostics/reading.ts';
import css from './limits.module.css';

type Used = Output<'limits', 'used'>;

interface Props {
  /** Null is of all accounts together. */
  readonly accountId: string | null;
  readonly measure: 'sum' | 'count';
}

/** What paid changes came to since midnight; follows the changes. */
export function UsedToday({ accountId, measure }: Props) {
  const { bridge } = useStores();
  const [reading] = useState(() => readingOf(bridge, accountId));
  const used = useStore(reading);
  useEffect(() => {
    void reading.read();
    return bridge.on['changes.changed'](coalesced(() => void reading.read(), 300));
  }, [reading, bridge]);
  return (
    <p className={`${css['used'] ?? ''} figures`}>
      {used.status === 'ready' &&
        `Used today: ${measure === 'sum' ? sumsText(used.value) : format.count(used.value.unpriced)}`}
      {used.status === 'failed' && 'What was used today could not be read.'}
    </p>
  );
}

const readingOf = ({ request }: Bridge, accountId: string | null): Reading<Used> =>
  createReading(() => request.limits.used({ accountId }));

const sumsText = ({ sums }: Used): string =>
  sums.length === 0
    ? 'nothing'
    : sums
        .map(({ currency, amount }) =>
          currency === null ? `${amount} without a currency` : `${amount} ${currency}`,
        )
        .join(', ');

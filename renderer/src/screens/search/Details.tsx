import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { valueOf } from '../../lib/remote.ts';
import { pressed } from '../../lib/shortcuts.ts';
import { Answer } from './Answer.tsx';
import css from './details.module.css';
import { DetailsHead } from './DetailsHead.tsx';
import { Prices } from './Prices.tsx';

interface Props {
  readonly domain: string;
  readonly toList: () => void;
}

/** Everything about one finding: what is known, since when, by which account, and every field of the answer. */
export function Details({ domain, toList }: Props) {
  const { search } = useStores();
  const row = useStore(search, (state) => state.rows.get(domain));
  const details = useStore(search, (state) => state.details);
  const shown = valueOf(details);
  if (row === undefined) return null;

  function close(): void {
    search.actions.closeDetails();
    toList();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, 'back')) close();
  };
  return (
    <aside className={css['panel']} aria-label={`Details of ${row.name.unicode}`} onKeyDown={onKeyDown}>
      <DetailsHead row={row} account={shown?.accountLabel ?? null} onClose={close} />
      <div className={css['body']}>
        {details.status === 'failed' && (
          <ErrorState
            error={details.error}
            remedies={{ 'try-again': () => search.actions.openDetails(domain) }}
          />
        )}
        <Prices prices={row.finding.prices} />
        {shown !== null && <Answer fields={shown.fields} answer={shown.answer} />}
      </div>
    </aside>
  );
}

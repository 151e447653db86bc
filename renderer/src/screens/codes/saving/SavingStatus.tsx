import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CodeSaving } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { counted, format } from '../../../lib/format.ts';
import { useTold } from '../../domains/page/use-told.ts';
import type { ListStore } from '../../domains/list/list-store.ts';
import { rateOf } from '../pace.ts';
import { useSavings } from '../savings-store.ts';
import { AskAgain } from './AskAgain.tsx';
import css from './saving.module.css';
import type { SavingStore } from './saving-store.ts';
import { savingMeaning, savingTitle } from './saving-words.ts';
import { Tallies } from './Tallies.tsx';

interface Props {
  readonly saving: CodeSaving;
  readonly store: SavingStore;
  readonly list: ListStore;
}

/** How far it is, what came so far, why it waits or ended, and what a person can do. */
export function SavingStatus({ saving, store, list }: Props) {
  const isRunning = saving.state === 'running';
  return (
    <section className={css['status']} aria-label="Where it stands">
      <div className={css['standing']}>
        <div className={css['words']}>
          <p className={css['main']} role="status">
            {savingTitle(saving)}
          </p>
          {isRunning && (
            <progress
              className={css['bar']}
              aria-label="Asked"
              max={Math.max(1, saving.total)}
              value={saving.asked}
            />
          )}
          <Tallies saving={saving} />
          <p className={css['quiet']}>
            {savingMeaning(saving)} {isRunning && <Rate saving={saving} />}
          </p>
        </div>
        {isRunning ? <Stop saving={saving} /> : <AskAgain saving={saving} store={store} list={list} />}
      </div>
      {saving.error !== null && <Why saving={saving} />}
    </section>
  );
}

/** How fast it goes, and how long it still takes at that speed. */
function Rate({ saving }: Pick<Props, 'saving'>) {
  const rate = useStore(useSavings(), ({ paces }) => rateOf(paces.get(saving.id)));
  if (rate === null) return null;
  const leftMs = ((saving.total - saving.asked) / rate) * 1_000;
  return (
    <span className="figures">
      {rateWords(rate)}, about {format.duration(leftMs)} left.
    </span>
  );
}

/** "3.1 a second", "12 a minute": in the unit in which it is not a fraction. */
const rateWords = (perSecond: number): string =>
  perSecond >= 1
    ? `${String(Math.round(perSecond * 10) / 10)} a second`
    : `${String(Math.max(1, Math.round(perSecond * 60)))} a minute`;

function Stop({ saving }: Pick<Props, 'saving'>) {
  const { stop } = useSavings().actions;
  const [isStopping, setStopping] = useState(false);
  const told = useTold();
  return (
    <Button
      variant="default"
      loading={isStopping}
      onClick={() => {
        setStopping(true);
        const asked = stop(saving.id);
        void asked.then((result) => setStopping(result.ok));
        told(asked);
      }}
    >
      Stop
    </Button>
  );
}

/** No word of what was changed: registries may have made new codes of those that were asked. */
function Why({ saving: { error, accountId, asked, total } }: Pick<Props, 'saving'>) {
  const { goToAccount } = useStores().route.actions;
  if (error === null) return null;
  const { happened, next, remedies } = sentencesFor(error);
  const way = (words: string, intent: 'look' | 'edit') => (
    <Button variant="default" onClick={() => goToAccount(accountId, intent)}>
      {words}
    </Button>
  );
  return (
    <div className={css['why-ended']} role="alert">
      <IconAlertTriangle className={css['why-icon']} size={18} stroke={1.75} aria-hidden />
      <p className="selectable">
        <strong>{counted(total - asked, 'domain was', 'domains were')} not asked.</strong> {happened} {next}
      </p>
      {remedies.includes('enter-key') && way('Enter the key', 'look')}
      {remedies.includes('edit-account') && way('Edit the account', 'edit')}
    </div>
  );
}

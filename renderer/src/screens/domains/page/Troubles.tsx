import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { partWords } from '../known-words.ts';
import { useReadings } from '../readings-store.ts';
import css from './page.module.css';
import { useTold } from './use-told.ts';

/** What could not be read the last time, why, and what to do about it. */
export function Troubles({ domain }: { readonly domain: Domain }) {
  const { route } = useStores();
  const { begin } = useReadings().actions;
  const told = useTold();
  const toAccount = (intent: 'look' | 'edit') => () => route.actions.goToAccount(domain.accountId, intent);
  if (domain.troubles.length === 0) return null;
  return (
    <div className={css['troubles']}>
      {domain.troubles.map(({ part, error, at }) => (
        <div key={part}>
          <ErrorState
            error={error}
            about={`${partWords[part]} could not be read`}
            remedies={{
              'try-again': () => told(begin([domain.name], [part])),
              'enter-key': toAccount('look'),
              'edit-account': toAccount('edit'),
            }}
          />
          <p className={css['when']}>
            Tried <Age at={at} />
          </p>
        </div>
      ))}
    </div>
  );
}

import type { AppError } from '#shared/app-error.ts';
import { type Domain, type DomainPart, domainParts } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { partWords } from '../known-words.ts';
import { endedEarlyFor, useReadings } from '../readings-store.ts';
import css from './page.module.css';
import { useTold } from './use-told.ts';

interface Props {
  readonly domain: Domain;
}

/** What could not be read the last time, why, and what to do about it. */
export function Troubles({ domain }: Props) {
  const nowMs = useNowMs();
  const readings = useReadings();
  const endedBy = useStore(readings, (state) => endedEarlyFor(state, domain.accountId, domain.name));
  if (domain.troubles.length === 0 && endedBy === null) return null;
  return (
    <div className={css['troubles']}>
      {endedBy !== null && (
        <Trouble domain={domain} error={endedBy} about="Nothing could be read just now" parts={domainParts} />
      )}
      {domain.troubles.map(({ part, error, at }) => (
        <Trouble
          key={part}
          domain={domain}
          error={error}
          about={`${partWords[part]} could not be read, tried ${format.age(at, nowMs)}`}
          parts={[part]}
        />
      ))}
    </div>
  );
}

interface TroubleProps extends Props {
  readonly error: AppError;
  readonly about: string;
  /** What is read anew. */
  readonly parts: readonly DomainPart[];
}

function Trouble({ domain, error, about, parts }: TroubleProps) {
  const { route } = useStores();
  const { begin } = useReadings().actions;
  const told = useTold();
  const toAccount = (intent: 'look' | 'edit') => () => route.actions.goToAccount(domain.accountId, intent);
  return (
    <ErrorState
      error={error}
      about={about}
      remedies={{
        'try-again': () => told(begin(domain.accountId, [domain.name], parts)),
        'enter-key': toAccount('look'),
        'edit-account': toAccount('edit'),
      }}
    />
  );
}

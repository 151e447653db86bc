import { IconCloudOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { counted } from '../../lib/format.ts';
import { valueOf } from '../../lib/remote.ts';
import { activeAccount } from '../../shell/accounts-store.ts';
import { byCause } from './causes.ts';
import css from './search.module.css';

/** What stands in the way: each cause once, with how many names it concerns and what to do next. */
export function SearchTrouble() {
  const { search, status, accounts, route } = useStores();
  const failures = useStore(search, (state) => state.failures);
  const knownError = useStore(search, (state) => state.knownError);
  const offline = useStore(status, (state) => valueOf(state.status)?.connection === 'offline');
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  const causes = useMemo(() => byCause(failures), [failures]);
  if (causes.length === 0 && knownError === null && !offline) return null;
  const again = () =>
    search.actions.lookAgain(
      [...search.getState().rows.values()]
        .filter((row) => row.missed || row.finding.kind === 'unknown')
        .map((row) => row.name.domain),
    );
  return (
    <div className={css['trouble']}>
      {offline && causes.length === 0 && (
        <p className={css['offline']} role="status">
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          Offline. What is known is here, with its age.
        </p>
      )}
      {knownError !== null && <ErrorState error={knownError} about="What is known could not be read" />}
      {causes.map(({ error, count }) => (
        <ErrorState
          key={JSON.stringify(error)}
          error={error}
          about={`${counted(count, 'name was', 'names were')} not answered`}
          remedies={{
            'try-again': again,
            'enter-key': () => route.actions.goToAccount(accountId, 'look'),
            'edit-account': () => route.actions.goToAccount(accountId, 'edit'),
            'add-account': () => route.actions.goToAccount(null, 'add'),
          }}
        />
      ))}
    </div>
  );
}

import { Group, Paper, Stack } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { triedText } from '#shared/domain/tried-texts.ts';
import { type AppError, isComputerOffline } from '#shared/errors.ts';
import { useActiveAccount, useStores } from '../app-stores.ts';
import type { SearchFailure } from '../client.ts';
import { valueOf } from '../remote.ts';
import { counted } from '../ui/Formats.tsx';
import { ErrorState, useAccountRemedies } from '../ui/States.tsx';

/** The failures, grouped by cause, each with the number of names and the next step. */
export function SearchProblem() {
  const { search, status, route, bridge, notices } = useStores();
  const failures = useStore(search, (state) => state.failures);
  const knownError = useStore(search, (state) => state.knownError);
  const offline = useStore(status, (state) => valueOf(state.status)?.connection === 'offline');
  const isComputer = useStore(status, (state) => isComputerOffline(valueOf(state.status)?.error ?? null));
  const hasSaved = useStore(search, ({ rows }) =>
    [...rows.values()].some(({ finding: { checkedAt, kind } }) => checkedAt !== null && kind !== 'unknown'),
  );
  const account = useActiveAccount();
  const remedies = useAccountRemedies(account?.id ?? null);
  const causes = useMemo(() => byCause(failures), [failures]);
  const again = () =>
    search.actions.recheck(
      [...search.getState().rows.values()]
        .filter((row) => row.missed || row.finding.kind === 'unknown')
        .map((row) => row.name.domain),
    );

  /** The key window comes up here; with a key the same names are checked again. A failure leads to the account, which has other ways. */
  async function enterKey(): Promise<void> {
    if (account === null) return;
    const { id, key } = account;
    const entered = await bridge.request.keys.enter({ accountId: id, place: 'keychain' });
    if (!entered.ok) {
      notices.actions.report(Promise.resolve(entered));
      if (entered.error.kind !== 'cancelled' && entered.error.kind !== 'app-locked')
        route.actions.goToAccount(id, 'view');
      return;
    }
    const { key: now, tried } = entered.value;
    if (tried !== null) notices.actions.say(triedText(tried.isRefused));
    else if (now.hasKey && now.savedAt !== key.savedAt) again();
  }

  return (
    <Stack gap="sm" flex="none" mah="45%" style={{ overflowY: 'auto' }}>
      {offline && causes.length === 0 && (
        <Paper bg="var(--nd-caution-soft)" c="var(--nd-caution)" px="md" py="sm" role="status">
          <Group gap="sm" wrap="nowrap">
            <IconCloudOff size={16} stroke={1.75} aria-hidden />
            {isComputer ? 'Offline.' : 'Can’t reach the service.'}{' '}
            {hasSaved ? 'Showing saved results.' : 'No saved results for these.'}
          </Group>
        </Paper>
      )}
      {knownError !== null && <ErrorState isRead error={knownError} about="Couldn’t load saved results" />}
      {causes.map(({ error, count }) => (
        <ErrorState
          isRead
          key={JSON.stringify(error)}
          error={error}
          about={`${counted(count, 'name', 'names')} couldn’t be checked`}
          remedies={{
            ...remedies,
            'try-again': again,
            'enter-key': () => void enterKey(),
          }}
        />
      ))}
    </Stack>
  );
}

interface Cause {
  readonly error: AppError;
  readonly count: number;
}

/** Groups failures by cause, so that ten requests that failed for one reason count as one problem. */
function byCause(failures: readonly SearchFailure[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const { error, tlds } of failures) {
    const key = JSON.stringify(error);
    causes.set(key, { error, count: (causes.get(key)?.count ?? 0) + tlds.length });
  }
  return [...causes.values()];
}

import { Button } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { IconClipboard, IconKey } from '@tabler/icons-react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/Section.tsx';
import { format } from '../../lib/format.ts';
import type { AccountSummary, KeyState } from '../../lib/nouns.ts';
import type { AccountScreenState, AccountScreenStore, KeyWay } from './account-store.ts';
import css from './accounts.module.css';

interface Props {
  readonly account: AccountSummary;
  readonly taking: KeyWay | null;
  readonly trouble: AccountScreenState['keyError'];
  readonly actions: Pick<AccountScreenStore['actions'], 'takeKey' | 'forgetKey'>;
  /** After a key came in. */
  readonly onKey?: () => void;
}

/** Where the account's key is, and the two ways to give one. The page itself never holds it. */
export function KeySection({ account, taking, trouble, actions, onKey }: Props) {
  const { id, key } = account;
  if (account.kind === 'practice')
    return (
      <Section title="API key">
        <p className={css['quiet']}>
          Made anew at each start, and kept in memory alone. There is nothing to enter.
        </p>
      </Section>
    );

  async function take(way: KeyWay, place: 'keychain' | 'memory'): Promise<void> {
    if (await actions.takeKey(id, way, place)) onKey?.();
  }

  return (
    <Section title="API key">
      <p>{keyWords(key)}</p>
      <div className={css['row']}>
        <Button
          variant={key.hasKey ? 'default' : 'filled'}
          leftSection={<IconKey size={14} aria-hidden />}
          loading={taking === 'enter'}
          disabled={taking === 'fromClipboard'}
          onClick={() => void take('enter', 'keychain')}
        >
          {key.hasKey ? 'Replace the key' : 'Enter the key'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboard size={14} aria-hidden />}
          loading={taking === 'fromClipboard'}
          disabled={taking === 'enter'}
          onClick={() => void take('fromClipboard', 'keychain')}
        >
          From the clipboard
        </Button>
        {key.hasKey && (
          <Button variant="subtle" color="danger" onClick={() => void actions.forgetKey(id)}>
            Forget the key
          </Button>
        )}
      </div>
      {trouble !== null && (
        <Trouble error={trouble.error} onTake={(place) => void take(trouble.way, place)} />
      )}
    </Section>
  );
}

interface TroubleProps {
  readonly error: AppError;
  readonly onTake: (place: 'keychain' | 'memory') => void;
}

/** Why the key could not be kept. Only the user decides to keep it in memory instead. */
function Trouble({ error, onTake }: TroubleProps) {
  return (
    <div className={css['trouble']}>
      <ErrorState
        error={error}
        remedies={{ 'try-again': () => onTake('keychain'), 'keep-in-memory': () => onTake('memory') }}
      />
      {error.kind === 'keychain' && (
        <p className={css['quiet']}>
          In memory means: until Namedesk quits. Nothing is written to a file, and the next start asks again.
        </p>
      )}
    </div>
  );
}

function keyWords({ hasKey, place, savedAt }: KeyState): string {
  if (!hasKey)
    return 'There is no key yet. It goes from its own small window straight into the system’s keychain.';
  const since = savedAt === null ? '' : `, saved ${format.instant(savedAt)}`;
  return place === 'memory' ? `In memory until Namedesk quits${since}.` : `In the system’s keychain${since}.`;
}

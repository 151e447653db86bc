import { Button, Modal } from '@mantine/core';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import type { AccountSummary } from '../../lib/nouns.ts';
import type { AccountScreenStore } from './account-store.ts';
import css from './accounts.module.css';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly onClose: () => void;
}

/** Asks once, and says what goes and what stays. */
export function RemoveAccount({ store, account, onClose }: Props) {
  const { route, notices } = useStores();
  const { saving, saveError } = useStore(store);

  async function remove(): Promise<void> {
    if (!(await store.actions.remove(account.id))) return;
    notices.actions.say(`Removed ${account.label}`);
    onClose();
    route.actions.goToAccount(null, 'look');
  }

  return (
    <Modal opened onClose={onClose} title={`Remove ${account.label}?`} size={480}>
      <div className={css['confirm']}>
        <ul className={css['consequences']}>
          <li>Its API key is taken out of the keychain.</li>
          <li>What was looked up with it is forgotten here.</li>
          <li>At the service nothing changes: its domains and its credit stay as they are.</li>
        </ul>
        {saveError !== null && (
          <ErrorState error={saveError} remedies={{ 'try-again': () => void remove() }} />
        )}
        <div className={css['end']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button color="danger" loading={saving} onClick={() => void remove()}>
            Remove the account
          </Button>
        </div>
      </div>
    </Modal>
  );
}

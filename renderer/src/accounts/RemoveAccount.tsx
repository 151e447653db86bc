import { Button, Loader, Modal, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { holdsAnything, removalText } from '#shared/domain/account-removal.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type Stores, useStores } from '../app-stores.ts';
import type { AccountContents, AccountSummary, RemovedAccount } from '../bridge.ts';
import { counted, format } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import { type AccountScreenStore, fieldError } from './account-store.ts';
import { SaveTrouble } from './AddAccount.tsx';
import css from './accounts.module.css';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly onClose: () => void;
}

/** Says what is removed and what stays, offers an export, and requires the label to be typed where anything would be lost (F16). */
export function RemoveAccount({ store, account, onClose }: Props) {
  const contents = useStore(store, (state) => state.contents);
  const { readContents } = store.actions;
  useEffect(() => void readContents(account.id), [readContents, account.id]);
  return (
    <Modal opened onClose={onClose} title={`Remove ${account.label}?`} size={520}>
      {contents.status === 'failed' && (
        <ErrorState
          error={contents.error}
          about="What would go with it could not be counted"
          remedies={{ 'try-again': () => void readContents(account.id) }}
        />
      )}
      {(contents.status === 'idle' || contents.status === 'loading') && (
        <p className={css['counting']} role="status">
          <Loader size={14} aria-hidden />
          Counting what goes with it…
        </p>
      )}
      {contents.status === 'ready' && (
        <Asking store={store} account={account} contents={contents.value} onClose={onClose} />
      )}
    </Modal>
  );
}

interface AskingProps extends Props {
  readonly contents: AccountContents;
}

function Asking({ store, account, contents, onClose }: AskingProps) {
  const stores = useStores();
  const { saving, saveError } = useStore(store);
  const [typed, setTyped] = useState('');
  const isTyped = holdsAnything(contents);
  const isSure = !isTyped || typed.trim().toLowerCase() === account.label.toLowerCase();
  if (contents.inUse !== null)
    return (
      <div className={css['confirm']}>
        <SaveTrouble error={contents.inUse} />
        <div className={css['end']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    );

  async function remove(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (!isSure || saving) return;
    const removed = await store.actions.remove(account.id, isTyped ? typed : null);
    if (removed === null) return;
    stores.notices.actions.say(`Removed ${removed.label}`, 'quiet', {
      label: 'Undo',
      act: () => void undoRemoval(stores, removed),
    });
    onClose();
    stores.route.actions.goToAccount(null, 'look');
  }

  return (
    <form className={css['confirm']} onSubmit={(event) => void remove(event)}>
      <Consequences account={account} contents={contents} />
      {contents.domains > 0 && <Export store={store} account={account} />}
      {isTyped && (
        <TextInput
          label={`Type ${account.label} to remove it`}
          value={typed}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          error={fieldError(saveError, 'typedLabel')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <SaveTrouble error={saveError} remedies={{ 'try-again': () => void remove() }} />
      <div className={css['end']}>
        <Button variant="default" data-autofocus={!isTyped || undefined} onClick={onClose}>
          Keep it
        </Button>
        <Button type="submit" color="danger" disabled={!isSure} loading={saving}>
          Remove the account
        </Button>
      </div>
    </form>
  );
}

function Consequences({ account, contents }: Pick<AskingProps, 'account' | 'contents'>) {
  const lost = removalText(contents, format.count);
  return (
    <>
      {lost !== null && (
        <p>
          <strong>{lost}</strong>
        </p>
      )}
      <ul className={css['consequences']}>
        <li>
          {lost !== null && 'A backup is made first. '}You can undo this here until Namedesk is started again.
        </li>
        {account.key.place === 'keychain' && (
          <li>Its API key stays in the keychain until then, and is removed with the account.</li>
        )}
        <li>At the service nothing changes: its domains and its credit stay as they are.</li>
        <li>The journal of changes stays here.</li>
      </ul>
    </>
  );
}

function Export({ store, account }: Pick<Props, 'store' | 'account'>) {
  const { notices } = useStores();
  const [isBusy, setBusy] = useState(false);

  async function exportDomains(): Promise<void> {
    setBusy(true);
    const written = await store.actions.exportDomains(account.id);
    setBusy(false);
    if (written !== null) notices.actions.say(`Exported ${counted(written, 'domain', 'domains')}`);
  }

  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={isBusy}
        onClick={() => void exportDomains()}
      >
        Export its domains as CSV…
      </Button>
    </div>
  );
}

/** The accounts removed since the start of the program, each with an undo button. */
export function RemovedAccounts() {
  const stores = useStores();
  const removed = useRemoved(stores);
  if (removed.length === 0) return null;
  return (
    <ul className={css['removed']} aria-label="Removed">
      {removed.map((account) => (
        <li key={account.id}>
          <span className={css['removedLabel']}>Removed: {account.label}.</span>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Undo the removal of ${account.label}`}
            onClick={() => void undoRemoval(stores, account)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useRemoved({ bridge }: Stores): readonly RemovedAccount[] {
  const [removed, setRemoved] = useState<readonly RemovedAccount[]>([]);
  useEffect(() => {
    let isDrawn = true;
    const read = async (): Promise<void> => {
      const listed = await bridge.request.accounts.removed({});
      if (isDrawn && listed.ok) setRemoved(listed.value.accounts);
    };
    void read();
    const stop = bridge.on['accounts.changed'](() => void read());
    return () => {
      isDrawn = false;
      stop();
    };
  }, [bridge]);
  return removed;
}

async function undoRemoval(
  { bridge, notices }: Pick<Stores, 'bridge' | 'notices'>,
  { id }: Pick<RemovedAccount, 'id'>,
): Promise<void> {
  const restored = await bridge.request.accounts.restore({ id });
  if (restored.ok) notices.actions.say(`${restored.value.label} is back`);
  else notices.actions.say(sentencesFor(restored.error).happened, 'problem');
}

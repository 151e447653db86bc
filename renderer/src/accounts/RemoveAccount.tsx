import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { holdsAnything, removalText } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { mapOk } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { exportedText } from '../domains/domain-words.ts';
import { ConfirmDialog, DialogEnd, inAnyCase } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { showingInFolder } from '../ui/copy.ts';
import { counted, format } from '../ui/Formats.tsx';
import { SaveTrouble } from './AddAccount.tsx';
import { Loaded } from '../ui/States.tsx';
import { useAction } from '../use-action.ts';
import type { AccountContents, AccountSummary, RemovedAccount } from '../client.ts';
import { valueOf } from '../remote.ts';

interface Props {
  readonly account: AccountSummary;
  readonly onClose: () => void;
}

/** Says what is removed and what stays, offers an export, and requires the label to be typed where anything would be lost (F16). */
export function RemoveAccount({ account, onClose }: Props) {
  const [contents, again] = useAction('accounts', 'contents', { id: account.id });
  const known = contents.status === 'ready' ? contents.value : null;
  if (known !== null && known.inUse === null)
    return <Asking account={account} contents={known} onClose={onClose} />;
  return (
    <ModalDialog onClose={onClose} title={titleFor(account)} size={520}>
      <Stack>
        {known === null ? (
          <Loaded
            of={contents}
            about="Could not count what would be removed"
            loading="Counting what would be removed…"
            again={again}
          >
            {() => null}
          </Loaded>
        ) : (
          <SaveTrouble error={known.inUse} />
        )}
        <DialogEnd>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

const titleFor = ({ label }: AccountSummary): string => `Remove ${isolated(label)}?`;

interface AskingProps extends Props {
  readonly contents: AccountContents;
}

function Asking({ account, contents, onClose }: AskingProps) {
  const stores = useStores();
  const { id, label, key } = account;
  const lost = removalText(contents, format);
  const isTyped = holdsAnything(contents);

  function tell(removed: RemovedAccount): void {
    stores.undo.actions.tell({
      text: `Removed ${isolated(removed.label)}`,
      accountId: null,
      revert: () => restored(stores.bridge, removed),
      isLast: true,
    });
    stores.route.actions.goToAccount(null, 'view');
  }

  return (
    <ConfirmDialog
      title={titleFor(account)}
      typed={isTyped ? { label: `Type ${isolated(label)} to remove it`, matches: inAnyCase(label) } : null}
      consequences={[
        `${lost === null ? '' : 'A backup is made first. '}You can undo this until Namedesk restarts.`,
        key.place === 'keychain' &&
          'Its API key stays in the keychain until then and is removed with the account.',
        'Nothing changes at the service: its domains and credit stay as they are.',
        'The journal of changes stays here.',
      ]}
      action="Remove the account"
      color="danger"
      onConfirm={(typed) => stores.bridge.request.accounts.remove({ id, typedLabel: isTyped ? typed : null })}
      onError={(error, again) => <SaveTrouble error={error} remedies={{ 'try-again': again }} />}
      onDone={tell}
      onClose={onClose}
    >
      {lost !== null && <Text fw={600}>{lost}</Text>}
      {contents.domains > 0 && <Export accountId={id} />}
    </ConfirmDialog>
  );
}

function Export({ accountId }: { readonly accountId: string }) {
  const { bridge, notices } = useStores();
  const [isBusy, setBusy] = useState(false);

  async function exportDomains(): Promise<void> {
    setBusy(true);
    const exported = await bridge.request.accounts.exportDomains({ id: accountId });
    setBusy(false);
    if (!exported.ok) notices.actions.fail(exported.error);
    else if (exported.value.path !== null)
      notices.actions.say(
        `Exported ${counted(exported.value.domains, 'domain', 'domains')}`,
        'quiet',
        showingInFolder({ bridge, notices }, exported.value.path),
      );
  }

  return (
    <div>
      <Button
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={isBusy}
        onClick={() => void exportDomains()}
      >
        Export its domains as CSV…
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {exportedText}
      </Text>
    </div>
  );
}

/** The accounts removed since the start of the program, each with an undo button. */
export function RemovedAccounts() {
  const stores = useStores();
  const [remote] = useAction('accounts', 'removed', {});
  const removed = valueOf(remote)?.accounts ?? [];
  if (removed.length === 0) return null;
  return (
    <Stack component="ul" gap={0} px={12} pt="sm" aria-label="Removed">
      {removed.map((account) => (
        <Group key={account.id} component="li" gap="sm" wrap="nowrap" justify="space-between">
          <Text c="dimmed" truncate>
            Removed: {isolated(account.label)}.
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            flex="none"
            aria-label={`Undo the removal of ${isolated(account.label)}`}
            onClick={() => void undoRemoval(stores, account)}
          >
            Undo
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

async function restored({ request }: Stores['bridge'], { id }: Pick<RemovedAccount, 'id'>) {
  return mapOk(await request.accounts.restore({ id }), ({ label }) => ({
    changed: 1,
    kept: 0,
    said: `${isolated(label)} is back`,
  }));
}

async function undoRemoval(
  { bridge, notices }: Pick<Stores, 'bridge' | 'notices'>,
  removed: Pick<RemovedAccount, 'id'>,
): Promise<void> {
  const back = await restored(bridge, removed);
  if (back.ok) notices.actions.say(back.value.said);
  else notices.actions.fail(back.error);
}

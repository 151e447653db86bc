import '../styles/mantine-later.css';
import { Badge, Box, Button, Group, NavLink, Space, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import { useStores } from '../app-stores.ts';
import type { Route } from '../shell/route-store.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { useAction } from '../use-action.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { Fact, Facts, Section } from '../ui/PageParts.tsx';
import { isTyping, moveInList, pressed } from '../ui/Shortcuts.tsx';
import { EmptyState, ReadTrouble } from '../ui/States.tsx';
import { foundInWords, isDefault, optionNames, optionWords, shownOption } from './account-options.tsx';
import { EditAccount } from './EditAccount.tsx';
import { type AccountScreenStore, createAccountStore } from './account-store.ts';
import { AddAccount } from './AddAccount.tsx';
import { ConnectionTest, KeySection } from './KeyAndConnection.tsx';
import { RemoveAccount, RemovedAccounts } from './RemoveAccount.tsx';
import type { AccountList, AccountSummary } from '../client.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { failureOf, valueOf } from '../remote.ts';

type AccountsRoute = Extract<Route, { screen: 'accounts' }>;

const show: AccountsRoute = { screen: 'accounts', accountId: null, intent: 'view' };
const noAccounts: AccountList = { accounts: [], activeId: null };

/** The accounts on the left, one of them on the right. */
export function AccountsScreen() {
  const { bridge, accounts, route } = useStores();
  const [store] = useState(() => createAccountStore(bridge.request));
  const { accountId, intent, field } = useStore(route, (state) =>
    state.route.screen === 'accounts' ? state.route : show,
  );
  const remote = useStore(accounts, (state) => state.accounts);
  const { accounts: all, activeId } = valueOf(remote) ?? noAccounts;
  const shown =
    intent === 'add' ? null : (all.find(({ id }) => id === (accountId ?? activeId)) ?? all[0] ?? null);
  const shownId = shown?.id ?? null;
  useEffect(() => store.actions.show(shownId), [store, shownId]);
  const add = () => route.actions.goToAccount(null, 'add');

  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping(event.target)) return;
    if (pressed(event, 'addAccount')) add();
    else if (pressed(event, 'testAccount') && shown !== null) void store.actions.test(shown.id);
    else return;
    event.preventDefault();
  }

  return (
    <Group h="100%" gap={0} align="stretch" wrap="nowrap" onKeyDown={onKeyDown}>
      <Stack
        component="section"
        flex="none"
        w={280}
        gap={0}
        px={12}
        py="md"
        aria-label="Accounts"
        className="line-after"
      >
        <Group justify="space-between" mb={12} ml={12}>
          <Title order={1} fz="lg">
            Accounts
          </Title>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            Add
          </Button>
        </Group>
        <Box component="ul" flex={1} mih={0} p={2} style={{ overflowY: 'auto' }}>
          {all.map((account) => (
            <Item
              key={account.id}
              account={account}
              isActive={account.id === activeId}
              isShown={account.id === shownId}
            />
          ))}
        </Box>
        <RemovedAccounts />
      </Stack>
      <Box flex={1} miw={0} px={32} pt="md" style={{ overflowY: 'auto' }}>
        <Box maw={800}>
          <ReadTrouble error={failureOf(remote)} again={() => void accounts.actions.load()} />
          <Detail
            store={store}
            accounts={all}
            shown={shown}
            activeId={activeId}
            intent={intent}
            field={field}
          />
        </Box>
      </Box>
    </Group>
  );
}

interface DetailProps {
  readonly store: AccountScreenStore;
  readonly accounts: readonly AccountSummary[];
  readonly shown: AccountSummary | null;
  readonly activeId: string | null;
  readonly intent: AccountsRoute['intent'];
  readonly field: AccountsRoute['field'];
}

function Detail({ store, accounts, shown, activeId, intent, field }: DetailProps) {
  if (intent === 'add')
    return <AddAccount store={store} hasPractice={accounts.some(({ kind }) => kind === 'practice')} />;
  if (shown === null)
    return (
      <EmptyState
        icon={<IconUsers size={24} stroke={1.5} />}
        title="No accounts yet"
        actions={<CommandButton of="addAccount" />}
      >
        Lookups and changes need an account.
      </EmptyState>
    );
  if (intent === 'edit') return <EditAccount key={shown.id} store={store} account={shown} first={field} />;
  return <OneAccount key={shown.id} store={store} account={shown} isActive={shown.id === activeId} />;
}

interface AccountProps {
  readonly account: AccountSummary;
  readonly isActive: boolean;
}

/** An account in the list; the arrow keys move to the next one. */
function Item({ account, isActive, isShown }: AccountProps & { readonly isShown: boolean }) {
  const { goToAccount } = useStores().route.actions;
  return (
    <li>
      <NavLink
        component="button"
        type="button"
        mih={48}
        px={12}
        py={4}
        bdrs="md"
        fw={500}
        aria-current={isShown}
        label={account.label}
        description={hintOf(account)}
        styles={{ description: { fontWeight: 400 } }}
        leftSection={<AccountDot colour={account.colour} />}
        rightSection={isActive && <IconCheck size={16} stroke={2} aria-label="active" />}
        onClick={() => goToAccount(account.id, 'view')}
        onKeyDown={(event) => moveInList(event)?.click()}
        noWrap
      />
    </li>
  );
}

function hintOf({ kind, key, username }: AccountSummary): string {
  if (kind === 'practice') return 'Practice: nothing costs anything';
  return key.hasKey ? username : 'No key yet';
}

function OneAccount({ store, account, isActive }: AccountProps & Pick<DetailProps, 'store'>) {
  const { goToAccount } = useStores().route.actions;
  const { id, kind, baseUrl, username } = account;
  const [removing, setRemoving] = useState(false);
  return (
    <Box pb="xl">
      <Head account={account} isActive={isActive} onRemove={() => setRemoving(true)} />
      <KeySection store={store} account={account} onKey={() => void store.actions.test(id)} />
      <ConnectionTest store={store} account={account} onCorrect={() => goToAccount(id, 'edit', 'baseUrl')} />
      {kind === 'practice' && <Practice accountId={id} />}
      {kind === 'reseller' && (
        <Section title="Service">
          <Facts>
            <Fact name="Base URL" mono>
              {baseUrl}
            </Fact>
            <Fact name="E-mail address">{username}</Fact>
          </Facts>
        </Section>
      )}
      <Options account={account} />
      {removing && <RemoveAccount account={account} onClose={() => setRemoving(false)} />}
    </Box>
  );
}

/** What is not as with every other account, and what the service was found to allow. */
function Options({ account: { id, options } }: Pick<AccountProps, 'account'>) {
  const { goToAccount } = useStores().route.actions;
  const [found] = useAction('accounts', 'pace', { id });
  const own = optionNames.filter((name) => !isDefault(name, options));
  const hasOwnDefaults = !isDefault('orderDefaults', options);
  const allowed = options.requestsPerSecond === null ? foundInWords(valueOf(found) ?? null) : '';
  return (
    <Section
      title="Options"
      actions={
        <Button variant="subtle" onClick={() => goToAccount(id, 'edit', 'advanced')}>
          Advanced…
        </Button>
      }
    >
      <Facts>
        {own.map((name) => (
          <Fact key={name} name={optionWords[name].label}>
            {shownOption(name, options[name])}
          </Fact>
        ))}
        {hasOwnDefaults && <Fact name="New registrations">filled in with this account’s own defaults</Fact>}
        {allowed !== '' && (
          <Fact name={optionWords.requestsPerSecond.label}>
            {shownOption('requestsPerSecond', null)}: {allowed}
          </Fact>
        )}
      </Facts>
      <Text c="dimmed">
        {own.length === 0 && !hasOwnDefaults ? 'All standard.' : 'All others are standard.'}
      </Text>
    </Section>
  );
}

/** What the practice service makes on purpose, and the way back to its start. */
function Practice({ accountId }: { readonly accountId: string }) {
  const [resetting, setResetting] = useState(false);
  return (
    <Section
      title="Practice service"
      actions={
        <Button variant="subtle" onClick={() => setResetting(true)}>
          Reset practice…
        </Button>
      }
    >
      <Text mb="xs" textWrap="pretty">
        It starts over whenever Namedesk restarts: it forgets what was registered and changed there, and its
        credit is 500.00 again. Your list of domains, notes and tags stay.
      </Text>
      <Text c="dimmed" mb="xs">
        Sample domains, prices for most names, and trouble on purpose for domains that begin with one of
        these:
      </Text>
      <Facts>
        {practiceTroubles.map(({ prefix, what }) => (
          <Fact key={prefix} name={`${prefix}…`}>
            {what}
          </Fact>
        ))}
      </Facts>
      {resetting && <ResetPractice accountId={accountId} onClose={() => setResetting(false)} />}
    </Section>
  );
}

interface ResetPracticeProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

function ResetPractice({ accountId, onClose }: ResetPracticeProps) {
  const { bridge, notices, status } = useStores();
  return (
    <ConfirmDialog
      title="Reset practice?"
      consequences={[
        'All domains of the practice account are removed here, with their tags and notes. The sample domains come back.',
        'The practice service forgets what was registered and changed there. Its credit is 500.00 again.',
        'Lookups and the journal of changes stay. This cannot be undone.',
      ]}
      action="Reset practice"
      color="danger"
      about="Practice was not reset"
      onConfirm={() => bridge.request.accounts.resetPractice({ id: accountId })}
      onDone={() => {
        notices.actions.say('Practice was reset');
        void status.actions.refresh();
      }}
      onClose={onClose}
    />
  );
}

interface HeadProps extends AccountProps {
  readonly onRemove: () => void;
}

function Head({ account: { id, label, colour }, isActive, onRemove }: HeadProps) {
  const { accounts, route } = useStores();
  return (
    <Group component="header" gap={12} mih={32} mb="md" wrap="nowrap">
      <AccountDot colour={colour} />
      <Text component="h2" fz={18} lh="28px" fw={600} truncate>
        {label}
      </Text>
      {isActive ? (
        <Badge flex="none">Active</Badge>
      ) : (
        <Button flex="none" onClick={() => void accounts.actions.select(id)}>
          Switch to this account
        </Button>
      )}
      <Space flex={1} />
      <Button
        flex="none"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => route.actions.goToAccount(id, 'edit')}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        color="danger"
        flex="none"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onRemove}
      >
        Remove
      </Button>
    </Group>
  );
}

import {
  Box,
  Button,
  Group,
  Menu,
  Paper,
  Popover,
  Space,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconCommand,
  IconKeyboard,
  IconKeyOff,
  IconPlus,
  IconRefresh,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { commands } from '#shared/domain/commands.ts';
import { countedTogether, isReal } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { isComputerOffline } from '#shared/errors.ts';
import { amountText } from '#shared/domain/counting.ts';
import { useActiveAccount, useStores } from '../app-stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { Age, clockDifference, format } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { everywhere } from './everywhere.tsx';
import { activeAccount, unacknowledged } from './stores.ts';
import css from './header.module.css';
import { failedIn, failedRestoreText, type ToReview } from '#shared/domain/backup.ts';
import type { AccountStatus, AccountSummary } from '../client.ts';
import { valueOf } from '../remote.ts';
import { lazily, useCalm } from '../ui/lazily.tsx';
import { storeOf } from '../ui/live-collection.ts';
import type { ScreenName } from './route-store.ts';

const ClipboardCountdown = lazily(
  async () => (await import('../codes/TransferCodes.tsx')).ClipboardCountdown,
);

const TeamMark = lazily(async () => (await import('../team/TeamMark.tsx')).TeamMark);

/** The active account, its credit and connection, and links to everything else. */
export function Header() {
  const { palette, overlay } = everywhere(useStores());
  const isCalm = useCalm();
  return (
    <Group component="header" flex="none" h={48} gap={4} pr={12} wrap="nowrap">
      <AccountSwitcher />
      <Space flex={1} />
      {isCalm && <ClipboardCountdown />}
      {isCalm && <TeamMark />}
      <Credit />
      <Connection />
      <Box w={1} h={16} mx={4} bg="var(--nd-line)" />
      <UnstyledButton className={css['item'] ?? ''} onClick={palette.act}>
        <IconCommand size={16} stroke={1.75} aria-hidden />
        <Text span visibleFrom="lg">
          Commands
        </Text>
        <Keys of="palette" />
      </UnstyledButton>
      <Tooltip label={commands.overlay.label}>
        <UnstyledButton
          className={css['item'] ?? ''}
          aria-label={commands.overlay.label}
          onClick={overlay.act}
        >
          <IconKeyboard size={18} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Tooltip>
    </Group>
  );
}

const AccountCredit = lazily(async () => (await import('./LateParts.tsx')).AccountCredit);

/** The active account by colour and label, and a menu of all, each with its credit. */
function AccountSwitcher() {
  const stores = useStores();
  const { accounts, route } = stores;
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const active = useActiveAccount();
  const open = useStore(route, (state) => state.switcherOpen);
  return (
    <Menu position="bottom-start" width={320} opened={open} onChange={route.actions.openSwitcher}>
      <Menu.Target>
        <UnstyledButton
          className={css['item'] ?? ''}
          flex="0 1 auto"
          miw={64}
          maw={320}
          c="var(--nd-text)"
          fz={14}
          fw={600}
          aria-label={`Account: ${isolated(active?.label ?? 'No account')}`}
        >
          {active !== null && <AccountDot colour={active.colour} />}
          <Text span inherit truncate>
            {active?.label ?? 'No account'}
          </Text>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {list.map((account) => (
          <Menu.Item
            key={account.id}
            leftSection={<AccountDot colour={account.colour} />}
            rightSection={account.id === active?.id ? <IconCheck size={14} aria-label="active" /> : null}
            onClick={() => void accounts.actions.select(account.id)}
          >
            {account.label}
            <AccountCredit account={account} />
          </Menu.Item>
        ))}
        {list.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={everywhere(stores).addAccount.act}
        >
          {commands.addAccount.label}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsers size={14} aria-hidden />}
          rightSection={<Keys of="goAccounts" />}
          onClick={() => route.actions.goToAccount(null, 'view')}
        >
          Manage accounts…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const problem = { colour: 'var(--nd-danger)', weight: 500 };

const words = {
  unknown: { text: 'Not tried yet', colour: 'dimmed', weight: 400, Icon: IconCircleDashed },
  online: { text: 'Online', colour: 'var(--nd-fine)', weight: 400, Icon: IconCircleCheck },
  offline: { text: 'Unreachable', ...problem, Icon: IconCloudOff },
  'no-api': { text: 'No answer', ...problem, Icon: IconCloudOff },
  refused: { text: 'Refused', ...problem, Icon: IconBan },
  'no-key': { text: 'No key', ...problem, Icon: IconKeyOff },
} as const satisfies Readonly<Record<AccountStatus['connection'], unknown>>;

/** The connection in words, with details on click. */
function Connection() {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  const [open, setOpen] = useState(false);
  if (status === null || status.accountId === null) return null;
  const { text, colour, weight, Icon } = words[status.connection];
  return (
    <Popover position="bottom-end" width={340} opened={open} onChange={setOpen} trapFocus>
      <Popover.Target>
        <UnstyledButton className={css['item'] ?? ''} c={colour} fw={weight} onClick={() => setOpen(!open)}>
          <Icon size={16} stroke={1.75} aria-hidden />
          <span>{isComputerOffline(status.error) ? 'Offline' : text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Connection">
        <Report status={status} close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Report({ status, close }: { readonly status: AccountStatus; readonly close: () => void }) {
  const stores = useStores();
  const said = status.error === null ? null : sentencesFor(status.error);
  return (
    <Stack gap="sm" py={4}>
      {said === null ? (
        <Text>
          {status.connection === 'online'
            ? 'The last request was answered.'
            : 'The service was not contacted yet.'}
        </Text>
      ) : (
        <>
          <Text>{said.happened}</Text>
          <Text c="dimmed">{said.next}</Text>
        </>
      )}
      {status.clockSkewMs !== null && <Text c="dimmed">{clockDifference(status.clockSkewMs)}.</Text>}
      <Group gap="sm">
        <Button variant="filled" onClick={() => void stores.status.actions.refresh()}>
          Try now
        </Button>
        <Button
          onClick={() => {
            close();
            stores.route.actions.goToAccount(status.accountId, 'view');
          }}
        >
          Open the account
        </Button>
      </Group>
    </Stack>
  );
}

/** The credit as the service wrote it, with its age. The API names no currency: the one that the user gave the account. */
function Credit() {
  const stores = useStores();
  const { status } = stores;
  const credit = useStore(status, (state) => valueOf(state.status)?.credit ?? null);
  const accountId = useStore(status, (state) => valueOf(state.status)?.accountId ?? null);
  const currency = useCurrency(accountId);
  const busy = useStore(status, (state) => state.status.status === 'loading');
  if (accountId === null) return null;
  return (
    <Tooltip
      label={
        <Group gap="sm">
          Read the credit again <Keys of="refreshStatus" />
        </Group>
      }
    >
      <UnstyledButton
        className={css['item'] ?? ''}
        aria-busy={busy}
        onClick={everywhere(stores).refreshStatus.act}
      >
        {credit === null ? (
          <span>Credit not loaded yet</span>
        ) : (
          <>
            <span>Credit</span>
            <Text span className="figures" c="var(--nd-text)" fw={600}>
              {amountText({ amount: credit.amount, currency })}
            </Text>
            <Text span visibleFrom="lg">
              <Age at={credit.readAt} />
            </Text>
          </>
        )}
        <IconRefresh size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

/** The accounts whose things are on the screen; null: those of the active one. */
const createShown = () => createStore<{ readonly ids: string | null }>(() => ({ ids: null }));

/** Says whose things a screen shows, where it may be others than the active account's: what stands around it must not say otherwise (H17). */
export function useShownAccounts(accountIds: readonly string[] | null): void {
  const shown = storeOf(useStores(), createShown);
  const ids = accountIds?.join(' ') ?? null;
  useEffect(() => {
    shown.setState({ ids });
    return () => shown.setState({ ids: null });
  }, [shown, ids]);
}

/** These screens are of all accounts. */
const ofAllAccounts: ReadonlySet<ScreenName> = new Set(['today', 'accounts', 'settings']);

function useAccountsOnScreen(): readonly AccountSummary[] {
  const stores = useStores();
  const state = useStore(stores.accounts);
  const { ids } = useStore(storeOf(stores, createShown));
  const screen = useStore(stores.route, ({ route }) => route.screen);
  const all = valueOf(state.accounts)?.accounts ?? [];
  if (ofAllAccounts.has(screen)) return countedTogether(all);
  const shown = all.filter(({ id }) => ids?.split(' ').includes(id));
  const active = activeAccount(state);
  return shown.length > 0 || active === null ? shown : [active];
}

/** A thin band in the colour of the account that is shown; a wide one where everything that is shown is practice. */
export function AccountBand() {
  const [account, ...others] = useAccountsOnScreen();
  if (account === undefined) return null;
  if (![account, ...others].some(isReal))
    return (
      <Group
        className={css['practice'] ?? ''}
        role="note"
        flex="none"
        h={26}
        gap="sm"
        justify="center"
        fz="xs"
      >
        <strong>Practice account</strong>
        <span>
          Everything works, nothing is real. Its credit is play money. It starts over when Namedesk restarts.
        </span>
      </Group>
    );
  const colour = others.length === 0 ? `var(--nd-account-${account.colour})` : 'var(--nd-line)';
  return <Box flex="none" h={3} bg={colour} />;
}

/** On every screen, a link to the results of a restore until the user acknowledges it; and why one could not be made. */
export function RestoredBar() {
  const { restored, route } = useStores();
  const notice = useStore(restored, unacknowledged);
  const failed = useStore(restored, (state) => failedIn(valueOf(state.notice)));
  const isThere = useStore(route, (state) => state.route.screen === 'restored');
  return (
    <>
      {failed !== null && (
        <Announced
          title={`The backup of ${format.instant(failed.copy.madeAt)} was not restored`}
          text={`. ${failedRestoreText(failed)}`}
        >
          {notice === null && (
            <Button size="compact-sm" onClick={() => void restored.actions.acknowledge()}>
              OK
            </Button>
          )}
        </Announced>
      )}
      {notice !== null && !isThere && (
        <Announced
          title={restoredTitle(notice)}
          text=": review what may have changed. Until then nothing paid is sent."
        >
          <Button
            size="compact-sm"
            aria-label="Review what may have changed"
            onClick={() => route.actions.go({ screen: 'restored' })}
          >
            Review
          </Button>
        </Announced>
      )}
    </>
  );
}

interface AnnouncedProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Announced = ({ title, text, children }: AnnouncedProps) => (
  <Paper role="note" flex="none" mr="md" mb="sm" py={4} pl={12} pr={4} bg="var(--nd-caution-soft)">
    <Group gap="sm" wrap="nowrap">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text flex={1} miw={0}>
        <strong>{title}</strong>
        {text}
      </Text>
      {children}
    </Group>
  </Paper>
);

/** What happened, in one line. */
export function restoredTitle(notice: ToReview): string {
  if (notice.kind === 'unknown') return 'Restored from a backup';
  if (notice.why === 'older') return 'The workspace file is older than what was sent';
  if (notice.why === 'other-workspace') return 'Another workspace has paid with the same login';
  return notice.copy === null
    ? 'A new workspace was created'
    : `Restored from a backup of ${format.instant(notice.copy.madeAt)}`;
}

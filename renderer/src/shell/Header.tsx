import { Button, Group, Menu, Paper, Popover, Space, Stack, Text, Tooltip } from '@mantine/core';
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
import { useState } from 'react';
import { useStore } from 'zustand';
import type { RestoreNotice } from '#shared/domain/backup.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../app-stores.ts';
import { type AccountStatus, valueOf } from '../bridge.ts';
import { Age, clockDifference, format } from '../ui/Formats.tsx';
import { lazily, useCalm } from '../ui/lazily.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { activeAccount, unacknowledged } from './stores.ts';
import css from './header.module.css';

const ClipboardCountdown = lazily(
  async () => (await import('../codes/TransferCodes.tsx')).ClipboardCountdown,
);

/** The active account, its credit and connection, and links to everything else. */
export function Header() {
  const { route } = useStores();
  const isCalm = useCalm();
  return (
    <header className={css['header']}>
      <AccountSwitcher />
      <Space flex={1} />
      {isCalm && <ClipboardCountdown />}
      <Credit />
      <Connection />
      <span className={css['rule']} />
      <button type="button" className={css['item']} onClick={() => route.actions.show('palette')}>
        <IconCommand size={16} stroke={1.75} aria-hidden />
        <span className={css['wide']}>Commands</span>
        <Keys of="palette" />
      </button>
      <Tooltip label="Keyboard shortcuts">
        <button
          type="button"
          className={css['item']}
          aria-label="Keyboard shortcuts"
          onClick={() => route.actions.show('shortcuts')}
        >
          <IconKeyboard size={18} stroke={1.75} aria-hidden />
        </button>
      </Tooltip>
    </header>
  );
}

/** The active account by colour and label, and a menu of the others. */
function AccountSwitcher() {
  const { accounts, route } = useStores();
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const active = useStore(accounts, activeAccount);
  const open = useStore(route, (state) => state.switcherOpen);
  return (
    <Menu position="bottom-start" width={280} opened={open} onChange={route.actions.openSwitcher}>
      <Menu.Target>
        <button
          type="button"
          className={`${css['item'] ?? ''} ${css['account'] ?? ''}`}
          aria-label={`Account: ${active?.label ?? 'No account'}`}
        >
          {active !== null && <AccountDot colour={active.colour} />}
          <span className={css['label']}>{active?.label ?? 'No account'}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
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
          </Menu.Item>
        ))}
        {list.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => route.actions.goToAccount(null, 'add')}
        >
          Add an account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsers size={14} aria-hidden />}
          rightSection={<Keys of="goAccounts" />}
          onClick={() => route.actions.goToAccount(null, 'look')}
        >
          All accounts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const words = {
  unknown: { text: 'Not tried yet', tone: 'quiet', Icon: IconCircleDashed },
  online: { text: 'Online', tone: 'fine', Icon: IconCircleCheck },
  offline: { text: 'Offline', tone: 'problem', Icon: IconCloudOff },
  refused: { text: 'Refused', tone: 'problem', Icon: IconBan },
  'no-key': { text: 'No key', tone: 'problem', Icon: IconKeyOff },
} as const satisfies Readonly<Record<AccountStatus['connection'], unknown>>;

/** The connection in words, with details on click. */
function Connection() {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  const [open, setOpen] = useState(false);
  if (status === null || status.accountId === null) return null;
  const { text, tone, Icon } = words[status.connection];
  return (
    <Popover position="bottom-end" width={340} opened={open} onChange={setOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${css['item'] ?? ''} ${css['state'] ?? ''}`}
          data-tone={tone}
          onClick={() => setOpen(!open)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </button>
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
          <Text>
            {said.happened} {said.changed}
          </Text>
          <Text c="dimmed">{said.next}</Text>
        </>
      )}
      {status.clockSkewMs !== null && <Text c="dimmed">{clockDifference(status.clockSkewMs)}.</Text>}
      <Group gap="sm">
        <Button onClick={() => void stores.status.actions.refresh()}>Try now</Button>
        <Button
          variant="default"
          onClick={() => {
            close();
            stores.route.actions.goToAccount(status.accountId, 'look');
          }}
        >
          Open the account
        </Button>
      </Group>
    </Stack>
  );
}

/** The credit as the service wrote it, with its age. The currency is not shown, because the API does not name it. */
function Credit() {
  const { status } = useStores();
  const credit = useStore(status, (state) => valueOf(state.status)?.credit ?? null);
  const accountId = useStore(status, (state) => valueOf(state.status)?.accountId ?? null);
  const busy = useStore(status, (state) => state.status.status === 'loading');
  if (accountId === null) return null;
  return (
    <Tooltip label="Refresh the credit (F5)">
      <button
        type="button"
        className={css['item']}
        aria-busy={busy}
        onClick={() => void status.actions.refresh()}
      >
        {credit === null ? (
          <span>Credit not loaded yet</span>
        ) : (
          <>
            <span>Credit</span>
            <span className={`${css['amount'] ?? ''} figures`}>{credit.amount}</span>
            <span className={css['wide']}>
              <Age at={credit.readAt} />
            </span>
          </>
        )}
        <IconRefresh size={14} stroke={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** A thin band in the account's colour; a wide one for the practice account. */
export function AccountBand() {
  const account = useStore(useStores().accounts, activeAccount);
  if (account === null) return null;
  if (account.kind === 'practice')
    return (
      <div className={css['practice']} role="note">
        <strong>Practice account</strong>
        <span>Everything works, nothing is real, nothing costs.</span>
      </div>
    );
  return <div className={css['band']} style={{ background: `var(--nd-account-${account.colour})` }} />;
}

/** On every screen, a link to the results of a restore until the user acknowledges it. */
export function RestoredBar() {
  const { restored, route } = useStores();
  const notice = useStore(restored, unacknowledged);
  const isThere = useStore(route, (state) => state.route.screen === 'restored');
  if (notice === null || isThere) return null;
  return (
    <Paper role="note" className={css['bar']} bg="var(--nd-caution-soft)">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <Text flex={1} miw={0}>
        <strong>{restoredTitle(notice)}</strong>: review what may have changed. Until then nothing paid is
        sent.
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        aria-label="Review what may have changed"
        onClick={() => route.actions.go({ screen: 'restored' })}
      >
        Review
      </Button>
    </Paper>
  );
}

/** What happened, in one line. */
export function restoredTitle(notice: RestoreNotice): string {
  if (notice.kind === 'unknown') return 'Restored from a backup';
  return notice.copy === null
    ? 'A new workspace was created'
    : `Restored from a backup of ${format.instant(notice.copy.madeAt)}`;
}

import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconUsers } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { AccountDot } from '../components/AccountDot.tsx';
import { Keys } from '../components/Keys.tsx';
import { valueOf } from '../lib/remote.ts';
import { activeAccount } from './accounts-store.ts';
import css from './header.module.css';

/** The active account by colour and label, and the way to another. */
export function AccountSwitcher() {
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

import { Button, Menu } from '@mantine/core';
import { IconArrowsLeftRight, IconChevronDown } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../../../app-stores.ts';
import { AccountDot } from '../../../../components/AccountDot.tsx';
import { Age } from '../../../../components/Age.tsx';
import { valueOf } from '../../../../lib/remote.ts';
import { useSession, useSessionActions, useSessionState } from '../session-context.ts';
import css from './head.module.css';
import { comparable } from './comparable.ts';

/** Other runs over the same names: a new one for any account, and comparing with those there are. */
export function OthersMenu() {
  const deed = useSessionState((state) => state.deed);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={deed !== null}
          leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Runs
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css['runs'] ?? ''}>
        <Menu.Label>Run again for…</Menu.Label>
        <RunAgain />
        <Menu.Divider />
        <Menu.Label>Compare with…</Menu.Label>
        <CompareWith />
      </Menu.Dropdown>
    </Menu>
  );
}

function RunAgain() {
  const { accounts, route, notices } = useStores();
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const { accountId } = useSession();
  const { runAgain } = useSessionActions();
  return list.map((account) => (
    <Menu.Item
      key={account.id}
      leftSection={<AccountDot colour={account.colour} />}
      rightSection={account.id === accountId ? <span className={css['quiet']}>the same</span> : null}
      onClick={() =>
        void runAgain(account.id).then((made) => {
          if (made === null) return;
          notices.actions.say(`Running again for ${account.label}`);
          route.actions.go({ screen: 'bulk', view: { kind: 'session', sessionId: made.id } });
        })
      }
    >
      {account.label}
    </Menu.Item>
  ));
}

function CompareWith() {
  const { sessions, accounts, route } = useStores();
  const session = useSession();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const others = comparable(session, [...(all?.values() ?? [])]);
  if (others.length === 0)
    return <p className={css['none']}>There is no other session over these names and TLDs yet.</p>;
  return others.map((other) => {
    const isEarlier = other.createdAt < session.createdAt;
    const [beforeId, afterId] = isEarlier ? [other.id, session.id] : [session.id, other.id];
    const account = list.find(({ id }) => id === other.accountId);
    return (
      <Menu.Item
        key={other.id}
        leftSection={account === undefined ? null : <AccountDot colour={account.colour} />}
        onClick={() => route.actions.go({ screen: 'bulk', view: { kind: 'compare', beforeId, afterId } })}
      >
        {other.name}{' '}
        <span className={css['quiet']}>
          · <Age at={other.changedAt} />
        </span>
      </Menu.Item>
    );
  });
}

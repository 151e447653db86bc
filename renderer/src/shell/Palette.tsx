import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { Keys } from '../components/Keys.tsx';
import { useDomains } from '../screens/domains/domains-store.ts';
import { commandsOf } from './commands.ts';
import css from './palette.module.css';

/** So many are listed at once; typing finds the others. */
const most = 200;

/** Every screen, account, session, TLD set and action, by name. */
export function Palette() {
  const stores = useStores();
  const accounts = useStore(stores.accounts);
  const tlds = useStore(stores.tlds);
  const search = useStore(stores.search);
  const sessions = useStore(stores.sessions);
  const domains = useStore(useDomains());
  const groups = useMemo<SpotlightActionGroupData[]>(
    () =>
      commandsOf(stores, { accounts, tlds, search, sessions, domains }).map(({ group, commands }) => ({
        group,
        actions: commands.map(({ id, label, hint, keys, act }) => ({
          id,
          label,
          ...(hint === undefined ? {} : { description: hint }),
          ...(keys === undefined ? {} : { rightSection: <Keys of={keys} /> }),
          onClick: act,
        })),
      })),
    [stores, accounts, tlds, search, sessions, domains],
  );
  useEffect(() => spotlight.open(), []);
  useEffect(() => void stores.sessions.actions.load(), [stores]);
  return (
    <Spotlight
      actions={groups}
      title="Command palette"
      shortcut={null}
      scrollable
      limit={most}
      maxHeight={420}
      nothingFound="Nothing of that name"
      onSpotlightClose={() => stores.route.actions.show('none')}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 100 }}
      classNames={{
        content: css['content'] ?? '',
        header: 'spoken',
        search: css['search'] ?? '',
        action: css['action'] ?? '',
        actionLabel: css['label'] ?? '',
        actionDescription: css['hint'] ?? '',
        actionsGroup: css['group'] ?? '',
      }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'A screen, an account, a session, a TLD set, an action',
        'aria-label': 'Command',
      }}
    />
  );
}

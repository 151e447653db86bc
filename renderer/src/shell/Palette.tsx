import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { Keys } from '../components/Keys.tsx';
import { commandsOf } from './commands.ts';
import css from './palette.module.css';

/** Every screen, account, TLD set and action, by name. */
export function Palette() {
  const stores = useStores();
  const accounts = useStore(stores.accounts);
  const tlds = useStore(stores.tlds);
  const search = useStore(stores.search);
  const groups = useMemo<SpotlightActionGroupData[]>(
    () =>
      commandsOf(stores, { accounts, tlds, search }).map(({ group, commands }) => ({
        group,
        actions: commands.map(({ id, label, hint, keys, act }) => ({
          id,
          label,
          ...(hint === undefined ? {} : { description: hint }),
          ...(keys === undefined ? {} : { rightSection: <Keys of={keys} /> }),
          onClick: act,
        })),
      })),
    [stores, accounts, tlds, search],
  );
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight
      actions={groups}
      title="Command palette"
      shortcut={null}
      scrollable
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
        placeholder: 'A screen, an account, a TLD set, an action',
        'aria-label': 'Command',
      }}
    />
  );
}

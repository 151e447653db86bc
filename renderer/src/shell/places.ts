import {
  IconHistory,
  IconListSearch,
  IconSearch,
  IconSettings,
  IconSunHigh,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { ShortcutName } from '#shared/domain/shortcuts.ts';
import type { Stores } from '../app-stores.ts';
import type { Route, ScreenName } from './route-store.ts';

interface Place {
  /** Its label is the place's. */
  readonly keys: ShortcutName;
  readonly route: Route;
  readonly Icon: typeof IconSearch;
  /** The first of those at the bottom of the rail. */
  readonly isFirstBelow?: true;
}

/** The screens that are always within reach, in the order of the rail: a person's day from above, the program's own from below. */
export const places: readonly Place[] = [
  { keys: 'goToday', route: { screen: 'today' }, Icon: IconSunHigh },
  { keys: 'goDomains', route: { screen: 'domains', view: { kind: 'list' } }, Icon: IconWorld },
  { keys: 'goSearch', route: { screen: 'search' }, Icon: IconSearch },
  { keys: 'goBulk', route: { screen: 'bulk', view: { kind: 'list' } }, Icon: IconListSearch },
  {
    keys: 'goChanges',
    route: { screen: 'changes', view: { kind: 'list', changeId: null } },
    Icon: IconHistory,
  },
  {
    keys: 'goAccounts',
    route: { screen: 'accounts', accountId: null, intent: 'view' },
    Icon: IconUsers,
    isFirstBelow: true,
  },
  { keys: 'goSettings', route: { screen: 'settings', view: { kind: 'all' } }, Icon: IconSettings },
];

/** The label of the way back to a screen. */
export const backTo: Readonly<Record<ScreenName, string>> = {
  today: 'Back to Today',
  search: 'Back to Search',
  bulk: 'Back to Bulk lookup',
  domains: 'Back to Domains',
  changes: 'Back to Activity',
  register: 'Back',
  accounts: 'Back to Accounts',
  settings: 'Back to Settings',
  restored: 'Back to the review',
};

type Act = readonly [keys: ShortcutName, act: () => void];

/** Going to each of the screens by its shortcut; to Search, into its field. */
export const goings = ({ route: { actions } }: Pick<Stores, 'route'>): readonly Act[] =>
  places.map(({ keys, route }) => [
    keys,
    route.screen === 'search' ? actions.focusSearch : () => actions.go(route),
  ]);

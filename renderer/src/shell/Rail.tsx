import {
  IconHistory,
  IconListSearch,
  IconSearch,
  IconSettings,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { lazily, useCalm } from '../lib/lazily.tsx';
import { Logo } from './Logo.tsx';
import css from './rail.module.css';
import type { Route } from './route-store.ts';

const places = [
  { route: { screen: 'search' }, label: 'Search', Icon: IconSearch },
  { route: { screen: 'bulk', view: { kind: 'list' } }, label: 'Bulk lookup', Icon: IconListSearch },
  { route: { screen: 'domains', view: { kind: 'list' } }, label: 'Domains', Icon: IconWorld },
  {
    route: { screen: 'changes', view: { kind: 'list', changeId: null } },
    label: 'Changes',
    Icon: IconHistory,
  },
  { route: { screen: 'accounts', accountId: null, intent: 'look' }, label: 'Accounts', Icon: IconUsers },
  { route: { screen: 'settings', view: { kind: 'all' } }, label: 'Settings', Icon: IconSettings },
] as const satisfies readonly { readonly route: Route; readonly label: string; readonly Icon: unknown }[];

const UncertainCount = lazily(async () => (await import('./UncertainCount.tsx')).UncertainCount);

/** The way to every screen. */
export function Rail() {
  const { route } = useStores();
  const isCalm = useCalm();
  const here = useStore(route, (state) => state.route.screen);
  return (
    <nav className={css['rail']} aria-label="Screens">
      <Logo />
      {places.map(({ route: place, label, Icon }) => (
        <button
          key={label}
          type="button"
          className={css['place']}
          data-last={place.screen === 'settings'}
          aria-current={here === place.screen ? 'page' : undefined}
          onClick={() => route.actions.go(place)}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <span>{label}</span>
          {place.screen === 'changes' && isCalm && <UncertainCount />}
        </button>
      ))}
    </nav>
  );
}

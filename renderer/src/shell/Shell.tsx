import { lazy, Suspense, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../lib/remote.ts';
import { SearchScreen } from '../screens/search/SearchScreen.tsx';
import { AccountBand } from './AccountBand.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import { Rail } from './Rail.tsx';
import type { ScreenName } from './route-store.ts';
import css from './shell.module.css';
import { useGlobalShortcuts } from './use-global-shortcuts.ts';

const Accounts = lazy(async () => {
  const { AccountsScreen } = await import('../screens/accounts/AccountsScreen.tsx');
  return { default: AccountsScreen };
});
const Settings = lazy(async () => {
  const { SettingsScreen } = await import('../screens/settings/SettingsScreen.tsx');
  return { default: SettingsScreen };
});
const Palette = lazy(async () => {
  const { Palette: component } = await import('./Palette.tsx');
  return { default: component };
});
const ShortcutsOverlay = lazy(async () => {
  const { ShortcutsOverlay: component } = await import('./ShortcutsOverlay.tsx');
  return { default: component };
});

/** The frame around every screen: the account's band, the rail, the header, and what lies over them. */
export function Shell() {
  const stores = useStores();
  const screen = useStore(stores.route, (state) => state.route.screen);
  const overlay = useStore(stores.route, (state) => state.overlay);
  const density = useStore(stores.settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const main = useRef<HTMLElement>(null);
  useGlobalShortcuts(stores);
  return (
    <div className={css['shell']} data-density={density}>
      <button type="button" className={css['skip']} onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <AccountBand />
      <div className={css['frame']}>
        <Rail />
        <div className={css['column']}>
          <Header />
          <main ref={main} tabIndex={-1} className={css['main']}>
            <ErrorBoundary key={screen}>
              <Suspense>{screens[screen]}</Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <Notices />
      <Suspense>
        {overlay === 'palette' && <Palette />}
        {overlay === 'shortcuts' && <ShortcutsOverlay />}
      </Suspense>
    </div>
  );
}

const screens: Readonly<Record<ScreenName, React.ReactNode>> = {
  search: <SearchScreen />,
  accounts: <Accounts />,
  settings: <Settings />,
};

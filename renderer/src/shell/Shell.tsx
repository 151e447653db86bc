import { useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { lazily, usePreloading } from '../lib/lazily.tsx';
import { valueOf } from '../lib/remote.ts';
import { reportBug } from '../lib/report-bug.ts';
import { ExportNotices } from '../screens/bulk/session/export/ExportNotices.tsx';
import { SearchScreen } from '../screens/search/SearchScreen.tsx';
import { AccountBand } from './AccountBand.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import { Rail } from './Rail.tsx';
import { RestoredBar } from './RestoredBar.tsx';
import type { ScreenName } from './route-store.ts';
import css from './shell.module.css';
import { useGlobalShortcuts } from './use-global-shortcuts.ts';

const Bulk = lazily(async () => (await import('../screens/bulk/BulkScreen.tsx')).BulkScreen);
const Domains = lazily(async () => (await import('../screens/domains/DomainsScreen.tsx')).DomainsScreen);
const Changes = lazily(async () => (await import('../screens/changes/ChangesScreen.tsx')).ChangesScreen);
const Register = lazily(async () => (await import('../screens/register/RegisterScreen.tsx')).RegisterScreen);
const Accounts = lazily(async () => (await import('../screens/accounts/AccountsScreen.tsx')).AccountsScreen);
const Settings = lazily(async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen);
const Restored = lazily(async () => (await import('../screens/restored/RestoredScreen.tsx')).RestoredScreen);
const Palette = lazily(async () => (await import('./Palette.tsx')).Palette);
const ShortcutsOverlay = lazily(async () => (await import('./ShortcutsOverlay.tsx')).ShortcutsOverlay);

const later = [Bulk, Domains, Changes, Register, Accounts, Settings, Palette, ShortcutsOverlay];

/** The frame around every screen: the account's band, the rail, the header, and what lies over them. */
export function Shell() {
  const stores = useStores();
  const screen = useStore(stores.route, (state) => state.route.screen);
  const overlay = useStore(stores.route, (state) => state.overlay);
  const density = useStore(stores.settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const main = useRef<HTMLElement>(null);
  useGlobalShortcuts(stores);
  usePreloading(later);
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
          <RestoredBar />
          <main ref={main} tabIndex={-1} className={css['main']}>
            <ErrorBoundary key={screen} report={(thrown) => reportBug(stores.bridge.request, thrown)}>
              {screens[screen]}
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <ExportNotices />
      <Notices />
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsOverlay />}
    </div>
  );
}

const screens: Readonly<Record<ScreenName, React.ReactNode>> = {
  search: <SearchScreen />,
  bulk: <Bulk />,
  domains: <Domains />,
  changes: <Changes />,
  register: <Register />,
  accounts: <Accounts />,
  settings: <Settings />,
  restored: <Restored />,
};

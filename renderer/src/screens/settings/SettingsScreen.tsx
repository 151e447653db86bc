import { useEffect } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../lib/remote.ts';
import { BundlePage } from './diagnostics/BundlePage.tsx';
import { DeviationsPage } from './diagnostics/DeviationsPage.tsx';
import { LogPage } from './diagnostics/LogPage.tsx';
import { SettingsView } from './SettingsView.tsx';

/** The settings, or one of the pages behind them. */
export function SettingsScreen() {
  const { route: place } = useStores();
  const view = useStore(place, ({ route }) => (route.screen === 'settings' ? route.view : all));
  switch (view.kind) {
    case 'all':
      return <AllSettings />;
    case 'log':
      return <LogPage incidentId={view.incidentId} />;
    case 'bundle':
      return <BundlePage />;
    case 'deviations':
      return <DeviationsPage accountId={view.accountId} />;
    default:
      return assertNever(view);
  }
}

const all = { kind: 'all' } as const;

function AllSettings() {
  const { settings } = useStores();
  const state = useStore(settings);
  useEffect(() => void settings.actions.readAbout(), [settings]);
  return (
    <SettingsView
      settings={valueOf(state.settings)}
      error={state.settings.status === 'failed' ? state.settings.error : null}
      about={valueOf(state.about)}
      onChange={(changes) => void settings.actions.write(changes)}
      onRead={() => void settings.actions.read()}
      onLink={settings.actions.openLink}
    />
  );
}

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../lib/remote.ts';
import { SettingsView } from './SettingsView.tsx';

/** Connects the settings. */
export function SettingsScreen() {
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

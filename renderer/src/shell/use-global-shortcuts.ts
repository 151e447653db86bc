import { useEffect } from 'react';
import type { Stores } from '../app-stores.ts';
import { isTyping, pressed, type ShortcutName } from '../lib/shortcuts.ts';

/** Everything under "Everywhere". A sign alone, such as `/`, waits while something is being typed or a dialog is open. */
export function useGlobalShortcuts(stores: Stores): void {
  useEffect(() => {
    const acts = actsOf(stores);
    const onKeyDown = (event: KeyboardEvent): void => {
      const found = acts.find(([name]) => pressed(event, name));
      if (found === undefined || (isBare(event) && isElsewhere(event.target))) return;
      event.preventDefault();
      found[1]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [stores]);
}

const isBare = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && event.key.length === 1;

const isElsewhere = (target: EventTarget | null): boolean =>
  isTyping(target) || document.querySelector('[role=dialog][aria-modal=true]') !== null;

const actsOf = ({ route, status }: Stores): readonly (readonly [ShortcutName, () => void])[] => [
  ['palette', () => route.actions.show(route.getState().overlay === 'palette' ? 'none' : 'palette')],
  ['overlay', () => route.actions.show('shortcuts')],
  ['focusSearch', route.actions.focusSearch],
  ['goSearch', route.actions.focusSearch],
  ['goBulk', () => route.actions.goToBulk({ kind: 'list' })],
  ['newBulk', () => route.actions.goToBulk({ kind: 'new' })],
  ['goDomains', () => route.actions.goToDomains({ kind: 'list' })],
  ['goChanges', () => route.actions.goToChanges({ kind: 'list', changeId: null })],
  ['goAccounts', () => route.actions.goToAccount(null, 'look')],
  ['goSettings', () => route.actions.goToSettings({ kind: 'all' })],
  ['switchAccount', () => route.actions.openSwitcher(!route.getState().switcherOpen)],
  ['refreshStatus', () => void status.actions.refresh()],
];

import {
  IconHistory,
  IconListSearch,
  IconSearch,
  IconSettings,
  IconSunHigh,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { Button, type ButtonProps } from '@mantine/core';
import { commands, type EverywhereCommand } from '#shared/domain/commands.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { openCodeFile } from '../codes/export-store.ts';
import type { PortfolioDialog, PortfolioStore } from '../domains/portfolio-store.ts';
import { lockNow } from '../lock/lock-store.ts';
import { valueOf } from '../remote.ts';
import { upperFirst } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { isDialogOpen } from '../ui/Shortcuts.tsx';
import type { Route, ScreenName } from './route-store.ts';
import { activeAccount } from './stores.ts';

interface Place {
  readonly route: Route;
  readonly Icon: typeof IconSearch;
  /** The first of those at the bottom of the rail. */
  readonly isFirstBelow?: true;
}

type PlaceCommand =
  'goToday' | 'goDomains' | 'goSearch' | 'goBulk' | 'goChanges' | 'goAccounts' | 'goSettings';

/** The screens that are always within reach, in the order of the rail: a person's day from above, the program's own from below. */
export const places: Readonly<Record<PlaceCommand, Place>> = {
  goToday: { route: { screen: 'today' }, Icon: IconSunHigh },
  goDomains: { route: { screen: 'domains', view: { kind: 'list' } }, Icon: IconWorld },
  goSearch: { route: { screen: 'search' }, Icon: IconSearch },
  goBulk: { route: { screen: 'bulk', view: { kind: 'list' } }, Icon: IconListSearch },
  goChanges: { route: { screen: 'changes', view: { kind: 'list', changeId: null } }, Icon: IconHistory },
  goAccounts: {
    route: { screen: 'accounts', accountId: null, intent: 'view' },
    Icon: IconUsers,
    isFirstBelow: true,
  },
  goSettings: { route: { screen: 'settings', view: { kind: 'all' } }, Icon: IconSettings },
};

// `Object.keys` loses the key type; the table itself proves it.
export const placeNames = Object.keys(places) as PlaceCommand[];

/** The name of a screen, as the rail has it. */
export function nameOf(screen: ScreenName): string {
  const place = placeNames.find((name) => places[name].route.screen === screen);
  return place === undefined ? upperFirst(screen) : commands[place].label;
}

/** The label of the way back to a screen. */
export function backTo(screen: ScreenName): string {
  if (screen === 'register') return 'Back';
  return `Back to ${screen === 'restored' ? 'the review' : nameOf(screen)}`;
}

/** What a command does. */
interface CommandAction {
  readonly act: () => void;
  /** Whether it can be done now: else the palette does not offer it. */
  readonly when?: () => boolean;
}

type CommandActions = Readonly<Record<EverywhereCommand, CommandAction>>;

/** What can be done from every screen, whether by a key, the menu, the palette or a button. */
export function everywhere(stores: Stores): CommandActions {
  const { route, status, undo, notices } = stores;
  const { actions } = route;
  const hasAccount = (): boolean => activeAccount(stores.accounts.getState()) !== null;
  const go = (name: PlaceCommand): CommandAction => ({ act: () => actions.go(places[name].route) });
  /** Not over the dialog of a screen: one Escape would close both. */
  const help = (shows: 'help' | 'shortcuts') => (): void => {
    if (route.getState().overlay !== 'none' || !isDialogOpen()) actions.show(shows);
    else notices.actions.say('Close the dialog first', 'problem');
  };
  return {
    goToday: go('goToday'),
    goDomains: go('goDomains'),
    goSearch: { act: () => actions.focusSearch() },
    goBulk: go('goBulk'),
    goChanges: go('goChanges'),
    goAccounts: go('goAccounts'),
    goSettings: go('goSettings'),
    palette: { act: () => actions.show(route.getState().overlay === 'palette' ? 'none' : 'palette') },
    help: { act: help('help') },
    overlay: { act: help('shortcuts') },
    focusSearch: { act: () => actions.focusSearch() },
    newBulk: { act: () => actions.goToBulk({ kind: 'new' }) },
    switchAccount: {
      act: () => actions.openSwitcher(!route.getState().switcherOpen),
      when: () => (valueOf(stores.accounts.getState().accounts)?.accounts ?? []).length > 1,
    },
    addAccount: { act: () => actions.goToAccount(null, 'add') },
    refreshStatus: { act: () => void status.actions.refresh() },
    openCodeFile: { act: () => openCodeFile(stores) },
    codes: { act: () => actions.goToDomains({ kind: 'codes', exportId: null }) },
    lockNow: {
      act: () => void lockNow(stores),
      when: () => stores.settings.actions.known()?.appLock === true,
    },
    undo: { act: () => void undo.actions.undo() },
    redo: { act: () => void undo.actions.redo() },
    registerName: { act: () => actions.goToRegister([], null) },
    templates: { act: () => actions.goToDomains({ kind: 'templates' }) },
    importDomains: { act: () => actions.goToDomains({ kind: 'import' }), when: hasAccount },
    clients: { act: () => askOfList(stores, { kind: 'clients' }), when: hasAccount },
    addDomains: { act: () => askOfList(stores, { kind: 'add' }), when: hasAccount },
    exportDomains: { act: () => askOfList(stores, { kind: 'export' }) },
    backUp: { act: () => void backUp(stores) },
    restore: { act: () => actions.goToSettings({ kind: 'all', setting: 'backups' }) },
    checkProof: { act: () => void checkProof(stores) },
    bundle: { act: () => actions.goToSettings({ kind: 'bundle' }) },
  };
}

/** Goes to the list of domains, and acts on it there. */
export async function onList(stores: Stores, act: (list: PortfolioStore) => void): Promise<void> {
  const { createDomainList } = await import('../domains/portfolio-store.ts');
  stores.route.actions.goToDomains({ kind: 'list' }, () => act(storeOf(stores, createDomainList)));
}

/** Opens a dialog of the list of domains. */
export const askOfList = (stores: Stores, dialog: PortfolioDialog): void =>
  void onList(stores, (list) => list.actions.ask(dialog));

/** The journal's line in Activity says what came of it. */
async function checkProof(stores: Stores): Promise<void> {
  const { healthOf } = await import('../changes/Journal.tsx');
  const { actions } = storeOf(stores, healthOf);
  stores.route.actions.go(places.goChanges.route, () => void actions.checkProof());
}

async function backUp({ bridge, notices }: Stores): Promise<void> {
  const made = await bridge.request.backups.make({});
  if (!made.ok) notices.actions.fail(made.error);
  else if (made.value.state === 'good') notices.actions.say('The backup was made and verified.');
  else notices.actions.say('The new backup is damaged and can’t be restored.', 'problem');
}

interface CommandButtonProps extends Omit<ButtonProps, 'children'> {
  readonly of: EverywhereCommand;
}

/** A button for what can be done from every screen, under the same name as elsewhere. */
export function CommandButton({ of, ...others }: CommandButtonProps) {
  const stores = useStores();
  return (
    <Button variant="filled" {...others} onClick={() => everywhere(stores)[of].act()}>
      {commands[of].label}
    </Button>
  );
}

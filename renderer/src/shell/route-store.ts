import { createStore, type StoreApi } from 'zustand/vanilla';

export type ScreenName =
  'search' | 'bulk' | 'domains' | 'changes' | 'register' | 'accounts' | 'settings' | 'restored';

/** Where one is among the bulk look-ups. */
export type BulkView =
  | { readonly kind: 'list' }
  | {
      readonly kind: 'new';
      /** What stands in the text field at first; nothing where it is left out. */
      readonly names?: string;
    }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'compare'; readonly beforeId: string; readonly afterId: string };

/** The parts of a domain's page. */
export type DomainTab =
  'overview' | 'contacts' | 'nameservers' | 'child-nameservers' | 'transfer-code' | 'renew' | 'history';

/** Where one is among the domains. */
export type DomainsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'domain'; readonly domain: string; readonly tab: DomainTab }
  | { readonly kind: 'templates' }
  /** Codes on their way into a file; the list of them where it is null. */
  | { readonly kind: 'codes'; readonly savingId: string | null };

/** Where one is among the changes. */
export type ChangesView =
  | { readonly kind: 'list'; readonly changeId: string | null }
  | { readonly kind: 'plans' }
  | { readonly kind: 'plan'; readonly planId: string };

/** Where one is among the settings. */
export type SettingsView =
  | { readonly kind: 'all' }
  | { readonly kind: 'log'; readonly incidentId: string | null }
  | { readonly kind: 'bundle' }
  | { readonly kind: 'deviations'; readonly accountId: string | null };

/** Where the user is. In memory: there is no address bar, and a hash would be one more thing to trust. */
export type Route =
  | { readonly screen: 'search' }
  /** What a restore found, until somebody has looked. */
  | { readonly screen: 'restored' }
  | { readonly screen: 'bulk'; readonly view: BulkView }
  | { readonly screen: 'domains'; readonly view: DomainsView }
  | { readonly screen: 'changes'; readonly view: ChangesView }
  /**
   * One name after the other, in this order, with this account, whichever is the active one; none: it is typed there, and the active
   * account's.
   */
  | { readonly screen: 'register'; readonly domains: readonly string[]; readonly accountId: string | null }
  | { readonly screen: 'settings'; readonly view: SettingsView }
  | {
      readonly screen: 'accounts';
      /** The account that is looked at; the active one when it is null. */
      readonly accountId: string | null;
      /** What is to be done there at once. */
      readonly intent: 'look' | 'add' | 'edit';
    };

interface RouteState {
  readonly route: Route;
  readonly overlay: 'none' | 'palette' | 'shortcuts';
  /** Raised to ask for the search field's focus, wherever the user is. */
  readonly focusAsked: number;
  readonly switcherOpen: boolean;
}

export interface RouteStore extends StoreApi<RouteState> {
  readonly actions: {
    readonly go: (route: Route) => void;
    readonly goToAccount: (accountId: string | null, intent: 'look' | 'add' | 'edit') => void;
    readonly goToBulk: (view: BulkView) => void;
    readonly goToDomains: (view: DomainsView) => void;
    readonly goToChanges: (view: ChangesView) => void;
    /** @param accountId Of what they were found with; null is the active account. */
    readonly goToRegister: (domains: readonly string[], accountId: string | null) => void;
    readonly goToSettings: (view: SettingsView) => void;
    readonly focusSearch: () => void;
    /**
     * Puts a question before every leaving: `ask` is handed the way on, and takes it or leaves it. Null ends that.
     * For a screen on which something would be lost.
     */
    readonly holdBack: (ask: ((goOn: () => void) => void) | null) => void;
    readonly show: (overlay: RouteState['overlay']) => void;
    readonly openSwitcher: (open: boolean) => void;
  };
}

export function createRouteStore(): RouteStore {
  const store = createStore<RouteState>(() => ({
    route: { screen: 'search' },
    overlay: 'none',
    focusAsked: 0,
    switcherOpen: false,
  }));
  const { getState: get, setState: set } = store;
  let ask: ((goOn: () => void) => void) | null = null;

  /** Where one is already, nothing is left. */
  function leaveFor(route: Route, also: () => Partial<RouteState> = () => ({})): void {
    const goOn = () => set({ route, overlay: 'none', switcherOpen: false, ...also() });
    if (ask === null || isSamePlace(route, get().route)) goOn();
    else {
      set({ overlay: 'none', switcherOpen: false });
      ask(goOn);
    }
  }

  return {
    ...store,
    actions: {
      go: (route) => leaveFor(route),
      goToAccount: (accountId, intent) => leaveFor({ screen: 'accounts', accountId, intent }),
      goToBulk: (view) => leaveFor({ screen: 'bulk', view }),
      goToDomains: (view) => leaveFor({ screen: 'domains', view }),
      goToChanges: (view) => leaveFor({ screen: 'changes', view }),
      goToRegister: (domains, accountId) => leaveFor({ screen: 'register', domains, accountId }),
      goToSettings: (view) => leaveFor({ screen: 'settings', view }),
      focusSearch: () => leaveFor({ screen: 'search' }, () => ({ focusAsked: get().focusAsked + 1 })),
      holdBack: (question) => {
        ask = question;
      },
      show: (overlay) => set({ overlay, switcherOpen: false }),
      openSwitcher: (switcherOpen) => set({ switcherOpen }),
    },
  };
}

const isSamePlace = (a: Route, b: Route): boolean =>
  a.screen === 'bulk' && b.screen === 'bulk' ? a.view.kind === b.view.kind : a.screen === b.screen;

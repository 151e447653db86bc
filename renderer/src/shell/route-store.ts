import { createStore, type StoreApi } from 'zustand/vanilla';

export type ScreenName =
  'search' | 'bulk' | 'domains' | 'changes' | 'register' | 'accounts' | 'settings' | 'restored';

/** The views of the Bulk area. */
export type BulkView =
  | { readonly kind: 'list' }
  | {
      readonly kind: 'new';
      /** The initial text of the text field; empty where omitted. */
      readonly names?: string;
    }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'compare'; readonly beforeId: string; readonly afterId: string };

/** The tabs of a domain's page. */
export type DomainTab =
  'overview' | 'contacts' | 'nameservers' | 'child-nameservers' | 'transfer-code' | 'renew' | 'history';

/** The views of the Domains area. */
export type DomainsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'domain'; readonly domain: string; readonly tab: DomainTab }
  | { readonly kind: 'templates' }
  /** A code export; null shows their list. */
  | { readonly kind: 'codes'; readonly savingId: string | null };

/** The views of the Changes area. */
export type ChangesView =
  | { readonly kind: 'list'; readonly changeId: string | null }
  | { readonly kind: 'plans' }
  | { readonly kind: 'plan'; readonly planId: string };

/** The views of the settings. */
export type SettingsView =
  | { readonly kind: 'all' }
  | { readonly kind: 'log'; readonly incidentId: string | null }
  | { readonly kind: 'bundle' }
  | { readonly kind: 'deviations'; readonly accountId: string | null };

/** The present screen. Kept in memory: there is no address bar, and a URL hash would be one more untrusted input. */
export type Route =
  | { readonly screen: 'search' }
  /** The results of a restore, until the user acknowledges it. */
  | { readonly screen: 'restored' }
  | { readonly screen: 'bulk'; readonly view: BulkView }
  | { readonly screen: 'domains'; readonly view: DomainsView }
  | { readonly screen: 'changes'; readonly view: ChangesView }
  /**
   * Names to register one after the other, in this order, with this account, whether or not it is the active one. Without names,
   * one is typed there, for the active account.
   */
  | { readonly screen: 'register'; readonly domains: readonly string[]; readonly accountId: string | null }
  | { readonly screen: 'settings'; readonly view: SettingsView }
  | {
      readonly screen: 'accounts';
      /** The account shown; null is the active one. */
      readonly accountId: string | null;
      /** The action to start with. */
      readonly intent: 'look' | 'add' | 'edit';
    };

interface RouteState {
  readonly route: Route;
  readonly overlay: 'none' | 'palette' | 'shortcuts';
  /** Incremented to request the focus for the search field, from any screen. */
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
    /** @param accountId The account of the lookup; null is the active account. */
    readonly goToRegister: (domains: readonly string[], accountId: string | null) => void;
    readonly goToSettings: (view: SettingsView) => void;
    readonly focusSearch: () => void;
    /**
     * Sets a question before every navigation: `ask` gets the function that continues, and calls it or not. Null removes it. For
     * a screen on which input would be lost.
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

  /** Navigating to the present screen leaves nothing. */
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

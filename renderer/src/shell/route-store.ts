import { createStore, type StoreApi } from 'zustand/vanilla';

export type ScreenName = 'search' | 'bulk' | 'accounts' | 'settings';

/** Where one is among the bulk look-ups. */
export type BulkView =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'compare'; readonly beforeId: string; readonly afterId: string };

/** Where the user is. In memory: there is no address bar, and a hash would be one more thing to trust. */
export type Route =
  | { readonly screen: 'search' }
  | { readonly screen: 'bulk'; readonly view: BulkView }
  | { readonly screen: 'settings' }
  | {
      readonly screen: 'accounts';
      /** The account that is looked at; the active one when it is null. */
      readonly accountId: string | null;
      /** What is to be done there at once. */
      readonly intent: 'look' | 'add' | 'edit';
    };

export interface RouteState {
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
    readonly focusSearch: () => void;
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
  return {
    ...store,
    actions: {
      go: (route) => set({ route, overlay: 'none', switcherOpen: false }),
      goToAccount: (accountId, intent) =>
        set({ route: { screen: 'accounts', accountId, intent }, overlay: 'none', switcherOpen: false }),
      focusSearch: () =>
        set({ route: { screen: 'search' }, overlay: 'none', focusAsked: get().focusAsked + 1 }),
      show: (overlay) => set({ overlay, switcherOpen: false }),
      openSwitcher: (switcherOpen) => set({ switcherOpen }),
    },
  };
}

import { createStore } from 'zustand/vanilla';
import type { EventPayload } from '#shared/routes.ts';
import type { SettingName } from '../settings/settings-index.ts';
import type { DomainTab } from '../domains/page/tabs.ts';

export type ScreenName =
  'today' | 'search' | 'bulk' | 'domains' | 'changes' | 'register' | 'accounts' | 'settings' | 'restored';

/** The views of the Bulk area. */
export type BulkView =
  | { readonly kind: 'list' }
  | {
      readonly kind: 'new';
      /** The initial text of the text field; empty where omitted. */
      readonly names?: string;
      /** Chosen at first; none where omitted. */
      readonly tlds?: readonly string[];
    }
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      /** Narrowed down to what differs from that session. */
      readonly sinceId?: string;
    };

/** The views of the Domains area. */
export type DomainsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'domain'; readonly domain: string; readonly tab: DomainTab }
  | { readonly kind: 'templates' }
  | { readonly kind: 'import' }
  /** A code export; null shows their list. */
  | { readonly kind: 'codes'; readonly exportId: string | null };

/** The views of the Activity. */
export type ChangesView =
  | {
      readonly kind: 'list';
      readonly changeId: string | null;
      /** What was paid in this month is to be exported, `YYYY-MM`; empty: none is chosen. */
      readonly paidOf?: string;
    }
  | { readonly kind: 'batch'; readonly batchId: string };

/** The views of the settings. */
export type SettingsView =
  /** `setting`: the one that the page is to show. */
  | { readonly kind: 'all'; readonly setting?: SettingName }
  | { readonly kind: 'bundle' }
  | { readonly kind: 'deviations' };

/** The present screen. Kept in memory: there is no address bar, and a URL hash would be one more untrusted input. */
export type Route =
  | { readonly screen: 'today' }
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
      readonly intent: 'view' | 'add' | 'edit';
      /** Of `edit`: the field that the way there was about; it gets the focus. Left out: the first one. */
      readonly field?: AccountField | undefined;
    };

/** What of an account a way leads to. */
export type AccountField = 'baseUrl' | 'currency' | 'writableRoles' | 'advanced';

interface RouteState {
  readonly route: Route;
  /** Where Register was opened from: the way back from it. */
  readonly origin: Route;
  /** From where the batch shown was begun or opened: the way back from it. Null where that was the activity. */
  readonly batchOrigin: Route | null;
  /** The last batch shown, to which `batchOrigin` belongs. */
  readonly lastBatch: string | null;
  readonly overlay: 'none' | 'palette' | 'shortcuts' | 'help';
  /** Incremented to request the focus for the search field, from any screen. */
  readonly focusAsked: number;
  readonly switcherOpen: boolean;
}

export type RouteStore = ReturnType<typeof createRouteStore>;

type Leave = (goOn: () => void) => void;

export function createRouteStore() {
  const store = createStore<RouteState>(() => ({
    route: { screen: 'search' },
    origin: { screen: 'search' },
    batchOrigin: null,
    lastBatch: null,
    overlay: 'none',
    focusAsked: 0,
    switcherOpen: false,
  }));
  const { getState: get, setState: set } = store;
  let ask: Leave | null = null;

  /** Calls `goOn` only where the present screen may be left. Navigating to the present screen leaves nothing. */
  function mayLeaveFor(route: Route, goOn: () => void): void {
    if (ask === null || isSamePlace(route, get().route)) goOn();
    else {
      set({ overlay: 'none', switcherOpen: false });
      ask(goOn);
    }
  }

  function arriveAt(route: Route): void {
    set({ route, ...originsAt(route, get()), overlay: 'none', switcherOpen: false });
  }

  const leaveFor = (route: Route, onArrival: () => void = () => undefined): void =>
    mayLeaveFor(route, () => {
      arriveAt(route);
      onArrival();
    });

  return {
    ...store,
    actions: {
      /** @param onArrival What is asked for there; not called where the user stays. */
      go: leaveFor,
      goToAccount: (accountId: string | null, intent: 'view' | 'add' | 'edit', field?: AccountField) =>
        leaveFor({ screen: 'accounts', accountId, intent, field }),
      goToBulk: (view: BulkView) => leaveFor({ screen: 'bulk', view }),
      goToDomains: (view: DomainsView, onArrival?: () => void) =>
        leaveFor({ screen: 'domains', view }, onArrival),
      /**
       * @param prepare Runs first, where the present screen may be left; false: the user stays. A user who has gone elsewhere
       * meanwhile stays there.
       */
      goToDomainsAfter(prepare: () => Promise<boolean>, view: DomainsView): void {
        const route: Route = { screen: 'domains', view };
        mayLeaveFor(route, () => {
          const from = get().route;
          void prepare().then((goesOn) => goesOn && get().route === from && arriveAt(route));
        });
      },
      goToChanges: (view: ChangesView) => leaveFor({ screen: 'changes', view }),
      /** @param accountId The account of the lookup; null is the active account. */
      goToRegister: (domains: readonly string[], accountId: string | null) =>
        leaveFor({ screen: 'register', domains, accountId }),
      /** To what a notice is about. */
      goToNotice: (about: EventPayload<'watching.notice'>['about']) => leaveFor(noticePlaces[about]),
      /** To a list of work that a notification told of. */
      goToWork: ({ kind, id }: EventPayload<'work.opened'>) => leaveFor(workPlaces[kind](id, get().route)),
      goToSettings: (view: SettingsView) => leaveFor({ screen: 'settings', view }),
      /** @param onArrival As of `go`. */
      focusSearch: (onArrival?: () => void) =>
        leaveFor({ screen: 'search' }, () => {
          set({ focusAsked: get().focusAsked + 1 });
          onArrival?.();
        }),
      /**
       * Sets a question before every navigation: it gets the function that continues, and calls it or not. Null removes it. For a
       * screen on which input would be lost.
       */
      holdBack: (question: Leave | null) => {
        ask = question;
      },
      show: (overlay: RouteState['overlay']) => set({ overlay, switcherOpen: false }),
      openSwitcher: (switcherOpen: boolean) => set({ switcherOpen }),
    },
  };
}

/** @param now Where a person is: what is written to a file is shown there. */
type WorkPlace = (id: string, now: Route) => Route;

const workPlaces: Readonly<Record<EventPayload<'work.opened'>['kind'], WorkPlace>> = {
  session: (sessionId) => ({ screen: 'bulk', view: { kind: 'session', sessionId } }),
  batch: (batchId) => ({ screen: 'changes', view: { kind: 'batch', batchId } }),
  codes: (exportId) => ({ screen: 'domains', view: { kind: 'codes', exportId } }),
  reading: () => ({ screen: 'domains', view: { kind: 'list' } }),
  import: () => ({ screen: 'domains', view: { kind: 'import' } }),
  export: (_id, now) => now,
};

const noticePlaces: Readonly<Record<EventPayload<'watching.notice'>['about'], Route>> = {
  registries: { screen: 'today' },
  expiries: { screen: 'today' },
  'watched-names': { screen: 'settings', view: { kind: 'all', setting: 'watched-names' } },
};

function originsAt(route: Route, now: RouteState): Pick<RouteState, 'origin' | 'batchOrigin' | 'lastBatch'> {
  const isFromElsewhere = route.screen === 'register' && now.route.screen !== 'register';
  const batchId = batchOf(route);
  return {
    origin: isFromElsewhere ? now.route : now.origin,
    batchOrigin: batchOriginOf(now, route, batchId),
    lastBatch: batchId ?? now.lastBatch,
  };
}

const batchOf = (route: Route): string | null =>
  route.screen === 'changes' && route.view.kind === 'batch' ? route.view.batchId : null;

/**
 * A look at its changes, or at another batch that follows from it, does not lose the way back. A batch that is opened from the list
 * leads back there.
 */
function batchOriginOf(now: RouteState, route: Route, batchId: string | null): Route | null {
  const { route: before, origin, batchOrigin, lastBatch } = now;
  if (route.screen !== 'changes') return null;
  if (before.screen !== 'changes')
    return batchId === null ? null : before.screen === 'register' ? origin : before;
  return batchId === null || batchOf(before) !== null || batchId === lastBatch ? batchOrigin : null;
}

/** The screen lit on the rail. Register has no place of its own there: it belongs to the screen that it was opened from. */
export const railScreen = ({ route, origin }: RouteState): ScreenName =>
  route.screen === 'register' ? origin.screen : route.screen;

function isSamePlace(a: Route, b: Route): boolean {
  if (a.screen === 'bulk' && b.screen === 'bulk') return a.view.kind === b.view.kind;
  if (a.screen === 'accounts' && b.screen === 'accounts')
    return a.intent === b.intent && a.accountId === b.accountId;
  return a.screen === b.screen;
}

import { isPaid } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import type { AccountSummary, Bridge, Settings } from './client.ts';
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { valueOf } from './remote.ts';
import { createExportsStore, type ExportsStore } from './bulk/export/exports-store.ts';
import { createSessionsStore, type SessionsStore } from './bulk/sessions-store.ts';
import { createSearchStore, type SearchStore } from './search/search-store.ts';
import { createTldsStore, type TldsStore } from './search/tlds-store.ts';
import {
  accountOf,
  type AccountsStore,
  activeAccount,
  createAccountsStore,
  createNoticeStore,
  createRestoredStore,
  createSettingsStore,
  createStatusStore,
  followAccount,
  type NoticeStore,
  type RestoredStore,
  type SettingsStore,
  type StatusStore,
} from './shell/stores.ts';
import { createListViews, type ListViews } from './ui/list-views.ts';
import { createRouteStore, type RouteStore } from './shell/route-store.ts';
import { createLockStore, type LockStore } from './lock/lock-store.ts';
import { createUndoStore, type UndoStore } from './shell/undo.ts';
import { createUnsaved, type Unsaved } from './unsaved.ts';
import type { SessionPorts } from './session-ports.ts';
import { loadNamesWhenIdle, type Names } from './names.ts';

/** The stores that outlive a screen. A screen composes them; none depends on another. */
export interface Stores {
  readonly bridge: Bridge;
  readonly route: RouteStore;
  readonly notices: NoticeStore;
  readonly undo: UndoStore;
  readonly accounts: AccountsStore;
  readonly status: StatusStore;
  readonly settings: SettingsStore;
  readonly restored: RestoredStore;
  readonly lock: LockStore;
  readonly tlds: TldsStore;
  readonly search: SearchStore;
  readonly sessions: SessionsStore;
  readonly exports: ExportsStore;
  /** The ports that bring a session's findings to the page. */
  readonly sessionPorts: SessionPorts;
  readonly unsaved: Unsaved;
  readonly listViews: ListViews;
}

/** @param loadNames Loads the Unicode tables; after the first paint unless a test says otherwise. */
export function createStores(
  bridge: Bridge,
  sessionPorts: SessionPorts,
  loadNames: () => Promise<Names> = loadNamesWhenIdle,
): Stores {
  const route = createRouteStore();
  bridge.on['search.requested'](() => route.actions.focusSearch());
  bridge.on['work.opened'](route.actions.goToWork);
  bridge.on['watching.opened'](({ about }) => route.actions.goToNotice(about));
  const accounts = createAccountsStore(bridge);
  const accountId = (): string | null => activeAccount(accounts.getState())?.id ?? null;
  const newId = (): string => crypto.randomUUID();
  const notices = createNoticeStore(4_000);
  bridge.on['watching.notice'](({ about, body }) =>
    notices.actions.say(body, 'quiet', { label: 'Show', act: () => route.actions.goToNotice(about) }),
  );
  const stores: Stores = {
    bridge,
    route,
    notices,
    undo: createUndoStore({
      ...bridge,
      notices: notices.actions,
      otherAccount: (id) => (id === accountId() ? null : (accountOf(accounts.getState(), id)?.label ?? null)),
      newId,
    }),
    accounts,
    status: createStatusStore(bridge, accountId),
    settings: createSettingsStore(bridge.request),
    restored: createRestoredStore(bridge.request),
    lock: createLockStore(bridge),
    tlds: createTldsStore(bridge.request, accountId),
    search: createSearchStore({
      ...bridge,
      loadNames,
      accountId,
      newId,
      restMs: 10,
      slowAfterMs: 5_000,
    }),
    sessions: createSessionsStore(bridge),
    exports: createExportsStore({ ...bridge, newId }),
    sessionPorts,
    unsaved: createUnsaved(bridge),
    listViews: createListViews(bridge.request, 1_000),
  };
  stores.unsaved.add(stores.listViews.actions.flush);
  bridge.on['settings.changed'](() => void stores.settings.actions.read());
  followAccount(stores.accounts, {
    onAnotherAccount: stores.search.actions.restart,
    onAnotherLogin() {
      void stores.status.actions.refresh();
      void stores.tlds.actions.load();
    },
  });
  bridge.on['changes.changed'](({ changes }) => {
    if (changes.some(hasCost)) void stores.status.actions.refresh();
  });
  return stores;
}

/** Whether the credit may have changed: after an order, also one whose outcome is not known. */
const hasCost = ({ what, state }: Change): boolean =>
  isPaid(what.kind) && (state === 'confirmed' || state === 'applied' || state === 'uncertain');

/** The day of a person who has domains begins with what needs attention; who has begun something else meanwhile stays there. */
async function beginDay({ bridge, route, search }: Stores): Promise<void> {
  const { route: first } = route.getState();
  const found = await bridge.request.today.hasDomains({});
  const isUntouched = route.getState().route === first && search.getState().text === '';
  if (found.ok && found.value.hasDomains && isUntouched) route.actions.go({ screen: 'today' });
}

/** Loads what every start needs. The TLD sets come first, because a typed name is listed under them. */
export function readFirst(stores: Stores): void {
  const { tlds, settings, accounts } = stores;
  void tlds.actions.loadSets();
  void settings.actions.read();
  void accounts.actions.load();
  void beginDay(stores);
}

const StoresContext = createContext<Stores | null>(null);

export const StoresProvider = StoresContext.Provider;

/** Also for components drawn outside of the application, where there are no stores. */
export const useStoresIfAny = (): Stores | null => use(StoresContext);

export function useStores(): Stores {
  const stores = use(StoresContext);
  if (stores === null) throw new Error('Drawn outside of the application');
  return stores;
}

/** The account, while it exists. */
export const useAccount = (accountId: string | null): AccountSummary | null =>
  useStore(useStores().accounts, (state) => (accountId === null ? null : accountOf(state, accountId)));

export const useActiveAccount = (): AccountSummary | null => useStore(useStores().accounts, activeAccount);

export const useActiveId = (): string | null =>
  useStore(useStores().accounts, (state) => activeAccount(state)?.id ?? null);

/** The density that the settings say. */
export const useDensity = (): Settings['density'] =>
  useStore(useStores().settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RestoreNotice } from '#shared/domain/backup.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, Input } from '#shared/routes.ts';
import {
  type About,
  type AccountList,
  type AccountStatus,
  type AccountSummary,
  answered,
  createLatest,
  idle,
  loading,
  type Remote,
  type Settings,
  valueOf,
} from '../bridge.ts';

export interface AccountsState {
  readonly accounts: Remote<AccountList>;
}

export interface AccountsStore extends StoreApi<AccountsState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    readonly select: (id: string) => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'accounts'>;
  readonly on: Pick<Bridge['on'], 'accounts.changed'>;
}

/** The accounts and which one is active. Loaded again whenever main reports a change. */
export function createAccountsStore({ request, on }: Deps): AccountsStore {
  const store = createStore<AccountsState>(() => ({ accounts: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function load(): Promise<void> {
    const isLatest = latest.begin();
    set({ accounts: loading(get().accounts) });
    const result = await request.accounts.list({});
    if (isLatest()) set({ accounts: answered(get().accounts, result) });
  }

  on['accounts.changed'](() => void load());

  return {
    ...store,
    actions: {
      load,
      async select(id) {
        const result = await request.accounts.select({ id });
        if (result.ok) await load();
        else set({ accounts: answered(get().accounts, result) });
      },
    },
  };
}

export function activeAccount(state: AccountsState): AccountSummary | null {
  const list = valueOf(state.accounts);
  return list?.accounts.find((account) => account.id === list.activeId) ?? null;
}

/** The account with this id; null where it does not exist or is not loaded yet. */
export const accountOf = (state: AccountsState, id: string): AccountSummary | null =>
  valueOf(state.accounts)?.accounts.find((account) => account.id === id) ?? null;

/** Callbacks for a change of the active account, or of its key. */
export interface Turns {
  /** Drops what belongs to the previous account. */
  readonly onAnotherAccount: () => void;
  /** Tests the connection again; also called at startup. */
  readonly onAnotherLogin: () => void;
}

interface Login {
  readonly id: string | null;
  readonly savedAt: string | null;
}

/** Calls back when the active account or its key changes: the stored data belongs to one account, and the connection to one key. */
export function followAccount(accounts: AccountsStore, { onAnotherAccount, onAnotherLogin }: Turns): void {
  let before: Login | null = null;
  accounts.subscribe((state) => {
    const now = loginOf(state);
    if (now === null || (before?.id === now.id && before.savedAt === now.savedAt)) return;
    const isAnotherAccount = before !== null && before.id !== now.id;
    before = now;
    if (isAnotherAccount) onAnotherAccount();
    onAnotherLogin();
  });
}

/** Null until the accounts have been loaded. */
function loginOf(state: AccountsState): Login | null {
  if (valueOf(state.accounts) === null) return null;
  const account = activeAccount(state);
  return { id: account?.id ?? null, savedAt: account?.key.savedAt ?? null };
}

export interface StatusState {
  readonly status: Remote<AccountStatus>;
}

export interface StatusStore extends StoreApi<StatusState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Requests the credit again, which also shows whether the service can be reached. */
    readonly refresh: () => Promise<void>;
  };
}

interface StatusStoreDeps {
  readonly request: Pick<Bridge['request'], 'status'>;
  readonly on: Pick<Bridge['on'], 'status.changed'>;
  /** The active account, shown in the header; null while it is not known. */
  readonly accountId: () => string | null;
}

/** The active account's credit and connection. An event from main is newer than any answer still to come. */
export function createStatusStore({ request, on, accountId }: StatusStoreDeps): StatusStore {
  const store = createStore<StatusState>(() => ({ status: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function ask(method: 'read' | 'refresh'): Promise<void> {
    const isLatest = latest.begin();
    set({ status: loading(get().status) });
    const result = await request.status[method]({ accountId: accountId() });
    if (isLatest()) set({ status: answered(get().status, result) });
  }

  on['status.changed']((status) => {
    latest.begin();
    set({ status: { status: 'ready', value: status } });
  });

  return { ...store, actions: { read: () => ask('read'), refresh: () => ask('refresh') } };
}

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'quiet' | 'problem';
  /** An action on the notice, such as undo; null where there is none. */
  readonly way: NoticeWay | null;
}

export interface NoticeWay {
  readonly label: string;
  readonly act: () => void;
}

interface NoticeState {
  readonly notice: Notice | null;
}

export interface NoticeStore extends StoreApi<NoticeState> {
  readonly actions: {
    /** Shows a notice in the corner for a limited time; screen readers announce it. */
    readonly say: (text: string, tone?: Notice['tone'], way?: NoticeWay) => void;
    readonly dismiss: () => void;
  };
}

/** Shows one notice at a time: the newest. Anything that must not be missed is shown on its screen instead. */
export function createNoticeStore(stayMs: number): NoticeStore {
  const store = createStore<NoticeState>(() => ({ notice: null }));
  let said = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dismiss = () => store.setState({ notice: null });
  return {
    ...store,
    actions: {
      say(text, tone = 'quiet', way) {
        said += 1;
        clearTimeout(timer);
        store.setState({ notice: { id: said, text, tone, way: way ?? null } });
        timer = setTimeout(dismiss, stayMs * (way === undefined ? shares[tone] : 3));
      },
      dismiss,
    },
  };
}

/** Problems stay longer. */
const shares: Readonly<Record<Notice['tone'], number>> = { quiet: 1, problem: 2 };

interface RestoredState {
  /** Null once it is known that there is nothing to acknowledge. */
  readonly notice: Remote<RestoreNotice | null>;
  readonly isAcknowledging: boolean;
  /** Why it could not be acknowledged. */
  readonly failed: AppError | null;
}

/** The notice that the workspace was restored, until the user acknowledges it. */
export interface RestoredStore extends StoreApi<RestoredState> {
  readonly actions: {
    /** @returns Whether there is something to acknowledge. */
    readonly read: () => Promise<boolean>;
    /** @returns Whether the acknowledgement was stored: from then on paid changes can be sent. */
    readonly acknowledge: () => Promise<boolean>;
  };
}

/** The restore that is not acknowledged yet; null where there is none, or it is not known yet. */
export const unacknowledged = ({ notice }: RestoredState): RestoreNotice | null => valueOf(notice);

export function createRestoredStore({ restored }: Pick<Bridge['request'], 'restored'>): RestoredStore {
  const store = createStore<RestoredState>(() => ({ notice: idle, isAcknowledging: false, failed: null }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      async read() {
        set({ notice: loading(get().notice) });
        const read = await restored.read({});
        set({ notice: answered(get().notice, read.ok ? { ok: true, value: read.value.notice } : read) });
        return unacknowledged(get()) !== null;
      },
      async acknowledge() {
        if (get().isAcknowledging) return false;
        set({ isAcknowledging: true, failed: null });
        const acknowledged = await restored.acknowledge({});
        set(
          acknowledged.ok
            ? { isAcknowledging: false, notice: { status: 'ready', value: null } }
            : { isAcknowledging: false, failed: acknowledged.error },
        );
        return acknowledged.ok;
      },
    },
  };
}

/** An external page that the application can open. */
export type LinkId = Input<'app', 'openLink'>['link'];

interface SettingsState {
  readonly settings: Remote<Settings>;
  readonly about: Remote<About>;
}

export interface SettingsStore extends StoreApi<SettingsState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Applied at once; reverted, with the reason, when it could not be stored. */
    readonly write: (changes: Partial<Settings>) => Promise<void>;
    readonly readAbout: () => Promise<void>;
    readonly openLink: (link: LinkId) => void;
  };
}

type SettingsStoreDeps = Pick<Bridge['request'], 'settings' | 'app'>;

export function createSettingsStore(request: SettingsStoreDeps): SettingsStore {
  const store = createStore<SettingsState>(() => ({ settings: idle, about: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  return {
    ...store,
    actions: {
      async read() {
        const isLatest = latest.begin();
        set({ settings: loading(get().settings) });
        const result = await request.settings.read({});
        if (isLatest()) set({ settings: answered(get().settings, result) });
      },
      async write(changes) {
        const isLatest = latest.begin();
        const before = get().settings;
        if (before.status === 'ready')
          set({ settings: { status: 'ready', value: { ...before.value, ...changes } } });
        const result = await request.settings.write(changes);
        if (isLatest()) set({ settings: answered(before, result) });
      },
      async readAbout() {
        set({ about: loading(get().about) });
        set({ about: answered(get().about, await request.app.about({})) });
      },
      openLink: (link) => void request.app.openLink({ link }),
    },
  };
}

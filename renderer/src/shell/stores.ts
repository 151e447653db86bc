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

/** Which accounts there are and which one is active. Read again whenever main says that something changed. */
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

/** One of the accounts; null where it is not there, or not read yet. */
export const accountOf = (state: AccountsState, id: string): AccountSummary | null =>
  valueOf(state.accounts)?.accounts.find((account) => account.id === id) ?? null;

/** What is to be done when the page turns to another account, or to the same one by another key. */
export interface Turns {
  /** What belongs to the account before is forgotten. */
  readonly onAnotherAccount: () => void;
  /** The way to the service is tried anew; at the start as well. */
  readonly onAnotherLogin: () => void;
}

interface Login {
  readonly id: string | null;
  readonly savedAt: string | null;
}

/** What one account knows is not what another knows, and another key is another way to the service. */
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

/** Null until the accounts have been read. */
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
    /** Asks for the credit again, which also tells whether the service can be reached. */
    readonly refresh: () => Promise<void>;
  };
}

interface StatusStoreDeps {
  readonly request: Pick<Bridge['request'], 'status'>;
  readonly on: Pick<Bridge['on'], 'status.changed'>;
  /** Of the account whose name stands in the header; null while it is not known. */
  readonly accountId: () => string | null;
}

/** The active account's credit and the way to its service. What main tells unasked is newer than any answer on its way. */
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
  /** What can be done about it, such as undoing it; null where nothing can. */
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
    /** Says something in passing: seen in the corner, read out by a screen reader, gone after a while. */
    readonly say: (text: string, tone?: Notice['tone'], way?: NoticeWay) => void;
    readonly dismiss: () => void;
  };
}

/** One notice at a time: the newest. Whatever must not be missed stands in its place on the screen instead. */
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

/** What went wrong stays longer. */
const shares: Readonly<Record<Notice['tone'], number>> = { quiet: 1, problem: 2 };

interface RestoredState {
  /** Null once it is known that there is nothing to acknowledge. */
  readonly notice: Remote<RestoreNotice | null>;
  readonly isAcknowledging: boolean;
  /** Why it could not be acknowledged. */
  readonly failed: AppError | null;
}

/** That the workspace was restored, until somebody says that they have looked. */
export interface RestoredStore extends StoreApi<RestoredState> {
  readonly actions: {
    /** @returns Whether there is something to look at. */
    readonly read: () => Promise<boolean>;
    /** @returns Whether it is written down: paid changes can be sent from now on. */
    readonly acknowledge: () => Promise<boolean>;
  };
}

/** The restore that nobody has acknowledged; null where there is none, or it is not known yet. */
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

/** A page outside the application that it can open. */
export type LinkId = Input<'app', 'openLink'>['link'];

interface SettingsState {
  readonly settings: Remote<Settings>;
  readonly about: Remote<About>;
}

export interface SettingsStore extends StoreApi<SettingsState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Shown at once; taken back, with the reason, when it could not be kept. */
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

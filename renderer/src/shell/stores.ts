import { createStore } from 'zustand/vanilla';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type {
  About,
  AccountList,
  AccountStatus,
  AccountSummary,
  Bridge,
  Input,
  Settings,
} from '../client.ts';
import { isToReview, type RestoreNotice, type ToReview } from '#shared/domain/backup.ts';
import { answered, createLatest, createRemote, idle, loading, type Remote, valueOf } from '../remote.ts';

export interface AccountsState {
  readonly accounts: Remote<AccountList>;
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;

/** The accounts and which one is active. Loaded again whenever main reports a change. */
export function createAccountsStore({ request, on }: Bridge) {
  const store = createStore<AccountsState>(() => ({ accounts: idle }));
  const { getState: get, setState: set } = store;
  const remote = createRemote<AccountList>(
    () => get().accounts,
    (accounts) => set({ accounts }),
  );
  const load = (): Promise<void> => remote.ask(() => request.accounts.list({}));

  async function select(id: string): Promise<void> {
    const result = await request.accounts.select({ id });
    if (result.ok) await load();
    else set({ accounts: answered(get().accounts, result) });
  }

  on['accounts.changed'](() => void load());

  return { ...store, actions: { load, select } };
}

export function activeAccount(state: AccountsState): AccountSummary | null {
  const activeId = valueOf(state.accounts)?.activeId ?? null;
  return activeId === null ? null : accountOf(state, activeId);
}

/** The account with this id; null where it does not exist or is not loaded yet. */
export const accountOf = (state: AccountsState, id: string): AccountSummary | null =>
  valueOf(state.accounts)?.accounts.find((account) => account.id === id) ?? null;

/**
 * Calls `act` whenever another account becomes the active one.
 *
 * @param act Gets the id of the account before; undefined where there was none.
 */
export function onAnotherAccount(
  accounts: Pick<AccountsStore, 'getState' | 'subscribe'>,
  act: (before: string | undefined) => void,
): void {
  let before = activeAccount(accounts.getState())?.id;
  accounts.subscribe((state) => {
    const id = activeAccount(state)?.id;
    if (id === undefined || id === before) return;
    const left = before;
    before = id;
    act(left);
  });
}

/** The credit as last read of an account; null where it is not known. The status is that of the active account. */
export function creditOf({ status }: StatusState, accountId: string): AccountStatus['credit'] {
  const known = valueOf(status);
  return known?.accountId === accountId ? known.credit : null;
}

/** Callbacks for a change of the active account, or of its key. */
interface Turns {
  /** Drops what belongs to the previous account. */
  readonly onAnotherAccount: () => void;
  /** Tests the connection again, which also reads the credit; called at startup too. */
  readonly onAnotherLogin: () => void;
}

/**
 * Calls back when the active account changes, or what its connection is made of: its key, its address, its user and its options.
 * The stored data belongs to one account, and what is known of the connection to one connection.
 */
export function followAccount(
  accounts: Pick<AccountsStore, 'subscribe'>,
  { onAnotherAccount, onAnotherLogin }: Turns,
): void {
  let before: { readonly id: string | null; readonly connection: string } | null = null;
  accounts.subscribe((state) => {
    if (valueOf(state.accounts) === null) return;
    const account = activeAccount(state);
    const now = { id: account?.id ?? null, connection: account === null ? '' : connectionOf(account) };
    if (before?.id === now.id && before.connection === now.connection) return;
    const isAnotherAccount = before !== null && before.id !== now.id;
    before = now;
    if (isAnotherAccount) onAnotherAccount();
    onAnotherLogin();
  });
}

const connectionOf = ({ key, baseUrl, username, options }: AccountSummary): string =>
  JSON.stringify([key.savedAt, baseUrl, username, options]);

export interface StatusState {
  readonly status: Remote<AccountStatus>;
}

export type StatusStore = ReturnType<typeof createStatusStore>;

/** How long until a service that could not be reached is tried again: 5 s, then twice as long each time, at most 30 s. */
const retryMs = (tries: number): number => Math.min(30_000, 5_000 * 2 ** tries);

/**
 * The active account's credit and connection. An event from main is newer than any answer still to come. A service that cannot be
 * reached is tried again, also while nothing else asks it. Once it answers again, a credit that is still unknown is asked for once;
 * not at once, because what brought it back may have read it.
 *
 * @param accountId The active account, shown in the header; null while it is not known.
 */
export function createStatusStore(
  { request, on }: Bridge,
  accountId: () => string | null,
  creditRestMs = 1_000,
) {
  const store = createStore<StatusState>(() => ({ status: idle }));
  const { getState: get, setState: set } = store;
  const remote = createRemote<AccountStatus>(
    () => get().status,
    (status) => set({ status }),
  );
  const ask = (method: 'read' | 'refresh'): Promise<void> =>
    remote.ask(() => request.status[method]({ accountId: accountId() }));

  let wasCreditAsked = false;
  function askForCredit(): void {
    const now = valueOf(get().status);
    if (now?.connection === 'online' && now.credit === null) void ask('refresh');
  }

  on['status.changed']((value) => {
    remote.ignore();
    set({ status: { status: 'ready', value } });
    if (value.connection !== 'online') wasCreditAsked = false;
    else if (value.credit === null && !wasCreditAsked) {
      wasCreditAsked = true;
      setTimeout(askForCredit, creditRestMs);
    }
  });

  let retry: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  store.subscribe(({ status }) => {
    if (status.status === 'loading') return;
    clearTimeout(retry);
    const connection = valueOf(status)?.connection;
    if (connection !== 'offline' && connection !== 'no-api') tries = 0;
    else retry = setTimeout(() => void ask('refresh'), retryMs(tries++));
  });

  return {
    ...store,
    actions: {
      read: () => ask('read'),
      /** Requests the credit again, which also shows whether the service can be reached. */
      refresh: () => ask('refresh'),
    },
  };
}

/** Problems stay longer. */
const shares = { quiet: 1, problem: 2 };
const shareWithAction = 3;

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: keyof typeof shares;
  readonly action: NoticeAction | undefined;
}

/** An action on a notice, such as undo. */
export interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
}

export type NoticeStore = ReturnType<typeof createNoticeStore>;

/**
 * Shows one notice at a time, the newest, below the page for a limited time; screen readers announce it. Anything that must not be
 * missed is shown on its screen instead.
 */
export function createNoticeStore(stayMs: number) {
  const store = createStore<{ readonly notice: Notice | null }>(() => ({ notice: null }));
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dismiss = () => store.setState({ notice: null });

  function say(text: string, tone: Notice['tone'] = 'quiet', action?: NoticeAction): void {
    count += 1;
    clearTimeout(timer);
    store.setState({ notice: { id: count, text, tone, action } });
    timer = setTimeout(dismiss, stayMs * (action === undefined ? shares[tone] : shareWithAction));
  }

  return {
    ...store,
    actions: {
      say,
      fail: (error: AppError) => say(sentencesFor(error).happened, 'problem'),
      /** Says why an answer failed and what to do, where it did. */
      report: (answer: Promise<Result<unknown>>): void =>
        void answer.then((result) => {
          if (result.ok) return;
          const { happened, next } = sentencesFor(result.error);
          say(`${happened} ${next}`, 'problem');
        }),
      dismiss,
    },
  };
}

interface RestoredState {
  /** Null once it is known that there is nothing to acknowledge. */
  readonly notice: Remote<RestoreNotice | null>;
  readonly isAcknowledging: boolean;
  /** Why it could not be acknowledged. */
  readonly failed: AppError | null;
}

/** The restore that is not acknowledged yet; null where there is none, or it is not known yet. */
export function unacknowledged({ notice: read }: RestoredState): ToReview | null {
  const notice = valueOf(read);
  return isToReview(notice) ? notice : null;
}

export type RestoredStore = ReturnType<typeof createRestoredStore>;

/** The notice that the workspace was restored, until the user acknowledges it. */
export function createRestoredStore({ restored }: Pick<Bridge['request'], 'restored'>) {
  const store = createStore<RestoredState>(() => ({ notice: idle, isAcknowledging: false, failed: null }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      /** @returns Whether there is something to acknowledge. */
      async read(): Promise<boolean> {
        set({ notice: loading(get().notice) });
        const read = await restored.read({});
        set({ notice: answered(get().notice, read.ok ? { ok: true, value: read.value.notice } : read) });
        return unacknowledged(get()) !== null;
      },
      /** @returns Whether the acknowledgement was stored: from then on paid changes can be sent. */
      async acknowledge(): Promise<boolean> {
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

export interface SettingsState {
  readonly settings: Remote<Settings>;
  readonly about: Remote<About>;
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

export function createSettingsStore(request: Pick<Bridge['request'], 'settings' | 'app'>) {
  const store = createStore<SettingsState>(() => ({ settings: idle, about: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  /**
   * Applied at once; reverted, with the reason, when it could not be stored. The lock of the application is not applied before:
   * main asks the keychain first, and whoever turns it shows the reason.
   */
  async function write(changes: Partial<Settings>): Promise<Result<Settings>> {
    const isLatest = latest.begin();
    const before = get().settings;
    const isAtOnce = changes.appLock === undefined;
    if (before.status === 'ready' && isAtOnce)
      set({ settings: { status: 'ready', value: { ...before.value, ...changes } } });
    const result = await request.settings.write(changes);
    if (isLatest()) set({ settings: result.ok || isAtOnce ? answered(before, result) : before });
    return result;
  }

  return {
    ...store,
    actions: {
      async read(): Promise<void> {
        const isLatest = latest.begin();
        set({ settings: loading(get().settings) });
        const result = await request.settings.read({});
        if (isLatest()) set({ settings: answered(get().settings, result) });
      },
      write,
      /** The settings as far as they are known. */
      known: (): Settings | null => valueOf(get().settings),
      /** Writes `to`, unless a setting of it is no longer as in `from`. */
      async replace(from: Partial<Settings>, to: Partial<Settings>) {
        const now = await request.settings.read({});
        if (!now.ok) return now;
        // Both objects are parsed by the same schema: their members have the same order.
        if (JSON.stringify({ ...now.value, ...from }) !== JSON.stringify(now.value))
          return ok({ changed: 0, kept: 1 });
        return mapOk(await write(to), () => ({ changed: 1, kept: 0 }));
      },
      async readAbout(): Promise<void> {
        set({ about: loading(get().about) });
        set({ about: answered(get().about, await request.app.about({})) });
      },
      openLink: (link: Input<'app', 'openLink'>['link']) => void request.app.openLink({ link }),
    },
  };
}

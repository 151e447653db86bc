import { basename } from 'node:path';
import type { CodeQuestion, ShownCopy } from '#shared/areas/secret-windows.ts';
import {
  type CodesNow,
  type CodeTaken,
  earlierCodeIn,
  type OpenedCodeFile,
  type TakeAction,
} from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { asciiName } from '../reseller/operation.ts';
import type { Secret } from '../system/secret.ts';
import type { Given } from '../system/timing.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type AccessJournal,
  type Asking,
  askOnce,
  type Came,
  type CodeConnection,
  createAccessJournal,
  createPendingClicks,
} from './asking.ts';
import type {
  CodesInFile,
  OpenCodeFile,
  OpenCodeWindow,
  OpenedCodeWindow,
  SecretClipboard,
} from './codes.ts';
import {
  type ClipboardKeeper,
  createClipboardKeeper,
  createShownCodes,
  type ShownCodes,
} from './shown-codes.ts';

export interface CodesDeps extends Given<'newId' | 'now' | 'onBug' | 'timer'> {
  readonly workspace: Pick<Workspace, 'accounts' | 'codeAccesses' | 'settings'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<CodeConnection>> };
  readonly portfolio: Pick<Portfolio, 'find'>;
  readonly openWindow: OpenCodeWindow;
  readonly openCodeFile: OpenCodeFile;
  readonly clipboard: SecretClipboard;
  readonly announce: (now: CodesNow) => void;
  /** Tells that the codes of a file were forgotten without having been asked to. */
  readonly announceClosed: (file: { readonly id: string }) => void;
}

/** Transfer codes of one domain at a time. No result contains a code. */
export type Codes = ReturnType<typeof createCodes>;

export function createCodes(deps: CodesDeps) {
  const { clipboard, announce } = deps;
  const now = (): CodesNow => ({ clipboard: keeper.held(), shown: shown.now(), canHint: clipboard.canHint });
  const onChange = (): void => announce(now());
  const keeper = createClipboardKeeper({ ...deps, onChange });
  const shown = createShownCodes({ ...deps, onChange });
  const journal = createAccessJournal(deps);
  const context: TakeContext = { ...deps, journal, keeper, shown };
  const files = createCodeFiles(context, deps);
  const underWay = createPendingClicks(deps.timer);
  let away = new AbortController();
  let isClosed = false;

  async function leave(): Promise<void> {
    away.abort(new Error('The user went away'));
    away = new AbortController();
    files.forget();
    await keeper.clear();
  }

  return {
    /**
     * Requests a code from the service once, after the user has confirmed this request in the code window; then copies it or shows it
     * there. While it is shown it can be copied there, without another request.
     *
     * Fails with: `no-account`, `no-key`, `keychain`, `storage` (the journal could not be written: nothing was requested), and what
     * the client's `readEppCode` fails with.
     */
    async take(accountId: string, name: string, deed: TakeAction): Promise<Result<CodeTaken>> {
      if (isClosed) return fail({ kind: 'cancelled' });
      const ascii = asciiName('domain', name);
      if (!ascii.ok) return ascii;
      const which = `${accountId} ${ascii.value}`;
      const result = await underWay.once(which, async () => {
        const { signal } = away;
        const connected = await deps.connections.of(accountId);
        if (!connected.ok) return connected;
        const connection = connected.value;
        const wanted = AbortSignal.any([signal, connection.ended]);
        return await take(context, { connection, domain: ascii.value, deed, signal: wanted });
      });
      return result ?? ok({ kind: 'declined', why: 'busy' });
    },
    /** Newest first, at most 200. */
    accesses: journal.of,
    now,
    async clearClipboard(): Promise<CodesNow> {
      await keeper.clear();
      return now();
    },
    /**
     * Asks for the passphrase of a file in the code window, until one opens it, and holds its codes in memory: of one file at a time,
     * until it is closed, the user leaves, or shows none for five minutes. Null where the user cancelled.
     * Fails with: `no-account`, `invalid-input` (`file`: a sentence), `cancelled`.
     */
    openFile: (path: string): Promise<Result<OpenedCodeFile | null>> =>
      isClosed ? Promise.resolve(fail({ kind: 'cancelled' })) : files.open(path, away.signal),
    /** Whether a text from the clipboard is the code that was copied: it is to be read as nothing else. */
    isCopied: keeper.isHeld,
    /**
     * Shows one code of the opened file in the code window, without a request. The access is recorded first.
     *
     * Fails with: `invalid-input` (`file`: it is not open any more), `no-account`, `storage`, `journal-broken`, `cancelled`.
     */
    showFromFile: files.show,
    /** Forgets the codes of the opened file. @param id Null: whichever is open. */
    closeFile: files.close,
    /** The user left (for example by locking the screen): closes the window and the file, and clears the clipboard. */
    leave,
    /** As `leave`, before the application ends. */
    async close() {
      isClosed = true;
      await leave();
      await underWay.settled();
      // Clears what was copied while the last requests ended.
      await keeper.clear();
    },
  };
}

/** Dependencies of requesting a code. */
interface TakeContext extends Omit<CodesDeps, 'announce' | 'announceClosed' | 'timer' | 'newId'> {
  readonly journal: AccessJournal;
  readonly keeper: ClipboardKeeper;
  readonly shown: ShownCodes;
}

/** One click. `signal` is aborted when the user leaves, or when the connection is closed. */
export interface Click extends Asking {
  readonly connection: CodeConnection;
  readonly deed: TakeAction;
}

/** True when the user has left, or the connection was closed. */
const isLeft = ({ signal }: Pick<Click, 'signal'>): boolean => signal.aborted;

const declined = (why: 'closed' | 'busy'): Result<CodeTaken> => ok({ kind: 'declined', why });
const cancelled = fail({ kind: 'cancelled' });

/** From the click to the code in the clipboard or on the screen: one confirmation, one request. */
async function take(context: TakeContext, click: Click): Promise<Result<CodeTaken>> {
  const taken = await inWindow(
    context,
    click.signal,
    async (window) =>
      (await confirm(context, click, window)) ? await fetch(context, click, window) : declined('closed'),
    (result) => result.ok && result.value.kind === 'revealed',
  );
  return taken ?? declined('busy');
}

/**
 * Opens the window for `work`, and closes it afterwards, or when `left` is aborted. Null where it is open already.
 *
 * @param shows Whether a code is on its screen then: it stays open.
 */
async function inWindow<T>(
  { openWindow }: TakeContext,
  left: AbortSignal,
  work: (window: OpenedCodeWindow) => Promise<T>,
  shows: (result: T) => boolean = () => false,
): Promise<T | null> {
  const window = openWindow();
  if (window === null) return null;
  const close = (): void => window.close();
  left.addEventListener('abort', close, { once: true });
  let isShown = false;
  try {
    const result = await work(window);
    isShown = shows(result);
    return result;
  } finally {
    if (!isShown) {
      left.removeEventListener('abort', close);
      close();
    }
  }
}

async function confirm(context: TakeContext, click: Click, window: OpenedCodeWindow): Promise<boolean> {
  const question = await questionOf(context, click);
  return !isLeft(click) && (await window.confirmed(question)) && !isLeft(click);
}

async function questionOf(context: TakeContext, { connection, domain, deed }: Click): Promise<CodeQuestion> {
  const { account } = connection;
  const found = await context.portfolio.find(account.id, domain);
  const lock = found.ok ? found.value.lock : null;
  const accesses = await context.journal.of(account.id, domain);
  return {
    deed,
    domain,
    accountLabel: account.label,
    accountColour: account.colour,
    lock: lock && { state: lock.value, readAt: lock.at },
    canHint: context.clipboard.canHint,
    clearClipboardAfterS: await clearAfterS(context),
    earlier: accesses.ok ? earlierCodeIn(accesses.value) : null,
  };
}

/** The default time where the settings cannot be read. */
async function clearAfterS({ workspace }: TakeContext): Promise<number> {
  const settings = await resultOf(() => workspace.settings.read());
  return settings.ok ? settings.value.clearClipboardAfterS : 15;
}

async function fetch(
  context: TakeContext,
  click: Click,
  window: OpenedCodeWindow,
): Promise<Result<CodeTaken>> {
  if (!(await isStillWanted(context, click))) return cancelled;
  const came = await askOnce(context, click);
  if (!came.ok) return came;
  const { read, retrievedAt } = came.value;
  if (!read.ok) return orUnclear(read, came.value);
  if (read.value.kind === 'emailed-to-registrant') return ok({ kind: 'emailed', retrievedAt });
  // The user has left, closed the window or switched to another account meanwhile: the code is discarded.
  if (!window.isOpen() || !(await isStillWanted(context, click))) return cancelled;
  return click.deed === 'copy'
    ? await copy(context, click, read.value.code, retrievedAt)
    : await reveal(context, click, read.value.code, window, retrievedAt);
}

async function isStillWanted({ workspace }: TakeContext, click: Click): Promise<boolean> {
  const active = await resultOf(workspace.accounts.active);
  return !isLeft(click) && active.ok && active.value === click.connection.account.id;
}

function orUnclear(
  failed: Extract<Came['read'], { readonly ok: false }>,
  { kept, retrievedAt }: Came,
): Result<CodeTaken> {
  if (failed.error.kind !== 'unreadable' || kept === null) return failed;
  return ok({ kind: 'unclear', retrievedAt, status: kept.status, answer: kept.answer });
}

async function copy(
  context: TakeContext,
  click: Click,
  code: Secret,
  retrievedAt: string,
): Promise<Result<CodeTaken>> {
  const clearsAt = await intoClipboard(context, click, code);
  return clearsAt === null ? cancelled : ok({ kind: 'copied', retrievedAt, clearsAt });
}

/** Copies the code; returns when it will be cleared, or null where the user has left and it is cleared already. */
async function intoClipboard(
  context: TakeContext,
  click: Pick<Click, 'domain' | 'signal'>,
  code: Secret,
): Promise<string | null> {
  const forMs = (await clearAfterS(context)) * 1_000;
  if (isLeft(click)) return null;
  const { clearsAt } = await context.keeper.copy(click.domain, code, forMs);
  if (!isLeft(click)) return clearsAt;
  await context.keeper.clear();
  return null;
}

async function reveal(
  context: TakeContext,
  click: Click,
  code: Secret,
  window: OpenedCodeWindow,
  retrievedAt: string,
): Promise<Result<CodeTaken>> {
  const showing = await context.shown.show(window, {
    domain: click.domain,
    code,
    canHint: context.clipboard.canHint,
    clearClipboardAfterS: await clearAfterS(context),
    copy: () =>
      copyShown(context, { ...click, account: click.connection.account, code }, () =>
        isStillWanted(context, click),
      ),
  });
  return showing === null ? cancelled : ok({ kind: 'revealed', retrievedAt, hidesAt: showing.hidesAt });
}

/**
 * Copies the shown code, without a request. The access is recorded first. Works also while the window is hidden, as it is when the
 * user switches to where the code is to be pasted.
 */
async function copyShown(
  context: TakeContext,
  shown: SavedCode & { readonly account: Click['connection']['account'] },
  isWanted: () => Promise<boolean>,
): Promise<ShownCopy | null> {
  try {
    if (!(await isWanted())) return null;
    const written = await context.journal.copiesShown(shown.account, shown.domain);
    if (!written.ok) return { kind: 'not-copied', why: 'journal' };
    const clearsAt = await intoClipboard(context, shown, shown.code);
    return clearsAt === null ? null : { kind: 'copied', clearsAt };
  } catch (thrown) {
    context.onBug(thrown);
    return { kind: 'not-copied', why: 'clipboard' };
  }
}

/** A file whose codes are held in memory. */
interface HeldFile {
  readonly id: string;
  readonly codes: CodesInFile;
  /** Aborted when the codes are forgotten: none of them is on the screen any longer. */
  readonly forgotten: AbortController;
  /** Aborted to begin the time anew. */
  resting: AbortController;
}

/** How long the codes of a file are held after the last one was shown. */
const heldForMs = 5 * 60_000;

/** The codes of one opened file at a time, in memory alone. */
function createCodeFiles(
  context: TakeContext,
  { timer, newId, announceClosed }: Pick<CodesDeps, 'timer' | 'newId' | 'announceClosed'>,
) {
  let held: HeldFile | null = null;

  function drop(): HeldFile | null {
    const before = held;
    held = null;
    before?.resting.abort();
    before?.forgotten.abort(new Error('The file was closed'));
    return before;
  }

  function forget(): void {
    const before = drop();
    if (before !== null) announceClosed({ id: before.id });
  }

  function holdOn(file: HeldFile): void {
    file.resting.abort();
    file.resting = new AbortController();
    timer.sleep(heldForMs, file.resting.signal).then(forget, isStopped).catch(context.onBug);
  }

  return {
    async open(path: string, left: AbortSignal): Promise<Result<OpenedCodeFile | null>> {
      const opened = await openFile(context, path, left);
      if (!opened.ok) return opened;
      if (opened.value === null || left.aborted) return ok(null);
      drop();
      const codes = opened.value;
      held = { id: newId(), codes, forgotten: new AbortController(), resting: new AbortController() };
      holdOn(held);
      return ok(openedFile(held.id, path, codes));
    },
    show: async (id: string, index: number): Promise<Result<{ readonly isShown: boolean }>> => {
      const file = held;
      const row = file?.codes[index];
      if (file?.id !== id || row === undefined || row.code === null) return fail(fileIsClosed);
      holdOn(file);
      return showSaved(context, { domain: row.domain, code: row.code, signal: file.forgotten.signal });
    },
    close: (id: string | null) => {
      if (id === null || held?.id === id) drop();
    },
    /** As `close`, where the page does not know of it. */
    forget,
  };
}

const isStopped = (): void => undefined;

const fileIsClosed = {
  kind: 'invalid-input',
  field: 'file',
  reason: 'The file is not open any more. Open it again.',
} as const;

const openedFile = (id: string, path: string, codes: CodesInFile): OpenedCodeFile => ({
  id,
  fileName: basename(path),
  requestedAt: codes
    .map(({ at }) => at)
    .reduce<string | null>((last, at) => (last !== null && last > at ? last : at), null),
  rows: codes.map(({ domain, code }) => ({ domain, hasCode: code !== null })),
});

/** The codes of a file, once a passphrase opens it; null where the user turned back. For a file that none can open, none is asked. */
async function openFile(
  context: TakeContext,
  path: string,
  left: AbortSignal,
): Promise<Result<CodesInFile | null>> {
  const { openCodeFile } = context;
  const file = await openCodeFile(path, null, left);
  if (!file.ok) return file;
  const account = await accountOf(context, null);
  if (!account.ok) return account;
  if (left.aborted) return ok(null);
  const opened = await inWindow(context, left, async (window) => {
    for (let isWrong = false; ; isWrong = true) {
      const passphrase = await window.unlock({ fileName: basename(path), isWrong });
      if (passphrase === null) return ok(null);
      const tried = await openCodeFile(path, passphrase, window.ended);
      if (!window.isOpen()) return ok(null);
      if (!tried.ok || tried.value !== null) return tried;
    }
  });
  return opened ?? ok(null);
}

/** A code that is in memory, until `signal` is aborted. */
interface SavedCode {
  readonly domain: string;
  readonly code: Secret;
  readonly signal: AbortSignal;
}

async function showSaved(
  context: TakeContext,
  saved: SavedCode,
): Promise<Result<{ readonly isShown: boolean }>> {
  const { domain, code, signal } = saved;
  const account = await accountOf(context, domain);
  if (!account.ok) return account;
  const shows = async (window: OpenedCodeWindow): Promise<Result<{ readonly isShown: boolean }>> => {
    const written = await context.journal.showsSaved(account.value, domain);
    if (!written.ok) return written;
    if (signal.aborted) return cancelled;
    const isWanted = (): Promise<boolean> => Promise.resolve(!signal.aborted);
    const showing = await context.shown.show(window, {
      domain,
      code,
      canHint: context.clipboard.canHint,
      clearClipboardAfterS: await clearAfterS(context),
      copy: () => copyShown(context, { ...saved, account: account.value }, isWanted),
    });
    return ok({ isShown: showing !== null });
  };
  return (
    (await inWindow(context, signal, shows, (shown) => shown.ok && shown.value.isShown)) ??
    ok({ isShown: false })
  );
}

/**
 * The account for the access log: a file names none. It is the one whose portfolio has the domain, before others the active one; the
 * active one where none has it.
 */
async function accountOf(
  { workspace, portfolio }: TakeContext,
  domain: string | null,
): Promise<Result<Click['connection']['account']>> {
  const { accounts: kept } = workspace;
  const read = await resultOf(() => ({ listed: kept.list(), activeId: kept.active() }));
  if (!read.ok) return read;
  const { listed, activeId } = read.value;
  const isActive = ({ id }: { readonly id: string }): number => Number(id === activeId);
  const accounts = listed.toSorted((a, b) => isActive(b) - isActive(a));
  if (domain !== null)
    for (const account of accounts) if ((await portfolio.find(account.id, domain)).ok) return ok(account);
  return accounts[0] === undefined ? fail({ kind: 'no-account' }) : ok(accounts[0]);
}

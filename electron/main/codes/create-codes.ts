import type { CodeQuestion, ShownCopy } from '#shared/areas/secret-windows.ts';
import { type CodesNow, type CodeTaken, earlierCodeIn, type TakeAction } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { asciiName } from '../reseller/operation.ts';
import type { Secret } from '../system/secret.ts';
import type { Timer } from '../system/timing.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type AccessJournal,
  type Asking,
  askOnce,
  type Came,
  type CodeConnection,
  createAccessJournal,
} from './asking.ts';
import type { Codes, OpenCodeWindow, OpenedCodeWindow, SecretClipboard } from './codes.ts';
import {
  type ClipboardKeeper,
  createClipboardKeeper,
  createShownCodes,
  type ShownCodes,
} from './shown-codes.ts';

export interface CodesDeps {
  readonly workspace: Pick<Workspace, 'accounts' | 'codeAccesses' | 'settings'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<CodeConnection>> };
  readonly portfolio: Pick<Portfolio, 'find'>;
  readonly openWindow: OpenCodeWindow;
  readonly clipboard: SecretClipboard;
  readonly announce: (now: CodesNow) => void;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

export function createCodes(deps: CodesDeps): Codes {
  const { clipboard, announce } = deps;
  const now = (): CodesNow => ({
    clipboard: keeper.held(),
    shown: shown.now(),
    canHint: clipboard.canHint,
  });
  const onChange = (): void => announce(now());
  const keeper = createClipboardKeeper({ ...deps, onChange });
  const shown = createShownCodes({ ...deps, onChange });
  const journal = createAccessJournal(deps);
  const context: TakeContext = { ...deps, journal, keeper, shown };
  const underWay = createPendingClicks(deps.timer);
  let away = new AbortController();
  let isClosed = false;

  async function leave(): Promise<void> {
    away.abort(new Error('The user went away'));
    away = new AbortController();
    await keeper.clear();
  }

  return {
    async take(accountId, name, deed) {
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
    accesses: journal.of,
    now,
    async clearClipboard() {
      await keeper.clear();
      return now();
    },
    leave,
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
interface TakeContext extends Omit<CodesDeps, 'announce' | 'timer'> {
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
const isLeft = ({ signal }: Click): boolean => signal.aborted;

const declined = (why: 'closed' | 'busy'): Result<CodeTaken> => ok({ kind: 'declined', why });
const cancelled = fail({ kind: 'cancelled' });

/** From the click to the code in the clipboard or on the screen: one confirmation, one request. */
async function take(context: TakeContext, click: Click): Promise<Result<CodeTaken>> {
  const window = context.openWindow();
  if (window === null) return declined('busy');
  const close = (): void => window.close();
  click.signal.addEventListener('abort', close, { once: true });
  let isShown = false;
  try {
    if (!(await confirm(context, click, window))) return declined('closed');
    const taken = await fetch(context, click, window);
    isShown = taken.ok && taken.value.kind === 'revealed';
    return taken;
  } finally {
    if (!isShown) {
      click.signal.removeEventListener('abort', close);
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
  const settings = await workspace.settings.read();
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
  const active = await workspace.accounts.active();
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
async function intoClipboard(context: TakeContext, click: Click, code: Secret): Promise<string | null> {
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
    copy: () => copyShown(context, click, code),
  });
  return showing === null ? cancelled : ok({ kind: 'revealed', retrievedAt, hidesAt: showing.hidesAt });
}

/**
 * Copies the shown code, without a request. The access is recorded first. Works also while the window is hidden, as it is when the
 * user switches to where the code is to be pasted.
 */
async function copyShown(context: TakeContext, click: Click, code: Secret): Promise<ShownCopy | null> {
  try {
    if (!(await isStillWanted(context, click))) return null;
    const written = await context.journal.copiesShown(click.connection.account, click.domain);
    if (!written.ok) return { kind: 'not-copied', why: 'journal' };
    const clearsAt = await intoClipboard(context, click, code);
    return clearsAt === null ? null : { kind: 'copied', clearsAt };
  } catch (thrown) {
    context.onBug(thrown);
    return { kind: 'not-copied', why: 'clipboard' };
  }
}

/** Clicks that are not answered yet, one for each domain. */
interface PendingClicks {
  /** Returns the result of `work`; null, without calling it, where work of the same name is running. */
  readonly once: <T>(name: string, work: () => Promise<T>) => Promise<T | null>;
  /** Resolves when all work has ended, or after a timeout for shutdown. */
  readonly settled: () => Promise<void>;
}

/** How long shutdown waits for running requests, so that their journal entries are complete. */
const lastLinesMs = 1_000;

function createPendingClicks(timer: Timer): PendingClicks {
  const works = new Map<string, Promise<unknown>>();
  return {
    async once(name, work) {
      if (works.has(name)) return null;
      const mine = work();
      works.set(name, mine);
      try {
        return await mine;
      } finally {
        works.delete(name);
      }
    },
    async settled() {
      const waiting = new AbortController();
      const patience = timer.sleep(lastLinesMs, waiting.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled(works.values()), patience]);
      waiting.abort();
    },
  };
}

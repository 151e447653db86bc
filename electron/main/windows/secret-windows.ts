import { join } from 'node:path';
import { type BrowserWindow, nativeTheme, type Session, webContents } from 'electron';
import { z } from 'zod';
import {
  codeChannel,
  keyChannel,
  type KeyWindowAsk,
  longestKey,
  shownPasswordChannel,
} from '#shared/areas/secret-windows.ts';
import { nothing } from '#shared/areas/common-schemas.ts';
import { fail, ok } from '#shared/result.ts';
import { serveChannel } from '../ipc/ipc-main.ts';
import { guarded } from '../ipc/guard.ts';
import { trustOnly } from '../ipc/sender.ts';
import type { OpenedCodeWindow } from '../codes/codes.ts';
import { watchAway } from '../platform/desktop.ts';
import type { Logger } from '../system/log.ts';
import { Secret } from '../system/secret.ts';
import { answerFrom, codePageFiles, keyPageFiles, pageOrigins } from './app-protocol.ts';
import {
  type CodeSession,
  codeSteps,
  createCodeSession,
  endProcess,
  neverLocked,
  processToEnd,
} from './code-session.ts';
import { createAppSession, openWindow } from './open-window.ts';
import { windowBackground } from './window-state.ts';

interface SecretWindowsDeps {
  /** The build folder. */
  readonly out: string;
  /** The window that waits for the answer; it takes no input meanwhile. */
  readonly window: BrowserWindow;
  readonly isProtected: boolean;
  /** While the application is locked, none is opened. */
  readonly isLocked: () => boolean;
  readonly log: Logger;
}

/** The two windows in which secrets are typed and shown. */
export function openSecretWindows(deps: SecretWindowsDeps) {
  const { log } = deps;
  let { isProtected } = deps;
  const opener = (page: SecretPage) => createOpener(page, deps, () => isProtected);
  const openKey = opener('key');
  const openCode = opener('code');
  const openFor = (ask: KeyWindowAsk): BrowserWindow | null => openKey.open(JSON.stringify(ask));

  async function typed(ask: KeyWindowAsk): Promise<Secret | null> {
    const window = openFor(ask);
    if (window === null) return null;
    try {
      return await answerOf(window, log);
    } finally {
      window.destroy();
    }
  }

  return {
    /** Null if the window was closed without a key. */
    askForKey: (of: string) => typed({ for: 'key', of }),
    /** The same for the password of a team's database. @param of Whose it is, and where. @param isNew One that a person makes up now. */
    askForPassword: (of: string, isNew = false) => typed({ for: isNew ? 'new-password' : 'password', of }),
    /** Shows a password until a person closes the window. False where that could not be opened. */
    async showPassword(of: string, password: Secret): Promise<boolean> {
      const window = openFor({ for: 'shown', of });
      if (window === null) return false;
      const stopServing = serveChannel(shownPasswordChannel, shownOnce(window, password, log));
      try {
        await answerOf(window, log);
      } finally {
        stopServing();
        window.destroy();
      }
      return true;
    },
    openCodeWindow: () => {
      const window = openCode.open();
      return window && conduct(window, isProtected, log);
    },
    /** Whether windows opened from now on are excluded from screen captures, where the system supports it. */
    protect(wanted: boolean) {
      isProtected = wanted;
    },
    /** Closes the open ones: no key is taken, and no code is shown any longer. */
    close() {
      openKey.close();
      openCode.close();
    },
  };
}

const pages = {
  key: { filesIn: keyPageFiles, width: 460, height: 290, title: 'API key' },
  code: { filesIn: codePageFiles, width: 520, height: 560, title: 'Transfer code' },
} as const;
type SecretPage = keyof typeof pages;

/**
 * Opens the window of one page. Where it is open, it is focused, and null returned; null also while the application is
 * locked.
 *
 * A secret is typed and shown where no other code runs: a page without a framework, in its own session, process and
 * preload, excluded from screen captures where the system supports it (not on Linux).
 */
function createOpener(
  page: SecretPage,
  { out, window: parent, isLocked, log }: SecretWindowsDeps,
  isProtected: () => boolean,
): { readonly open: (fragment?: string) => BrowserWindow | null; readonly close: () => void } {
  const { filesIn, width, height, title } = pages[page];
  // Created with the first question: few runs ask one, and a session costs 9 ms and memory.
  let session: Session | null = null;
  let open: BrowserWindow | null = null;
  const isOpen = (): boolean => open !== null && !open.isDestroyed();

  function show(fragment: string): BrowserWindow {
    session ??= createAppSession(page, answerFrom(page, filesIn(join(out, 'renderer'))));
    const shown = openWindow({
      page,
      session,
      preloadPath: join(out, `preload/${page}.cjs`),
      fragment,
      onFailure: (thrown) => void log.bug(thrown),
      appearance: {
        parent,
        modal: true,
        width,
        height,
        useContentSize: true,
        resizable: false,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
        title,
      },
    });
    shown.removeMenu();
    shown.setContentProtection(isProtected());
    return shown;
  }

  return {
    open(fragment = '') {
      if (isLocked()) return null;
      if (isOpen()) {
        open?.focus();
        return null;
      }
      return (open = show(fragment));
    },
    close() {
      if (isOpen()) open?.destroy();
    },
  };
}

/** The key window's message: the key without surrounding white space, or null for none. */
const keyAnswer = z.object({ key: z.string().trim().min(1).max(longestKey).nullable() });

/** Waits for the window's single message, or for its close. */
async function answerOf(window: BrowserWindow, log: Logger): Promise<Secret | null> {
  const contentsId = window.webContents.id;
  const { promise, resolve } = Promise.withResolvers<Secret | null>();
  const answer = guarded({
    name: 'key.answer',
    input: keyAnswer,
    output: nothing,
    isTrusted: trustOnly(() => contentsId, pageOrigins.key),
    isLocked: neverLocked,
    handler: ({ key }: z.output<typeof keyAnswer>) => {
      resolve(key === null ? null : new Secret(key));
      return Promise.resolve(ok({}));
    },
    log,
  });
  const stopServing = serveChannel(keyChannel, answer);
  window.once('closed', () => resolve(null));
  try {
    return await promise;
  } finally {
    stopServing();
  }
}

/** Gives the window's page the password to be shown; a page that was loaded anew gets none. */
function shownOnce({ webContents }: BrowserWindow, password: Secret, log: Logger) {
  const contentsId = webContents.id;
  let left: Secret | null = password;
  return guarded({
    name: 'key.shown',
    input: nothing,
    output: z.object({ password: z.string() }),
    isTrusted: trustOnly(() => contentsId, pageOrigins.key),
    isLocked: neverLocked,
    handler: () => {
      const shown = left;
      left = null;
      return Promise.resolve(shown === null ? fail({ kind: 'cancelled' }) : ok({ password: shown.reveal() }));
    },
    log,
  });
}

/**
 * Connects the page of a window with main until either ends the session, then closes the window and ends its process.
 */
function conduct(window: BrowserWindow, isProtected: boolean, log: Logger): OpenedCodeWindow {
  const { promise: gone, resolve } = Promise.withResolvers<undefined>();
  const contentsId = window.webContents.id;
  const processId = processIdOf(window);
  const ended = new AbortController();
  const talk = createCodeSession({
    // Chromium does not support this on Linux.
    isProtected: isProtected && process.platform !== 'linux',
    nowMs: () => performance.now(),
    later(call, durationMs) {
      const timer = setTimeout(call, durationMs);
      return () => clearTimeout(timer);
    },
    onOver() {
      ended.abort();
      stopServing();
      stopWatching();
      const pid = processId();
      if (!window.isDestroyed()) window.destroy();
      void endUnlessInUse(pid, contentsId).then(() => resolve(undefined));
    },
  });
  const stopServing = serveChannel(codeChannel, codeSteps(contentsId, talk, log));
  const stopWatching = watchAway(talk.end);
  endWith(window, talk);
  return {
    confirmed: talk.confirmed,
    passphrase: talk.passphrase,
    unlock: talk.unlock,
    show: (shown) => (talk.show(shown) ? gone : Promise.resolve()),
    isOpen: () => !talk.isOver(),
    ended: ended.signal,
    close: talk.end,
  };
}

/** Ends the session with the window or its page, and hides a shown code when the window loses focus. */
function endWith(window: BrowserWindow, talk: CodeSession): void {
  const { webContents: contents } = window;
  window.once('closed', talk.end);
  contents.once('render-process-gone', talk.end);
  let isLoaded = false;
  contents.once('did-finish-load', () => (isLoaded = true));
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isLoaded && isMainFrame && !isSameDocument) talk.end();
  });
  window.on('blur', talk.leftWindow);
  window.on('hide', talk.leftWindow);
  window.on('minimize', talk.leftWindow);
}

/** The process id of a window's page; works after the window is closed. */
function processIdOf({ webContents: contents }: BrowserWindow): () => number {
  let lastId = 0;
  contents.on('dom-ready', () => (lastId = contents.getOSProcessId()));
  return () => (contents.isDestroyed() ? lastId : contents.getOSProcessId());
}

/**
 * Ends a process, unless Chromium has loaded another page into it meanwhile.
 *
 * @param contentsId Of its own page, which Electron still lists for a moment after the window is closed.
 */
function endUnlessInUse(pid: number, contentsId: number): Promise<void> {
  const ending = processToEnd(pid);
  const isInUse = (): boolean =>
    webContents
      .getAllWebContents()
      .some((contents) => contents.id !== contentsId && contents.getOSProcessId() === pid);
  return endProcess({ ...ending, isAlive: () => ending.isAlive() && !isInUse() });
}

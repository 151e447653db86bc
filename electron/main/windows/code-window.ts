import { type BrowserWindow, nativeTheme, type Session, webContents } from 'electron';
import { codeChannel } from '#shared/ipc/code-channel.ts';
import type { OpenCodeWindow, OpenedCodeWindow } from '../codes/code-window.ts';
import { serveChannel } from '../ipc/serve.ts';
import type { Logger } from '../log/logger.ts';
import { watchAway } from '../platform/away.ts';
import { codeSteps } from './code-steps.ts';
import { type CodeTalk, createCodeTalk } from './code-talk.ts';
import { endProcess, processToEnd } from './end-process.ts';
import { windowBackground } from './look.ts';
import { openWindow } from './open-window.ts';

interface CodeWindowDeps {
  readonly session: () => Session;
  readonly preloadPath: string;
  readonly parent: BrowserWindow;
  /** Whether it is kept out of screen captures, where the system can. */
  readonly isProtected: () => boolean;
  readonly log: Logger;
}

/**
 * Makes the way into the code window: a page without a framework in a process, a session and with a preload of its own,
 * which is kept out of screen captures where the system can (not on Linux). It is gone, process and all, with the answer.
 */
export function createOpenCodeWindow(made: CodeWindowDeps): OpenCodeWindow {
  let open: BrowserWindow | null = null;
  return () => {
    if (open !== null && !open.isDestroyed()) {
      open.focus();
      return null;
    }
    open = openBareWindow(made);
    return conduct(open, made);
  };
}

function openBareWindow({ session, preloadPath, parent, isProtected, log }: CodeWindowDeps): BrowserWindow {
  const window = openWindow({
    page: 'code',
    session: session(),
    preloadPath,
    onFailure: (thrown) => void log.bug(thrown),
    look: {
      parent,
      modal: true,
      width: 520,
      height: 560,
      useContentSize: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
      title: 'Transfer code',
    },
  });
  window.removeMenu();
  window.setContentProtection(isProtected());
  return window;
}

/** Lets the page of a window talk with main until either ends it, and then ends the window and its process. */
function conduct(window: BrowserWindow, { isProtected, log }: CodeWindowDeps): OpenedCodeWindow {
  const { promise: gone, resolve } = Promise.withResolvers<undefined>();
  const contentsId = window.webContents.id;
  const processId = processIdOf(window);
  const talk = createCodeTalk({
    // Chromium has no such protection on Linux.
    isProtected: isProtected() && process.platform !== 'linux',
    nowMs: () => performance.now(),
    later(call, durationMs) {
      const timer = setTimeout(call, durationMs);
      return () => clearTimeout(timer);
    },
    onOver() {
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
    show: (shown) => (talk.show(shown) ? gone : Promise.resolve()),
    isOpen: () => !talk.isOver(),
    close: talk.end,
  };
}

/** What ends the talk, whatever stands in the window, and what ends a code that is shown. */
function endWith(window: BrowserWindow, talk: CodeTalk): void {
  const { webContents: contents } = window;
  window.once('closed', talk.end);
  contents.once('render-process-gone', talk.end);
  let isLoaded = false;
  contents.once('did-finish-load', () => (isLoaded = true));
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isLoaded && isMainFrame && !isSameDocument) talk.end();
  });
  window.on('blur', talk.lookedAway);
  window.on('hide', talk.lookedAway);
  window.on('minimize', talk.lookedAway);
}

/** The process of a window's page, also when the window is gone. */
function processIdOf({ webContents: contents }: BrowserWindow): () => number {
  let lastId = 0;
  contents.on('dom-ready', () => (lastId = contents.getOSProcessId()));
  return () => (contents.isDestroyed() ? lastId : contents.getOSProcessId());
}

/**
 * Ends a process, unless Chromium has put another page into it meanwhile.
 *
 * @param contentsId Of its own page, which Electron still lists for a moment when its window is gone.
 */
function endUnlessInUse(pid: number, contentsId: number): Promise<void> {
  const ending = processToEnd(pid);
  const isInUse = (): boolean =>
    webContents
      .getAllWebContents()
      .some((contents) => contents.id !== contentsId && contents.getOSProcessId() === pid);
  return endProcess({ ...ending, isAlive: () => ending.isAlive() && !isInUse() });
}

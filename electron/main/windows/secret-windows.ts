import { join } from 'node:path';
import { type BrowserWindow, nativeTheme, type Session, webContents } from 'electron';
import {
  codeChannel,
  type CodeView,
  keyChannel,
  shownPasswordChannel,
} from '#shared/areas/secret-windows.ts';
import type { Result } from '#shared/result.ts';
import { serveChannel } from '../ipc/ipc-main.ts';
import { fromTrusted, trustOnly } from '../ipc/sender.ts';
import type { Logger } from '../system/log.ts';
import type { Opener } from '../system/peer.ts';
import { answerFrom, codePageFiles, keyPageFiles, pageOrigins } from './app-protocol.ts';
import { endProcess, processToEnd } from './end-process.ts';
import { createAppSession, openWindow } from './open-window.ts';
import { windowBackground } from './window-state.ts';

interface SecretWindowsDeps {
  /** The build folder. */
  readonly out: string;
  /** The window that waits for the answer; it takes no input meanwhile. */
  readonly window: BrowserWindow;
  readonly log: Logger;
}

const pages = {
  key: {
    filesIn: keyPageFiles,
    channels: [keyChannel, shownPasswordChannel],
    width: 460,
    height: 290,
    title: 'API key',
  },
  code: {
    filesIn: codePageFiles,
    channels: [codeChannel],
    width: 520,
    height: 560,
    title: 'Transfer code',
  },
} as const;
export type SecretPage = keyof typeof pages;

/** How one is opened. */
export interface SecretWindow {
  readonly page: SecretPage;
  /** Of its address; it never leaves the page. */
  readonly fragment: string;
  /** Whether it is excluded from screen captures, where the system supports it (not on Linux). */
  readonly isProtected: boolean;
}

/** What the window says to the backend. */
export type SaidByWindow =
  | { readonly kind: 'asked'; readonly id: number; readonly channel: string; readonly payload: unknown }
  /** It has lost the focus, or is hidden. */
  | { readonly kind: 'left' }
  /** It is closed; its process may not have ended yet. */
  | { readonly kind: 'ended' };

/** What it is answered with. */
export interface AnswerToWindow {
  readonly id: number;
  readonly answer: Result<unknown>;
}

/**
 * The two windows in which secrets are typed and shown.
 *
 * A secret is typed and shown where no other code runs: a page without a framework, in its own session, process and
 * preload. Here is the window alone: what its page asks, the backend answers, and no schema is here.
 */
export function createSecretWindows(deps: SecretWindowsDeps) {
  const { out, log } = deps;
  // Created with the first question: few runs ask one, and a session costs 9 ms and memory.
  const sessions = new Map<SecretPage, Session>();
  const shown = new Map<SecretPage, BrowserWindow>();

  function sessionOf(page: SecretPage): Session {
    const session =
      sessions.get(page) ??
      createAppSession(page, answerFrom(page, pages[page].filesIn(join(out, 'renderer'))));
    sessions.set(page, session);
    return session;
  }

  const close = (page: SecretPage): void => shown.get(page)?.destroy();

  return {
    open: ({ page, fragment, isProtected }: SecretWindow, { say, gone }: Parameters<Opener>[1]) => {
      const window = show(deps, page, sessionOf(page), fragment);
      window.setContentProtection(isProtected);
      shown.set(page, window);
      const asked = new Map<number, (answer: Result<unknown>) => void>();
      let calls = 0;
      const ask = (channel: string) => (payload: unknown) =>
        new Promise<Result<unknown>>((resolve) => {
          calls += 1;
          asked.set(calls, resolve);
          say({ kind: 'asked', id: calls, channel, payload } satisfies SaidByWindow);
        });
      const contentsId = window.webContents.id;
      const isTrusted = trustOnly(() => contentsId, pageOrigins[page]);
      const stops = pages[page].channels.map((channel) =>
        serveChannel(channel, fromTrusted({ name: channel, isTrusted, log }, ask(channel))),
      );
      const processId = processIdOf(window);
      let [isOver, hasCode] = [false, false];

      function end(): void {
        if (isOver) return;
        isOver = true;
        if (shown.get(page) === window) shown.delete(page);
        for (const stop of stops) stop();
        say({ kind: 'ended' } satisfies SaidByWindow);
        const pid = processId();
        if (!window.isDestroyed()) window.destroy();
        if (page === 'code') void endUnlessInUse(pid, contentsId).then(gone);
        else gone();
      }

      // A code does not wait for the backend, which may be busy.
      endWith(window, page, end, () => (hasCode ? end() : say({ kind: 'left' } satisfies SaidByWindow)));
      return {
        heard({ id, answer }: AnswerToWindow) {
          hasCode ||= isCode(answer);
          asked.get(id)?.(answer);
          asked.delete(id);
        },
        close: end,
      };
    },
    focus: (page: SecretPage) => shown.get(page)?.focus(),
    /** Closes the open ones: no key is taken, and no code is shown any longer. */
    close: (): void => {
      close('key');
      close('code');
    },
    /** The user has gone away: a code, or the question for one, does not stay. */
    leave: () => close('code'),
  };
}

/** Whether the page has a code from now on. */
const isCode = (answer: Result<unknown>): boolean =>
  answer.ok && (answer.value as Partial<CodeView> | null)?.kind === 'code'; // What a page of this window is answered with.

function show(
  { window: parent, out, log }: SecretWindowsDeps,
  page: SecretPage,
  session: Session,
  fragment: string,
) {
  const { width, height, title } = pages[page];
  const window = openWindow({
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
  window.removeMenu();
  return window;
}

/** Ends with the window or its page; a page that shows codes, with any navigation too. */
function endWith(window: BrowserWindow, page: SecretPage, end: () => void, left: () => void): void {
  const { webContents: contents } = window;
  window.once('closed', end);
  contents.once('render-process-gone', end);
  if (page !== 'code') return;
  let isLoaded = false;
  contents.once('did-finish-load', () => (isLoaded = true));
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isLoaded && isMainFrame && !isSameDocument) end();
  });
  window.on('blur', left);
  window.on('hide', left);
  window.on('minimize', left);
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

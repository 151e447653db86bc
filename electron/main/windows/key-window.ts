import { type BrowserWindow, nativeTheme, type Session } from 'electron';
import { z } from 'zod';
import { keyChannel, longestKey } from '#shared/ipc/key-channel.ts';
import { nothing } from '#shared/ipc/schemas.ts';
import { ok } from '#shared/result.ts';
import { Secret } from '../accounts/secret.ts';
import { guarded } from '../ipc/guards.ts';
import { trustOnly } from '../ipc/sender.ts';
import { serveChannel } from '../ipc/serve.ts';
import type { Logger } from '../log/logger.ts';
import { pageOrigins } from './app-protocol.ts';
import { windowBackground } from './look.ts';
import { openWindow } from './open-window.ts';

/** What the key window says: the key without the blanks around it, or null for none. */
export const keyAnswer = z.object({ key: z.string().trim().min(1).max(longestKey).nullable() });

export interface KeyQuestion {
  readonly accountLabel: string;
  /** The window that waits for the answer; it takes no input meanwhile. */
  readonly parent: BrowserWindow;
}

/** Asks for an API key in a window of its own. Null when that was closed without one, or is open already. */
export type AskForKey = (question: KeyQuestion) => Promise<Secret | null>;

/**
 * Makes the question. The key is typed where no other code runs: its own page without a framework, its own session, process
 * and preload, protected from screen capture where the system can (not on Linux), and gone with the answer.
 */
export function createAskForKey(made: {
  readonly session: Session;
  readonly preloadPath: string;
  /** Whether it is kept out of screen captures, where the system can. */
  readonly isProtected: () => boolean;
  readonly log: Logger;
}): AskForKey {
  let open: BrowserWindow | null = null;
  return async (question) => {
    if (open !== null) {
      open.focus();
      return null;
    }
    open = openKeyWindow(made, question);
    try {
      return await answerOf(open, made.log);
    } finally {
      open.destroy();
      open = null;
    }
  };
}

function openKeyWindow(
  { session, preloadPath, isProtected, log }: Parameters<typeof createAskForKey>[0],
  { accountLabel, parent }: KeyQuestion,
): BrowserWindow {
  const window = openWindow({
    page: 'key',
    session,
    preloadPath,
    fragment: accountLabel,
    onFailure: (thrown) => void log.bug(thrown),
    look: {
      parent,
      modal: true,
      width: 460,
      height: 290,
      useContentSize: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
      title: 'API key',
    },
  });
  window.removeMenu();
  window.setContentProtection(isProtected());
  return window;
}

/** Waits for the window's one message, or for its end. */
async function answerOf(window: BrowserWindow, log: Logger): Promise<Secret | null> {
  const contentsId = window.webContents.id;
  const { promise, resolve } = Promise.withResolvers<Secret | null>();
  const answer = guarded({
    name: 'key.answer',
    input: keyAnswer,
    output: nothing,
    isTrusted: trustOnly(() => contentsId, pageOrigins.key),
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

import { join } from 'node:path';
import { type BrowserWindow, MessageChannelMain, shell } from 'electron';
import { type SessionPortMessage, sessionPortMessage } from '#shared/areas/session-port.ts';
import { type EventName, type EventPayload, eventChannelOf } from '#shared/routes.ts';
import { relaunch, restart } from '../app/lifecycle.ts';
import type { Logger } from '../system/log.ts';
import type { Opener } from '../system/peer.ts';
import { createOpenLink } from '../windows/hardening.ts';
import { setMenu } from '../windows/open-window.ts';
import { createSecretWindows } from '../windows/secret-windows.ts';
import { bringForward } from '../windows/window-state.ts';
import { keychainInUtilityProcess } from './keychain-utility.ts';
import type { KeychainRequest } from './keychain-messages.ts';
import {
  applyColourScheme,
  createAskForFile,
  createAskWhereTo,
  notify,
  quitForUpdate,
  showProgressOn,
  systemClipboard,
  systemStartAtLogin,
  systemTouchId,
  watchAway,
  writeSecret,
} from './desktop.ts';

interface PlatformDeps {
  readonly window: BrowserWindow;
  /** The build folder. */
  readonly out: string;
  readonly log: Logger;
  readonly writeLog: (line: string) => void;
  /** The page has handed over all unsaved input. */
  readonly flushed: () => void;
  /** A person has chosen an entry of the menu. */
  readonly choose: (command: string) => void;
  /** Nobody has touched the computer for as long as the lock of the application was set to. */
  readonly idle: () => void;
}

/** All that the backend has main do: what needs Electron. */
export type Platform = ReturnType<typeof createPlatform>['calls'];

export function createPlatform({ window, ...deps }: PlatformDeps) {
  const link = createOpenLink((url) => shell.openExternal(url));
  const startAtLogin = systemStartAtLogin();
  const secretWindows = createSecretWindows({ ...deps, window });
  let lockAfterSeconds = Infinity;
  // By the system's signals too; what then has to be closed at once is closed here.
  watchAway(secretWindows.leave);
  watchAway(
    () => {
      if (lockAfterSeconds !== Infinity) secretWindows.close();
      deps.idle();
    },
    () => lockAfterSeconds,
  );
  const page = () => (window.isDestroyed() ? null : window.webContents);

  const calls = {
    /** An event of the page, whose payload is proven by its schema. */
    announce: <E extends EventName>(event: E, payload: EventPayload<E>) =>
      page()?.send(eventChannelOf(event), payload),
    drawAnew: () => page()?.reload(),
    bringForward: () => window.isDestroyed() || bringForward(window),
    /** A picture of the window, as a PNG. */
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    showProgress: showProgressOn(window),
    /** Adds the page's commands to the menu. */
    async showMenu() {
      const { pageMenu } = await import('../windows/page-menu.ts');
      setMenu(pageMenu(process.platform === 'darwin', deps.choose));
    },
    applyColourScheme,
    flushed: deps.flushed,
    writeLog: deps.writeLog,
    askForFile: createAskForFile(window),
    askWhereTo: createAskWhereTo(window),
    showInFolder: (path: string) => shell.showItemInFolder(path),
    openLink: link,
    readClipboard: systemClipboard.readText,
    writeClipboard: systemClipboard.writeText,
    clearClipboard: systemClipboard.clear,
    writeSecret,
    closeSecretWindows: secretWindows.close,
    focusSecretWindow: secretWindows.focus,
    canPromptTouchId: () => systemTouchId?.canPromptTouchID() === true,
    promptTouchId: async (reason: string) => systemTouchId?.promptTouchID(reason),
    lockAfter: (seconds: number) => (lockAfterSeconds = seconds),
    startsAtLogin: startAtLogin.read,
    startAtLogin: startAtLogin.write,
    relaunch,
    restart,
    quitForUpdate,
  };

  const openers = { ...openersOf(window, deps.out), secretWindow: secretWindows.open };
  return { calls, openers };
}

/** What the backend has opened. */
function openersOf(window: BrowserWindow, out: string) {
  const startKeychain = keychainInUtilityProcess(join(out, 'main/keychain-process.js'));
  return {
    /** Says `watched` where a person looks at the window and nothing is shown, `clicked` when they have clicked it. */
    notice(
      text: { readonly title: string; readonly body: string; readonly isLocked: boolean },
      { say, gone },
    ) {
      if (window.isDestroyed() || (window.isFocused() && !text.isLocked)) {
        say('watched');
        gone();
      } else notify(text, () => say('clicked'), gone);
      return { heard: () => undefined, close: () => undefined };
    },
    /** One end of a new channel goes to the page, under the id of its view; what the backend says goes to the other. */
    sessionPort(viewId: string, { gone }) {
      const { port1, port2 } = new MessageChannelMain();
      port1.on('close', gone);
      port1.start();
      if (!window.isDestroyed()) window.webContents.postMessage(sessionPortMessage, viewId, [port2]);
      return {
        heard: (message: SessionPortMessage) => port1.postMessage(message),
        close: () => port1.close(),
      };
    },
    /** A process for one call of the keychain. */
    keychain(_how: null, { say, gone }) {
      const { send, kill } = startKeychain({ onMessage: say, onGone: gone });
      return {
        heard: (request: KeychainRequest) => send(request),
        close() {
          kill();
          gone();
        },
      };
    },
  } satisfies Readonly<Record<string, Opener>>;
}

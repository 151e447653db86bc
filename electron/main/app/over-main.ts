import type { Notice } from '#shared/domain/watching.ts';
import type { Emit } from '#shared/routes.ts';
import type { Keychain } from '../accounts/vault.ts';
import type { SecretClipboard } from '../codes/codes.ts';
import type { Clipboard } from '../platform/desktop.ts';
import { createKeychain } from '../platform/keychain.ts';
import type { KeychainRequest } from '../platform/keychain-messages.ts';
import type { Platform } from '../platform/platform-calls.ts';
import { unlockTimeoutMs } from '../platform/unlocking.ts';
import type { Logger } from '../system/log.ts';
import type { Peer } from '../system/peer.ts';
import type { AppLock } from './app-lock.ts';
import type { OpenPort } from './session-views.ts';

// What services need of Electron, which main alone has: each asks it by messages.

interface OfMain {
  readonly platform: Peer<Platform>;
}
interface OfMainLocked extends OfMain {
  readonly appLock: Pick<AppLock, 'isLocked'>;
}

export const clipboardOf = ({ platform: { call } }: OfMain): Clipboard => ({
  readText: call.readClipboard,
  writeText: call.writeClipboard,
  clear: call.clearClipboard,
});

/** Promises nothing of histories: see `secretWriter`. */
export const secretClipboardOf = (main: OfMain): SecretClipboard => ({
  ...clipboardOf(main),
  canHint: false,
  write: (secret) => main.platform.call.writeSecret(secret.reveal()),
});

/** Main starts the process of a call, as only Electron can, and passes its messages on. */
export const openKeychain = (
  { platform, log }: OfMain & { readonly log: Logger },
  timeoutMs: number,
): Keychain =>
  createKeychain({
    promptMs: unlockTimeoutMs,
    start({ onMessage, onGone }) {
      const { say, close } = platform.open('keychain', null, { heard: onMessage, gone: onGone });
      return { send: (request: KeychainRequest) => say(request), kill: close };
    },
    timeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });

/** Has main send one end of a new channel to the page, and says to the other what a session has. */
export const openPagePort =
  ({ platform }: OfMain): OpenPort =>
  (viewId, onGone) => {
    const { say, close } = platform.open('sessionPort', viewId, { heard: () => undefined, gone: onGone });
    return { send: say, close };
  };

interface Reactions {
  /** A person has clicked it. */
  readonly open: () => void;
  /** A person looks at the window: nothing was shown. */
  readonly watched: () => void;
}

/** Tells a person who looks elsewhere, by a notification of the system. A locked window shows nothing: it counts as elsewhere. */
export function notifyBy(
  { platform, appLock }: OfMainLocked,
  { title, body }: Pick<Notice, 'title' | 'body'>,
  { open, watched }: Reactions,
): void {
  const how = { title, body, isLocked: appLock.isLocked() };
  platform.open('notice', how, {
    heard: (said: 'watched' | 'clicked') => (said === 'clicked' ? open() : watched()),
    gone: () => undefined,
  });
}

/** Shows what a person is told of: in the window where it is looked at, else by a notification of the system. */
export const tellingOf =
  (main: OfMainLocked, announce: Emit) =>
  (notice: Notice): void =>
    notifyBy(main, notice, {
      open: () => bringTo(main, () => announce('watching.opened', { about: notice.about })),
      watched: () => announce('watching.notice', notice),
    });

/** Brings the window forward and shows in it what a notification leads to. */
export function bringTo({ platform }: OfMain, show: () => void): void {
  platform.tell.bringForward();
  show();
}

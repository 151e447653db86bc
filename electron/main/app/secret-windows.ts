import { z } from 'zod';
import { codeStep, codeView } from '#shared/areas/code-window-schemas.ts';
import { nothing } from '#shared/areas/common-schemas.ts';
import {
  codeChannel,
  keyChannel,
  type KeyWindowAsk,
  longestKey,
  shownPasswordChannel,
} from '#shared/areas/secret-windows.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createCodeSession } from '../codes/code-session.ts';
import type { OpenedCodeWindow } from '../codes/codes.ts';
import { guarded, type GuardedCall } from '../ipc/guard.ts';
import type { Platform } from '../platform/platform-calls.ts';
import type { Logger } from '../system/log.ts';
import type { Link, Peer } from '../system/peer.ts';
import { Secret } from '../system/secret.ts';
import type { AnswerToWindow, SaidByWindow, SecretPage, SecretWindow } from '../windows/secret-windows.ts';

interface SecretWindowsDeps {
  readonly platform: Pick<Peer<Platform>, 'open' | 'tell'>;
  readonly isProtected: boolean;
  /** While the application is locked, none is opened; the open ones are closed when it is. */
  readonly isLocked: () => boolean;
  readonly log: Logger;
}

/** What the page of an open window asks, by channel. */
type Served = Readonly<Record<string, GuardedCall>>;

interface Opened {
  readonly link: Link;
  /** Resolves when it is gone, its process too. */
  readonly gone: Promise<null>;
}

/** The two windows in which secrets are typed and shown: main has the windows, and here is what their pages are answered with. */
export function createSecretWindows({ platform, isLocked, log, ...given }: SecretWindowsDeps) {
  let { isProtected } = given;
  const openPages = pagesOf(platform, isLocked);
  const { openPage } = openPages;

  /** The key window's single answer; null for none, and where it was closed or could not be opened. */
  function typed(ask: KeyWindowAsk, served: Served = {}): Promise<Secret | null> | null {
    const { promise, resolve } = Promise.withResolvers<Secret | null>();
    const answer = guarded({
      name: 'key.answer',
      input: keyAnswer,
      output: nothing,
      isLocked: neverLocked,
      log,
      handler: ({ key }: z.output<typeof keyAnswer>) => {
        resolve(key === null ? null : new Secret(key));
        return ok({});
      },
    });
    const window = { page: 'key', fragment: JSON.stringify(ask), isProtected } as const;
    const opened = openPage(window, { ...served, [keyChannel]: answer }, (said) => {
      if (said === 'ended') resolve(null);
    });
    return opened && promise.finally(opened.link.close);
  }

  return {
    /** Null if the window was closed without a key. */
    askForKey: async (of: string) => await typed({ for: 'key', of }),
    /** The same for the password of a team's database. @param of Whose it is, and where. @param isNew One that a person makes up now. */
    askForPassword: async (of: string, isNew = false) =>
      await typed({ for: isNew ? 'new-password' : 'password', of }),
    /** Shows a password until a person closes the window. False where that could not be opened. */
    async showPassword(of: string, password: Secret): Promise<boolean> {
      const answer = typed({ for: 'shown', of }, { [shownPasswordChannel]: shownOnce(password, log) });
      await answer;
      return answer !== null;
    },
    openCodeWindow: () => openCodePage(openPage, isProtected, log),
    /** Whether windows opened from now on are excluded from screen captures, where the system supports it. */
    protect(wanted: boolean) {
      isProtected = wanted;
    },
    /** Closes the open ones: no key is taken, and no code is shown any longer. */
    close() {
      openPages.end();
      platform.tell.closeSecretWindows();
    },
  };
}

type OpenPage = ReturnType<typeof pagesOf>['openPage'];

/** Opens pages, one of each kind. Null where it is open, which then comes to the front; and while the application is locked. */
function pagesOf(platform: SecretWindowsDeps['platform'], isLocked: () => boolean) {
  /** By page, what ends it here: from then on its answers count no more. */
  const open = new Map<SecretPage, () => void>();

  function openPage(
    window: SecretWindow,
    served: Served,
    heard: (said: Exclude<SaidByWindow['kind'], 'asked'>) => void,
  ): Opened | null {
    const { page } = window;
    if (isLocked()) return null;
    if (open.has(page)) {
      platform.tell.focusSecretWindow(page);
      return null;
    }
    const gone = Promise.withResolvers<null>();
    let isOver = false;
    /** Once: another may be open by the time that the process of this one has gone. */
    function end(): void {
      if (isOver) return;
      isOver = true;
      open.delete(page);
      heard('ended');
    }
    open.set(page, end);
    const link = platform.open('secretWindow', window, {
      heard(said: SaidByWindow) {
        if (said.kind === 'ended') end();
        else if (said.kind === 'left') heard('left');
        else {
          const { id, channel, payload } = said;
          void answered(isOver ? undefined : served[channel], payload).then((answer) =>
            link.say({ id, answer } satisfies AnswerToWindow),
          );
        }
      },
      gone() {
        end();
        gone.resolve(null);
      },
    });
    return { link, gone: gone.promise };
  }

  return {
    openPage,
    end() {
      for (const end of [...open.values()]) end();
    },
  };
}

const answered = async (call: GuardedCall | undefined, payload: unknown): Promise<Result<unknown>> =>
  call === undefined ? fail({ kind: 'cancelled' }) : await call(payload);

function openCodePage(openPage: OpenPage, isProtected: boolean, log: Logger): OpenedCodeWindow | null {
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
      opened?.link.close();
    },
  });
  const steps = guarded({
    name: 'code.step',
    input: codeStep,
    output: codeView,
    isLocked: neverLocked,
    log,
    handler: async (step: z.output<typeof codeStep>) => ok(await talk.step(step)),
  });
  const window = { page: 'code', fragment: '', isProtected } as const;
  const opened = openPage(window, { [codeChannel]: steps }, (said) =>
    said === 'left' ? talk.leftWindow() : talk.end(),
  );
  return (
    opened && {
      confirmed: talk.confirmed,
      passphrase: talk.passphrase,
      unlock: talk.unlock,
      show: async (shown) => {
        if (talk.show(shown)) await opened.gone;
      },
      isOpen: () => !talk.isOver(),
      ended: ended.signal,
      close: talk.end,
    }
  );
}

/** The windows for secrets are closed when the application is locked, and not opened meanwhile. */
const neverLocked = (): boolean => false;

/** The key window's message: the key without surrounding white space, or null for none. */
const keyAnswer = z.object({ key: z.string().trim().min(1).max(longestKey).nullable() });

/** Gives the window's page the password to be shown; a page that was loaded anew gets none. */
function shownOnce(password: Secret, log: Logger): GuardedCall {
  let left: Secret | null = password;
  return guarded({
    name: 'key.shown',
    input: nothing,
    output: z.object({ password: z.string() }),
    isLocked: neverLocked,
    log,
    handler: () => {
      const shown = left;
      left = null;
      return shown === null ? fail({ kind: 'cancelled' }) : ok({ password: shown.reveal() });
    },
  });
}

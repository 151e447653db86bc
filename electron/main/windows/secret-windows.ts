import { join } from 'node:path';
import type { BrowserWindow, Session } from 'electron';
import type { Secret } from '../accounts/secret.ts';
import type { OpenCodeWindow } from '../codes/code-window.ts';
import type { Logger } from '../log/logger.ts';
import { codePageFiles, keyPageFiles } from './app-files.ts';
import { answerFrom } from './app-protocol.ts';
import { createAppSession } from './app-session.ts';
import { createOpenCodeWindow } from './code-window.ts';
import { type AskForKey, createAskForKey } from './key-window.ts';

/** The two windows in which secrets are typed and shown. */
export interface SecretWindows {
  /** Null where it was closed without a key. */
  readonly askForKey: (accountLabel: string) => Promise<Secret | null>;
  readonly openCodeWindow: OpenCodeWindow;
  /** Whether the next ones are kept out of screen captures, where the system can. */
  readonly protect: (isProtected: boolean) => void;
}

export function openSecretWindows(deps: {
  /** The folder of the build. */
  readonly out: string;
  readonly window: BrowserWindow;
  readonly isProtected: boolean;
  readonly log: Logger;
}): SecretWindows {
  const { out, window: parent, log } = deps;
  const built = join(out, 'renderer');
  let isProtected = deps.isProtected;
  // Their sessions are made with the first question: few starts ask one, and a session costs 9 ms and memory.
  let askForKey: AskForKey | null = null;
  let codeSession: Session | null = null;
  const common = { isProtected: () => isProtected, log };
  return {
    askForKey(accountLabel) {
      askForKey ??= createAskForKey({
        ...common,
        session: createAppSession('key', answerFrom('key', keyPageFiles(built))),
        preloadPath: join(out, 'preload/key.cjs'),
      });
      return askForKey({ accountLabel, parent });
    },
    openCodeWindow: createOpenCodeWindow({
      ...common,
      session: () => (codeSession ??= createAppSession('code', answerFrom('code', codePageFiles(built)))),
      preloadPath: join(out, 'preload/code.cjs'),
      parent,
    }),
    protect(wanted) {
      isProtected = wanted;
    },
  };
}

import type { CodeSaving, CodesNow } from '#shared/domain/code.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { OpenCodeWindow } from './codes/code-window.ts';
import { createAccessJournal } from './codes/access-journal.ts';
import type { Codes, CodeSavings } from './codes/codes.ts';
import { createCodes } from './codes/create-codes.ts';
import { createCodeSavings } from './codes/create-savings.ts';
import { encryptorOnThread } from './codes/savings/encryptor.ts';
import type { SecretClipboard } from './codes/secret-clipboard.ts';
import type { Connections } from './connections/connections.ts';
import type { Timer } from './connections/throttle.ts';
import { notedCodes, noteSaving } from './diagnostics/noted.ts';
import type { Logger } from './log/logger.ts';
import type { Portfolio } from './portfolio/portfolio.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What fetches transfer codes. */
export interface CodesServices {
  readonly codes: Codes;
  readonly savings: CodeSavings;
}

/** What only a window has. */
export interface CodesSurroundings {
  readonly openCodeWindow: OpenCodeWindow;
  readonly secretClipboard: SecretClipboard;
}

/** What it tells unasked. */
export interface CodesNews {
  readonly announceCodes: (now: CodesNow) => void;
  readonly announceSaving: (saving: CodeSaving) => void;
}

export interface CodesServicesDeps extends CodesSurroundings, CodesNews {
  readonly workspace: Workspace;
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly portfolio: Portfolio;
  readonly log: Pick<Logger, 'bug' | 'note'>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The code of the thread that encrypts: of the build, or the source where sources are run. */
  readonly savingWorkerUrl: URL;
}

export function createCodesServices(deps: CodesServicesDeps): CodesServices {
  const { workspace, accounts, connections, portfolio, timer, now } = deps;
  const common = {
    workspace,
    accounts,
    connections,
    timer,
    now,
    onBug: deps.log.bug,
  };
  return {
    codes: notedCodes(
      createCodes({
        ...common,
        portfolio,
        openWindow: deps.openCodeWindow,
        clipboard: deps.secretClipboard,
        announce: deps.announceCodes,
      }),
      deps.log,
    ),
    savings: createCodeSavings({
      ...common,
      journal: createAccessJournal({ workspace, now }),
      startEncryptor: encryptorOnThread(deps.savingWorkerUrl),
      newId: deps.newId,
      announce(saving) {
        noteSaving(deps.log, saving);
        deps.announceSaving(saving);
      },
    }),
  };
}

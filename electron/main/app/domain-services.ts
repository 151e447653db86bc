import type { Batch } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import type { CodeExport, CodesNow } from '#shared/domain/code.ts';
import type { JournalHealth } from '#shared/domain/journal.ts';
import type { Domain, Reading } from '#shared/domain/portfolio.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { createEncryption } from '../accounts/encryption.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Batches } from '../changes/batches/context.ts';
import { createBatches } from '../changes/batches/create-batches.ts';
import type { Changes } from '../changes/changes.ts';
import { createChanges } from '../changes/create-changes.ts';
import { createAccessJournal } from '../codes/asking.ts';
import type { CodeExports, Codes, OpenCodeWindow, SecretClipboard } from '../codes/codes.ts';
import { createCodes } from '../codes/create-codes.ts';
import { createCodeExports } from '../codes/export/create-code-export.ts';
import { encryptorOnThread } from '../codes/export/encrypted-file.ts';
import type { Connections } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import { noteChanges, notedCodes, noteCodeExport } from '../diagnostics/noted.ts';
import { createPortfolio } from '../portfolio/create-portfolio.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import {
  createDrafts,
  createTemplates,
  type Drafts,
  forgetDraftOf,
  type Templates,
} from '../portfolio/templates-and-drafts.ts';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The services that read and change domains. */
export interface ChangingServices {
  readonly portfolio: Portfolio;
  readonly templates: Templates;
  readonly drafts: Drafts;
  readonly changes: Changes;
  readonly plans: Batches;
}

/** The events of these services. */
export interface ChangingEvents {
  readonly announceChanges: (changes: readonly Change[]) => void;
  readonly announceHealth: (health: JournalHealth) => void;
  readonly announceDomains: (
    accountId: string,
    domains: readonly Domain[],
    removed: readonly string[],
  ) => void;
  readonly announceReading: (reading: Reading) => void;
  readonly announcePlans: (plans: readonly Batch[], removed: readonly string[]) => void;
}

interface ChangingDeps extends ChangingEvents {
  readonly workspace: Workspace;
  readonly connections: Connections;
  readonly vault: Vault;
  readonly log: Pick<Logger, 'bug' | 'note'>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createChangingServices(deps: ChangingDeps): ChangingServices {
  const { workspace, connections, vault, log, timer, now, newId } = deps;
  const common = {
    workspace,
    connections,
    timer,
    now,
    newId,
    onBug: (thrown: unknown) => log.bug(thrown),
  };
  const sealing = createEncryption({ vault });
  const portfolio = createPortfolio({
    ...common,
    sealing,
    announce: deps.announceDomains,
    announceReading: deps.announceReading,
  });
  const drafts = createDrafts({ ...common, sealing });
  const changes = createChanges({
    ...common,
    journal: workspace.journal,
    findings: workspace.findings,
    settings: workspace.settings,
    paidChangesBlockedBy: () =>
      workspace.restoreNotice() === null ? null : { kind: 'restore-unacknowledged' },
    accesses: workspace.codeAccesses,
    sealing,
    portfolio,
    announce(changed) {
      noteChanges(log, changed);
      deps.announceChanges(changed);
      plans.heard(changed);
      for (const change of changed) forgetDraftOf(change, drafts).catch(common.onBug);
    },
    announceHealth: deps.announceHealth,
  });
  const plans = createBatches({ ...common, changes, portfolio, announce: deps.announcePlans });
  return {
    portfolio,
    templates: createTemplates({ ...common, sealing }),
    drafts,
    changes,
    plans,
  };
}

/** The services for transfer codes. */
export interface CodesServices {
  readonly codes: Codes;
  readonly savings: CodeExports;
}

/** What only an application with a window can provide. */
export interface CodesPlatformDeps {
  readonly openCodeWindow: OpenCodeWindow;
  readonly secretClipboard: SecretClipboard;
}

/** The events of these services. */
export interface CodesEvents {
  readonly announceCodes: (now: CodesNow) => void;
  readonly announceSaving: (saving: CodeExport) => void;
}

interface CodesServicesDeps extends CodesPlatformDeps, CodesEvents {
  readonly workspace: Workspace;
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly portfolio: Portfolio;
  readonly log: Pick<Logger, 'bug' | 'note'>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The code of the thread that encrypts: from the build, or the source when run from sources. */
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
    savings: createCodeExports({
      ...common,
      journal: createAccessJournal({ workspace, now }),
      startEncryptor: encryptorOnThread(deps.savingWorkerUrl),
      newId: deps.newId,
      announce(saving) {
        noteCodeExport(deps.log, saving);
        deps.announceSaving(saving);
      },
    }),
  };
}

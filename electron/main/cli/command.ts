import type { AccountRemoval } from '../account-removal.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes } from '../changes/changes.ts';
import type { CodeSavings } from '../codes/codes.ts';
import type { Connections } from '../connections/connections.ts';
import type { Exports } from '../exports/exports.ts';
import type { Intake } from '../intake/intake.ts';
import type { Sessions } from '../lookups/sessions/sessions.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sayRestored } from './say.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** What the commands use of everything that Namedesk can do. */
export interface CommandServices {
  readonly workspace: Pick<Workspace, 'tlds' | 'tldSets' | 'sessions' | 'codeAccesses' | 'restoreNotice'>;
  readonly accounts: Accounts;
  readonly removal: Pick<AccountRemoval, 'removeForGood'>;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly intake: Intake;
  readonly exports: Exports;
  readonly changes: Pick<Changes, 'health' | 'list' | 'exportJournal'>;
  readonly savings: Pick<CodeSavings, 'start' | 'list' | 'rows' | 'stop' | 'ended'>;
}

/** Where the commands run that need a workspace. */
export interface Host {
  /** Runs `work` over the workspace that was asked for, here or wherever it is open. */
  readonly withServices: (call: WorkspaceCall) => Promise<ExitCode>;
  /** Keeps what may be kept of a mistake of ours; answers with its incident id. */
  readonly bug: (thrown: unknown) => string;
}

export interface WorkspaceCall {
  readonly terminal: Terminal;
  /** The whole command line, as another process can run it. */
  readonly args: readonly string[];
  readonly work: Work;
}

export type Work = (services: CommandServices) => Promise<ExitCode>;

/** A host that has its workspace open already; a visitor's `--user-data-dir` has led to it. */
export const hostOver = (services: CommandServices, bug: Host['bug']): Host => ({
  withServices({ terminal, work }) {
    sayRestored(terminal, services.workspace.restoreNotice());
    return work(services);
  },
  bug,
});

/** One call of a command. */
export interface Call {
  /** What follows the command's name. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Arguments that lead to the same workspace; none where it is the usual one. */
  readonly place: readonly string[];
  readonly withServices: (work: Work) => Promise<ExitCode>;
}

/** A command of the command line. */
export type Command = (call: Call) => Promise<ExitCode>;

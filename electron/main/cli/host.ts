import type { Services } from '../services/services.ts';
import { type ExitCode, sayRestored, type Terminal } from './terminal.ts';

/** The services that the window has, but for what needs a window: a transfer code is shown and copied there alone. */
export type CommandServices = Omit<Services, 'codes' | 'close'>;

/** Runs the commands that need a workspace. */
export interface Host {
  /** Runs `work` with the requested workspace, in this process or in the one that has it open. */
  readonly withServices: (call: WorkspaceCall) => Promise<ExitCode>;
  /** Logs a bug; returns its incident id. */
  readonly bug: (thrown: unknown) => string;
}

/** The host for what `--user-data-dir` says; null where it is left out. */
export type HostFor = (userDataDirectory: string | null) => Host;

export interface WorkspaceCall {
  readonly terminal: Terminal;
  /** The whole command line, so that another process can run it. */
  readonly args: readonly string[];
  readonly work: (services: CommandServices) => Promise<ExitCode>;
}

/** A host whose workspace is already open; a client's `--user-data-dir` has been used to find it. */
export const hostOver =
  (services: CommandServices, bug: Host['bug']): HostFor =>
  () => ({
    withServices({ terminal, work }) {
      sayRestored(terminal, services.workspace.restoreNotice());
      return work(services);
    },
    bug,
  });

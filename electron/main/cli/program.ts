import type { StartKeychainProcess } from '../platform/keychain.ts';

/** What the command line needs of the program that it belongs to: the sources of a checkout, or an installed build. */
export interface Program {
  /** As a shell calls it: `namedesk`. */
  readonly calledAs: string;
  /** Behind the program's name. */
  readonly args: readonly string[];
  readonly startKeychain: StartKeychainProcess;
  readonly workspaceWorkerUrl: URL;
  readonly intakeWorkerUrl: URL;
  readonly exportWorkerUrl: URL;
  readonly savingWorkerUrl: URL;
  readonly backupReaderUrl: URL;
}

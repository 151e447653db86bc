import { ok, type Result } from '#shared/result.ts';
import { noteRestore } from '../diagnostics/noted.ts';
import { createVault } from '../accounts/vault.ts';
import type { Logger } from '../log/logger.ts';
import { createKeychain, keychainTimeoutMs } from '../platform/keychain.ts';
import type { Paths } from '../platform/places.ts';
import { createServices, type Services } from '../services.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import type { Program } from './program.ts';

/** Everything that the window has, in a process without one. Fails with: `storage`. */
export async function openServices(paths: Paths, log: Logger, program: Program): Promise<Result<Services>> {
  const workspace = await openWorkspace({
    directory: paths.workspace,
    workerUrl: program.workspaceWorkerUrl,
  });
  if (!workspace.ok) return workspace;
  noteRestore(log, workspace.value);
  const keychain = createKeychain({
    start: program.startKeychain,
    timeoutMs: keychainTimeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });
  const services = createServices({
    workspace: workspace.value,
    workspaceDirectory: paths.workspace,
    vault: createVault(keychain),
    log,
    intakeWorkerUrl: program.intakeWorkerUrl,
    exportWorkerUrl: program.exportWorkerUrl,
    backupReaderUrl: program.backupReaderUrl,
    savingWorkerUrl: program.savingWorkerUrl,
    announceStatus: () => undefined,
    announceFindings: () => undefined,
    announceFinished: () => undefined,
    announceSessions: () => undefined,
    announceChanges: () => undefined,
    announceHealth: () => undefined,
    announceDomains: () => undefined,
    announceReading: () => undefined,
    announcePlans: () => undefined,
    announceCodes: () => undefined,
    announceSaving: () => undefined,
    ...withoutWindow,
  });
  return ok(services);
}

/** No code is shown or copied by the command line: it writes them into an encrypted file. */
const withoutWindow = {
  openCodeWindow: () => null,
  secretClipboard: {
    canHint: false,
    write: () => Promise.reject(new Error('There is no clipboard without a window')),
    readText: () => Promise.resolve(''),
    clear: () => Promise.resolve(),
  },
};

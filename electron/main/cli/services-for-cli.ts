import { fileURLToPath } from 'node:url';
import { ok, type Result } from '#shared/result.ts';
import { createVault } from '../accounts/vault.ts';
import type { Logger } from '../log/logger.ts';
import { createKeychain, keychainTimeoutMs } from '../platform/keychain.ts';
import { forkKeychain } from '../platform/keychain-fork.ts';
import type { Paths } from '../platform/places.ts';
import { createServices, type Services } from '../services.ts';
import { openWorkspace } from '../workspace/workspace.ts';

const sources = {
  workspaceWorker: new URL('../workspace/worker.ts', import.meta.url),
  intakeWorker: new URL('../intake/intake-worker.ts', import.meta.url),
  exportWorker: new URL('../exports/exports-worker.ts', import.meta.url),
  keychainProcess: new URL('../platform/keychain-process.ts', import.meta.url),
};

export interface OpenServices {
  readonly services: Services;
  /** Where a workspace file that could not be read was put; null where all was well. */
  readonly setAsidePath: string | null;
}

/** Everything that the window has, in a process without one. Fails with: `storage`. */
export async function openServices(paths: Paths, log: Logger): Promise<Result<OpenServices>> {
  const workspace = await openWorkspace({ directory: paths.workspace, workerUrl: sources.workspaceWorker });
  if (!workspace.ok) return workspace;
  const { setAsidePath } = workspace.value.opening;
  if (setAsidePath !== null) log.note('storage.set-aside', {});
  const keychain = createKeychain({
    start: forkKeychain(fileURLToPath(sources.keychainProcess)),
    timeoutMs: keychainTimeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });
  const services = createServices({
    workspace: workspace.value,
    vault: createVault(keychain),
    log,
    intakeWorkerUrl: sources.intakeWorker,
    exportWorkerUrl: sources.exportWorker,
    announceStatus: () => undefined,
    announceFindings: () => undefined,
    announceFinished: () => undefined,
    announceSessions: () => undefined,
    announceChanges: () => undefined,
    announceHealth: () => undefined,
    announceDomains: () => undefined,
    announceReading: () => undefined,
    announcePlans: () => undefined,
  });
  return ok({ services, setAsidePath });
}

import { ok, type Result } from '#shared/result.ts';
import { createVault } from '../accounts/vault.ts';
import { createServices, type Services } from '../services/services.ts';
import { noteRestore } from '../diagnostics/noted.ts';
import type { Paths } from '../platform/app-paths.ts';
import { createKeychain, keychainTimeoutMs } from '../platform/keychain.ts';
import type { Logger } from '../system/log.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { startCliServer } from './attach/server.ts';
import { hostOver, type WorkspaceCall } from './host.ts';
import { runCommandLine } from './run.ts';
import { type ExitCode, type Program, sayFailure } from './terminal.ts';

interface HostProcess {
  readonly paths: Paths;
  readonly log: Logger;
  readonly program: Program;
}

/**
 * Opens the workspace, runs the command in it, and accepts command lines of other processes meanwhile.
 *
 * @returns `busy` if another process has just opened the workspace, or has not yet closed it.
 */
export async function runAsHost(
  { paths, log, program }: HostProcess,
  call: WorkspaceCall,
): Promise<ExitCode | 'busy'> {
  const opened = await openServices(paths, log, program);
  if (!opened.ok) {
    const { error } = opened;
    return error.kind === 'storage' && error.fault === 'busy'
      ? 'busy'
      : sayFailure(call.terminal, 'workspace', error);
  }
  const services = opened.value;
  const hostFor = hostOver(services, log.bug);
  try {
    const receiving = await startCliServer({
      workspaceDirectory: paths.workspace,
      run: (clientArgs, client) => runCommandLine(clientArgs, client, hostFor),
      onBug: log.bug,
    }).catch((thrown: unknown) => void log.bug(thrown)); // The workspace works without clients.
    try {
      return await hostFor(null).withServices(call);
    } finally {
      await receiving?.close();
    }
  } finally {
    await services.close();
  }
}

/** All services of the window, in a process without one. Fails with: `storage`. */
async function openServices(paths: Paths, log: Logger, program: Program): Promise<Result<Services>> {
  const workspace = await openWorkspace({
    directory: paths.workspace,
    workerUrl: program.threadUrl('sessions-worker'),
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
    threadUrl: program.threadUrl,
    emit: () => undefined,
    ...withoutWindow,
  });
  return ok(services);
}

/** The command line shows and copies no codes: it writes them into an encrypted file. */
const withoutWindow = {
  openCodeWindow: () => null,
  secretClipboard: {
    canHint: false,
    write: () => Promise.reject(new Error('There is no clipboard without a window')),
    readText: () => Promise.resolve(''),
    clear: () => Promise.resolve(),
  },
};

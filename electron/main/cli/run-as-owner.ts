import { startHandover } from '../handover/receive.ts';
import type { Logger } from '../log/logger.ts';
import type { Paths } from '../platform/places.ts';
import { hostOver, type WorkspaceCall } from './command.ts';
import type { Program } from './program.ts';
import { runCommandLine } from './run.ts';
import { sayFailure } from './say.ts';
import { openServices } from './services-for-cli.ts';
import type { ExitCode } from './terminal.ts';

interface Owner {
  readonly paths: Paths;
  readonly log: Logger;
  readonly program: Program;
}

/**
 * Opens the workspace, works in it, and receives what other processes want done in it meanwhile.
 *
 * @returns `busy` where another process has just opened the workspace, or has not yet closed it.
 */
export async function runAsOwner(
  { paths, log, program }: Owner,
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
  const host = hostOver(services, log.bug);
  try {
    const receiving = await startHandover({
      workspaceDirectory: paths.workspace,
      run: (visitorArgs, visitor) => runCommandLine(visitorArgs, visitor, host),
      onBug: log.bug,
    }).catch((thrown: unknown) => void log.bug(thrown)); // The workspace is as good without visitors.
    try {
      return await host.withServices(call);
    } finally {
      await receiving?.close();
    }
  } finally {
    await services.close();
  }
}

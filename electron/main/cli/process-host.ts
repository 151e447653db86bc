import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '#shared/assert-never.ts';
import { type HandedOver, handOver } from '../handover/hand-over.ts';
import { startHandover } from '../handover/receive.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { createRotatingFile } from '../log/rotating-file.ts';
import { defaultUserData, type Paths, pathsBelow } from '../platform/places.ts';
import { type Host, hostOver, type WorkspaceCall } from './command.ts';
import type { ProcessTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';
import { sayFailure } from './say.ts';
import { shellLine } from './shell-line.ts';
import { endedCode, type ExitCode, exitCodes } from './terminal.ts';
import { takeUserData } from './user-data.ts';

/** How long another process may take to answer, to let go of the workspace, or to begin to receive. */
const patienceMs = 3_000;
const betweenTriesMs = 100;

/**
 * A command line in a process of its own: it opens the workspace itself and receives others meanwhile, or hands its work to
 * the process that has the workspace open. Should that one end first, the work goes on here.
 */
export function processHost(args: readonly string[], terminal: ProcessTerminal): Host {
  const placed = takeUserData(args);
  const given = placed.ok ? placed.value.userDataDirectory : null;
  const userData =
    given === null ? defaultUserData(process.platform, process.env) : resolve(terminal.cwd, given);
  const paths = pathsBelow(userData);
  const log = createLogger(
    createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: 5 }),
    () => new Date(),
  );
  return {
    bug: log.bug,
    async withServices(call) {
      const deadlineMs = performance.now() + patienceMs;
      for (;;) {
        const handed = await handOver({
          workspaceDirectory: paths.workspace,
          args: call.args,
          terminal,
          patienceMs,
        });
        if (handed.kind !== 'nobody') return afterwards(handed, terminal, given);
        const code = await runHere(paths, log, call);
        if (code !== 'busy') return code;
        if (performance.now() > deadlineMs) return sayBusy(terminal, null);
        await wait(betweenTriesMs);
      }
    },
  };
}

function afterwards(
  handed: Exclude<HandedOver, { readonly kind: 'nobody' }>,
  terminal: ProcessTerminal,
  userDataDirectory: string | null,
): Promise<ExitCode> | ExitCode {
  switch (handed.kind) {
    case 'ended':
      return Object.values(exitCodes).find((code) => code === handed.code) ?? exitCodes.failed;
    case 'owner-ended':
      return goOnHere(handed.goOnWith, terminal, userDataDirectory);
    case 'no-answer':
      return sayBusy(terminal, handed.pid);
    case 'not-trusted':
      terminal.err(
        `namedesk: Process ${handed.pid} says that it has this workspace, but others than you could listen there. Nothing was said to it.\n` +
          'Close that process, or choose another workspace with --user-data-dir=DIR.',
      );
      return exitCodes.failed;
    case 'other-version':
      terminal.err(
        `namedesk: Process ${handed.pid} has this workspace and is another version of Namedesk. Nothing was changed.\n` +
          'Close it, then try again.',
      );
      return exitCodes.failed;
    default:
      return assertNever(handed);
  }
}

/** The owner ended before the command had: what was begun is kept, and goes on in this process. */
function goOnHere(
  goOnWith: readonly string[] | null,
  terminal: ProcessTerminal,
  userDataDirectory: string | null,
): Promise<ExitCode> | ExitCode {
  if (goOnWith === null) {
    terminal.err(
      'namedesk: The process that had this workspace ended before this was done. Look at what was done, then run it again.',
    );
    return exitCodes.failed;
  }
  const args = userDataDirectory === null ? goOnWith : [`--user-data-dir=${userDataDirectory}`, ...goOnWith];
  if (terminal.ending.aborted) {
    terminal.err(`Kept where it stands. Go on with:\n  ${shellLine(terminal.calledAs, args)}`);
    return endedCode(terminal.ending);
  }
  terminal.err('The process that had this workspace has ended; this goes on by itself.');
  const again = terminal.begunAgain();
  return runCommandLine(args, again, processHost(args, again));
}

function sayBusy(terminal: ProcessTerminal, pid: number | null): ExitCode {
  const who = pid === null ? 'Another process' : `Another process (${pid})`;
  terminal.err(
    `namedesk: ${who} has this workspace and does not answer. Nothing was changed.\n` +
      'Wait until it has ended or close it, or choose another workspace with --user-data-dir=DIR.',
  );
  return exitCodes.failed;
}

/** Answers `busy` where another process has just opened the workspace, or has not yet closed it. */
async function runHere(
  paths: Paths,
  log: Logger,
  { terminal, work }: WorkspaceCall,
): Promise<ExitCode | 'busy'> {
  const { openServices } = await import('./services-for-cli.ts');
  const opened = await openServices(paths, log);
  if (!opened.ok) {
    const { error } = opened;
    return error.kind === 'storage' && error.fault === 'busy'
      ? 'busy'
      : sayFailure(terminal, 'workspace', error);
  }
  const { services, setAsidePath } = opened.value;
  if (setAsidePath !== null)
    terminal.err(
      `The workspace was damaged. It was set aside, not deleted, and a new one begun: ${setAsidePath}`,
    );
  try {
    const receiving = await startHandover({
      workspaceDirectory: paths.workspace,
      run: (visitorArgs, visitor) => runCommandLine(visitorArgs, visitor, hostOver(services, log.bug)),
      onBug: log.bug,
    }).catch((thrown: unknown) => void log.bug(thrown)); // The workspace is as good without visitors.
    try {
      return await work(services);
    } finally {
      await receiving?.close();
    }
  } finally {
    await services.close();
  }
}

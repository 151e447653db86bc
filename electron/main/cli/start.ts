import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '#shared/result.ts';
import { defaultUserData, type Paths, pathsBelow } from '../platform/app-paths.ts';
import { createLogger, createRotatingFile, keptLogFiles, type Logger } from '../system/log.ts';
import type { AttachResult } from './attach/client.ts';
import type { Host, WorkspaceCall } from './host.ts';
import { createProcessTerminal, type ProcessTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';
import { endedCode, type ExitCode, exitCodes, type Program, type Terminal } from './terminal.ts';
import { shellLine } from './words.ts';

/** Runs the command line that this process was started with, and sets the process's exit code. */
export async function start(program: Program): Promise<void> {
  const terminal = createProcessTerminal(program.calledAs);
  process.exitCode = await runHere(program, program.args, terminal);
  terminal.close();
}

const runHere = (program: Program, args: readonly string[], terminal: ProcessTerminal): Promise<ExitCode> =>
  runCommandLine(args, terminal, (directory) => processHost(program, terminal, directory));

/** The host of a command line without a workspace: it opens one, or finds the process that has it open. */
function processHost(program: Program, terminal: ProcessTerminal, given: string | null): Host {
  const userData =
    given === null ? defaultUserData(process.platform, process.env) : resolve(terminal.cwd, given);
  const paths = pathsBelow(userData);
  const log = createLogger(
    createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: keptLogFiles }),
    () => new Date(),
  );
  return {
    bug: log.bug,
    // A command that another one runs has a terminal of its own.
    withServices: (call) =>
      runInWorkspace(call, {
        program,
        given,
        paths,
        log,
        terminal: isProcessTerminal(call.terminal) ? call.terminal : terminal,
      }),
  };
}

const isProcessTerminal = (terminal: Terminal): terminal is ProcessTerminal => 'begunAgain' in terminal;

interface ProcessContext {
  readonly program: Program;
  readonly terminal: ProcessTerminal;
  /** The user data directory as given; null for the application's own. */
  readonly given: string | null;
  readonly paths: Paths;
  readonly log: Logger;
}

/** Timeout for an answer of another process. */
const answerMs = 3_000;
/** How long a process may take to save everything at its end, or to start accepting clients. */
const lettingGoMs = 10_000;
const betweenTriesMs = 100;

/**
 * Opens the workspace and accepts clients meanwhile, or runs the command in the process that has the workspace open. If
 * that process ends first, the command continues here.
 */
async function runInWorkspace(call: WorkspaceCall, context: ProcessContext): Promise<ExitCode> {
  const { paths, terminal } = context;
  const { attachToHost } = await import('./attach/client.ts');
  const deadlineMs = performance.now() + lettingGoMs;
  for (;;) {
    const attached = await attachToHost({
      workspaceDirectory: paths.workspace,
      args: call.args,
      terminal,
      timeoutMs: answerMs,
    });
    if (attached.kind !== 'nobody') return afterwards(attached, context);
    const { runAsHost } = await import('./run-as-host.ts');
    const code = await runAsHost(context, call);
    if (code !== 'busy') return code;
    if (performance.now() > deadlineMs) return sayBusy(terminal, null);
    if (terminal.ending.aborted) return endedCode(terminal.ending);
    await wait(betweenTriesMs);
  }
}

function afterwards(
  attached: Exclude<AttachResult, { readonly kind: 'nobody' }>,
  context: ProcessContext,
): Promise<ExitCode> | ExitCode {
  const { terminal } = context;
  switch (attached.kind) {
    case 'ended':
      return Object.values(exitCodes).find((code) => code === attached.code) ?? exitCodes.failed;
    case 'host-ended':
      return goOnHere(attached.goOnWith, context);
    case 'no-answer':
      return sayBusy(terminal, attached.pid);
    case 'not-trusted':
      terminal.err(
        `namedesk: Process ${attached.pid} says it has this workspace, but another user could be listening there. Nothing was sent to it.\n` +
          'Close that process, or choose another workspace with --user-data-dir=DIR.',
      );
      return exitCodes.failed;
    case 'impostor':
      terminal.err(
        'namedesk: Another program is listening where Namedesk should be; nothing was sent to it.\n' +
          'Open the Namedesk window, which uses another address, then try again. Or choose another workspace with --user-data-dir=DIR.',
      );
      return exitCodes.failed;
    case 'other-version':
      terminal.err(
        `namedesk: Process ${attached.pid} has this workspace and is another version of Namedesk. Nothing was changed.\n` +
          'Close it, then try again.',
      );
      return exitCodes.failed;
    default:
      return assertNever(attached);
  }
}

/** Continues a command in this process after the host ended before it; the progress so far is stored. */
function goOnHere(
  goOnWith: readonly string[] | null,
  { program, terminal, given }: ProcessContext,
): Promise<ExitCode> | ExitCode {
  if (goOnWith === null) {
    terminal.err(
      'namedesk: The process that had this workspace ended before this was done. Check what was done, then run it again.',
    );
    return exitCodes.failed;
  }
  const args = [...(given === null ? [] : [`--user-data-dir=${given}`]), ...goOnWith];
  if (terminal.ending.aborted) {
    terminal.err(`Progress is saved. Resume with:\n  ${shellLine(terminal.calledAs, args)}`);
    return endedCode(terminal.ending);
  }
  terminal.err('The process that had this workspace has ended; continuing.');
  return runHere(program, args, terminal.begunAgain());
}

function sayBusy(terminal: ProcessTerminal, pid: number | null): ExitCode {
  const who = pid === null ? 'Another process' : `Another process (${pid})`;
  terminal.err(
    `namedesk: ${who} has this workspace and does not answer. Nothing was changed.\n` +
      'Wait until it has ended or close it, or choose another workspace with --user-data-dir=DIR.',
  );
  return exitCodes.failed;
}

import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '#shared/result.ts';
import { type AttachResult, attachToHost } from './attach/client.ts';
import type { Logger } from '../system/log.ts';
import type { Paths } from '../platform/app-paths.ts';
import type { WorkspaceCall } from './command.ts';
import type { ProcessTerminal } from './process-terminal.ts';
import { endedCode, type ExitCode, exitCodes, type Program, shellLine } from './terminal.ts';

interface PlatformDeps {
  readonly paths: Paths;
  readonly log: Logger;
  readonly terminal: ProcessTerminal;
  readonly program: Program;
  /** Arguments that select the same workspace. */
  readonly place: readonly string[];
  /** Runs another command line in this process. */
  readonly goOn: (args: readonly string[], terminal: ProcessTerminal) => Promise<ExitCode>;
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
export async function runInWorkspace(call: WorkspaceCall, surroundings: PlatformDeps): Promise<ExitCode> {
  const { paths, log, terminal, program } = surroundings;
  const deadlineMs = performance.now() + lettingGoMs;
  for (;;) {
    const handed = await attachToHost({
      workspaceDirectory: paths.workspace,
      args: call.args,
      terminal,
      patienceMs: answerMs,
    });
    if (handed.kind !== 'nobody') return afterwards(handed, surroundings);
    const { runAsOwner } = await import('./run-as-owner.ts');
    const code = await runAsOwner({ paths, log, program }, call);
    if (code !== 'busy') return code;
    if (performance.now() > deadlineMs) return sayBusy(terminal, null);
    if (terminal.ending.aborted) return endedCode(terminal.ending);
    await wait(betweenTriesMs);
  }
}

function afterwards(
  handed: Exclude<AttachResult, { readonly kind: 'nobody' }>,
  { terminal, place, goOn }: PlatformDeps,
): Promise<ExitCode> | ExitCode {
  switch (handed.kind) {
    case 'ended':
      return Object.values(exitCodes).find((code) => code === handed.code) ?? exitCodes.failed;
    case 'owner-ended':
      return goOnHere(handed.goOnWith, { terminal, place, goOn });
    case 'no-answer':
      return sayBusy(terminal, handed.pid);
    case 'not-trusted':
      terminal.err(
        `namedesk: Process ${handed.pid} says that it has this workspace, but others than you could listen there. Nothing was said to it.\n` +
          'Close that process, or choose another workspace with --user-data-dir=DIR.',
      );
      return exitCodes.failed;
    case 'impostor':
      terminal.err(
        'namedesk: Another program is listening where Namedesk should be; nothing was sent to it.\n' +
          'Open the Namedesk window, which takes another address, then try again. Or choose another workspace with --user-data-dir=DIR.',
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

/** Continues a command in this process after the host ended before it; the progress so far is stored. */
function goOnHere(
  goOnWith: readonly string[] | null,
  { terminal, place, goOn }: Pick<PlatformDeps, 'terminal' | 'place' | 'goOn'>,
): Promise<ExitCode> | ExitCode {
  if (goOnWith === null) {
    terminal.err(
      'namedesk: The process that had this workspace ended before this was done. Look at what was done, then run it again.',
    );
    return exitCodes.failed;
  }
  const args = [...place, ...goOnWith];
  if (terminal.ending.aborted) {
    terminal.err(`Kept where it stands. Go on with:\n  ${shellLine(terminal.calledAs, args)}`);
    return endedCode(terminal.ending);
  }
  terminal.err('The process that had this workspace has ended; this goes on by itself.');
  return goOn(args, terminal.begunAgain());
}

function sayBusy(terminal: ProcessTerminal, pid: number | null): ExitCode {
  const who = pid === null ? 'Another process' : `Another process (${pid})`;
  terminal.err(
    `namedesk: ${who} has this workspace and does not answer. Nothing was changed.\n` +
      'Wait until it has ended or close it, or choose another workspace with --user-data-dir=DIR.',
  );
  return exitCodes.failed;
}

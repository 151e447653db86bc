import { resolve } from 'node:path';
import { defaultUserData, pathsBelow } from '../platform/app-paths.ts';
import { createLogger, createRotatingFile, keptLogFiles } from '../system/log.ts';
import type { Host } from './command.ts';
import { createProcessTerminal, type ProcessTerminal } from './process-terminal.ts';
import { runCommandLine, takeUserData } from './run.ts';
import type { ExitCode, Program } from './terminal.ts';

/** Runs the command line that this process was started with, and sets the process's exit code. */
export async function start(program: Program): Promise<void> {
  const terminal = createProcessTerminal(program.calledAs);
  process.exitCode = await runInThisProcess(program.args, terminal, program);
  terminal.close();
}

const runInThisProcess = (
  args: readonly string[],
  terminal: ProcessTerminal,
  program: Program,
): Promise<ExitCode> => runCommandLine(args, terminal, processHost(args, terminal, program));

/** The host of a command line without a workspace: it opens one, or finds the process that has it open. */
function processHost(args: readonly string[], terminal: ProcessTerminal, program: Program): Host {
  const placed = takeUserData(args);
  const given = placed.ok ? placed.value.userDataDirectory : null;
  const userData =
    given === null ? defaultUserData(process.platform, process.env) : resolve(terminal.cwd, given);
  const paths = pathsBelow(userData);
  const log = createLogger(
    createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: keptLogFiles }),
    () => new Date(),
  );
  return {
    bug: log.bug,
    async withServices(call) {
      const { runInWorkspace } = await import('./run-in-workspace.ts');
      const place = given === null ? [] : [`--user-data-dir=${given}`];
      const goOn = (again: readonly string[], its: ProcessTerminal): Promise<ExitCode> =>
        runInThisProcess(again, its, program);
      return runInWorkspace(call, { paths, log, terminal, place, program, goOn });
    },
  };
}

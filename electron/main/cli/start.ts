import { runInThisProcess } from './process-host.ts';
import { createProcessTerminal } from './process-terminal.ts';

/** Runs the command line that this process was started with; the process ends with its exit code. */
export async function start(): Promise<void> {
  const terminal = createProcessTerminal();
  process.exitCode = await runInThisProcess(process.argv.slice(2), terminal);
  terminal.close();
}

import { runInThisProcess } from './process-host.ts';
import { createProcessTerminal } from './process-terminal.ts';
import type { Program } from './program.ts';

/** Runs the command line that this process was started with. Its exit code becomes the process's own when that ends. */
export async function start(program: Program): Promise<void> {
  const terminal = createProcessTerminal(program.calledAs);
  process.exitCode = await runInThisProcess(program.args, terminal, program);
  terminal.close();
}

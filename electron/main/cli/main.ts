// The command line: `npm run --silent namedesk -- <command>` in a checkout.
import { processHost } from './process-host.ts';
import { createProcessTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';

const args = process.argv.slice(2);
const terminal = createProcessTerminal();
process.exitCode = await runCommandLine(args, terminal, processHost(args, terminal));
terminal.close();

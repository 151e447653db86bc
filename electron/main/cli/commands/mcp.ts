import { ok } from '#shared/result.ts';
import { invalidInput, jsonIn } from '../../system/texts.ts';
import type { Called, ServerDeps } from '../assistants/server.ts';
import { callTool, type RunLine } from '../assistants/tools.ts';
import { capturedTerminal } from '../captured-terminal.ts';
import { type Call, type CliCommand, endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { type HostFor, hostOver } from '../host.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface McpDeps {
  /** Runs another command line. `hostFor`: the host of this one where it is left out. */
  readonly run: (args: readonly string[], terminal: Terminal, hostFor?: HostFor) => Promise<ExitCode>;
  readonly serve: (deps: ServerDeps) => Promise<void>;
}

export function describeMcp(mcp: CliCommand, deps: McpDeps): void {
  mcp
    .description(
      'Serves an assistant over the Model Context Protocol on standard input and output. It may look names up, read sessions, domains, what needs attention, prices and the journal without personal values, and propose batches, which wait in the window until a person applies them. It can apply nothing, and reads no transfer code, no key and no values of contacts. Off until it is switched on in Settings, or with "namedesk settings set assistants.enabled true".',
    )
    .addHelpText('after', afterHelp)
    .does((call: Call) => serve(call, deps));
  mcp
    .command('call', { hidden: true })
    .description('Calls one tool, which is read as JSON from standard input.')
    .doesInWorkspace((call) => callOne(call, deps));
}

const afterHelp = `
For a client that takes a list of servers in JSON:
  {"mcpServers":{"namedesk":{"command":"namedesk","args":["mcp"]}}}`;

async function serve(call: Call, { run, serve: serveAssistant }: McpDeps): Promise<ExitCode> {
  const { terminal, place } = call;
  const inWorkspace = async (
    args: readonly string[],
    ending: AbortSignal,
    input: string,
  ): Promise<Called> => {
    // Nothing of the workspace is held between two calls: a window that is opened meanwhile finds it free.
    const captured = capturedTerminal(terminal, ending, input);
    const code = await run([...place, ...args], captured);
    return code === exitCodes.done
      ? { isOk: true, text: captured.shown().trim() }
      : { isOk: false, text: captured.said().trim() };
  };
  const isOn = await inWorkspace(['settings', 'get', 'assistants.enabled'], terminal.ending, '');
  if (!isOn.isOk || isOn.text !== 'true') {
    terminal.err(isOn.isOk ? `namedesk mcp: ${switchedOffText}` : isOn.text);
    return exitCodes.failed;
  }
  await serveAssistant({
    version: '1',
    terminal,
    callTool: (tool, by, input, ending) =>
      inWorkspace(['mcp', 'call'], ending, JSON.stringify({ tool, by, input })),
  });
  return exitCodes.done;
}

const switchedOffText =
  'Assistants are switched off. Nothing was read.\nSwitch them on in Settings → Assistants, or with "namedesk settings set assistants.enabled true".';

/** A call with 500 names and a reason. */
const mostBytes = 1_048_576;

async function callOne(call: ServicesCall, { run }: McpDeps): Promise<ExitCode> {
  const { terminal, services } = call;
  const read = await terminal.input.rest(mostBytes);
  if (read === null) return endWith(invalidInput('input', 'That is too long'));
  const hostFor = hostOver(services, (thrown) => {
    throw thrown;
  });
  const runLine: RunLine = async ({ args, input = '' }) => {
    const captured = capturedTerminal(terminal, terminal.ending, input);
    const code = await run(args, captured, hostFor);
    const shown = jsonIn(captured.shown());
    // A lookup of which some cells have no answer has printed the others.
    if (code === exitCodes.done || (code === exitCodes.failed && shown !== null)) return ok(shown);
    return invalidInput('input', captured.said().trim().slice(0, 2_000));
  };
  const result = valueOf(await callTool(new TextDecoder().decode(read), call, runLine));
  terminal.out(JSON.stringify(result));
  return exitCodes.done;
}

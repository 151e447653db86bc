import { invalidInput, jsonIn } from '../../system/texts.ts';
import type { Called, ServerDeps } from '../assistants/server.ts';
import { callTool, type Reach } from '../assistants/tools.ts';
import { accountNamed } from '../account-choice.ts';
import { type Call, endWith, type ServicesCall } from '../cli-command.ts';
import { optionsIn } from '../options.ts';
import { ask, codeAfter, type Outcome, row, type Row } from '../rows.ts';
import { createInput, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import type { ProcessTerminal } from '../process-terminal.ts';

export interface McpDeps {
  /** Runs another command line. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly serve: (deps: ServerDeps) => Promise<void>;
}

const after = `
For a client that takes a list of servers in JSON:
  {"mcpServers":{"namedesk":{"command":"namedesk","args":["mcp"]}}}`;

export const nounOver = (deps: McpDeps): Row =>
  row('', {
    about:
      'Serves an assistant over the Model Context Protocol on standard input and output. It may look names up, read sessions, domains, what needs attention, prices and the journal without personal values, and propose batches, which wait in the window until a person applies them. It can apply nothing, and reads no transfer code, no key and no values of contacts. Off until it is switched on in Settings, or with "namedesk settings set assistants.enabled true".',
    after,
    doesHere: (call) => serve(call, deps),
    rows: [
      row('call', {
        isHidden: true,
        about: 'Calls one tool, which is read as JSON from standard input.',
        does: callOne,
      }),
    ],
  });

async function serve({ terminal, place }: Call, deps: McpDeps): Promise<Outcome> {
  const inWorkspace = async (
    args: readonly string[],
    ending: AbortSignal,
    input: string,
  ): Promise<Called> => {
    // Nothing of the workspace is held between two calls: a window that is opened meanwhile finds it free.
    const captured = capturedTerminal(terminal, ending, input);
    const isOk = (await deps.run([...place, ...args], captured)) === exitCodes.done;
    return { isOk, text: (isOk ? captured.shown() : captured.said()).trim() };
  };
  const isOn = await inWorkspace(['settings', 'get', 'assistants.enabled'], terminal.ending, '');
  if (!isOn.isOk || isOn.text !== 'true')
    return { err: isOn.isOk ? `namedesk mcp: ${switchedOffText}` : isOn.text, code: exitCodes.failed };
  await deps.serve({
    version: '1',
    terminal,
    callTool: (tool, by, input, ending) =>
      inWorkspace(['mcp', 'call'], ending, JSON.stringify({ tool, by, input })),
  });
  return exitCodes.done;
}

const switchedOffText =
  'Assistants are switched off. Nothing was read.\nSwitch them on in Settings → Advanced → Assistants, or with "namedesk settings set assistants.enabled true".';

/** A call with 500 names and a reason. */
const mostBytes = 1_048_576;

async function callOne(call: ServicesCall): Promise<Outcome> {
  const read = await call.terminal.input.rest(mostBytes);
  if (read === null) return endWith(invalidInput('input', 'That is too long'));
  if (!call.services.workspace.settings.read().assistantsEnabled) return endWith(switchedOff);
  return { out: JSON.stringify(await callTool(jsonIn(new TextDecoder().decode(read)), reachOver(call))) };
}

const switchedOff = invalidInput(
  'assistants',
  'Assistants are switched off. Switch them on in Settings → Advanced → Assistants, or with "namedesk settings set assistants.enabled true"',
);

/** What tools reach of the workspace: what is open to assistants, and nothing else. */
export const reachOver = (call: ServicesCall): Reach => ({
  accountId: async (label) => (await accountNamed(call.services.accounts, label)).id,
  async read(action, input) {
    expectOpen(action);
    return await ask(call, action, input);
  },
  async run(command, { input = '', options }, ...words) {
    expectOpen(command);
    expectMarked(command, options);
    const { does } = command;
    if (does === undefined) throw new Error('A tool reaches for a command that does nothing in a workspace');
    const terminal = capturedTerminal(call.terminal, call.terminal.ending, input);
    const refuse = (sentence: string): never => endWith(invalidInput('input', sentence));
    // No line that goes on from here is for an assistant.
    const own = { ...call, terminal, refuse, place: [], onceGiven: [] };
    const given = { ...options, json: true };
    const code = codeAfter(own, given, await does(own, given, ...words));
    const shown = jsonIn(terminal.shown());
    // A lookup of which some cells have no answer has printed the others.
    if (code === exitCodes.done || (code === exitCodes.failed && shown !== null)) return shown;
    return endWith(invalidInput('input', terminal.said().trim().slice(0, 2_000)));
  },
});

function expectOpen({ forAssistants }: { readonly forAssistants?: true }): void {
  if (forAssistants !== true) throw new Error('A tool reaches for what is not open to assistants');
}

/** The options that say that an assistant asks. */
const marks: readonly string[] = ['byAssistant', 'proposedBy'];

/** Nothing is written to a file, and what an assistant asks for is marked wherever it can be. */
function expectMarked({ options = [] }: Pick<Row, 'options'>, given: object): void {
  if ('out' in given) throw new Error('A tool writes a file');
  const lacking = optionsIn(options).filter((name) => marks.includes(name) && !(name in given));
  if (lacking.length > 0) throw new Error(`A tool does not say that an assistant asks: ${lacking.join()}`);
}

/** A terminal in memory, for a command that another command runs. */
interface CapturedTerminal extends ProcessTerminal {
  /** What was written to the output. */
  readonly shown: () => string;
  /** What was said on standard error. */
  readonly said: () => string;
}

/** @param outer Where the command that runs this one was started. */
export function capturedTerminal(
  outer: Pick<Terminal, 'cwd' | 'calledAs'>,
  ending: AbortSignal,
  input: string,
): CapturedTerminal {
  const out: string[] = [];
  const err: string[] = [];
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    await Promise.resolve();
    if (input !== '') yield Buffer.from(input);
  }
  return {
    out: (line) => void out.push(line, '\n'),
    err: (line) => void err.push(line, '\n'),
    write(bytes) {
      out.push(Buffer.from(bytes).toString('utf8'));
      return Promise.resolve();
    },
    input: createInput(pieces()),
    pieces: pieces(),
    // Nobody is there to type anything.
    askHidden: () => Promise.resolve(null),
    calledAs: outer.calledAs,
    cwd: outer.cwd,
    columns: null,
    ending,
    progress: () => undefined,
    canGoOnWith: () => undefined,
    begunAgain: () => capturedTerminal(outer, ending, input),
    close: () => undefined,
    shown: () => out.join(''),
    said: () => err.join(''),
  };
}

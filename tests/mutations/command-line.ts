import { taken, type TestedMutation } from './mutation.ts';

const unit = 'unit/electron/main/cli';
const commands = 'integration/electron/main/cli/commands';
const ofUsage = `${unit}/usage.test.ts`;
const ofRuns = `${unit}/run-session.test.ts`;
const ofTools = `${unit}/tools.test.ts`;
const ofMcp = `${commands}/mcp.test.ts`;
const ofNouns = `${commands}/nouns.test.ts`;
const ofDomain = `${commands}/domain.test.ts`;
const command = 'cli/cli-command.ts';
const choice = 'cli/account-choice.ts';
const rows = 'cli/rows.ts';
const batch = 'cli/commands/batch.ts';
const caller = 'cli/commands/mcp.ts';

/** Of the command line and the tools of assistants. */
export const ofTheCommandLine: readonly TestedMutation[] = [
  taken('cli: usage', 'a command line that is wrong ends as one that failed', `${ofUsage} wrong`, [
    command,
    'return exitCodes.usage;',
    'return exitCodes.failed;',
  ]),
  taken('cli: given twice', 'the last of an option that is given twice counts', `${ofUsage} wrong`, [
    command,
    'if (this.#given.has(name) && !option.variadic)',
    'if (this.#given.has(name) && option.variadic)',
  ]),
  taken(
    'cli: repeated key',
    'a key in the wrong place is repeated in the message',
    `${ofUsage} never repeats`,
    [
      command,
      'throw new UsageError(this.#path(), isFlag ?',
      'throw new UsageError(this.#path(), name !== undefined ? said : isFlag ?',
    ],
  ),
  taken(
    'cli: place',
    'a file that cannot be written is found after the work',
    `${commands}/lookup.test.ts where --out is`,
    [
      'cli/options.ts',
      'if (found?.isDirectory() === true) command.error(`--out: ${path} is a folder; give a file in it.`);',
      '',
    ],
  ),
  taken('cli: no key', 'a missing key ends as any failure', `${ofRuns} does not wait for`, [
    'cli/terminal.ts',
    "'no-key': exitCodes.noKeychain,",
    '',
  ]),
  taken('cli: shut out', 'a refused permission ends as any failure', `${ofRuns} does not wait for`, [
    'cli/terminal.ts',
    "new Set(['credentials', 'address', 'permission'])",
    "new Set(['credentials', 'address'])",
  ]),
  taken('cli: label', 'a label is found as it looks alone', `${ofRuns} the very label comes before`, [
    choice,
    'all.find((account) => account.label.toLowerCase() === wanted || account.id === label) ??',
    '',
  ]),
  taken(
    'cli: isolated label',
    'what a terminal shows of a label is none',
    `${ofRuns} as the label of an account`,
    [choice, 'all.find((account) => isTyped(label, account.label));', 'undefined;'],
  ),
  taken('cli: key first', 'a session is made before there is a key', `${ofNouns} asks for a key`, [
    choice,
    'valueOf(await accounts.keyFor(accountId, account));',
    'void account;',
  ]),
  taken('cli: key for one run', 'the key of one run is used on', `${ofDomain} never asked for`, [
    choice,
    'forgetKey?.();',
    '',
  ]),
  taken('cli: consent', 'an account is removed without its label', `${ofRuns} a command that is suggested`, [
    'cli/commands/account.ts',
    'if (lost !== null && !isTyped(typed, label))',
    'if (lost === null && !isTyped(typed, label))',
  ]),
  taken(
    'cli: consent to order again',
    'a change is not done without its domain',
    `${commands}/batch.test.ts halts`,
    ['cli/commands/change.ts', "if (as === 'not-done' && !isTyped(", "if (as !== 'not-done' && !isTyped("],
  ),
  taken('cli: json', 'a script gets another shape than is documented', `${ofNouns} lists those`, [
    rows,
    'terminal.out(JSON.stringify(json, null, 2));',
    'terminal.out(JSON.stringify({ json }, null, 2));',
  ]),
  taken('cli: json of a list', 'a script gets more of a row than is documented', `${ofNouns} watch`, [
    'cli/terminal.ts',
    'JSON.stringify(asJson === undefined ? all : all.map(asJson), null, 2)',
    'JSON.stringify(all, null, 2)',
  ]),
  taken(
    'cli: what could not be done',
    'rows that were skipped are no failure',
    `${ofDomain} row is skipped`,
    [
      'cli/commands/domain-import.ts',
      'return counts.skipped > 0 ? exitCodes.failed : exitCodes.done;',
      'return exitCodes.done;',
    ],
  ),
  taken('tools: wall', 'a tool reaches what is not open', `${ofTools} refuses what is not open`, [
    caller,
    'if (forAssistants !== true) throw',
    'if (forAssistants === false) throw',
  ]),
  taken('tools: file', 'a tool writes a file', `${ofTools} runs no command that would write`, [
    caller,
    "if ('out' in given) throw",
    "if ('out' in given && 'out' in options) throw",
  ]),
  taken('tools: mark', 'an assistant asks as a person', `${ofTools} runs no command that would write`, [
    caller,
    'if (lacking.length > 0) throw',
    'if (lacking.length > marks.length) throw',
  ]),
  taken('tools: opened', 'a command that applies is open to assistants', `${ofTools} opens these`, [
    batch,
    "row('apply <ID>', {",
    "row('apply <ID>', { forAssistants: true,",
  ]),
  taken(
    'tools: shown',
    'a result has what a command prints besides',
    `${ofMcp} and its digest stays here`,
    ['cli/assistants/tools.ts', 'return reviewOf(printed, asked.kind);', 'return printed;'],
    [
      'cli/assistants/tools.ts',
      'return wanted.output.parse(await wanted.work(reach, input.data, asked.data.by));',
      'return await wanted.work(reach, input.data, asked.data.by);',
    ],
  ),
  taken(
    'tools: switched off',
    'assistants go on where they are switched off',
    `${ofMcp} switches assistants off`,
    [
      caller,
      'if (!call.services.workspace.settings.read().assistantsEnabled) return endWith(switchedOff);',
      '',
    ],
  ),
  taken('tools: waiting', 'any number of proposals waits', `${ofMcp} more than 20`, [
    batch,
    'if (length >= mostWaiting)',
    'if (length < 0)',
  ]),
  taken('tools: applied', 'a command applies a proposal', `${ofMcp} applied by the command line`, [
    batch,
    'if (proposal !== undefined) return endWith(forThePerson);',
    '',
  ]),
];

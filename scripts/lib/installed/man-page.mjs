// @ts-check
// What a system shows of the command line: namedesk(1) and completions, made of its own help.
import { afterHelp, runCommandLine, wholeProgram } from '../../../electron/main/cli/run.ts';

/** @typedef {import('./identity.mjs').Identity} Identity */
/** @typedef {import('commander').Command} Command */

/**
 * @param {Pick<Identity, 'version' | 'homepage'>} identity
 * @param {Date} date
 * @returns {Promise<string>} In the language of man(7).
 */
export async function manPage({ version, homepage }, date) {
  const here = unusedLine([]);
  const program = await wholeProgram(here)(here.terminal);
  const day = date.toISOString().slice(0, 10);
  return `${[
    `.TH NAMEDESK 1 ${day} "Namedesk ${version}" "User Commands"`,
    ...['.SH NAME', 'namedesk \\- domain reseller workstation, and its command line'],
    ...['.SH SYNOPSIS', '.B namedesk', '.br', '.B namedesk', '.I command', '[\\fIoptions\\fR]'],
    ...[
      '.SH DESCRIPTION',
      'Without a command it opens its window, or brings it forward.',
      roff(program.description()),
    ],
    ...['.SH OPTIONS', ...optionsOf(program)],
    ...['.SH COMMANDS', ...program.commands.flatMap((command) => sectionsOf(command, ''))],
    ...['.SH "EXIT STATUS"', '.nf', ...roff(exitCodesIn(afterHelp)).split('\n'), '.fi'],
    ...[
      '.SH FILES',
      '.TP',
      roff('~/.config/Namedesk'),
      'Accounts, sessions, the portfolio and the journal of changes. Keys are in the keyring of the system.',
    ],
    ...['.SH "SEE ALSO"', roff(homepage)],
  ].join('\n')}\n`;
}

/** The command line, of which nothing is run: what it says is kept. */
export function unusedLine(/** @type {string[]} */ said) {
  const terminal = /** @type {import('../../../electron/main/cli/terminal.ts').Terminal} */ (
    /** @type {unknown} */ ({ out: (/** @type {string} */ text) => said.push(text), err: () => undefined })
  );
  const hostFor = () => {
    throw new Error('Nothing of a workspace is asked for here');
  };
  return { args: [], terminal, hostFor };
}

/** @param {'bash' | 'zsh' | 'fish'} shell @returns {Promise<string>} What completes the commands in this shell. */
export async function completionsFor(shell) {
  const said = /** @type {string[]} */ ([]);
  const { terminal, hostFor } = unusedLine(said);
  await runCommandLine(['completions', shell], terminal, hostFor);
  return `${said.join('\n')}\n`;
}

/** @param {Command} command @param {string} before @returns {string[]} */
function sectionsOf(command, before) {
  const path = `${before} ${command.name()}`.trim();
  const below = command.commands.flatMap((each) => sectionsOf(each, path));
  const own = command.options.length > 0 || command.commands.length === 0;
  return [
    `.SS "${roff(`${path}${argumentsOf(command)}`)}"`,
    roff(command.description() || command.summary()),
    ...(own ? optionsOf(command) : []),
    ...below,
  ];
}

/** @param {Command} command */
export const argumentsOf = (command) =>
  command.registeredArguments
    .map((each) => `${each.name()}${each.variadic ? '...' : ''}`)
    .map((name, at) => ` ${command.registeredArguments[at]?.required ? name : `[${name}]`}`)
    .join('');

/** @param {Command} command */
const optionsOf = (command) =>
  command.options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ flags, description }) => ['.TP', `.B "${roff(flags)}"`, roff(description)]);

/** @param {string} text */
const exitCodesIn = (text) => text.slice(text.indexOf('Exit codes:\n') + 'Exit codes:\n'.length);

/** What roff would take for its own: backslashes, hyphens that are to be copied, quotes inside of quotes, a control line's first letter. */
const roff = (/** @type {string} */ text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/gm, '\\&$1');

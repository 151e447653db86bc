// @ts-check
// namedesk(1), made of the command line's own help.
import { createProgram } from '../../../electron/main/cli/cli-command.ts';
import { afterHelp, nouns } from '../../../electron/main/cli/run.ts';

/** @typedef {import('./identity.mjs').Identity} Identity */
/** @typedef {import('commander').Command} Command */

/**
 * @param {Pick<Identity, 'version' | 'homepage'>} identity
 * @param {Date} date
 * @returns {Promise<string>} In the language of man(7).
 */
export async function manPage({ version, homepage }, date) {
  const program = await wholeProgram();
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

/** With every command below it; nothing of it runs. */
async function wholeProgram() {
  const silent = { out: () => undefined, err: () => undefined };
  const program = createProgram({
    args: [],
    // Nothing is parsed, and so nothing is written, read or opened.
    terminal: /** @type {import('../../../electron/main/cli/terminal.ts').Terminal} */ (
      /** @type {unknown} */ (silent)
    ),
    hostFor: () => {
      throw new Error('A man page runs no command');
    },
  }).description(
    'Bulk lookups and the care of domains without a window, for scripts and schedules. It uses the same accounts and sessions as the window.',
  );
  for (const [name, summary, load] of nouns) (await load())(program.command(name).summary(summary));
  return program;
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
const argumentsOf = (command) =>
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

// @ts-check
// docs/command-line.md ends with what the commands say of themselves: `node scripts/command-line.mjs` compares, `--write` renews it.
import { readFileSync, writeFileSync } from 'node:fs';
import { Help } from 'commander';
import { format } from 'prettier';
import { wholeProgram } from '../electron/main/cli/run.ts';
import { argumentsOf, unusedLine } from './lib/installed/man-page.mjs';
import { inCheckout } from './lib/paths.mjs';

/** @typedef {import('commander').Command} Command */
/** @typedef {import('commander').Option} Option */

export const guide = inCheckout('docs', 'command-line.md');

/** What is above it is written by hand. */
const mark = '<!-- From here on made from the commands: node scripts/command-line.mjs --write -->';

/** @param {string} text The guide. @returns {Promise<string>} The same text, with what the commands say today behind the mark. */
export async function withCommands(text) {
  const [byHand = ''] = text.split(mark);
  const said = /** @type {string[]} */ ([]);
  const here = unusedLine(said);
  const program = await wholeProgram(here)(here.terminal);
  const all = program.commands.filter((command) => command.name() !== 'help').flatMap((each) => below(each));
  const told = /** @type {Map<string, string>} */ (new Map());
  const lines = [
    ...['## Every command', '', ...optionsOf(program).map(itemOf), ''],
    ...all.flatMap(({ command, path }) => chapterOf(command, path, said, told)),
  ];
  const made = await format(lines.join('\n'), { parser: 'markdown', proseWrap: 'always', printWidth: 140 });
  return `${byHand}${mark}\n\n${made}`;
}

/** @param {Command} command @param {string} before @returns {{ command: Command, path: string }[]} */
function below(command, before = '') {
  const path = `${before} ${command.name()}`.trim();
  const visible = command.createHelp().visibleCommands(command);
  return [
    { command, path },
    ...visible.filter((each) => each.name() !== 'help').flatMap((each) => below(each, path)),
  ];
}

/** @param {Command} command */
const optionsOf = (command) => command.options.filter(({ hidden, long }) => !hidden && long !== '--help');

/** With its choices and its default. @param {Option} option */
const itemOf = (option) => `- \`${option.flags}\`: ${plain(new Help().optionDescription(option))}`;

/**
 * @param {Command} command
 * @param {string} path
 * @param {string[]} said What its help prints arrives here.
 * @param {Map<string, string>} told What was told below the options of a command, and of which first.
 * @returns {string[]}
 */
function chapterOf(command, path, said, told) {
  const isNoun = !path.includes(' ');
  return [
    `${isNoun ? '###' : '####'} ${isNoun ? path : `\`${path}${argumentsOf(command)}\``}`,
    '',
    plain(sentence(command.description() || command.summary())),
    '',
    ...optionsOf(command).map(itemOf),
    '',
    ...notesOf(command, path, said, told),
  ];
}

/** @param {string} text */
const sentence = (text) =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!:]$/.test(text) ? '' : '.'}`;

/** @param {Command} command @param {string} path @param {string[]} said @param {Map<string, string>} told @returns {string[]} */
function notesOf(command, path, said, told) {
  said.length = 0;
  command.outputHelp();
  const notes = said.join('\n').slice(command.helpInformation().trimEnd().length).trim();
  const first = told.get(notes);
  if (notes === '') return [];
  if (first !== undefined) return [`The rest is as of \`${first}\`.`, ''];
  told.set(notes, path);
  return ['```text', notes, '```', ''];
}

/** @param {string} text What Markdown would take for its own. */
const plain = (text) => text.replace(/[<*_`]/g, '\\$&');

if (import.meta.main) {
  const before = readFileSync(guide, 'utf8');
  const now = await withCommands(before);
  if (process.argv.includes('--write')) writeFileSync(guide, now);
  else if (now !== before) {
    process.stderr.write(
      'docs/command-line.md is not what the commands say: node scripts/command-line.mjs --write\n',
    );
    process.exitCode = 1;
  }
}

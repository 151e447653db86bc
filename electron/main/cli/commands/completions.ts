import type { CliCommand } from '../cli-command.ts';
import { row, type Row } from '../rows.ts';
import type { Terminal } from '../terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const afterHelp = `
Examples:
  namedesk completions bash > ~/.local/share/bash-completion/completions/namedesk
  namedesk completions zsh > ~/.zfunc/_namedesk      # with ~/.zfunc in fpath
  namedesk completions fish > ~/.config/fish/completions/namedesk.fish`;

/** @param whole Every command with its options: what `--help` prints is read from them too. */
export const nounOver = (whole: (terminal: Terminal) => Promise<CliCommand>): Row =>
  row('<SHELL>', {
    about: 'Prints a script that completes commands, options and their values in a shell.',
    words: { SHELL: (word) => Object.assign(word.choices(shells), { description: 'which shell' }) },
    after: afterHelp,
    async doesHere({ terminal }, _options, typed) {
      const shell = shells.find((each) => each === typed) ?? 'bash';
      return { out: scripts[shell](stepsOf(await whole(terminal))) };
    },
  });

/** What may follow the words of a command. */
interface Step {
  /** The words of the command, without the program's name: `session resume`; empty for the program. */
  readonly path: string;
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly OptionStep[];
}

interface OptionStep {
  /** `--format` */
  readonly name: string;
  readonly summary: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

function stepsOf(program: CliCommand): readonly Step[] {
  const all: Step[] = [];
  const walk = (command: CliCommand, path: string): void => {
    const help = command.createHelp();
    const below = help.visibleCommands(command).filter((each): each is CliCommand => each.name() !== 'help');
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    all.push({
      path,
      words: [
        ...below.map((each) => ({ name: each.name(), summary: each.summary() })),
        ...choices.map((name) => ({ name, summary: '' })),
      ],
      options: help.visibleOptions(command).map(({ long, description, required, optional, argChoices }) => ({
        name: long ?? '',
        summary: description,
        takesValue: required || optional,
        choices: argChoices ?? [],
      })),
    });
    for (const each of below) walk(each, `${path} ${each.name()}`.trim());
  };
  walk(program, '');
  return all;
}

const line = (step: Step): string => [...step.words, ...step.options].map(({ name }) => name).join(' ');

/** Options that take a value, and with which choices; those of one name may have others elsewhere, so all are offered. */
function valued(steps: readonly Step[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const { options } of steps)
    for (const { name, takesValue, choices } of options)
      if (takesValue) all.set(name, [...new Set([...(all.get(name) ?? []), ...choices])]);
  return all;
}

/** The case arms that follow the words of a command, the same in bash and zsh. */
const pathArms = (steps: readonly Step[]): string =>
  steps
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const words = path.split(' ');
      return `      "${words.slice(0, -1).join(' ')}/${words.at(-1) ?? ''}") path="${path}" ;;`;
    })
    .join('\n');

const wordArms = (steps: readonly Step[]): string =>
  steps.map((step) => `    "${step.path}") words="${line(step)}" ;;`).join('\n');

const valueArms = (steps: readonly Step[]): string =>
  [...valued(steps)]
    .map(([name, choices]) => `    ${name}) words="${choices.join(' ')}"; value=1 ;;`)
    .join('\n');

const bash = (
  steps: readonly Step[],
): string => `# bash completion of namedesk, made by "namedesk completions bash".
_namedesk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" value="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path/\${COMP_WORDS[i]}" in
${pathArms(steps)}
    esac
  done
  case "$prev" in
${valueArms(steps)}
  esac
  if [ -z "$value" ]; then
    case "$path" in
${wordArms(steps)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Where nothing fits, file names do.
complete -o default -F _namedesk namedesk`;

const zsh = (steps: readonly Step[]): string => `#compdef namedesk
# zsh completion of namedesk, made by "namedesk completions zsh".
_namedesk() {
  local path_="" found="" value="" i
  local prev="\${words[CURRENT-1]}"
  for ((i = 2; i < CURRENT; i++)); do
    case "$path_/\${words[i]}" in
${pathArms(steps).replaceAll(' path="', ' path_="')}
    esac
  done
  case "$prev" in
${valueArms(steps).replaceAll(' words="', ' found="')}
  esac
  if [ -z "$value" ]; then
    case "$path_" in
${wordArms(steps).replaceAll(' words="', ' found="')}
    esac
  fi
  compadd -- \${=found} || _files
}
if [ "$funcstack[1]" = "_namedesk" ]; then _namedesk "$@"; else compdef _namedesk namedesk; fi`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const firstSentence = (text: string): string => (text.split(/[.;] /)[0] ?? '').slice(0, 80);

function fish(steps: readonly Step[]): string {
  const lines = steps.flatMap((step) => {
    const here = `complete -c namedesk -n ${quoted(`test (__namedesk_path) = "${step.path}"`)}`;
    return [
      ...step.words.map(({ name, summary }) => `${here} -f -a ${name} -d ${quoted(firstSentence(summary))}`),
      ...step.options.map(({ name, summary, takesValue, choices }) => {
        const values = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `${here} -l ${name.slice(2)}${values} -d ${quoted(firstSentence(summary))}`;
      }),
    ];
  });
  const arms = steps
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const words = path.split(' ');
      return `      case ${quoted(`${words.slice(0, -1).join(' ')}/${words.at(-1) ?? ''}`)}\n        set path ${quoted(path)}`;
    });
  return `# fish completion of namedesk, made by "namedesk completions fish".
function __namedesk_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path/$word"
${arms.join('\n')}
    end
  end
  echo -- "$path"
end
${lines.join('\n')}`;
}

const scripts: Readonly<Record<Shell, (steps: readonly Step[]) => string>> = { bash, zsh, fish };

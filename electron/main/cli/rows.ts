import type { Argument } from 'commander';
import type { Result } from '#shared/result.ts';
import { type Call, type CliCommand, type ServicesCall, valueOf } from './cli-command.ts';
import type { CommandServices } from './host.ts';
import { addItems, type Item, type OptionsOf } from './options.ts';
import { type ExitCode, exitCodes } from './terminal.ts';

/*
 * Commands are rows: what is typed, what help says of it, what it does, and what it says then. Where it is done, and how a failure is said,
 * is the same for all (`cli-command.ts`).
 */

/** What a command says at its end. With `--json` a script gets `json` in place of the rest, where there is one. */
export interface Said {
  readonly out?: string;
  readonly err?: string;
  readonly json?: unknown;
  /** 0 by default. */
  readonly code?: ExitCode;
}

/** An exit code alone: it has said everything itself. */
export type Outcome = ExitCode | Said;
type Done = Outcome | Promise<Outcome>;

type Words = readonly (string | undefined)[];

/** A command, and those below it. `O`: what its options give; `W`: the words behind it. */
export interface Row<O = object, W extends readonly unknown[] = Words> {
  /** As help shows it: `rename <S> <NAME>`; of a noun, whose name stands in `run.ts`, its words alone. */
  readonly command: string;
  readonly summary?: string;
  /** Help says the summary where there is none. */
  readonly about?: string;
  readonly usage?: string;
  readonly options?: readonly Item[];
  /** What is said of its words, by their names; or what else is done with them. */
  readonly words?: Readonly<Record<string, string | ((word: Argument) => unknown)>>;
  /** Below the options in its help. */
  readonly after?: string;
  readonly isHidden?: true;
  /** See `openToAssistants`. */
  readonly forAssistants?: true;
  readonly rows?: readonly Row[];
  /** In a workspace. */
  readonly does?: Work<ServicesCall, O, W>;
  /** Without a workspace. */
  readonly doesHere?: Work<Call, O, W>;
}

/** As a method has it: a list holds commands of many options, each of which Commander has parsed as it was declared. */
type Work<C, O, W extends readonly unknown[]> = {
  of(call: C, options: O, ...words: W): Done;
}['of'];

/** A command as it is declared: what it does takes what its options and words give, and nothing more. */
interface Declared<O, W extends readonly unknown[]> extends Omit<Row, 'command' | 'does' | 'doesHere'> {
  readonly does?: (call: ServicesCall, options: O, ...words: W) => Done;
  readonly doesHere?: (call: Call, options: O, ...words: W) => Done;
}

type WordsOf<C extends string> = C extends `<${string}>`
  ? EachOf<C>
  : C extends `${string} ${infer Words}`
    ? EachOf<Words>
    : [];
type EachOf<Words extends string> = Words extends `${infer One} ${infer More}`
  ? [...EachOf<One>, ...EachOf<More>]
  : Words extends `<${string}...>` | `[${string}...]`
    ? readonly string[]
    : Words extends `<${string}>`
      ? [string]
      : [string | undefined];

export const row = <const C extends string, const I extends readonly Item[] = readonly []>(
  command: C,
  what: Declared<OptionsOf<I>, WordsOf<C>> & { readonly options?: I },
): Row<OptionsOf<I>, WordsOf<C>> => ({ ...what, command });

function explain(word: Argument, said: string | ((word: Argument) => unknown) | undefined): void {
  if (typeof said === 'string') word.description = said;
  else said?.(word);
}

/** Tells Commander of a command, and of all below it. */
export function declare(command: CliCommand, { words = {}, options = [], rows = [], ...what }: Row): void {
  const { summary, about, usage, after } = what;
  if (summary !== undefined) command.summary(summary);
  if (about !== undefined) command.description(about);
  if (usage !== undefined) command.usage(usage);
  for (const word of command.registeredArguments) explain(word, words[word.name()]);
  addItems(command, options);
  if (after !== undefined) command.addHelpText('after', after);
  for (const each of rows) declare(command.command(each.command, { hidden: each.isHidden === true }), each);
  act(command, what);
}

function act(command: CliCommand, { does, doesHere }: Pick<Row, 'does' | 'doesHere'>): void {
  if (does !== undefined)
    command.doesInWorkspace(async (call, given: object, ...typed) =>
      codeAfter(call, given, await does(call, given, ...typed)),
    );
  if (doesHere !== undefined)
    command.does(async (call, given: object, ...typed) =>
      codeAfter(call, given, await doesHere(call, given, ...typed)),
    );
}

export function codeAfter({ terminal }: Call, given: object, outcome: Outcome): ExitCode {
  if (typeof outcome === 'number') return outcome;
  const { out, err, json, code = exitCodes.done } = outcome;
  if (json !== undefined && 'json' in given) terminal.out(JSON.stringify(json, null, 2));
  else {
    if (out !== undefined) terminal.out(out);
    if (err !== undefined) terminal.err(err);
  }
  return code;
}

/** What an action answers; the command ends where it fails. */
export const ask = async <I, T>(
  { services }: Pick<ServicesCall, 'services'>,
  action: { run(on: CommandServices, input: I): Promise<Result<T>> | Result<T> },
  input: I,
): Promise<T> => valueOf(await action.run(services, input));

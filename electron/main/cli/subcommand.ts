import type { Call, Command } from './command.ts';
import { didYouMean } from './nearest.ts';
import { type ExitCode, exitCodes } from './terminal.ts';

/** A command that is made of others: `namedesk session list`. */
export const commandOf =
  (name: string, help: string, actions: Readonly<Record<string, Command>>): Command =>
  (call) => {
    const [word, ...rest] = call.args;
    if (word === undefined) return usage(call, name, `What is to be done? One of ${wordsOf(actions)}.`);
    if (word === '--help' || word === '-h' || word === 'help') return done(call, help);
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action !== undefined) return action({ ...call, args: rest });
    const problem = word.startsWith('-')
      ? `What is to be done comes before "${word}": one of ${wordsOf(actions)}.`
      : `There is no "${word}".${didYouMean(word, Object.keys(actions))} One of ${wordsOf(actions)}.`;
    return usage(call, name, problem);
  };

const wordsOf = (actions: Readonly<Record<string, Command>>): string => Object.keys(actions).join(', ');

function usage({ terminal }: Call, name: string, problem: string): Promise<ExitCode> {
  terminal.err(`namedesk ${name}: ${problem}\n"namedesk ${name} --help" explains it.`);
  return Promise.resolve(exitCodes.usage);
}

function done({ terminal }: Call, help: string): Promise<ExitCode> {
  terminal.out(help);
  return Promise.resolve(exitCodes.done);
}

import type { AppError } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';

/** Says on the error output what is wrong with the arguments. */
export function sayUsage(terminal: Terminal, command: string, problem: string): ExitCode {
  terminal.err(`namedesk ${command}: ${problem}\n"namedesk ${command} --help" explains it.`);
  return exitCodes.usage;
}

/** Says on the error output what happened, whether anything was changed, and what to do next. */
export function sayFailure(terminal: Terminal, command: string, error: AppError): ExitCode {
  const { happened, changed, next } = sentencesFor(error);
  terminal.err(`namedesk ${command}: ${happened} ${changed}\n${remedies[error.kind] ?? next}`);
  return codeOf(error);
}

/** What to do next where a terminal has another way than a window. */
const remedies: Readonly<Partial<Record<AppError['kind'], string>>> = {
  'no-key':
    'Give the key for this run alone with --key-stdin-once, or keep it: "namedesk account add --help".',
  'no-account':
    '"namedesk account list" shows which there are; "namedesk account add --help" how to add one.',
};

/** Refusals that no other row of the run would fare better with. */
const shutOut: ReadonlySet<string> = new Set(['credentials', 'address', 'permission']);

const codes: Readonly<Record<Exclude<AppError['kind'], 'refused'>, ExitCode>> = {
  'invalid-input': exitCodes.usage,
  'no-account': exitCodes.usage,
  'no-key': exitCodes.noKeychain,
  keychain: exitCodes.noKeychain,
  unreachable: exitCodes.failed,
  unreadable: exitCodes.failed,
  'not-sent': exitCodes.failed,
  uncertain: exitCodes.failed,
  'open-change': exitCodes.failed,
  'changed-since': exitCodes.failed,
  'not-available': exitCodes.failed,
  'journal-broken': exitCodes.failed,
  storage: exitCodes.failed,
  cancelled: exitCodes.failed,
  bug: exitCodes.failed,
};

export function codeOf(error: AppError): ExitCode {
  if (error.kind !== 'refused') return codes[error.kind];
  return shutOut.has(error.why) ? exitCodes.refused : exitCodes.failed;
}

import { ok, type Result } from '#shared/result.ts';
import type { CommandServices } from '../command.ts';
import { counted } from '../numbers.ts';
import type { Options } from '../options.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { problemWithPlace, readTarget, type Target, targetHelp, targetOptions } from '../target.ts';
import { endedCode, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { type Choice, filterHelp, filterOptions, readFilter } from './filter-options.ts';
import { sessionNamed } from './session-named.ts';
import { writeFindings } from './write-findings.ts';

const name = 'session export';

const help = `Usage: namedesk session export S [--out FILE] [options]

Writes what was found in the session S so far. Asks nothing.

${targetHelp}

What is written; everything where nothing is said:
${filterHelp}

Examples:
  namedesk session export monday --out free.csv --finding available,premium --tlds com,de
  namedesk session export monday --finding unknown --format txt | wc -l`;

const options = { ...targetOptions, ...filterOptions } as const;

interface Asked extends Choice {
  readonly session: string;
  readonly target: Target;
}

export const exportCommand = withOptions({ name, help, options, read, work: write });

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const session = onlyWord(words, 'the name or the id of a session');
  if (!session.ok) return session;
  const target = readTarget(values.out, values.format);
  if (!target.ok) return target;
  const choice = readFilter(values, new Date());
  return choice.ok ? ok({ session: session.value, target: target.value, ...choice.value }) : choice;
}

async function write(asked: Asked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const problem = problemWithPlace(asked.target, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const session = await sessionNamed(services, asked.session);
  if (!session.ok) return sayFailure(terminal, name, session.error);
  const written = await writeFindings({ ...asked, sessionId: session.value.id }, services, terminal);
  if (written.ok) {
    terminal.err(`${counted(written.value.rows, 'row', 'rows')} written.`);
    return exitCodes.done;
  }
  if (terminal.ending.aborted) return endedCode(terminal.ending);
  const code = sayFailure(terminal, name, written.error);
  return code === exitCodes.usage ? exitCodes.failed : code;
}

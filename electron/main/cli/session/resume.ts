import { type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import type { AskAgain } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Call, CommandServices } from '../command.ts';
import { didYouMean } from '../nearest.ts';
import type { Options } from '../options.ts';
import { type RunAsked, readRun, runHelp, runOptions } from '../run-options.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { problemWithPlace } from '../target.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { withKey } from '../with-key.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { ageIn } from './age.ts';
import { runSession } from './run-session.ts';
import { sessionNamed } from './session-named.ts';

const name = 'session resume';

const help = `Usage: namedesk session resume S [options]

Goes on with the session S where it was, to its end, and writes what was found: all of it, not only what is new. A finished
one is written at once.

  --again WHAT      asks again first: unknown (cells without an answer), everything, shortlist, one cause of those that
                    "session show" counts (unreachable, refused, …), or what is older than 30min, 12h, 7d
${runHelp}

Ctrl-C pauses it again. Exit codes are those of "namedesk lookup".

Examples:
  namedesk session resume monday --out found.csv
  namedesk session resume 3f2a9c --again unknown --rate 2 --out found.csv`;

const options = { again: { type: 'string' }, ...runOptions } as const;

interface Asked {
  readonly session: string;
  /** Null: only what is left. */
  readonly again: AskAgain | null;
  readonly run: RunAsked;
}

export const resumeCommand = withOptions({ name, help, options, read, work: resume });

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const session = onlyWord(words, 'the name or the id of a session');
  if (!session.ok) return session;
  const run = readRun(values);
  if (!run.ok) return run;
  const again = values.again === undefined ? ok(null) : readAgain(values.again);
  return again.ok ? ok({ session: session.value, again: again.value, run: run.value }) : again;
}

const whole = ['unknown', 'everything', 'shortlist'] as const;

function readAgain(text: string): Result<AskAgain, string> {
  const kind = whole.find((each) => each === text);
  if (kind !== undefined) return ok({ kind });
  const cause = unknownCauses.find((each: UnknownCause) => each === text);
  if (cause !== undefined) return ok({ kind: 'cause', cause });
  const seconds = ageIn(text);
  if (seconds !== null) return ok({ kind: 'older-than', seconds });
  const words = [...whole, ...unknownCauses];
  return fail(
    `--again knows ${words.join(', ')}, or an age such as 12h, not "${text}".${didYouMean(text, words)}`,
  );
}

async function resume(
  { session: text, again, run }: Asked,
  services: CommandServices,
  terminal: Terminal,
  place: Call['place'],
): Promise<ExitCode> {
  const problem = problemWithPlace(run.target, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const session = await sessionNamed(services, text);
  if (!session.ok) return sayFailure(terminal, name, session.error);
  const { id, state, accountId } = session.value;
  const { sessions } = services;
  const start = () => {
    if (again !== null) return sessions.askAgain(id, again);
    return state === 'finished' ? sessions.find(id) : sessions.resume(id);
  };
  const work = (): Promise<ExitCode> =>
    runSession({ command: name, id, asked: run, start }, { services, terminal, place });
  const needsNoKey = state === 'finished' && again === null && !run.isKeyGiven;
  return needsNoKey
    ? work()
    : withKey({ command: name, accountId, isKeyGiven: run.isKeyGiven }, services, terminal, work);
}

import { type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import type { AskAgain, Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import {
  type Call,
  type Command,
  commandOf,
  type CommandServices,
  listing,
  type ListingAsked,
  onlyWord,
  withKey,
  withOptions,
} from '../command.ts';
import { didYouMean, type Options } from '../options.ts';
import { countsLine, runSession, sessionNamed, unknownLines, waitingLine } from '../run-session.ts';
import { problemWithPlace, readRun, type RunAsked, runHelp, runOptions } from '../shared-options.ts';
import { count, type ExitCode, exitCodes, sayFailure, sayUsage, table, type Terminal } from '../terminal.ts';
import { ageIn, exportCommand } from './session-export.ts';

const listHelp = `Usage: namedesk session list [--json]

Lists the sessions, those that changed last at the top: the beginning of the id, the state, names × TLDs, how many cells are
left, how many are available, the account, the name. "cut off" is what ran when its program was killed or closed: it goes
on with "namedesk session resume".

  --json  as JSON, for scripts`;

const listCommand = withOptions({
  name: 'session list',
  help: listHelp,
  ...listing,
  work: list,
});

async function list(
  { isJson }: ListingAsked,
  services: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await services.sessions.list();
  if (!listed.ok) return sayFailure(terminal, 'session list', listed.error);
  const labels = await labelsOf(services.accounts);
  if (!labels.ok) return sayFailure(terminal, 'session list', labels.error);
  const all = listed.value.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
  const label = ({ accountId }: Session): string => labels.value.get(accountId) ?? '-';
  if (isJson)
    terminal.out(
      JSON.stringify(
        all.map((each) => sessionAsJson(each, label(each))),
        null,
        2,
      ),
    );
  else if (all.length === 0)
    terminal.err('There are no sessions yet. "namedesk lookup --help" says how to make one.');
  else terminal.out(table([listTitles, ...all.map((each) => listRow(each, label(each)))]));
  return exitCodes.done;
}

const listTitles = ['ID', 'STATE', 'NAMES × TLDS', 'LEFT', 'AVAILABLE', 'ACCOUNT', 'NAME'];

function listRow(session: Session, label: string): readonly string[] {
  const { id, names, tlds, left, counts, name } = session;
  const free = counts.available + counts.premium;
  const size = `${count(names)} × ${count(tlds.length)}`;
  return [id.slice(0, 8), stateWord(session), size, count(left), count(free), label, name];
}

const showName = 'session show';

const showHelp = `Usage: namedesk session show S [--json]

Shows the session S: how far it is, what was found, and why cells have no answer.

  --json  as JSON, for scripts`;

interface ShowAsked {
  readonly session: string;
  readonly isJson: boolean;
}

const showCommand = withOptions({
  name: showName,
  help: showHelp,
  options: { json: { type: 'boolean' } },
  read({ values, words }) {
    const session = onlyWord(words, 'the name or the id of a session');
    return session.ok ? ok({ session: session.value, isJson: values.json === true }) : session;
  },
  work: show,
});

async function show(asked: ShowAsked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const session = await sessionNamed(services, asked.session);
  if (!session.ok) return sayFailure(terminal, showName, session.error);
  const labels = await labelsOf(services.accounts);
  if (!labels.ok) return sayFailure(terminal, showName, labels.error);
  const label = labels.value.get(session.value.accountId) ?? '-';
  terminal.out(
    asked.isJson ? JSON.stringify(sessionAsJson(session.value, label), null, 2) : shown(session.value, label),
  );
  return exitCodes.done;
}

function shown(session: Session, label: string): string {
  const { id, source, names, tlds, left, createdAt, changedAt } = session;
  const waiting = session.waitingFor !== null ? [['waiting for', waitingLine(session)]] : [];
  const lines = table([
    ['id', id],
    ['account', label],
    ['state', left === 0 ? stateWord(session) : `${stateWord(session)}, ${count(left)} left`],
    ...waiting,
    ['names', `${count(names)}, from ${source}`],
    ['TLDs', tlds.join(', ')],
    ['made', createdAt],
    ['changed', changedAt],
  ]);
  return [countsLine(session, null), lines, ...unknownLines(session)].join('\n');
}

const resumeName = 'session resume';

const resumeHelp = `Usage: namedesk session resume S [options]

Goes on with the session S where it was, to its end, and writes what was found: all of it, not only what is new. A finished
one is written at once.

  --again WHAT      asks again first: unknown (cells without an answer), everything, shortlist, one cause of those that
                    "session show" counts (unreachable, refused, …), or what is older than 30min, 12h, 7d
${runHelp}

Ctrl-C pauses it again. Exit codes are those of "namedesk lookup".

Examples:
  namedesk session resume monday --out found.csv
  namedesk session resume 3f2a9c --again unknown --rate 2 --out found.csv`;

const resumeOptions = { again: { type: 'string' }, ...runOptions } as const;

interface ResumeAsked {
  readonly session: string;
  /** Null: only the open cells. */
  readonly again: AskAgain | null;
  readonly run: RunAsked;
}

const resumeCommand = withOptions({
  name: resumeName,
  help: resumeHelp,
  options: resumeOptions,
  read: resumeRead,
  work: resume,
});

function resumeRead({ values, words }: Options<typeof resumeOptions>): Result<ResumeAsked, string> {
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
  { session: text, again, run }: ResumeAsked,
  services: CommandServices,
  terminal: Terminal,
  place: Call['place'],
): Promise<ExitCode> {
  const problem = problemWithPlace(run.target, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, resumeName, problem);
  const session = await sessionNamed(services, text);
  if (!session.ok) return sayFailure(terminal, resumeName, session.error);
  const { id, state, accountId } = session.value;
  const { sessions } = services;
  const start = () => {
    if (again !== null) return sessions.askAgain(id, again);
    return state === 'finished' ? sessions.find(id) : sessions.resume(id);
  };
  const work = (): Promise<ExitCode> =>
    runSession({ command: resumeName, id, asked: run, start }, { services, terminal, place });
  const needsNoKey = state === 'finished' && again === null && !run.isKeyGiven;
  return needsNoKey
    ? work()
    : withKey({ command: resumeName, accountId, isKeyGiven: run.isKeyGiven }, services, terminal, work);
}

interface Change {
  readonly word: string;
  readonly help: string;
  readonly make: (session: Session, services: CommandServices) => Promise<Result<string>>;
}

/** A command that changes one session and prints the outcome. */
const changing = ({ word, help, make }: Change): Command =>
  withOptions({
    name: `session ${word}`,
    help,
    options: {},
    read: ({ words }) => onlyWord(words, 'the name or the id of a session'),
    async work(text, services, terminal) {
      const session = await sessionNamed(services, text);
      if (!session.ok) return sayFailure(terminal, `session ${word}`, session.error);
      const made = await make(session.value, services);
      if (!made.ok) return sayFailure(terminal, `session ${word}`, made.error);
      terminal.out(made.value);
      return exitCodes.done;
    },
  });

const pauseCommand = changing({
  word: 'pause',
  help: `Usage: namedesk session pause S

Pauses the session S where the window or another command line runs it. Answers when nothing is on its way any more.`,
  async make({ id }, { sessions }) {
    const paused = await sessions.pause(id);
    return paused.ok ? ok(`Paused. ${countsLine(paused.value, null)}`) : paused;
  },
});

const removeCommand = changing({
  word: 'remove',
  help: `Usage: namedesk session remove S

Removes the session S with all that was found in it. It does not come back; "namedesk session export" keeps a copy.`,
  async make({ id, name }, { sessions }) {
    const removed = await sessions.remove(id);
    return removed.ok ? ok(`Removed "${name}".`) : removed;
  },
});

const renameName = 'session rename';

const renameCommand = withOptions({
  name: renameName,
  help: `Usage: namedesk session rename S NAME

Gives the session S another name.`,
  options: {},
  read({ words }) {
    const [session, name = '', ...more] = words;
    if (session === undefined || name.trim() === '' || more.length > 0)
      return fail('Give a session and its new name; put what has spaces between quotes.');
    return name.trim().length > 120
      ? fail('A name has 120 characters at most.')
      : ok({ session, name: name.trim() });
  },
  async work(asked, services, terminal) {
    const session = await sessionNamed(services, asked.session);
    if (!session.ok) return sayFailure(terminal, renameName, session.error);
    const renamed = await services.sessions.rename(session.value.id, asked.name);
    if (!renamed.ok) return sayFailure(terminal, renameName, renamed.error);
    terminal.out(`"${session.value.name}" is now called "${renamed.value.name}".`);
    return exitCodes.done;
  },
});

const sessionHelp = `Usage: namedesk session <what> [S] [options]

  list        lists the sessions
  show S      shows one: how far it is, what was found, why cells have no answer
  resume S    goes on with it, or asks again what is told with --again
  export S    writes what was found, all of it or what fits a filter
  pause S     pauses it, where another process runs it
  rename S    gives it another name
  remove S    removes it with all that was found in it

S is a session's name, its id, or the beginning of its id. "namedesk session resume --help" and so on explain each.`;

export const sessionCommand = commandOf('session', sessionHelp, {
  list: listCommand,
  show: showCommand,
  resume: resumeCommand,
  export: exportCommand,
  pause: pauseCommand,
  rename: renameCommand,
  remove: removeCommand,
});

/** A session as JSON for scripts. */
const sessionAsJson = (session: Session, account: string) => {
  const {
    id,
    name,
    state,
    createdAt,
    changedAt,
    finishedAt,
    source,
    names,
    tlds,
    counts,
    causes,
    left,
    shortlisted,
  } = session;
  return {
    ...{ id, name, account, state, createdAt, changedAt, finishedAt, source, names, tlds },
    isRunningNow: isRunningNow(session),
    ...{ cells: names * tlds.length, left, counts, causes, shortlisted },
  };
};

/** The accounts' labels by account id. */
async function labelsOf(accounts: Accounts): Promise<Result<ReadonlyMap<string, string>>> {
  const listed = await accounts.list();
  return listed.ok ? ok(new Map(listed.value.accounts.map(({ id, label }) => [id, label]))) : listed;
}

/**
 * Whether this process is querying it now, or waits to continue. A session that was running when its process was killed
 * is not.
 */
const isRunningNow = ({ pace, waitingFor }: Session): boolean => pace !== null || waitingFor !== null;

/** The state as one word; `cut off` if the process that ran it was killed or closed. */
const stateWord = (session: Session): string =>
  (session.state === 'running' || session.state === 'waiting') && !isRunningNow(session)
    ? 'cut off'
    : session.state;

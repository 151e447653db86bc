import { InvalidArgumentError, Option } from 'commander';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import {
  type AskAgain,
  noFilter,
  type Session,
  type SessionFilter,
  type SessionSort,
  shownCountsOf,
  unreadNamesReason,
} from '#shared/domain/session.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { withKey } from '../account-choice.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import {
  ageIn,
  ageOption,
  jsonOption,
  keyOption,
  listIn,
  type ListingOptions,
  nameIn,
  numberOption,
  runOptions,
  type RunOptions,
  type Target,
  targetOptions,
  wordsOption,
} from '../options.ts';
import {
  countsLine,
  runSession,
  sessionNamed,
  unknownLines,
  waitingLine,
  writeFindings,
} from '../run-session.ts';
import { endedCode, type ExitCode, exitCodes, sayFailedWork, sayList } from '../terminal.ts';
import { count, counted, didYouMean, table } from '../words.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';

export function describeSession(session: CliCommand): void {
  session.addHelpText('after', "\nS is a session's name, its id, or the beginning of its id.");
  session
    .command('list')
    .summary('lists the sessions')
    .description(
      'Lists the sessions, most recently changed first: the beginning of the id, the state, names × TLDs, how many cells are left, how many are available, the account, the name. "cut off" is what ran when its program was killed or closed: resume it with "namedesk session resume".',
    )
    .addOption(jsonOption())
    .doesInWorkspace(list);
  session
    .command('show <S>')
    .summary('shows one: progress, results, why cells have no answer')
    .description('Shows the session S: progress, results, and why cells have no answer.')
    .addOption(jsonOption())
    .doesInWorkspace(show);
  const again = new Option(
    '--again <WHAT>',
    'rechecks first: unknown (cells without an answer), everything, shortlist, one cause as counted by "session show" (unreachable, refused, …), or what is older than 30min, 12h, 7d',
  ).argParser(askAgainIn);
  runOptions(
    session
      .command('resume <S>')
      .summary('resumes it, or rechecks what --again names')
      .description(
        'Resumes the session S where it was, to its end, and writes all results, not only new ones. A finished one is written at once.',
      )
      .addOption(again),
  )
    .addOption(keyOption())
    .addHelpText('after', resumeExamples)
    .doesInWorkspace(resume);
  filterOptions(
    targetOptions(
      session
        .command('export <S>')
        .summary('writes the results, all or filtered')
        .description('Writes the results of the session S so far. Checks nothing.'),
    ),
  )
    .addHelpText('after', exportExamples)
    .doesInWorkspace(exportSession);
  session
    .command('pause <S>')
    .summary('pauses it if another process runs it')
    .description(
      'Pauses the session S if the window or another command line runs it. Returns when no request is pending any more.',
    )
    .doesInWorkspace(
      changing(async ({ id }, { services }) => pausedInWords(valueOf(await services.sessions.pause(id)))),
    );
  session
    .command('rename <S>')
    .argument('<NAME>', 'quote names with spaces', (text) => nameIn(text, 120))
    .summary('renames it')
    .description('Renames the session S.')
    .doesInWorkspace(
      changing(async ({ id, name }, { services }, newName) => {
        const renamed = valueOf(await services.sessions.rename(id, newName));
        return `"${isolated(name)}" is now called "${isolated(renamed.name)}".`;
      }),
    );
  session
    .command('remove <S>')
    .summary('removes it with its results')
    .description(
      `Removes the session S with its results. This can't be undone; "namedesk session export" keeps a copy.`,
    )
    .doesInWorkspace(
      changing(async ({ id, name }, { services }) => {
        valueOf(await services.sessions.remove(id));
        return `Removed "${isolated(name)}".`;
      }),
    );
}

async function list({ services, terminal }: ServicesCall, { json }: ListingOptions): Promise<ExitCode> {
  const listed = valueOf(await services.sessions.list());
  const labels = await labelsOf(services.accounts);
  const label = ({ accountId }: Session): string => labels.get(accountId) ?? '-';
  const all = listed.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
  if (json !== true && all.some(({ own }) => own === null))
    terminal.err(`AVAILABLE with "?": ${unreadNamesReason}.`);
  return sayList(terminal, json, {
    all,
    asJson: (each) => sessionAsJson(each, label(each)),
    none: 'There are no sessions yet. "namedesk lookup --help" explains how to create one.',
    titles: ['ID', 'STATE', 'NAMES × TLDS', 'LEFT', 'AVAILABLE', 'ACCOUNT', 'NAME'],
    row: (each) => listRow(each, label(each)),
  });
}

function listRow(session: Session, label: string): readonly string[] {
  const { id, names, tlds, left, name } = session;
  const counts = shownCountsOf(session);
  const free = counts.available + counts.premium;
  const size = `${count(names)} × ${count(tlds.length)}`;
  const available = session.own === null ? `${count(free)}?` : count(free);
  return [id.slice(0, 8), stateWord(session), size, count(left), available, label, name];
}

const pausedInWords = (session: Session): string =>
  `${session.state === 'paused' ? 'Paused.' : `Nothing to pause: the session is ${session.state}.`} ${countsLine(session, null)}`;

async function show(
  { services, terminal }: ServicesCall,
  { json }: ListingOptions,
  named: string,
): Promise<ExitCode> {
  const found = await sessionNamed(services, named);
  const listed = valueOf(await services.sessions.list());
  const session = listed.find(({ id }) => id === found.id) ?? found;
  const labels = await labelsOf(services.accounts);
  const label = labels.get(session.accountId) ?? '-';
  const asJson = () => JSON.stringify(sessionAsJson(session, label), null, 2);
  terminal.out(json === true ? asJson() : shown(session, label));
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
    ['created', createdAt],
    ['changed', changedAt],
  ]);
  return [countsLine(session, null), lines, ...unknownLines(session)].join('\n');
}

const resumeExamples = `
Ctrl-C pauses it again. Exit codes are those of "namedesk lookup".

Examples:
  namedesk session resume monday --out found.csv
  namedesk session resume 3f2a9c --again unknown --rate 2 --out found.csv`;

const whole = ['unknown', 'everything', 'shortlist'] as const;

function askAgainIn(text: string): AskAgain {
  const kind = whole.find((each) => each === text);
  if (kind !== undefined) return { kind };
  const cause = unknownCauses.find((each: UnknownCause) => each === text);
  if (cause !== undefined) return { kind: 'cause', cause };
  const seconds = ageIn(text);
  if (seconds !== null) return { kind: 'older-than', seconds };
  const words = [...whole, ...unknownCauses];
  throw new InvalidArgumentError(
    `Use one of ${words.join(', ')}, or an age such as 12h.${didYouMean(text, words)}`,
  );
}

interface ResumeOptions extends RunOptions {
  /** Undefined: only the open cells. */
  readonly again?: AskAgain;
}

async function resume(call: ServicesCall, options: ResumeOptions, named: string): Promise<ExitCode> {
  const { again, keyStdinOnce } = options;
  const { sessions } = call.services;
  const { id, state, accountId } = await sessionNamed(call.services, named);
  const work = () =>
    runSession(call, id, options, () => {
      if (again !== undefined) return sessions.askAgain(id, again);
      return state === 'finished' ? sessions.find(id) : sessions.resume(id);
    });
  const needsNoKey = state === 'finished' && again === undefined && keyStdinOnce !== true;
  return needsNoKey ? work() : withKey(call, accountId, options, work);
}

const lengths = { least: 0, most: 63 };

const filterOptions = (command: CliCommand): CliCommand =>
  command
    .optionsGroup('Filter; default: everything')
    .addOption(wordsOption('--finding <LIST>', 'cells with these results', shownKinds))
    .addOption(wordsOption('--cause <LIST>', 'unknown cells with these causes', unknownCauses))
    .addOption(new Option('--tlds <LIST>', 'only these TLDs').argParser(listIn))
    .option('--text <T>', 'names containing T; * matches anything')
    .addOption(numberOption('--min-length <N>', 'names with at least N characters', lengths))
    .addOption(numberOption('--max-length <N>', 'names with at most N characters', lengths))
    .option('--no-digits', 'names without digits')
    .option('--no-hyphens', 'names without hyphens')
    .addOption(
      priceOption(
        '--max-price <P>',
        'what costs at most P to register, in the currency of most; a price that is not known is none',
      ).conflicts('maxRenewal'),
    )
    .addOption(priceOption('--max-renewal <P>', 'the same of the renewal'))
    .addOption(ageOption('--newer-than <AGE>', 'checked within the last 30min, 12h, 7d'))
    .addOption(ageOption('--older-than <AGE>', 'checked longer ago than that'))
    .option('--shortlist', 'shortlisted cells only')
    .addOption(new Option('--sort <BY>', 'sort order').choices(sessionSorts).default('entered'))
    .option('--descending', 'reverses the order');

const priceOption = (flags: string, description: string): Option =>
  numberOption(flags, description, { least: 0, most: 1_000_000, isWhole: false });

const exportExamples = `
Examples:
  namedesk session export monday --out free.csv --finding available,premium --tlds com,de
  namedesk session export monday --finding unknown --format txt | wc -l`;

interface ExportOptions extends Target {
  readonly finding?: SessionFilter['kinds'];
  readonly cause?: SessionFilter['causes'];
  readonly tlds?: readonly string[];
  readonly text?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly digits: boolean;
  readonly hyphens: boolean;
  readonly maxPrice?: number;
  readonly maxRenewal?: number;
  readonly newerThan?: number;
  readonly olderThan?: number;
  readonly shortlist?: true;
  readonly sort: SessionSort['by'];
  readonly descending?: true;
}

async function exportSession(
  { command, services, terminal }: ServicesCall,
  options: ExportOptions,
  named: string,
): Promise<ExitCode> {
  const session = await sessionNamed(services, named);
  const sort = { by: options.sort, descending: options.descending === true };
  const filter = filterOf(options, new Date());
  const written = await writeFindings({ sessionId: session.id, options, filter, sort }, services, terminal);
  if (written.ok) {
    terminal.err(`${counted(written.value.rows, 'row', 'rows')} written.`);
    return exitCodes.done;
  }
  return terminal.ending.aborted
    ? endedCode(terminal.ending)
    : sayFailedWork(terminal, command, written.error);
}

function filterOf(options: ExportOptions, now: Date): SessionFilter {
  /** In Unix seconds. */
  const before = (age: number | undefined): number | null =>
    age === undefined ? null : Math.floor(now.getTime() / 1_000) - age;
  return {
    ...noFilter,
    minLength: options.minLength ?? null,
    maxLength: options.maxLength ?? null,
    noDigits: !options.digits,
    noHyphens: !options.hyphens,
    mostPrice: mostPriceOf(options),
    checkedBefore: before(options.olderThan),
    checkedAfter: before(options.newerThan),
    kinds: options.finding ?? null,
    causes: options.cause ?? null,
    text: options.text ?? '',
    tlds: options.tlds?.map(bareTld) ?? null,
    shortlistedOnly: options.shortlist === true,
  };
}

function mostPriceOf({ maxPrice, maxRenewal }: ExportOptions): SessionFilter['mostPrice'] {
  if (maxPrice !== undefined) return { of: 'register', amount: maxPrice };
  return maxRenewal === undefined ? null : { of: 'renew', amount: maxRenewal };
}

/** A command that changes one session and prints the outcome. */
const changing =
  (change: (session: Session, call: ServicesCall, word: string) => Promise<string>) =>
  async (call: ServicesCall, _options: object, named: string, word = ''): Promise<ExitCode> => {
    call.terminal.out(await change(await sessionNamed(call.services, named), call, word));
    return exitCodes.done;
  };

/** A session as JSON for scripts. */
const sessionAsJson = (session: Session, account: string) => ({
  id: session.id,
  name: session.name,
  account,
  state: session.state,
  createdAt: session.createdAt,
  changedAt: session.changedAt,
  finishedAt: session.finishedAt,
  source: session.source,
  names: session.names,
  tlds: session.tlds,
  isRunningNow: isRunningNow(session),
  cells: session.names * session.tlds.length,
  left: session.left,
  counts: { ...shownCountsOf(session), ...(session.own === null && { yours: null }) },
  causes: session.causes,
  shortlisted: session.shortlisted,
});

/** The accounts' labels by account id. */
async function labelsOf(accounts: Accounts): Promise<ReadonlyMap<string, string>> {
  const { accounts: all } = valueOf(await accounts.list());
  return new Map(all.map(({ id, label }) => [id, label]));
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

import { InvalidArgumentError } from 'commander';
import { textFormats } from '#shared/areas/sessions.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import {
  type AskAgain,
  noFilter,
  type Session,
  type SessionFilter,
  shownCountsOf,
  unreadNamesReason,
} from '#shared/domain/session.ts';
import { openToAssistants } from '../../action.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { withKey } from '../account-choice.ts';
import { valueOf } from '../cli-command.ts';
import {
  ageIn,
  ageOption,
  choiceOption,
  json,
  keyOption,
  listIn,
  nameIn,
  numberOption,
  option,
  type OptionsOf,
  parsedOption,
  runOptions,
  targetOptions,
  withDefault,
  wordsOption,
} from '../options.ts';
import { row } from '../rows.ts';
import {
  countsLine,
  runSession,
  sessionNamed,
  unknownLines,
  waitingLine,
  writeFindings,
} from '../run-session.ts';
import { endedCode, sayFailedWork, sayList } from '../terminal.ts';
import { count, counted, didYouMean, table } from '../words.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';

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

const priceOption = <const F extends string>(flags: F, description: string) =>
  numberOption(flags, description, { least: 0, most: 1_000_000, isWhole: false });

const lengths = { least: 0, most: 63 };

const filterOptions = [
  'Filter; default: everything',
  wordsOption('--finding <LIST>', 'cells with these results', shownKinds),
  wordsOption('--cause <LIST>', 'unknown cells with these causes', unknownCauses),
  parsedOption('--tlds <LIST>', 'only these TLDs', listIn),
  option('--text <T>', 'names containing T; * matches anything'),
  numberOption('--min-length <N>', 'names with at least N characters', lengths),
  numberOption('--max-length <N>', 'names with at most N characters', lengths),
  option('--no-digits', 'names without digits'),
  option('--no-hyphens', 'names without hyphens'),
  priceOption(
    '--max-price <P>',
    'what costs at most P to register, in the currency of most; a price that is not known is none',
  ).conflicts('maxRenewal'),
  priceOption('--max-renewal <P>', 'the same of the renewal'),
  ageOption('--newer-than <AGE>', 'checked within the last 30min, 12h, 7d'),
  ageOption('--older-than <AGE>', 'checked longer ago than that'),
  option('--shortlist', 'shortlisted cells only'),
  withDefault(choiceOption('--sort <BY>', 'sort order', sessionSorts), 'entered'),
  option('--descending', 'reverses the order'),
] as const;
type FilterOptions = OptionsOf<typeof filterOptions>;

const exportExamples = `
Examples:
  namedesk session export monday --out free.csv --finding available,premium --tlds com,de
  namedesk session export monday --finding unknown --format txt | wc -l`;

export const sessionList = openToAssistants(
  row('list', {
    summary: 'lists the sessions',
    about:
      'Lists the sessions, most recently changed first: the beginning of the id, the state, names × TLDs, how many cells are left, how many are available, the account, the name. "cut off" is what ran when its program was killed or closed: resume it with "namedesk session resume".',
    options: [json],
    async does({ services, terminal }, { json: asJson }) {
      const listed = valueOf(await services.sessions.list());
      const labels = labelsOf(services.accounts);
      const label = ({ accountId }: Session): string => labels.get(accountId) ?? '-';
      const all = listed.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
      if (asJson !== true && all.some(({ own }) => own === null))
        terminal.err(`AVAILABLE with "?": ${unreadNamesReason}.`);
      return sayList(terminal, asJson, {
        all,
        asJson: (each) => sessionAsJson(each, label(each)),
        none: 'There are no sessions yet. "namedesk lookup --help" explains how to create one.',
        titles: ['ID', 'STATE', 'NAMES × TLDS', 'LEFT', 'AVAILABLE', 'ACCOUNT', 'NAME'],
        row: (each) => listRow(each, label(each)),
      });
    },
  }),
);

export const sessionExport = openToAssistants(
  row('export <S>', {
    summary: 'writes the results, all or filtered',
    about: 'Writes the results of the session S so far. Checks nothing.',
    options: [targetOptions(textFormats), ...filterOptions],
    after: exportExamples,
    async does({ command, services, terminal }, options, named) {
      const { id: sessionId } = await sessionNamed(services, named);
      const sort = { by: options.sort, descending: options.descending === true };
      const filter = filterOf(options, new Date());
      const written = await writeFindings({ sessionId, options, filter, sort }, services, terminal);
      if (written.ok) return { err: `${counted(written.value.rows, 'row', 'rows')} written.` };
      return terminal.ending.aborted
        ? endedCode(terminal.ending)
        : sayFailedWork(terminal, command, written.error);
    },
  }),
);

export const noun = row('', {
  after: "\nS is a session's name, its id, or the beginning of its id.",
  rows: [
    sessionList,
    row('show <S>', {
      summary: 'shows one: progress, results, why cells have no answer',
      about: 'Shows the session S: progress, results, and why cells have no answer.',
      options: [json],
      async does({ services }, _options, named) {
        const found = await sessionNamed(services, named);
        const listed = valueOf(await services.sessions.list());
        const session = listed.find(({ id }) => id === found.id) ?? found;
        const label = labelsOf(services.accounts).get(session.accountId) ?? '-';
        return { json: sessionAsJson(session, label), out: shown(session, label) };
      },
    }),
    row('resume <S>', {
      summary: 'resumes it, or checks again what --again names',
      about:
        'Resumes the session S where it was, to its end, and writes all results, not only new ones. A finished one is written at once.',
      options: [
        parsedOption(
          '--again <WHAT>',
          'checks again first: unknown (cells without an answer), everything, shortlist, one cause as counted by "session show" (unreachable, refused, …), or what is older than 30min, 12h, 7d',
          askAgainIn,
        ),
        runOptions,
        keyOption(),
      ],
      after: resumeExamples,
      async does(call, options, named) {
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
      },
    }),
    sessionExport,
    row('pause <S>', {
      summary: 'pauses it if another process runs it',
      about:
        'Pauses the session S if the window or another command line runs it. Returns when no request is pending any more.',
      async does({ services }, _options, named) {
        const { id } = await sessionNamed(services, named);
        const paused = valueOf(await services.sessions.pause(id));
        const is =
          paused.state === 'paused' ? 'Paused.' : `Nothing to pause: the session is ${paused.state}.`;
        return { out: `${is} ${countsLine(paused, null)}` };
      },
    }),
    row('rename <S> <NAME>', {
      summary: 'renames it',
      about: 'Renames the session S.',
      words: {
        NAME: (word) =>
          Object.assign(
            word.argParser((text) => nameIn(text, 120)),
            { description: 'quote names with spaces' },
          ),
      },
      async does({ services }, _options, named, newName) {
        const { id, name } = await sessionNamed(services, named);
        const renamed = valueOf(await services.sessions.rename(id, newName));
        return { out: `"${isolated(name)}" is now called "${isolated(renamed.name)}".` };
      },
    }),
    row('remove <S>', {
      summary: 'removes it with its results',
      about: `Removes the session S with its results. This can't be undone; "namedesk session export" keeps a copy.`,
      async does({ services }, _options, named) {
        const { id, name } = await sessionNamed(services, named);
        valueOf(await services.sessions.remove(id));
        return { out: `Removed "${isolated(name)}".` };
      },
    }),
  ],
});

function listRow(session: Session, label: string): readonly string[] {
  const { id, names, tlds, left, name } = session;
  const counts = shownCountsOf(session);
  const free = counts.available + counts.premium;
  const size = `${count(names)} × ${count(tlds.length)}`;
  const available = session.own === null ? `${count(free)}?` : count(free);
  return [id.slice(0, 8), stateWord(session), size, count(left), available, label, name];
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

function filterOf(options: FilterOptions, now: Date): SessionFilter {
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

function mostPriceOf({ maxPrice, maxRenewal }: FilterOptions): SessionFilter['mostPrice'] {
  if (maxPrice !== undefined) return { of: 'register', amount: maxPrice };
  return maxRenewal === undefined ? null : { of: 'renew', amount: maxRenewal };
}

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
const labelsOf = (accounts: Accounts): ReadonlyMap<string, string> =>
  new Map(accounts.list().accounts.map(({ id, label }) => [id, label]));

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

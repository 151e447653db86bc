import { findingKinds, unknownCauses } from '#shared/domain/finding.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { noFilter, type SessionFilter, type SessionSort, sessionSorts } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type CommandServices, onlyWord, withOptions } from '../command.ts';
import { didYouMean, type Options, type OptionValues, readNumber } from '../options.ts';
import { sessionNamed, writeFindings } from '../run-session.ts';
import { problemWithPlace, readTarget, type Target, targetHelp, targetOptions } from '../shared-options.ts';
import {
  counted,
  endedCode,
  type ExitCode,
  exitCodes,
  sayFailure,
  sayUsage,
  type Terminal,
} from '../terminal.ts';

const filterOptions = {
  finding: { type: 'string' },
  cause: { type: 'string' },
  tlds: { type: 'string' },
  text: { type: 'string' },
  'min-length': { type: 'string' },
  'max-length': { type: 'string' },
  'newer-than': { type: 'string' },
  'older-than': { type: 'string' },
  shortlist: { type: 'boolean' },
  sort: { type: 'string' },
  descending: { type: 'boolean' },
} as const;

const filterHelp = `  --finding LIST    available, premium, taken, reserved, invalid, unknown, unchecked
  --cause LIST      of the unknown ones, those with these causes
  --tlds LIST       of these TLDs alone
  --text T          names with T in them; * stands for anything
  --min-length N, --max-length N
                    names of so many characters
  --newer-than AGE, --older-than AGE
                    checked within an age, or longer ago: 30min, 12h, 7d
  --shortlist       what is on the shortlist
  --sort BY         ${sessionSorts.join(', ')}; --descending turns it round`;

interface Choice {
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

type Values = OptionValues<typeof filterOptions>;

/** Parses the filter and the sort order of an export. Fails with a sentence. */
function readFilter(values: Values, now: Date): Result<Choice, string> {
  const kinds = wordsOf('finding', values.finding, findingKinds);
  if (!kinds.ok) return kinds;
  const causes = wordsOf('cause', values.cause, unknownCauses);
  if (!causes.ok) return causes;
  const lengths = readLengths(values);
  if (!lengths.ok) return lengths;
  const ages = readAges(values, now);
  if (!ages.ok) return ages;
  const by = wordsOf('sort', values.sort, sessionSorts);
  if (!by.ok) return by;
  return ok({
    filter: {
      ...noFilter,
      ...lengths.value,
      ...ages.value,
      kinds: kinds.value,
      causes: causes.value,
      text: values.text ?? '',
      tlds: values.tlds === undefined ? null : listIn(values.tlds).map(bareTld),
      shortlistedOnly: values.shortlist === true,
    },
    sort: { by: by.value?.[0] ?? 'entered', descending: values.descending === true },
  });
}

const listIn = (text: string): readonly string[] => text.split(/[\s,;]+/u).filter((item) => item !== '');

/** Null if the option is missing. */
function wordsOf<W extends string>(
  name: string,
  text: string | undefined,
  words: readonly W[],
): Result<readonly W[] | null, string> {
  if (text === undefined) return ok(null);
  const wanted: W[] = [];
  for (const item of listIn(text)) {
    const word = words.find((each) => each === item.toLowerCase());
    if (word === undefined)
      return fail(`--${name} knows ${words.join(', ')}, not "${item}".${didYouMean(item, words)}`);
    wanted.push(word);
  }
  return ok(wanted);
}

const lengthRange = { least: 0, most: 63, isWhole: true };

function readLengths(values: Values): Result<Pick<SessionFilter, 'minLength' | 'maxLength'>, string> {
  const [min, max] = [values['min-length'], values['max-length']];
  const minLength = min === undefined ? ok(null) : readNumber('min-length', min, lengthRange);
  if (!minLength.ok) return minLength;
  const maxLength = max === undefined ? ok(null) : readNumber('max-length', max, lengthRange);
  if (!maxLength.ok) return maxLength;
  return ok({ minLength: minLength.value, maxLength: maxLength.value });
}

function readAges(
  values: Values,
  now: Date,
): Result<Pick<SessionFilter, 'checkedBefore' | 'checkedAfter'>, string> {
  const before = instantOf('older-than', values['older-than'], now);
  if (!before.ok) return before;
  const after = instantOf('newer-than', values['newer-than'], now);
  return after.ok ? ok({ checkedBefore: before.value, checkedAfter: after.value }) : after;
}

/** Unix seconds. */
function instantOf(name: string, text: string | undefined, now: Date): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const age = ageIn(text);
  return age === null
    ? fail(`--${name} is an age such as 30min, 12h or 7d, not "${text}".`)
    : ok(Math.floor(now.getTime() / 1_000) - age);
}

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

const seconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400, w: 604_800 };

/** An age such as `30min`, `12h`, `7d`, in seconds. Null if it is invalid. */
export function ageIn(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|min|h|d|w)$/.exec(text) ?? [];
  const each = seconds[unit];
  return each === undefined ? null : Number(number) * each;
}

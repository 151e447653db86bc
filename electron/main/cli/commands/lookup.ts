import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import type { Draft } from '../../import/rows.ts';
import { type Call, type CommandServices, noWords, withKey, withOptions } from '../command.ts';
import type { Options } from '../options.ts';
import { runSession } from '../run-session.ts';
import {
  accountFor,
  problemWithPlace,
  readRun,
  readWhichAccount,
  type RunAsked,
  runHelp,
  runOptions,
  type WhichAccount,
} from '../shared-options.ts';
import { type ExitCode, sayFailure, sayUsage, type Terminal } from '../terminal.ts';
import { chosenTlds, type NamesAsked, readNames } from './lookup-input.ts';

const lookupHelp = `Usage: namedesk lookup --account L --names FILE --tlds LIST [options]
       namedesk lookup --base-url URL --username EMAIL --key-stdin-once --names FILE --tlds LIST [options]

Asks for every name under every TLD, and writes what was found. The run is a session: what was found is kept on disk as it
comes, and a run that was stopped, killed or cut off goes on where it was.

Whose account:
  --account L       an account by its label; "practice" is the built-in one, where nothing costs
  --base-url URL, --username EMAIL
                    an account by its login, with --key-stdin-once; added, without its key, where there is none

What is asked:
  --names FILE      a list, a table (CSV, TSV) or a workbook (XLSX) with names; - is the standard input.
                    With --key-stdin-once, the first line of the standard input is the key
  --column N        the column of a table that has the names, 1 for the first; found out where it is left out
  --encoding E      of the file, as windows-1252; found out where it is left out
  --sheet S         of a workbook; the first where it is left out
  --tlds LIST       com,net,co.uk; or the name of a set, your own or one of:
                    ${namesOfSets()}
                    A word with a dot before it is always a TLD: .africa is one, africa is a set

How it is run:
  --session NAME    goes on with the session of this name where it asks the very same, else makes it.
                    Left out, a new session is named after the file and the time
  --fresh           asks everything again in a session that is there already
${runHelp}

Progress is shown on the error output where that is a terminal. Ctrl-C pauses the session, keeps everything and prints the
command that goes on with it; a second Ctrl-C ends at once.

Exit codes: 0 every cell has its answer; 1 some have none, the causes are counted on the error output; 2 wrong usage;
3 refused by the service (key, address, permission); 4 no key; 130 interrupted, 143 ended by the system. After 1, 3, 4, 130
and 143 everything that was found is kept.

Examples:
  namedesk lookup --account practice --names names.txt --tlds com,net,de --out found.csv
  namedesk lookup --account Acme --names names.xlsx --tlds popular --session monday --out monday.ndjson
  cut -d, -f2 list.csv | namedesk lookup --account Acme --names - --tlds .africa | grep ',available,'
  (pass show acme; cat names.txt) | namedesk lookup --base-url https://reseller.example/api/index.php \\
    --username you@example.com --key-stdin-once --names - --tlds com --out found.csv`;

function namesOfSets(): string {
  const lines: string[] = [''];
  for (const { id } of builtInTldSets) {
    const last = lines.at(-1) ?? '';
    if (last.length + id.length > 90) lines.push(id);
    else lines[lines.length - 1] = last === '' ? id : `${last}, ${id}`;
  }
  return lines.join(`,\n${' '.repeat(20)}`);
}

const name = 'lookup';

const options = {
  account: { type: 'string' },
  'base-url': { type: 'string' },
  username: { type: 'string' },
  names: { type: 'string' },
  column: { type: 'string' },
  encoding: { type: 'string' },
  sheet: { type: 'string' },
  tlds: { type: 'string' },
  session: { type: 'string' },
  fresh: { type: 'boolean' },
  ...runOptions,
} as const;

interface Asked {
  readonly which: WhichAccount;
  readonly names: NamesAsked;
  readonly tlds: string;
  /** Null for a new session named after the source and the time. */
  readonly session: string | null;
  readonly isFresh: boolean;
  readonly run: RunAsked;
}

export const lookupCommand = withOptions({ name, help: lookupHelp, options, read, work: lookUp });

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  const which = readWhichAccount(values);
  if (!which.ok) return which;
  const names = readNamesAsked(values);
  if (!names.ok) return names;
  if (values.tlds === undefined)
    return fail('--tlds is missing: com,net,de or the name of a set, such as popular.');
  const session = readSessionName(values.session);
  if (!session.ok) return session;
  const run = readRun(values);
  if (!run.ok) return run;
  return ok({
    which: which.value,
    names: names.value,
    tlds: values.tlds,
    session: session.value,
    isFresh: values.fresh === true,
    run: run.value,
  });
}

function readSessionName(text: string | undefined): Result<string | null, string> {
  const session = text?.trim() ?? null;
  return session === '' || (session?.length ?? 0) > 120
    ? fail('--session is a name of 1 to 120 characters.')
    : ok(session);
}

function readNamesAsked(values: Options<typeof options>['values']): Result<NamesAsked, string> {
  const { names, column, encoding, sheet } = values;
  if (names === undefined) return fail('--names is missing: a file, or - for the standard input.');
  if (column !== undefined && !/^[1-9]\d{0,2}$/.test(column))
    return fail(`--column is the number of a column, 1 for the first, not "${column}".`);
  return ok({
    from: names,
    choices: {
      column: column === undefined ? null : Number(column) - 1,
      hasHeader: null,
      encoding: encoding ?? null,
      sheet: sheet ?? null,
    },
  });
}

async function lookUp(
  asked: Asked,
  services: CommandServices,
  terminal: Terminal,
  place: Call['place'],
): Promise<ExitCode> {
  const problem = problemWithPlace(asked.run.target, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const account = await accountFor(asked.which, services.accounts);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const keyed = { command: name, accountId: account.value.id, isKeyGiven: asked.run.isKeyGiven };
  return withKey(keyed, services, terminal, () => ask(asked, account.value, { services, terminal, place }));
}

async function ask(
  asked: Asked,
  account: Account,
  context: { readonly services: CommandServices; readonly terminal: Terminal; readonly place: Call['place'] },
): Promise<ExitCode> {
  const { services, terminal } = context;
  const tlds = await chosenTlds(asked.tlds, services, account.id);
  if (!tlds.ok) return sayFailure(terminal, name, tlds.error);
  for (const remark of tlds.value.remarks) terminal.err(remark);
  const draft = await readNames(asked.names, services.intake, terminal);
  if (!draft.ok) return sayFailure(terminal, name, draft.error);
  const session = await sessionFor(
    { name: asked.session, account, draft: draft.value, tlds: tlds.value.tlds, now: new Date() },
    services,
  );
  if (!session.ok) return sayFailure(terminal, name, session.error);
  const { id, state, counts } = session.value;
  const { sessions } = services;
  return runSession(
    {
      command: name,
      id,
      asked: asked.run,
      start() {
        const isBegun = counts.unchecked < session.value.names * session.value.tlds.length;
        if (asked.isFresh && isBegun) return sessions.askAgain(id, { kind: 'everything' });
        return state === 'finished' ? sessions.find(id) : sessions.resume(id);
      },
    },
    context,
  );
}

interface Wanted {
  /** Null: always a new session. */
  readonly name: string | null;
  readonly account: Account;
  readonly draft: Draft;
  readonly tlds: readonly string[];
  readonly now: Date;
}

/**
 * The session for a run: the one with this name if it has the same names and TLDs, else a new one, not yet started.
 *
 * Fails with: `invalid-input` (a session of that name asks something else), `storage`.
 */
async function sessionFor(
  wanted: Wanted,
  services: Pick<CommandServices, 'sessions' | 'workspace' | 'accounts'>,
): Promise<Result<Session>> {
  const { name, account, draft, tlds } = wanted;
  const before = name === null ? ok([]) : await called(name, services);
  if (!before.ok) return before;
  const [first, another] = before.value;
  if (name === null || first === undefined) {
    return services.sessions.create({
      ...draft,
      accountId: account.id,
      name: name ?? nameOf(draft.source, wanted.now),
      tlds,
      isStarted: false,
    });
  }
  if (another !== undefined)
    return refuse(
      `Several sessions are called "${name}": go on with one by its id, "namedesk session resume --help"`,
    );
  const difference = await differenceOf(first, wanted, services);
  if (!difference.ok) return difference;
  return difference.value === null ? ok(first) : refuse(difference.value);
}

async function called(
  name: string,
  { sessions }: Pick<CommandServices, 'sessions'>,
): Promise<Result<readonly Session[]>> {
  const listed = await sessions.list();
  return listed.ok
    ? ok(listed.value.filter((session) => session.name.toLowerCase() === name.toLowerCase()))
    : listed;
}

/** Why a session cannot be continued, as a sentence; null if it asks exactly the same. */
async function differenceOf(
  session: Session,
  { account, draft, tlds }: Wanted,
  { workspace, accounts }: Pick<CommandServices, 'workspace' | 'accounts'>,
): Promise<Result<string | null>> {
  const another = 'Give it another name with --session, or leave --session out';
  if (session.accountId !== account.id) {
    const theirs = await accounts.find(session.accountId);
    const label = theirs.ok ? theirs.value.label : 'another account';
    return ok(`The session "${session.name}" belongs to ${label}. ${another}`);
  }
  if (!areSame(session.tlds, tlds))
    return ok(
      `The session "${session.name}" asks for other TLDs: ${session.tlds.join(', ').slice(0, 300)}. ${another}`,
    );
  const names = await workspace.sessions.names({ id: session.id });
  if (!names.ok) return names;
  return ok(
    areSame(names.value.split('\n'), draft.names)
      ? null
      : `The session "${session.name}" asks for other names. ${another}`,
  );
}

/** Order does not matter: the cells are the same. Neither list has duplicates. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  const all = new Set(some);
  return all.size === others.length && others.every((each) => all.has(each));
}

/** `names.txt 2026-02-21 14:03:22`, in the user's zone. */
export function nameOf(source: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return `${source.slice(0, 95)} ${day} ${time}`;
}

const refuse = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'session', reason });

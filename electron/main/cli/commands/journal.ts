import { extname, resolve } from 'node:path';
import { type Change, type ChangeState, changeStates } from '#shared/domain/change.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import { emptyChangeFilter, type JournalHealth } from '#shared/domain/journal.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  commandOf,
  type CommandServices,
  listing,
  type ListingAsked,
  noWords,
  withOptions,
} from '../command.ts';
import { didYouMean, type Options, readNumber } from '../options.ts';
import { problemWithPlace } from '../shared-options.ts';
import {
  count,
  counted,
  type ExitCode,
  exitCodes,
  sayFailure,
  sayUsage,
  table,
  type Terminal,
} from '../terminal.ts';

const verifyHelp = `Usage: namedesk journal verify [--json]

Walks the journal of changes from its first entry to its last, and the journal of accesses to transfer codes: each entry
carries a hash over itself and the one before. Prints how many there are and the last hash of each; keep these elsewhere, and
later you can tell whether an older part was written anew. Exit code 0: both hold together. 1: one does not; until it does,
Namedesk changes nothing at any service (changes), or asks for no transfer code (accesses).

  --json  as JSON, for scripts`;

const verifyCommand = withOptions({ name: 'journal verify', help: verifyHelp, ...listing, work: verify });

async function verify(
  { isJson }: ListingAsked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const checked = await changes.health(true);
  if (!checked.ok) return sayFailure(terminal, 'journal verify', checked.error);
  const { entries, changes: number, head, broken, accesses } = checked.value;
  const isWhole = broken === null && accesses.broken === null;
  if (isJson) terminal.out(JSON.stringify(checked.value, null, 2));
  else {
    const size = `${counted(entries, 'entry', 'entries')} of ${counted(number, 'change', 'changes')}`;
    sayChain(terminal, 'journal', 'entry', { broken, size, head });
    const lines = counted(accesses.lines, 'line', 'lines');
    sayChain(terminal, 'journal of code accesses', 'line', { ...accesses, size: lines });
  }
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function sayChain(
  terminal: Terminal,
  name: string,
  unit: string,
  { broken, size, head }: Pick<JournalHealth, 'broken' | 'head'> & { readonly size: string },
): void {
  if (broken === null) {
    terminal.out(`The ${name} holds together: ${size}.${head === '' ? '' : `\nLast hash: ${head}`}`);
  } else terminal.err(`The ${name} does not hold together at ${unit} ${broken.seq}: ${broken.why}`);
}

const listHelp = `Usage: namedesk journal list [--state S,S | --accesses] [--domain TEXT] [--most N] [--json]

Lists the changes, those that are uncertain first, then the newest: number, when, state, what, domain, account.

  --state S,S    only these: ${changeStates.join(', ')}
  --accesses     instead of changes, the transfer codes that were asked for, the newest first: when, how, what came
  --domain TEXT  only where this stands in the domain's name
  --most N       at most so many (100)
  --json         as JSON, for scripts`;

const listOptions = {
  state: { type: 'string' },
  accesses: { type: 'boolean' },
  domain: { type: 'string' },
  most: { type: 'string' },
  json: { type: 'boolean' },
} as const;

interface ListAsked {
  readonly states: readonly ChangeState[] | null;
  readonly isOfAccesses: boolean;
  readonly text: string;
  readonly most: number;
  readonly isJson: boolean;
}

const listCommand = withOptions({
  name: 'journal list',
  help: listHelp,
  options: listOptions,
  read: listRead,
  work: list,
});

function listRead({ values, words }: Options<typeof listOptions>): Result<ListAsked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  if (values.accesses === true && values.state !== undefined) {
    return fail('--state is of changes: leave it out with --accesses.');
  }
  const states = readStates(values.state);
  if (!states.ok) return states;
  const most = readNumber('most', values.most ?? '100', { least: 1, most: 1_000_000, isWhole: true });
  if (!most.ok) return most;
  return ok({
    states: states.value,
    isOfAccesses: values.accesses === true,
    text: values.domain ?? '',
    most: most.value,
    isJson: values.json === true,
  });
}

function readStates(text: string | undefined): Result<readonly ChangeState[] | null, string> {
  if (text === undefined) return ok(null);
  const states: ChangeState[] = [];
  for (const word of text.split(',').map((part) => part.trim())) {
    const state = changeStates.find((each) => each === word);
    if (state === undefined) return fail(`--state knows no "${word}".${didYouMean(word, changeStates)}`);
    states.push(state);
  }
  return ok(states);
}

function list(asked: ListAsked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  return asked.isOfAccesses
    ? listAccesses(asked, services.workspace, terminal)
    : listChanges(asked, services, terminal);
}

async function listChanges(
  asked: ListAsked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const { states, text, most, isJson } = asked;
  const filter = { ...emptyChangeFilter, states, text };
  const all: Change[] = [];
  for (;;) {
    const page = await changes.list(filter, all.length, Math.min(500, most - all.length));
    if (!page.ok) return sayFailure(terminal, 'journal list', page.error);
    all.push(...page.value.changes);
    if (page.value.changes.length === 0 || all.length >= Math.min(most, page.value.total)) break;
  }
  if (isJson) terminal.out(JSON.stringify(all, null, 2));
  else if (all.length === 0) terminal.err('There are no such changes.');
  else terminal.out(table([listTitles, ...all.map(listRow)]));
  return exitCodes.done;
}

const listTitles = ['NUMBER', 'CHANGED', 'STATE', 'WHAT', 'DOMAIN', 'ACCOUNT'];

const listRow = ({ number, changedAt, state, what, domain, accountLabel }: Change): readonly string[] => [
  count(number),
  changedAt,
  state,
  what.kind,
  domain,
  accountLabel,
];

const exportName = 'journal export';

const exportHelp = `Usage: namedesk journal export --out FILE

Writes every entry of the journal with its hash and the hash before it; then, in the same columns and numbered from 1 again,
every line about a transfer code that was asked for. Nothing personal is in it: of contacts there are the names of the fields
alone, and digests; of codes, nothing.

  --out FILE  ends with .csv or .json; the file appears when it is whole`;

const exportOptions = { out: { type: 'string' } } as const;

interface ExportAsked {
  readonly path: string;
  readonly format: 'csv' | 'json';
}

const exportCommand = withOptions({
  name: exportName,
  help: exportHelp,
  options: exportOptions,
  read: exportRead,
  work: write,
});

function exportRead({ values: { out }, words }: Options<typeof exportOptions>): Result<ExportAsked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  if (out === undefined) return fail('Give --out FILE, ending with .csv or .json.');
  const ending = extname(out).slice(1).toLowerCase();
  return ending === 'csv' || ending === 'json'
    ? ok({ path: out, format: ending })
    : fail(`The ending of "${out}" says no form. Use .csv or .json.`);
}

async function write(
  { path, format }: ExportAsked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const problem = problemWithPlace({ path, format }, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, exportName, problem);
  const written = await changes.exportJournal(format, emptyChangeFilter, resolve(terminal.cwd, path));
  if (!written.ok) return sayFailure(terminal, exportName, written.error);
  terminal.err(`${counted(written.value.entries, 'entry', 'entries')} written.`);
  return exitCodes.done;
}

const journalHelp = `Usage: namedesk journal <what> [options]

  verify   walks the whole journal of changes and says whether it holds together
  list     lists the changes: what, on which domain, what became of it
  export   writes every entry with its hash, so that others can check the chain

Nothing of it asks the service or changes anything. "namedesk journal verify --help" and so on explain each.`;

export const journalCommand = commandOf('journal', journalHelp, {
  verify: verifyCommand,
  list: listCommand,
  export: exportCommand,
});

/** Each access to a transfer code once, with its outcome; never a code. */
async function listAccesses(
  { text, most, isJson }: { readonly text: string; readonly most: number; readonly isJson: boolean },
  { codeAccesses }: CommandServices['workspace'],
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await codeAccesses.list({ accountId: null, domain: null, text, limit: most });
  if (!listed.ok) return sayFailure(terminal, 'journal list', listed.error);
  if (isJson) terminal.out(JSON.stringify(listed.value, null, 2));
  else if (listed.value.length === 0) terminal.err('There are no such accesses.');
  else terminal.out(table([accessTitles, ...listed.value.map(accessRow)]));
  return exitCodes.done;
}

const accessTitles = ['LINE', 'ASKED', 'DEED', 'CAME', 'DOMAIN', 'ACCOUNT'];

const accessRow = ({ seq, at, deed, outcome, domain, accountLabel }: CodeAccess): readonly string[] => [
  count(seq),
  at,
  deed,
  // The program ended between the request and the recording of its outcome.
  outcome ?? 'not known',
  domain,
  accountLabel,
];

import { extname, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { type ChangeState, changeStates } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  emptyChangeFilter,
  isProven,
  type JournalHealth,
  provenWord,
} from '#shared/domain/change.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import { accountNamed } from '../account-choice.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import { checkPlace, jsonOption, type ListingOptions, numberOption, wordsOption } from '../options.ts';
import { type ExitCode, exitCodes, sayList, type Terminal } from '../terminal.ts';
import { count, counted } from '../words.ts';
import { describePaid } from './paid.ts';

export function describeJournal(journal: CliCommand): void {
  journal.description('None of these contacts the service or changes anything.');
  journal
    .command('verify')
    .summary('verifies the whole journal of changes')
    .description(
      'Verifies the journal of changes and the journal of accesses to transfer codes, from the first entry to the last: each entry has a hash over itself and the one before. Prints the number of entries and the last hash of each; keep these elsewhere, and later you can tell whether an older part was rewritten. Exit code 0: both are intact. 1: one fails its check; until that is repaired, Namedesk sends no changes (changes) or requests no transfer codes (accesses).',
    )
    .addOption(jsonOption())
    .doesInWorkspace(verify);
  journal
    .command('list')
    .summary('lists the changes: what, on which domain, outcome')
    .description(
      'Lists the changes, those that are uncertain first, then the newest: number, when, state, what, domain, account. What a registry proves, once it is confirmed or applied, reads “proven by registry”.',
    )
    .addOption(wordsOption('--state <LIST>', 'only these', changeStates))
    .addOption(
      new Option(
        '--accesses',
        'instead of changes, the requested transfer codes, newest first: when, how, outcome',
      ).conflicts('state'),
    )
    .addOption(accountOption())
    .addOption(domainOption())
    .addOption(mostOption())
    .addOption(jsonOption())
    .doesInWorkspace(list);
  describePaid(journal);
  const write = journal.command('export');
  write
    .summary('writes every entry with its hash, so that others can check the chain')
    .description(
      'Writes every entry of the journal with its hash and the hash before it; then, in the same columns and numbered from 1 again, every line about a requested transfer code. It contains nothing personal: of contacts only field names, and no codes.',
    )
    .addOption(
      new Option('--out <FILE>', 'ends with .csv or .json; the file appears when it is complete')
        .argParser((text) => {
          if (/\.(csv|json)$/i.test(text)) return text;
          throw new InvalidArgumentError('Its extension is unknown. Use .csv or .json.');
        })
        .makeOptionMandatory(),
    )
    .hook('preAction', () => checkPlace(write, write.opts<ExportOptions>().out))
    .doesInWorkspace(exportJournal);
}

/** The list of changes without accesses, as a command of its own noun. */
export const describeChangeList = (list: CliCommand): CliCommand =>
  list
    .summary('lists the changes: what, on which domain, outcome')
    .description('Lists the changes, those that are uncertain first, then the newest.')
    .addOption(wordsOption('--state <LIST>', 'only these', changeStates))
    .addOption(accountOption())
    .addOption(domainOption())
    .addOption(mostOption())
    .addOption(jsonOption())
    .doesInWorkspace(listChanges);

const accountOption = (): Option =>
  new Option('--account <LABEL>', 'only of this account; default: of all but the practice account');
const domainOption = (): Option =>
  new Option('--domain <TEXT>', 'only domains whose name contains this').default('');
const mostOption = (): Option =>
  numberOption('--most <N>', 'lists at most N', { least: 1, most: 1_000_000 }).default(100);

async function verify(
  { services: { changes }, terminal }: ServicesCall,
  { json }: ListingOptions,
): Promise<ExitCode> {
  const checked = valueOf(await changes.health(true));
  const { entries, changes: number, head, broken, accesses } = checked;
  if (json === true) terminal.out(JSON.stringify(checked, null, 2));
  else {
    const size = `${counted(entries, 'entry', 'entries')} of ${counted(number, 'change', 'changes')}`;
    sayChain(terminal, 'journal', 'entry', { broken, size, head });
    const lines = counted(accesses.lines, 'line', 'lines');
    sayChain(terminal, 'journal of code accesses', 'line', { ...accesses, size: lines });
  }
  return broken === null && accesses.broken === null ? exitCodes.done : exitCodes.failed;
}

function sayChain(
  terminal: Terminal,
  name: string,
  unit: string,
  { broken, size, head }: Pick<JournalHealth, 'broken' | 'head'> & { readonly size: string },
): void {
  if (broken === null) {
    terminal.out(`The ${name} is intact: ${size}.${head === '' ? '' : `\nLast hash: ${head}`}`);
  } else terminal.err(`The ${name} fails its check at ${unit} ${broken.seq}: ${broken.why}`);
}

interface ListOptions extends ListingOptions {
  readonly state?: readonly ChangeState[];
  readonly accesses?: true;
  readonly account?: string;
  readonly domain: string;
  readonly most: number;
}

const list = (call: ServicesCall, options: ListOptions): Promise<ExitCode> =>
  options.accesses === true ? listAccesses(call, options) : listChanges(call, options);

async function listChanges(
  { services: { changes, accounts }, terminal }: ServicesCall,
  { state, account: label, domain, most, json }: ListOptions,
): Promise<ExitCode> {
  const account = label === undefined ? null : await accountNamed(accounts, label);
  const of = { accountId: account?.id ?? null, counted: true };
  const filter = { ...emptyChangeFilter, ...of, states: state ?? null, text: domain };
  const all: Change[] = [];
  for (;;) {
    const page = valueOf(await changes.list(filter, all.length, Math.min(500, most - all.length)));
    all.push(...page.changes);
    if (page.changes.length === 0 || all.length >= Math.min(most, page.total)) break;
  }
  const titles = ['NUMBER', 'CHANGED', 'STATE', 'WHAT', 'DOMAIN', 'ACCOUNT'];
  return sayList(terminal, json, { all, none: 'There are no such changes.', titles, row: changeRow });
}

const changeRow = ({
  number,
  changedAt,
  state,
  proof,
  what,
  domain,
  accountLabel,
}: Change): readonly string[] => [
  count(number),
  changedAt,
  isProven({ proof }) ? provenWord.toLowerCase() : state,
  what.kind,
  domain,
  accountLabel,
];

/** Each access to a transfer code once, with its outcome; never a code. */
async function listAccesses(
  { services: { workspace, accounts }, terminal }: ServicesCall,
  { account: label, domain: text, most, json }: ListOptions,
): Promise<ExitCode> {
  const account = label === undefined ? null : await accountNamed(accounts, label);
  const accountId = account?.id ?? null;
  const listed = valueOf(await workspace.codeAccesses.list({ accountId, domain: null, text, limit: most }));
  const titles = ['LINE', 'REQUESTED', 'HOW', 'OUTCOME', 'DOMAIN', 'ACCOUNT'];
  const none = 'There are no such accesses.';
  return sayList(terminal, json, { all: listed, none, titles, row: accessRow });
}

const accessRow = ({ seq, at, deed, outcome, domain, accountLabel }: CodeAccess): readonly string[] => [
  count(seq),
  at,
  deed,
  // The program ended between the request and the recording of its outcome.
  outcome ?? 'not known',
  domain,
  accountLabel,
];

interface ExportOptions {
  readonly out: string;
}

async function exportJournal(
  { services: { changes }, terminal }: ServicesCall,
  { out }: ExportOptions,
): Promise<ExitCode> {
  const format = extname(out).toLowerCase() === '.csv' ? 'csv' : 'json';
  const written = valueOf(await changes.exportJournal(format, emptyChangeFilter, resolve(terminal.cwd, out)));
  terminal.err(`${counted(written.entries, 'entry', 'entries')} written.`);
  return exitCodes.done;
}

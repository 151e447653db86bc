import { extname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { periodSpan, sumsText } from '#shared/domain/activity.ts';
import { type ChangeState, changeStates } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  emptyChangeFilter,
  isProven,
  type JournalHealth,
  provenWord,
} from '#shared/domain/change.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import { openToAssistants } from '../../action.ts';
import { invalidInput } from '../../system/texts.ts';
import { accountNamed, onlyAccount } from '../account-choice.ts';
import { endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import {
  fileOption,
  json,
  needed,
  numberOption,
  onlyAccountOption,
  option,
  parsedOption,
  withDefault,
  wordsOption,
} from '../options.ts';
import { row } from '../rows.ts';
import { type ExitCode, exitCodes, sayList, type Terminal } from '../terminal.ts';
import { count, counted } from '../words.ts';

const stateOption = wordsOption('--state <LIST>', 'only these', changeStates);
const whichChanges = [
  onlyAccountOption(),
  withDefault(option('--domain <TEXT>', 'only domains whose name contains this'), ''),
  withDefault(numberOption('--most <N>', 'lists at most N', { least: 1, most: 1_000_000 }), 100),
  json,
] as const;
const summary = 'lists the changes: what, on which domain, outcome';

/** The list of changes without accesses, as a command of its own noun. */
export const changeList = row('list', {
  summary,
  about: 'Lists the changes, those that are uncertain first, then the newest.',
  options: [stateOption, ...whichChanges],
  does: listChanges,
});

export const journalList = openToAssistants(
  row('list', {
    summary,
    about:
      'Lists the changes, those that are uncertain first, then the newest: number, when, state, what, domain, account. What a registry proves, once it is confirmed or applied, reads “proven by registry”.',
    options: [
      stateOption,
      option(
        '--accesses',
        'instead of changes, the requested transfer codes, newest first: when, how, outcome',
      ).conflicts('state'),
      ...whichChanges,
    ],
    does: (call, options) =>
      options.accesses === true ? listAccesses(call, options) : listChanges(call, options),
  }),
);

export const noun = row('', {
  about: 'None of these contacts the service or changes anything.',
  rows: [
    row('verify', {
      summary: 'verifies the whole journal of changes',
      about:
        'Verifies the journal of changes and the journal of accesses to transfer codes, from the first entry to the last: each entry has a hash over itself and the one before. Prints the number of entries and the last hash of each; keep these elsewhere, and later you can tell whether an older part was rewritten. Exit code 0: both are intact. 1: one fails its check; until that is repaired, Namedesk sends no changes (changes) or requests no transfer codes (accesses).',
      options: [json],
      async does({ services, terminal }, { json: asJson }) {
        const checked = valueOf(await services.changes.health(true));
        const { entries, changes, head, broken, accesses } = checked;
        const code = broken === null && accesses.broken === null ? exitCodes.done : exitCodes.failed;
        if (asJson) return { json: checked, code };
        const size = `${counted(entries, 'entry', 'entries')} of ${counted(changes, 'change', 'changes')}`;
        sayChain(terminal, 'journal', 'entry', { broken, size, head });
        const lines = counted(accesses.lines, 'line', 'lines');
        sayChain(terminal, 'journal of code accesses', 'line', { ...accesses, size: lines });
        return code;
      },
    }),
    journalList,
    row('paid', {
      summary: 'writes the paid changes of a month, for invoices',
      about:
        'Writes one row for each registration and renewal that was sent in a month: day, domain, kind, years, client, account, amount, currency, how the amount is known (price, measured, not given), state, when and by what it was proven (registry, or service: a reading of it; empty where nothing showed it), and number of the change. Uncertain ones are marked UNCERTAIN, and refused ones are excluded. An amount that is not known is empty, never 0. A measured one is what the credit fell by: other orders may be in it. It contains nothing personal.',
      options: [
        needed(
          parsedOption(
            '--month <YYYY-MM>',
            'the month, in the time zone of this computer',
            (text): string => {
              if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
              throw new InvalidArgumentError('Give a month, such as 2026-11.');
            },
          ),
        ),
        fileOption('.csv', '.xlsx'),
        onlyAccountOption('nothing of the practice account is paid'),
        option('--client <NAME>', 'only of domains of this client'),
      ],
      async does({ services: { activity, accounts }, terminal }, { month, out, account: label, client }) {
        const account = label === undefined ? null : await accountNamed(accounts, label);
        if (account?.kind === 'practice')
          return endWith(invalidInput('account', 'Nothing is paid in practice'));
        const of = { accountId: account?.id ?? null, client: client ?? null, ...periodSpan(month) };
        const { rows, sums } = valueOf(
          await activity.exportPaid({
            format: out.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx',
            path: resolve(terminal.cwd, out),
            filter: { ...emptyChangeFilter, ...of },
          }),
        );
        const paid = sumsText(sums);
        return { err: `${counted(rows, 'row', 'rows')} written${paid === null ? '' : `: ${paid}`}.` };
      },
    }),
    row('verify-proof <FILE>', {
      summary: 'holds a file of proof that a client has against this journal',
      about:
        'Reads the file that Send the proof… wrote, and compares each of its rows with the entries of this journal, whose chain is verified first. Exit code 0: each row matches, and the page shows what it carries. 1: something in it was altered, a currency that the service did not name is not the account’s present one, or it was made from another journal. Whose domains they are, the period and that none is missing are not in the journal. No network is used.',
      words: { FILE: 'the file' },
      async does({ services: { activity }, terminal }, _options, file) {
        const { verdict, said } = valueOf(await activity.checkProof(resolve(terminal.cwd, file)));
        return verdict === 'matches' ? { out: said } : { err: said, code: exitCodes.failed };
      },
    }),
    row('export', {
      summary: 'writes every entry with its hash, so that others can check the chain',
      about:
        'Writes every entry of the journal with its hash and the hash before it; then, in the same columns and numbered from 1 again, every line about a requested transfer code. It contains nothing personal: of contacts only field names, and no codes.',
      options: [fileOption('.csv', '.json')],
      async does({ services: { changes }, terminal }, { out }) {
        const format = extname(out).toLowerCase() === '.csv' ? 'csv' : 'json';
        const path = resolve(terminal.cwd, out);
        const { entries } = valueOf(await changes.exportJournal(format, emptyChangeFilter, path));
        return { err: `${counted(entries, 'entry', 'entries')} written.` };
      },
    }),
  ],
});

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

interface ListOptions {
  readonly state?: readonly ChangeState[];
  readonly account?: string;
  readonly domain: string;
  readonly most: number;
  readonly json?: true;
}

async function listChanges(
  { services: { changes, accounts }, terminal }: ServicesCall,
  { state, account, domain, most, json: asJson }: ListOptions,
): Promise<ExitCode> {
  const of = { accountId: await onlyAccount(accounts, account), counted: true };
  const filter = { ...emptyChangeFilter, ...of, states: state ?? null, text: domain };
  const all: Change[] = [];
  for (;;) {
    const page = valueOf(await changes.list(filter, all.length, Math.min(500, most - all.length)));
    all.push(...page.changes);
    if (page.changes.length === 0 || all.length >= Math.min(most, page.total)) break;
  }
  const titles = ['NUMBER', 'CHANGED', 'STATE', 'WHAT', 'DOMAIN', 'ACCOUNT'];
  return sayList(terminal, asJson, { all, none: 'There are no such changes.', titles, row: changeRow });
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
  { account, domain: text, most, json: asJson }: ListOptions,
): Promise<ExitCode> {
  const accountId = await onlyAccount(accounts, account);
  const all = valueOf(await workspace.codeAccesses.list({ accountId, domain: null, text, limit: most }));
  const titles = ['LINE', 'REQUESTED', 'HOW', 'OUTCOME', 'DOMAIN', 'ACCOUNT'];
  return sayList(terminal, asJson, { all, none: 'There are no such accesses.', titles, row: accessRow });
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

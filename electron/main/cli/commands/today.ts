import { Option } from 'commander';
import {
  type Attention,
  type AttentionRow,
  clientWords,
  groupedByClient,
  stepWords,
} from '#shared/domain/attention.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import { jsonOption, type ListingOptions } from '../options.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

export function describeToday(today: CliCommand): void {
  today
    .description(
      'Lists what needs you, over all accounts, the most urgent first, as the screen Today of the window does: what registries show (a pending transfer, another registrar, a lost lock, a deletion, a hold), uncertain changes, expired and due domains, what is unlocked, has left or was changed elsewhere, stopped batches, failed imports, low credit, accounts that cannot be used. It asks no service. With --by client: under each client what its domains need, and beside it what is of none. With --json: also renewals by month and the credit of each account, in the shape that docs/command-line.md describes.',
    )
    .addOption(new Option('--by <WHAT>', 'a row for each client, under its name').choices(['client']))
    .addOption(jsonOption())
    .doesInWorkspace(list);
}

/** The number goes up where a script would have to change. */
const version = 1;
const namesInLine = 3;

interface TodayOptions extends ListingOptions {
  readonly by?: 'client';
}

async function list({ services, terminal }: ServicesCall, { json, by }: TodayOptions): Promise<ExitCode> {
  const read = valueOf(await services.today.read(by));
  const { today, toDo, months, credits, domains, withoutExpiry } = read;
  const groups = by === undefined ? null : groupedByClient(read.rows);
  const rows = groups?.flatMap((group) => group.rows) ?? read.rows;
  if (json === true) {
    const counts = { version, ...(by !== undefined && { by }), today, toDo, domains, withoutExpiry };
    const report = {
      ...counts,
      rows: rows.map(rowAsJson(by !== undefined)),
      months,
      credits: credits.map(creditAsJson),
    };
    terminal.out(JSON.stringify(report, null, 2));
    return exitCodes.done;
  }
  const listed = rows.filter(({ snoozedUntil }) => snoozedUntil === null);
  const said = sayList(terminal, undefined, {
    all: listed,
    none: 'Nothing needs you today.',
    titles: [...(by === undefined ? [] : ['CLIENT']), 'WHAT', 'ACCOUNT', 'OF', 'WHY', 'NEXT'],
    row: (row) => [
      ...(by === undefined ? [] : [clientWords(row.client)]),
      row.kind,
      isolated(row.accountLabel),
      subjectOf(row),
      row.why,
      stepWords(row),
    ],
  });
  const snoozed = rows.length - listed.length;
  if (snoozed > 0) terminal.err(`${counted(snoozed, 'row is', 'rows are')} snoozed.`);
  if (withoutExpiry > 0)
    terminal.err(`${counted(withoutExpiry, 'domain has', 'domains have')} no known expiry.`);
  return said;
}

/** `a.com, b.com, c.com and 9 more`; what a batch or a lookup is called. */
function subjectOf({ title, names, count: all }: AttentionRow): string {
  if (title !== '') return isolated(title);
  const rest = all - namesInLine;
  const first = names.slice(0, namesInLine).map(nameInText).join(', ');
  return rest > 0 && first !== '' ? `${first} and ${count(rest)} more` : first;
}

const rowAsJson =
  (hasClient: boolean) =>
  ({ accountLabel: account, isPractice: practice, coverage, client, ...rest }: AttentionRow) => ({
    account,
    practice,
    ...(hasClient && { client }),
    ...rest,
    creditSuffices: suffices(coverage),
  });

const creditAsJson = ({
  label: account,
  isPractice: practice,
  coverage,
  ...rest
}: Attention['credits'][number]) => ({ account, practice, ...rest, creditSuffices: suffices(coverage) });

/** Null where that is not known, as of two currencies. */
const suffices = (coverage: AttentionRow['coverage']): boolean | null =>
  coverage === null || coverage === 'perhaps-not' ? null : coverage === 'enough';

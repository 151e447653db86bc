import { type Attention, type AttentionRow, stepWords } from '#shared/domain/attention.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
import { jsonOption, type ListingOptions } from '../options.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

export function describeToday(today: CliCommand): void {
  today
    .description(
      'Lists what needs you, over all accounts, the most urgent first, as the screen Today of the window does: uncertain changes, expired and due domains, what is unlocked, has left or was changed elsewhere, stopped batches, failed imports, low credit. It asks no service. With --json: also renewals by month and the credit of each account, in the shape that README describes.',
    )
    .addOption(jsonOption())
    .doesInWorkspace(list);
}

/** The number goes up where a script would have to change. */
const version = 1;
const namesInLine = 3;

async function list(
  { services, terminal }: ServicesCall,
  { json }: ListingOptions,
): Promise<Result<ExitCode>> {
  const read = await services.today.read();
  if (!read.ok) return read;
  const { today, rows, toDo, months, credits, domains, withoutExpiry } = read.value;
  if (json === true) {
    const counts = { version, today, toDo, domains, withoutExpiry };
    const report = { ...counts, rows: rows.map(rowAsJson), months, credits: credits.map(creditAsJson) };
    terminal.out(JSON.stringify(report, null, 2));
    return ok(exitCodes.done);
  }
  const listed = rows.filter(({ snoozedUntil }) => snoozedUntil === null);
  const said = sayList(terminal, undefined, {
    all: listed,
    none: 'Nothing needs you today.',
    titles: ['WHAT', 'ACCOUNT', 'OF', 'WHY', 'NEXT'],
    row: (row) => [row.kind, isolated(row.accountLabel), subjectOf(row), row.why, stepWords(row)],
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

const rowAsJson = ({
  accountLabel: account,
  isPractice: practice,
  isCovered: creditSuffices,
  ...rest
}: AttentionRow) => ({ account, practice, ...rest, creditSuffices });

const creditAsJson = ({
  label: account,
  isPractice: practice,
  isCovered: creditSuffices,
  ...rest
}: Attention['credits'][number]) => ({ account, practice, ...rest, creditSuffices });

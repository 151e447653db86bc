import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { monthSpan, sumsText } from '#shared/domain/activity.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { accountNamed } from '../account-choice.ts';
import { type CliCommand, endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { checkPlace } from '../options.ts';
import { invalidInput } from '../../system/texts.ts';
import { type ExitCode, exitCodes } from '../terminal.ts';
import { counted } from '../words.ts';

interface PaidOptions {
  readonly month: string;
  readonly out: string;
  readonly account?: string;
  readonly client?: string;
}

/** `namedesk journal paid`: what was paid in a month, for invoices. */
export function describePaid(journal: CliCommand): void {
  const paid = journal.command('paid');
  paid
    .summary('writes the paid changes of a month, for invoices')
    .description(
      'Writes one row for each registration and renewal that was sent in a month: day, domain, kind, years, client, account, amount, currency, how the amount is known (price, measured, not given), state and number of the change. Uncertain ones are marked UNCERTAIN, and refused ones are excluded. An amount that is not known is empty, never 0. A measured one is what the credit fell by: other orders may be in it. It contains nothing personal.',
    )
    .addOption(
      new Option('--month <YYYY-MM>', 'the month, in the time zone of this computer')
        .argParser((text) => {
          if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
          throw new InvalidArgumentError('Give a month, such as 2026-11.');
        })
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--out <FILE>', 'ends with .csv or .xlsx; the file appears when it is complete')
        .argParser((text) => {
          if (/\.(csv|xlsx)$/i.test(text)) return text;
          throw new InvalidArgumentError('Its extension is unknown. Use .csv or .xlsx.');
        })
        .makeOptionMandatory(),
    )
    .option('--account <LABEL>', 'only of this account; nothing of the practice account is paid')
    .option('--client <NAME>', 'only of domains of this client')
    .hook('preAction', () => checkPlace(paid, paid.opts<PaidOptions>().out))
    .doesInWorkspace(exportPaid);
}

async function exportPaid(
  { services: { activity, accounts }, terminal }: ServicesCall,
  { month, out, account: label, client }: PaidOptions,
): Promise<ExitCode> {
  const account = label === undefined ? null : await accountNamed(accounts, label);
  if (account?.kind === 'practice') return endWith(invalidInput('account', 'Nothing is paid in practice'));
  const { rows, sums } = valueOf(
    await activity.exportPaid({
      format: out.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx',
      path: resolve(terminal.cwd, out),
      filter: {
        ...emptyChangeFilter,
        accountId: account?.id ?? null,
        client: client ?? null,
        ...monthSpan(month),
      },
    }),
  );
  terminal.err([`${counted(rows, 'row', 'rows')} written.`, sumsText(sums) ?? ''].join(' ').trim());
  return exitCodes.done;
}

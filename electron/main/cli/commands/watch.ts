import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { ok, type Result } from '#shared/result.ts';
import { accountNamed } from '../account-choice.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
import { checkPlace } from '../options.ts';
import { type ExitCode, exitCodes } from '../terminal.ts';
import { counted } from '../words.ts';

interface CalendarOptions {
  readonly out: string;
  readonly account?: string;
}

export function describeCalendar(calendar: CliCommand): void {
  calendar
    .description(
      'Writes an event of a whole day for each domain whose expiry is known, with alarms 60, 30, 14, 7 and 1 days before. Import the file into any calendar; the next file updates what was imported before. Expected dates are marked, archived domains are left out. It has no transfer codes. The service is not contacted.',
    )
    .addOption(
      new Option('--out <FILE>', 'ends with .ics; the file appears when it is complete')
        .argParser((text) => {
          if (/\.ics$/i.test(text)) return text;
          throw new InvalidArgumentError('Its extension is unknown. Use .ics.');
        })
        .makeOptionMandatory(),
    )
    .option('--account <LABEL>', 'only of this account; default: of all but the practice account')
    .hook('preAction', () => checkPlace(calendar, calendar.opts<CalendarOptions>().out))
    .doesInWorkspace(saveCalendar);
}

async function saveCalendar(
  { services, terminal }: ServicesCall,
  { out, account: label }: CalendarOptions,
): Promise<Result<ExitCode>> {
  const account = label === undefined ? ok(null) : await accountNamed(services.accounts, label);
  if (!account.ok) return account;
  const saved = await services.watching.saveCalendar(account.value && [account.value.id], resolve(terminal.cwd, out));
  if (!saved.ok) return saved;
  terminal.err(`${counted(saved.value.events, 'expiry', 'expiries')} in ${out}`);
  return ok(exitCodes.done);
}

import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import { accountNamed, withKey } from '../account-choice.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import { namesIn } from '../domain-names.ts';
import { checkPlace, jsonOption, type ListingOptions } from '../options.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

interface CalendarOptions {
  readonly out: string;
  readonly account?: string;
}

export function describeCalendar(calendar: CliCommand): void {
  calendar
    .description(
      'Writes an event of a whole day for each domain whose expiry is known, with alarms 60, 30, 14, 7 days and 1 day before. Import the file into any calendar; the next file updates what was imported before. Expected dates are marked, archived domains are not in it. It has no transfer codes. The service is not contacted.',
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
): Promise<ExitCode> {
  const account = label === undefined ? null : await accountNamed(services.accounts, label);
  const { events } = valueOf(
    await services.watching.saveCalendar(account && [account.id], resolve(terminal.cwd, out)),
  );
  terminal.err(`${counted(events, 'expiry', 'expiries')} in ${out}`);
  return exitCodes.done;
}

interface WatchOptions extends ListingOptions {
  readonly account: string;
}

export function describeWatch(watch: CliCommand): void {
  watch.description(
    'Names that others have, or that are reserved. While the application runs, it looks each of them up once a day, and tells when one becomes available or premium.',
  );
  const accountOption = (): Option =>
    new Option(
      '--account <LABEL>',
      'whose lookups; "practice" is the practice account',
    ).makeOptionMandatory();
  watch
    .command('add <NAME...>')
    .summary('watches names; those that are watched already stay as they are')
    .addOption(accountOption())
    .doesInWorkspace(addWatched);
  watch
    .command('list')
    .summary('lists the watched names, with what was found of each and when')
    .addOption(accountOption())
    .addOption(jsonOption())
    .doesInWorkspace(listWatched);
  watch
    .command('remove <NAME...>')
    .summary('no longer watches names')
    .addOption(accountOption())
    .doesInWorkspace(removeWatched);
  watch
    .command('run')
    .summary('looks all watched names up now, and prints what was found')
    .description(
      'Looks all watched names of the account up now, and lists them. Exit code 1: some lookups failed. For schedules on a machine where the window is closed.',
    )
    .addOption(accountOption())
    .addOption(jsonOption())
    .doesInWorkspace(runWatched);
}

/** The account, and the typed names as A-labels. Refuses what is no name. */
async function accountAndNames(
  { services, refuse }: ServicesCall,
  label: string,
  typed: readonly string[],
): Promise<{ readonly accountId: string; readonly names: readonly string[] }> {
  const { id: accountId } = await accountNamed(services.accounts, label);
  const { names, refused } = await namesIn(typed.join('\n'), [accountId], services);
  const [first] = refused;
  if (first !== undefined) refuse(`${first.text}: ${first.reason}. Nothing was changed.`);
  return { accountId, names };
}

async function addWatched(
  call: ServicesCall,
  { account: label }: WatchOptions,
  ...typed: readonly string[]
): Promise<ExitCode> {
  const { accountId, names } = await accountAndNames(call, label, typed);
  const watched = names.map((domain) => ({ domain, tld: tldOf(domain) }));
  const { added } = valueOf(await call.services.watching.add(accountId, watched));
  call.terminal.err(`${counted(added, 'name is', 'names are')} watched from now on.`);
  return exitCodes.done;
}

async function removeWatched(
  call: ServicesCall,
  { account: label }: WatchOptions,
  ...typed: readonly string[]
): Promise<ExitCode> {
  const { accountId, names } = await accountAndNames(call, label, typed);
  const { removed } = valueOf(await call.services.watching.remove(accountId, names));
  call.terminal.err(`${counted(removed, 'name is', 'names are')} no longer watched.`);
  return exitCodes.done;
}

async function listWatched(call: ServicesCall, options: WatchOptions): Promise<ExitCode> {
  const account = await accountNamed(call.services.accounts, options.account);
  return sayWatched(call, account.id, options.json);
}

async function runWatched(call: ServicesCall, options: WatchOptions): Promise<ExitCode> {
  const { services, terminal } = call;
  const account = await accountNamed(services.accounts, options.account);
  return await withKey(call, account.id, {}, async () => {
    const { lookedUp, failed, available } = valueOf(await services.watching.run(account.id));
    terminal.err(
      `${counted(lookedUp, 'name was', 'names were')} looked up, ${count(failed)} failed, ${count(available)} became available.`,
    );
    const listed = await sayWatched(call, account.id, options.json);
    return failed > 0 ? exitCodes.failed : listed;
  });
}

async function sayWatched(
  { services, terminal }: ServicesCall,
  accountId: string,
  json: true | undefined,
): Promise<ExitCode> {
  const listed = valueOf(await services.watching.names(accountId));
  return sayList(terminal, json, {
    all: listed,
    asJson: watchedAsJson,
    none: 'No names are watched. Add them with "namedesk watch add".',
    titles: ['NAME', 'FOUND', 'CHECKED'],
    row: ({ domain, finding: { kind, checkedAt } }) => [
      toUnicode(domain),
      kind === 'unchecked' ? 'not checked yet' : kind,
      checkedAt ?? '',
    ],
  });
}

const watchedAsJson = ({ domain, addedAt, finding: { kind, checkedAt, prices } }: WatchedName) => ({
  domain,
  addedAt,
  finding: kind,
  checkedAt,
  prices: prices.map(({ period, register, renew }) => ({ period, register, renew })),
});

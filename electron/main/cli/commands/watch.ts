import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { ok, type Result } from '#shared/result.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import { accountNamed, withKey } from '../account-choice.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
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
): Promise<Result<ExitCode>> {
  const account = label === undefined ? ok(null) : await accountNamed(services.accounts, label);
  if (!account.ok) return account;
  const saved = await services.watching.saveCalendar(
    account.value && [account.value.id],
    resolve(terminal.cwd, out),
  );
  if (!saved.ok) return saved;
  terminal.err(`${counted(saved.value.events, 'expiry', 'expiries')} in ${out}`);
  return ok(exitCodes.done);
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

/** The account, and the typed names as A-labels. Fails with: `no-account`, `storage`. Refuses what is no name. */
async function accountAndNames(
  { services, refuse }: ServicesCall,
  label: string,
  typed: readonly string[],
): Promise<Result<{ readonly accountId: string; readonly names: readonly string[] }>> {
  const account = await accountNamed(services.accounts, label);
  if (!account.ok) return account;
  const { id: accountId } = account.value;
  const read = await namesIn(typed.join('\n'), [accountId], services);
  if (!read.ok) return read;
  const { names, refused } = read.value;
  const [first] = refused;
  if (first !== undefined) refuse(`${first.text}: ${first.reason}. Nothing was changed.`);
  return ok({ accountId, names });
}

async function addWatched(
  call: ServicesCall,
  { account: label }: WatchOptions,
  ...typed: readonly string[]
): Promise<Result<ExitCode>> {
  const read = await accountAndNames(call, label, typed);
  if (!read.ok) return read;
  const { accountId, names } = read.value;
  const watched = names.map((domain) => ({ domain, tld: tldOf(domain) }));
  const added = await call.services.watching.add(accountId, watched);
  if (!added.ok) return added;
  call.terminal.err(`${counted(added.value.added, 'name is', 'names are')} watched from now on.`);
  return ok(exitCodes.done);
}

async function removeWatched(
  call: ServicesCall,
  { account: label }: WatchOptions,
  ...typed: readonly string[]
): Promise<Result<ExitCode>> {
  const read = await accountAndNames(call, label, typed);
  if (!read.ok) return read;
  const removed = await call.services.watching.remove(read.value.accountId, read.value.names);
  if (!removed.ok) return removed;
  call.terminal.err(`${counted(removed.value.removed, 'name is', 'names are')} no longer watched.`);
  return ok(exitCodes.done);
}

async function listWatched(call: ServicesCall, options: WatchOptions): Promise<Result<ExitCode>> {
  const account = await accountNamed(call.services.accounts, options.account);
  return account.ok ? await sayWatched(call, account.value.id, options.json) : account;
}

async function runWatched(call: ServicesCall, options: WatchOptions): Promise<Result<ExitCode>> {
  const { services, terminal } = call;
  const account = await accountNamed(services.accounts, options.account);
  if (!account.ok) return account;
  return await withKey(call, account.value.id, {}, async () => {
    const run = await services.watching.run(account.value.id);
    if (!run.ok) return run;
    const { lookedUp, failed, available } = run.value;
    terminal.err(
      `${counted(lookedUp, 'name was', 'names were')} looked up, ${count(failed)} failed, ${count(available)} became available.`,
    );
    const listed = await sayWatched(call, account.value.id, options.json);
    return listed.ok && failed > 0 ? ok(exitCodes.failed) : listed;
  });
}

async function sayWatched(
  { services, terminal }: ServicesCall,
  accountId: string,
  json: true | undefined,
): Promise<Result<ExitCode>> {
  const listed = await services.watching.names(accountId);
  if (!listed.ok) return listed;
  return sayList(terminal, json, {
    all: listed.value,
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

import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { missWords } from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import { accountNamed, accountsNamed, withKey } from '../account-choice.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
import { readDomains, readTyped } from '../domain-names.ts';
import { jsonOption, keyOption, type ListingOptions, ownersOptions, type WhichOwners } from '../options.ts';
import { endedCode, type ExitCode, exitCodes, sayFailedWork, sayList } from '../terminal.ts';
import { count } from '../words.ts';

/** Which domains of an account, or of all, a command is about. */
export interface SomeNames extends WhichOwners {
  readonly names?: string;
}

export const someNames = (command: CliCommand): CliCommand =>
  ownersOptions(command).option(
    '--names <FILE>',
    'full names, such as example.com, one per line; - is standard input',
  );

/** An account, and those of the named domains that it has: at least one. */
export interface NamesOfAccount {
  readonly account: Account;
  readonly names: readonly string[];
}

/**
 * The named domains, account by account: of all accounts, a domain stands under each that has it. Refuses names that
 * are in none of the portfolios. Fails with: `invalid-input`, `storage`.
 */
export async function namesOf(
  { services, terminal, refuse }: ServicesCall,
  { names: from, ...which }: SomeNames,
  typed: readonly string[],
): Promise<Result<readonly NamesOfAccount[]>> {
  if ((from === undefined) === (typed.length === 0))
    refuse('Say the domains, or --names with a file of them.');
  const accounts = await accountsNamed(services.accounts, which);
  if (!accounts.ok) return accounts;
  const ids = accounts.value.map(({ id }) => id);
  const read =
    from === undefined
      ? await readTyped(typed.join('\n'), ids, services, terminal)
      : await readDomains(from, ids, services, terminal);
  if (!read.ok) return read;
  const found: NamesOfAccount[] = [];
  for (const account of accounts.value) {
    const names = await services.portfolio.namesAmong(account.id, read.value);
    if (!names.ok) return names;
    const held = new Set(names.value);
    if (held.size > 0) found.push({ account, names: read.value.filter((name) => held.has(name)) });
  }
  const held = new Set(found.flatMap(({ names }) => names));
  const missing = read.value.find((name) => !held.has(name));
  if (missing !== undefined)
    refuse(
      `${isolatedName(missing)} is not in the portfolio of ${which.all === true ? 'any account' : 'this account'}. Nothing was done.`,
    );
  return ok(found);
}

interface RefreshOptions extends SomeNames, ListingOptions {
  readonly registry?: true;
  readonly keyStdinOnce?: true;
}

export function describeRefresh(domain: CliCommand): void {
  someNames(
    domain
      .command('refresh [NAME...]')
      .summary('reads domains again, and prints what changed')
      .description(
        'Reads lock, nameservers and contacts of the domains again, waits for the end and prints what changed, from what to what. With --all, in each account that has them. With --registry it asks the registries for the expiry instead of the service, which needs no key; "namedesk settings set registry.enabled true" allows it. Ctrl-C ends it; what was read is stored, and of the others it says that they were not read. Exit code 1: some could not be read, and it says why.',
      ),
  )
    .option('--registry', 'asks the registries of the TLDs for the expiry, instead of the service')
    .addOption(keyOption().conflicts(['registry', 'all']))
    .addOption(jsonOption())
    .doesInWorkspace(refresh);
}

async function refresh(
  call: ServicesCall,
  options: RefreshOptions,
  ...typed: readonly string[]
): Promise<Result<ExitCode>> {
  if (options.registry === true) return await refreshByRegistry(call, options, typed);
  if (options.account === undefined) return await readAndSay(call, options, typed, readWithStoredKey);
  const account = await accountNamed(call.services.accounts, options.account);
  if (!account.ok) return account;
  // Before the names: of an input that has both, the key is the first line.
  return await withKey(call, account.value.id, options, () => readAndSay(call, options, typed, readService));
}

async function refreshByRegistry(
  call: ServicesCall,
  options: RefreshOptions,
  typed: readonly string[],
): Promise<Result<ExitCode>> {
  const settings = await call.services.workspace.settings.read();
  if (!settings.ok) return settings;
  const { registryEnabled, registryBootstrap } = settings.value;
  if (!registryEnabled)
    call.refuse(
      'Registries are not asked, as that is switched off. Switch it on with "namedesk settings set registry.enabled true".',
    );
  const accounts = await accountsNamed(call.services.accounts, options);
  if (!accounts.ok) return accounts;
  if (accounts.value.some(({ kind }) => kind === 'practice') && !isLoopback(registryBootstrap))
    call.refuse('Registries are not asked for the names of the practice account.');
  return await readAndSay(call, options, typed, readRegistries);
}

/** Reads the names again. @returns Why it ended early; null where it did not. */
type Read = (
  call: ServicesCall,
  accountId: string,
  names: readonly string[],
) => Promise<Result<AppError | null>>;

/** So many are read before it is asked again whether to end. */
const atOnce = 50;

async function readService(
  { services: { portfolio }, terminal }: ServicesCall,
  accountId: string,
  names: readonly string[],
): ReturnType<Read> {
  for (let start = 0; start < names.length && !terminal.ending.aborted; start += atOnce) {
    terminal.progress(`${count(start)} of ${count(names.length)} read`);
    const read = await portfolio.refreshQuietly(accountId, names.slice(start, start + atOnce));
    if (!read.ok) return read;
    if (read.value.error !== null) return ok(read.value.error);
  }
  return ok(null);
}

/** Of several accounts, one without a key fails by itself. */
const readWithStoredKey: Read = async (call, accountId, names) =>
  await withKey(call, accountId, {}, () => readService(call, accountId, names));

const readRegistries: Read = async ({ services: { registry }, terminal }, accountId, names) =>
  mapOk(
    await registry.lookUpAll(accountId, names, terminal.ending, ({ done, total }) =>
      terminal.progress(`${count(done)} of ${count(total)} asked for`),
    ),
    ({ error }) => error,
  );

async function readAndSay(
  call: ServicesCall,
  options: RefreshOptions,
  typed: readonly string[],
  read: Read,
): Promise<Result<ExitCode>> {
  const { terminal } = call;
  const chosen = await namesOf(call, options, typed);
  if (!chosen.ok) return chosen;
  const rows: RefreshedRow[] = [];
  const failures: (readonly [Account, AppError])[] = [];
  for (const { account, names } of chosen.value) {
    const refreshed = await refreshedRows(call, account, names, read);
    // One account that cannot be read takes nothing from the others.
    if (!refreshed.ok && options.all !== true) return refreshed;
    if (refreshed.ok) rows.push(...refreshed.value.rows);
    const error = refreshed.ok ? refreshed.value.ended : refreshed.error;
    if (error !== null) failures.push([account, error]);
    if (terminal.ending.aborted) break;
  }
  sayRows(call, options, rows);
  if (terminal.ending.aborted) return ok(endedCode(terminal.ending));
  const codes = failures.map(([{ label }, error]) =>
    sayFailedWork(
      terminal,
      options.all === true ? `${call.command}, ${isolated(label)}` : call.command,
      error,
    ),
  );
  const isWhole = rows.every(({ result }) => result !== 'failed' && result !== 'not-read');
  const otherwise = isWhole ? exitCodes.done : exitCodes.failed;
  return ok(codes[0] ?? otherwise);
}

/** What has become of the domains of an account, and why the reading ended early, null where it did not. Fails with: as `read`, `storage`. */
async function refreshedRows(
  call: ServicesCall,
  { id, label }: Account,
  names: readonly string[],
  read: Read,
): Promise<Result<{ readonly rows: readonly RefreshedRow[]; readonly ended: AppError | null }>> {
  const { portfolio } = call.services;
  const before = await portfolio.list(id);
  if (!before.ok) return before;
  const since = new Date().toISOString();
  const ended = await read(call, id, names);
  call.terminal.progress('');
  if (!ended.ok) return ended;
  const after = await portfolio.list(id);
  if (!after.ok) return after;
  const [old, now] = [byName(before.value), byName(after.value)];
  const rows = names.flatMap((name) => {
    const [one, other] = [old.get(name), now.get(name)];
    return one === undefined || other === undefined ? [] : [{ ...rowOf(one, other, since), account: label }];
  });
  return ok({ rows, ended: ended.value });
}

const byName = (domains: readonly Domain[]): ReadonlyMap<string, Domain> =>
  new Map(domains.map((domain) => [domain.name, domain]));

interface RefreshedRow {
  readonly domain: string;
  readonly account: string;
  /** `not-read`: not all of it was asked for, such as where the reading ended before that. */
  readonly result: 'changed' | 'unchanged' | 'failed' | 'not-read';
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
  readonly problems: readonly { readonly part: string; readonly reason: string }[];
}

const comparedValues = ({ lock, nameservers, registrant, expiresOn }: Domain) => ({
  lock: lock?.value ?? '',
  nameservers: nameservers?.value.join(', ') ?? '',
  registrant: registrant?.value ?? '',
  expires: expiresOn?.value ?? '',
});

/** A registrant that was not known is no change: it is encrypted, and without a keychain each process reads it for the first time. */
const isChange = (field: string, before: string, after: string): boolean =>
  before !== after && (field !== 'registrant' || before !== '');

/** What has become of a domain. @param since Errors from before this are of another reading. */
function rowOf(before: Domain, after: Domain, since: string): Omit<RefreshedRow, 'account'> {
  const old = Object.entries(comparedValues(before));
  const now = Object.values(comparedValues(after));
  const changes = old.flatMap(([field, value], index) => {
    const other = now[index] ?? '';
    return isChange(field, value, other) ? [{ field, before: value, after: other }] : [];
  });
  const { registry, troubles } = after;
  const missing = registry !== null && registry.at >= since ? registry.value.missing : null;
  const problems = [
    ...troubles
      .filter(({ at }) => at >= since)
      .map(({ part, error }) => ({ part, reason: sentencesFor(error).happened })),
    ...(missing === null ? [] : [{ part: 'registry', reason: missWords[missing] }]),
  ];
  const read = changes.length > 0 ? 'changed' : wasRead(after, since) ? 'unchanged' : 'not-read';
  return { domain: after.name, result: problems.length > 0 ? 'failed' : read, changes, problems };
}

/** Whether the registry, or the service for every part of which anything is known, was asked for it from `since` on. */
function wasRead({ lock, nameservers, registrant, registry }: Domain, since: string): boolean {
  const isNew = (known: { readonly at: string } | null): boolean => known !== null && known.at >= since;
  return isNew(registry) || (isNew(lock) && isNew(nameservers) && (registrant === null || isNew(registrant)));
}

function sayRows(
  { terminal }: ServicesCall,
  { json, all }: RefreshOptions,
  rows: readonly RefreshedRow[],
): void {
  const countOf = (result: RefreshedRow['result']): number =>
    rows.filter((row) => row.result === result).length;
  const counts = {
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    failed: countOf('failed'),
    notRead: countOf('not-read'),
  };
  if (json === true) {
    terminal.out(JSON.stringify({ ...counts, rows }, null, 2));
    return;
  }
  sayList(terminal, undefined, {
    all: rows.filter(({ result }) => result !== 'unchanged'),
    none: 'Nothing has changed.',
    titles: ['DOMAIN', ...(all === true ? ['ACCOUNT'] : []), 'RESULT', 'WHAT'],
    row: ({ domain, account, result, changes, problems }) => [
      domain,
      ...(all === true ? [isolated(account)] : []),
      result,
      [
        ...changes.map(
          ({ field, before, after }) => `${field} ${before === '' ? '' : `${before} → `}${after}`,
        ),
        ...problems.map(({ part, reason }) => `${part}: ${reason}`),
      ].join('; '),
    ],
  });
  terminal.err(
    `${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged, ${count(counts.failed)} failed${counts.notRead === 0 ? '' : `, ${count(counts.notRead)} not read`}.`,
  );
}

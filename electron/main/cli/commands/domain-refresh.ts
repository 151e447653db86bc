import { isolatedName } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { missWords } from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import { accountNamed, withKey } from '../account-choice.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
import { readDomains, readTyped } from '../domain-names.ts';
import { jsonOption, keyOption, type ListingOptions, type Owner, ownerOption } from '../options.ts';
import { endedCode, type ExitCode, exitCodes, sayFailedWork, sayList } from '../terminal.ts';
import { count } from '../words.ts';

/** Which domains of an account a command is about. */
export interface SomeNames extends Owner {
  readonly names?: string;
}

export const someNames = (command: CliCommand): CliCommand =>
  command
    .addOption(ownerOption())
    .option('--names <FILE>', 'full names, such as example.com, one per line; - is standard input');

/** The account, and the named domains of it. Refuses names that are not in the portfolio. Fails with: `invalid-input`, `storage`. */
export async function namesOf(
  { services, terminal, refuse }: ServicesCall,
  { account: label, names: from }: SomeNames,
  typed: readonly string[],
): Promise<Result<{ readonly account: Account; readonly names: readonly string[] }>> {
  if ((from === undefined) === (typed.length === 0))
    refuse('Say the domains, or --names with a file of them.');
  const account = await accountNamed(services.accounts, label);
  if (!account.ok) return account;
  const { id } = account.value;
  const read =
    from === undefined
      ? await readTyped(typed.join('\n'), id, services, terminal)
      : await readDomains(from, id, services, terminal);
  if (!read.ok) return read;
  const present = await services.portfolio.namesAmong(id, read.value);
  if (!present.ok) return present;
  const held = new Set(present.value);
  const [missing] = read.value.filter((name) => !held.has(name));
  if (missing !== undefined)
    refuse(`${isolatedName(missing)} is not in the portfolio of this account. Nothing was done.`);
  return ok({ account: account.value, names: read.value });
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
        'Reads lock, nameservers and contacts of the domains again, waits for the end and prints what changed, from what to what. With --registry it asks the registries for the expiry instead of the service, which needs no key; "namedesk settings set registry.enabled true" allows it. Ctrl-C ends it; what was read is stored. Exit code 1: some could not be read, and it says why.',
      ),
  )
    .option('--registry', 'asks the registries of the TLDs for the expiry, instead of the service')
    .addOption(keyOption().conflicts('registry'))
    .addOption(jsonOption())
    .doesInWorkspace(refresh);
}

async function refresh(
  call: ServicesCall,
  options: RefreshOptions,
  ...typed: readonly string[]
): Promise<Result<ExitCode>> {
  if (options.registry !== true) {
    const account = await accountNamed(call.services.accounts, options.account);
    if (!account.ok) return account;
    // Before the names: of an input that has both, the key is the first line.
    return await withKey(call, account.value.id, options.keyStdinOnce, () =>
      readAndSay(call, options, typed, readService),
    );
  }
  const settings = await call.services.workspace.settings.read();
  if (!settings.ok) return settings;
  const { registryEnabled, registryBootstrap } = settings.value;
  if (!registryEnabled)
    call.refuse(
      'Registries are not asked, as that is switched off. Switch it on with "namedesk settings set registry.enabled true".',
    );
  const account = await accountNamed(call.services.accounts, options.account);
  if (!account.ok) return account;
  if (account.value.kind === 'practice' && !isLoopback(registryBootstrap))
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
  const chosen = await namesOf(call, options, typed);
  if (!chosen.ok) return chosen;
  const { account, names } = chosen.value;
  const { portfolio } = call.services;
  const before = await portfolio.list(account.id);
  if (!before.ok) return before;
  const since = new Date().toISOString();
  const ended = await read(call, account.id, names);
  call.terminal.progress('');
  if (!ended.ok) return ended;
  const after = await portfolio.list(account.id);
  if (!after.ok) return after;
  const [old, now] = [byName(before.value), byName(after.value)];
  const rows = names.flatMap((name) => {
    const [one, other] = [old.get(name), now.get(name)];
    return one === undefined || other === undefined ? [] : [rowOf(one, other, since)];
  });
  sayRows(call, options, rows);
  if (call.terminal.ending.aborted) return ok(endedCode(call.terminal.ending));
  if (ended.value !== null) return ok(sayFailedWork(call.terminal, call.command, ended.value));
  return ok(rows.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.done);
}

const byName = (domains: readonly Domain[]): ReadonlyMap<string, Domain> =>
  new Map(domains.map((domain) => [domain.name, domain]));

interface RefreshedRow {
  readonly domain: string;
  readonly result: 'changed' | 'unchanged' | 'failed';
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
function rowOf(before: Domain, after: Domain, since: string): RefreshedRow {
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
  const result = problems.length > 0 ? 'failed' : changes.length > 0 ? 'changed' : 'unchanged';
  return { domain: after.name, result, changes, problems };
}

function sayRows({ terminal }: ServicesCall, { json }: RefreshOptions, rows: readonly RefreshedRow[]): void {
  const countOf = (result: RefreshedRow['result']): number =>
    rows.filter((row) => row.result === result).length;
  const counts = {
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    failed: countOf('failed'),
  };
  if (json === true) {
    terminal.out(JSON.stringify({ ...counts, rows }, null, 2));
    return;
  }
  sayList(terminal, undefined, {
    all: rows.filter(({ result }) => result !== 'unchanged'),
    none: 'Nothing has changed.',
    titles: ['DOMAIN', 'RESULT', 'WHAT'],
    row: ({ domain, result, changes, problems }) => [
      domain,
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
    `${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged, ${count(counts.failed)} failed.`,
  );
}

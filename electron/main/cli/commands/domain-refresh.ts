import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { isUnread, notReadText } from '#shared/domain/not-read.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { missWords } from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import { flatResultOf } from '../../workspace/sqlite.ts';
import { accountNamed, accountsNamed, withKey } from '../account-choice.ts';
import { endWith, resultOf, type ServicesCall, valueOf } from '../cli-command.ts';
import { readDomains, readTyped } from '../domain-names.ts';
import { json, keyOption, option, owners, type WhichOwners } from '../options.ts';
import { row } from '../rows.ts';
import { endedCode, type ExitCode, exitCodes, sayFailedWork, sayList } from '../terminal.ts';
import { count, shellLine } from '../words.ts';

/** Which domains of an account, or of all, a command is about. */
export interface SomeNames extends WhichOwners {
  readonly names?: string;
}

export const namesOption = option(
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
): Promise<readonly NamesOfAccount[]> {
  if ((from === undefined) === (typed.length === 0))
    refuse('Say the domains, or --names with a file of them.');
  const accounts = await accountsNamed(services.accounts, which);
  const ids = accounts.map(({ id }) => id);
  const read =
    from === undefined
      ? await readTyped(typed.join('\n'), ids, services, terminal)
      : await readDomains(from, ids, services, terminal);
  const found: NamesOfAccount[] = [];
  for (const account of accounts) {
    const held = new Set(services.portfolio.namesAmong(account.id, read));
    if (held.size > 0) found.push({ account, names: read.filter((name) => held.has(name)) });
  }
  const held = new Set(found.flatMap(({ names }) => names));
  const missing = read.find((name) => !held.has(name));
  if (missing !== undefined)
    refuse(
      `${isolatedName(missing)} is not in the portfolio of ${which.all === true ? 'any account' : 'this account'}. Nothing was done.`,
    );
  return found;
}

interface RefreshOptions extends SomeNames {
  readonly registry?: true;
  readonly keyStdinOnce?: true;
  readonly json?: true;
}

export const refresh = row('refresh [NAME...]', {
  summary: 'reads domains again, and prints what changed',
  about:
    'Reads lock, nameservers and contacts of the domains again, waits for the end and prints what changed, from what to what. With --all, in each account that has them. With --registry it asks the registries for the expiry instead of the service, which needs no key; "namedesk settings set registry.enabled true" allows it. Ctrl-C ends it; what was read is stored, and of the others it says that they were not read. Exit code 1: some could not be read, and it says why.',
  options: [
    owners,
    namesOption,
    option('--registry', 'asks the registries of the TLDs for the expiry, instead of the service'),
    keyOption().conflicts(['registry', 'all']),
    json,
  ],
  async does(call, options, ...typed) {
    if (options.registry === true) return await refreshByRegistry(call, options, typed);
    if (options.account === undefined) return await readAndSay(call, options, typed, readWithStoredKey);
    const account = await accountNamed(call.services.accounts, options.account);
    // Before the names: of an input that has both, the key is the first line.
    return await withKey(call, account.id, options, () => readAndSay(call, options, typed, readService));
  },
});

async function refreshByRegistry(
  call: ServicesCall,
  options: RefreshOptions,
  typed: readonly string[],
): Promise<ExitCode> {
  const { registryEnabled, registryBootstrap } = call.services.workspace.settings.read();
  if (!registryEnabled)
    call.refuse(
      'Registries are not asked, as that is switched off. Switch it on with "namedesk settings set registry.enabled true".',
    );
  const accounts = await accountsNamed(call.services.accounts, options);
  if (accounts.some(({ kind }) => kind === 'practice') && !isLoopback(registryBootstrap))
    call.refuse('Registries are not asked for the names of the practice account.');
  return await readAndSay(call, options, typed, readRegistries);
}

/** What a reading left unread, and why it ended early, null where it did not. */
interface ReadingEnd {
  readonly unread: readonly string[];
  readonly ended: AppError | null;
}

/** Reads the names again. */
type Read = (call: ServicesCall, accountId: string, names: readonly string[]) => Promise<Result<ReadingEnd>>;

/** So many are read before it is asked again whether to end. */
const atOnce = 50;

async function readService(
  { services: { portfolio }, terminal }: ServicesCall,
  accountId: string,
  names: readonly string[],
): ReturnType<Read> {
  const unread: string[] = [];
  for (let start = 0; start < names.length; start += atOnce) {
    if (terminal.ending.aborted) return ok({ unread: [...unread, ...names.slice(start)], ended: null });
    terminal.progress(`${count(start)} of ${count(names.length)} read`);
    const read = await portfolio.refreshQuietly(accountId, names.slice(start, start + atOnce));
    if (!read.ok) return read;
    const { error, unread: some } = read.value;
    unread.push(...(some?.names ?? []));
    if (error !== null) return ok({ unread: [...unread, ...names.slice(start + atOnce)], ended: error });
  }
  return ok({ unread, ended: null });
}

/** Of several accounts, one without a key fails by itself. */
const readWithStoredKey: Read = async (call, accountId, names) =>
  await resultOf(
    withKey(call, accountId, {}, async () => valueOf(await readService(call, accountId, names))),
  );

const readRegistries: Read = async ({ services: { registry }, terminal }, accountId, names) =>
  mapOk(
    await registry.lookUpAll(accountId, names, terminal.ending, ({ done, total }) =>
      terminal.progress(`${count(done)} of ${count(total)} asked for`),
    ),
    ({ error, unread }) => ({ unread: unread?.names ?? [], ended: error }),
  );

async function readAndSay(
  call: ServicesCall,
  options: RefreshOptions,
  typed: readonly string[],
  read: Read,
): Promise<ExitCode> {
  const { terminal } = call;
  const chosen = await namesOf(call, options, typed);
  const rows: RefreshedRow[] = [];
  const failures: (readonly [Account, AppError])[] = [];
  for (const { account, names } of chosen) {
    const refreshed = await flatResultOf(() => refreshedRows(call, account, names, read));
    // One account that cannot be read takes nothing from the others.
    if (!refreshed.ok && options.all !== true) endWith(refreshed);
    if (refreshed.ok) rows.push(...refreshed.value.rows);
    const error = refreshed.ok ? refreshed.value.ended : refreshed.error;
    if (error !== null) failures.push([account, error]);
    if (terminal.ending.aborted) break;
  }
  sayRows(call, options, rows);
  if (terminal.ending.aborted) return endedCode(terminal.ending);
  const codes = failures.map(([{ label }, error]) =>
    sayFailedWork(
      terminal,
      options.all === true ? `${call.command}, ${isolated(label)}` : call.command,
      error,
    ),
  );
  const isWhole = rows.every(({ result }) => result === 'changed' || result === 'unchanged');
  const otherwise = isWhole ? exitCodes.done : exitCodes.failed;
  return codes[0] ?? otherwise;
}

/** What has become of the domains of an account, and why the reading ended early, null where it did not. Fails with: as `read`. */
async function refreshedRows(
  call: ServicesCall,
  { id, label }: Account,
  names: readonly string[],
  read: Read,
): Promise<Result<{ readonly rows: readonly RefreshedRow[]; readonly ended: AppError | null }>> {
  const { portfolio } = call.services;
  const before = await portfolio.list(id);
  const since = new Date().toISOString();
  const reading = await read(call, id, names);
  call.terminal.progress('');
  if (!reading.ok) return reading;
  const [old, now] = [byName(before), byName(await portfolio.list(id))];
  const { ended } = reading.value;
  const unread = new Set(reading.value.unread);
  const unasked = sentencesFor(ended ?? { kind: 'cancelled' }).happened;
  const rows = names.flatMap((name) => {
    const [one, other] = [old.get(name), now.get(name)];
    return one === undefined || other === undefined
      ? []
      : [{ ...rowOf(one, other, { since, unasked: unread.has(name) ? unasked : null }), account: label }];
  });
  return ok({ rows, ended });
}

const byName = (domains: readonly Domain[]): ReadonlyMap<string, Domain> =>
  new Map(domains.map((domain) => [domain.name, domain]));

const results = ['changed', 'unchanged', 'not-found', 'not-shown', 'not-read'] as const;

interface RefreshedRow {
  readonly domain: string;
  readonly account: string;
  /**
   * `not-read`: not all of it was asked for, or could be read (`not-read.ts`). `not-found`: the service does not have it, in its own words;
   * `not-shown`: the registry shows no expiry.
   */
  readonly result: (typeof results)[number];
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

interface ReadHow {
  /** Errors from before this are of another reading. */
  readonly since: string;
  /** Why it was not read, where nothing says so; null where it was. */
  readonly unasked: string | null;
}

/** What has become of a domain. Why it was not read stands first among its problems. */
function rowOf(before: Domain, after: Domain, { since, unasked }: ReadHow): Omit<RefreshedRow, 'account'> {
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
      .toSorted((a, b) => Number(isUnread(b.error)) - Number(isUnread(a.error)))
      .map(({ part, error }) => ({ part, reason: sentencesFor(error).happened })),
    ...(missing === null ? [] : [{ part: 'registry', reason: missWords[missing] }]),
  ];
  const [problem] = problems;
  const common = { domain: after.name, changes };
  if (unasked !== null)
    return {
      ...common,
      result: 'not-read',
      problems: problem === undefined ? [{ part: 'all', reason: unasked }] : problems,
    };
  if (problem !== undefined)
    return { ...common, result: missing === null ? 'not-found' : 'not-shown', problems };
  return { ...common, result: changes.length > 0 ? 'changed' : 'unchanged', problems };
}

function sayRows(call: ServicesCall, options: RefreshOptions, rows: readonly RefreshedRow[]): void {
  const { terminal } = call;
  const of = (result: RefreshedRow['result']): number => rows.filter((row) => row.result === result).length;
  const [changed, unchanged, notFound, notShown] = results.map(of);
  const unread = rows.filter(({ result }) => result === 'not-read');
  if (options.json === true) {
    // `failed`: all that is neither changed nor unchanged, as it was counted before these were told apart.
    const failed = rows.length - (changed ?? 0) - (unchanged ?? 0);
    const counts = { changed, unchanged, failed, notFound, notShown, notRead: unread.length };
    terminal.out(JSON.stringify({ ...counts, rows }, null, 2));
    return;
  }
  const isOfAll = options.all === true;
  sayList(terminal, undefined, {
    all: rows.filter(({ result }) => result !== 'unchanged'),
    none: 'Nothing has changed.',
    titles: ['DOMAIN', ...(isOfAll ? ['ACCOUNT'] : []), 'RESULT', 'WHAT'],
    row: ({ domain, account, result, changes, problems }) => [
      domain,
      ...(isOfAll ? [isolated(account)] : []),
      result,
      [
        ...changes.map(
          ({ field, before, after }) => `${field} ${before === '' ? '' : `${before} → `}${after}`,
        ),
        ...problems.map(({ part, reason }) => `${part}: ${reason}`),
      ].join('; '),
    ],
  });
  const counts = results
    .filter((result) => result !== 'not-read' && (of(result) > 0 || result.endsWith('changed')))
    .map((result) => `${count(of(result))} ${result.replace('-', ' ')}`);
  terminal.err(`${counts.join(', ')}.`);
  if (unread.length > 0) sayUnread(call, options, unread);
}

/** More names than these are no line that a person would repeat. */
const mostInLine = 20;

/** How many were not read and why, and what reads just these again (H23). */
function sayUnread(
  { terminal, place }: ServicesCall,
  { account, all, registry }: RefreshOptions,
  unread: readonly RefreshedRow[],
): void {
  terminal.err(notReadText(unread.map(({ problems: [problem] }) => problem?.reason ?? '')));
  const names = [...new Set(unread.map(({ domain }) => domain))];
  const args = [
    ...[...place, 'domain', 'refresh', ...(names.length > mostInLine ? ['--names', '-'] : names)],
    ...(account === undefined ? [] : ['--account', account]),
    ...(all === true ? ['--all'] : []),
    ...(registry === true ? ['--registry'] : []),
  ];
  const from = names.length > mostInLine ? ', with these names on its standard input (--json has them)' : '';
  terminal.err(`Read them again with:\n  ${shellLine(terminal.calledAs, args)}${from}`);
}

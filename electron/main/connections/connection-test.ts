import {
  accessTroubleIn,
  isNoApi,
  isWrongAddress,
  statusOf,
  usualPath,
} from '#shared/domain/account-fields.ts';
import type { OptionFound } from '#shared/domain/tried-texts.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import type { Account, KeyPlace, KeyState } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ResellerClient } from '../reseller/client.ts';
import { listTlds, readCredits, readVersion } from '../reseller/operations/credits-tlds-version.ts';
import { inNotation, lookup } from '../reseller/operations/lookup.ts';
import type { Secret } from '../system/secret.ts';
import type { Connections } from './connections.ts';

/** One read operation of a connection test. */
interface Probe {
  readonly operation: 'credits' | 'tlds' | 'version';
  readonly verdict: 'answered' | 'not-permitted' | 'failed';
  /** The credit, the number of TLDs or the version, as text; empty if it did not answer. */
  readonly answer: string;
  /** Null if it answered. */
  readonly error: AppError | null;
}

export interface ConnectionReport {
  readonly probes: readonly Probe[];
  /** As of the service's last answer; that one is from before this test where `isClockEarlier`. In milliseconds. */
  readonly clockSkewMs: number | null;
  readonly isClockEarlier: boolean;
  readonly testedAt: string;
  /**
   * Given where nothing answers as the API does: the HTTP status of what did, and an address of the same server at which the API has answered.
   */
  readonly address: { readonly status: number | null; readonly found: string | null } | null;
  /** Given where another value of an option was tried, and got the answer that the account's own did not get. */
  readonly option: OptionFound | null;
}

/**
 * A key that was taken. `tried`: why the former one is still in use, though another was given; refused by the service, or not to be tried
 * now, which a person decides on. Null where the one that was given is in use, or none was given.
 */
export interface KeyTaken {
  readonly key: KeyState;
  readonly tried: { readonly isRefused: boolean; readonly error: AppError } | null;
}

/** The parts of a client that a connection test uses. */
export type ProbedClient = Pick<ResellerClient, 'read' | 'clockSkewMs'>;

const longestAnswer = 200;

/**
 * Reads the credit, then the TLDs and the version, and reports which succeeded. Changes nothing.
 *
 * Permissions exist per operation, so a refused version does not mean that the account is wrong. Where the credit
 * already shows that no call can succeed, the others are not made: they would only wait for the same failure.
 *
 * Source: the field notes, "Transport and authentication".
 */
export const testConnection = async (client: ProbedClient, now: () => Date): Promise<ConnectionReport> =>
  (await probed(client, now)).report;

/** `tld`: the first that the service lists; null where it lists none. */
async function probed(
  client: ProbedClient,
  now: () => Date,
): Promise<{ readonly report: ConnectionReport; readonly tld: string | null }> {
  const credit = await client.read(readCredits, null);
  const credits = probeOf(
    'credits',
    only(credit, ({ shown }) => shown),
    false,
  );
  const isUnheard = cannotGetThrough(credits);
  const { rest, tld } = isUnheard
    ? { rest: [], tld: null }
    : await readTheRest(client, credits.verdict === 'answered');
  const clockSkewMs = client.clockSkewMs();
  const report = {
    probes: [credits, ...rest],
    clockSkewMs,
    isClockEarlier: isUnheard && clockSkewMs !== null,
    testedAt: now().toISOString(),
    address: null,
    option: null,
  };
  return { report, tld };
}

interface TestDeps {
  readonly connections: Pick<Connections, 'of' | 'tryOut'>;
  readonly now: () => Date;
}

/**
 * Tests an account's connection. What does not answer is tried otherwise, by a few reads of the same server, and what answers is named;
 * nothing is changed by that. Where nothing answers as the API does, the usual paths are asked for the credit. Where the key is refused, the
 * credit is asked for with the time in a header. Where the account can be used, one name is looked up, with its TLD in both notations.
 *
 * Fails with: `no-account`, `storage`, `invalid-input`.
 */
export async function testAccount(
  { connections, now }: TestDeps,
  accountId: string,
): Promise<Result<ConnectionReport>> {
  const connection = await connections.of(accountId);
  if (!connection.ok) return connection;
  const { client, account } = connection.value;
  const { report, tld } = await probed(client, now);
  const [first] = report.probes;
  const isHeard = report.probes.some(({ verdict }) => verdict !== 'failed');
  const tryWith: TryWith = (other, work) => connections.tryOut(accountId, { options: other }, work);
  if (isHeard)
    return ok({
      ...report,
      option: tld === null ? null : await otherNotation(client, account, tld, tryWith),
    });
  if (first?.error == null) return ok(report);
  if (accessTroubleIn(first.error) === 'key')
    return ok({ ...report, option: await otherClock(account, tryWith) });
  if (!isWrongAddress(first.error)) return ok(report);
  const asked = isNoApi(first.error) ? usualAddresses(account.baseUrl) : [];
  for (const baseUrl of asked) {
    const credit = await connections.tryOut(accountId, { baseUrl }, (other) => other.read(readCredits, null));
    if (credit.ok && credit.value.ok)
      return ok({ ...report, address: { status: statusOf(first.error), found: baseUrl } });
  }
  return ok({ ...report, address: { status: statusOf(first.error), found: null } });
}

type TryWith = <T>(other: OptionFound, work: (client: ResellerClient) => Promise<T>) => Promise<Result<T>>;
type Of = Pick<Account, 'options'>;

/** A server that reads the time from a header refuses the key where it has none. Source: the field notes, "Transport and authentication". */
async function otherClock({ options }: Of, tryWith: TryWith): Promise<OptionFound | null> {
  const found = { sendTimestamp: true } as const;
  if (options.sendTimestamp) return null;
  const credit = await tryWith(found, (client) => client.read(readCredits, null));
  return credit.ok && credit.value.ok ? found : null;
}

/** A name that is registered, or reserved, nearly everywhere. */
const probedLabel = 'example';

/** The notation in which the service knows its own TLD, where it does not know it in the account's. Source: the field notes, "Lookup". */
async function otherNotation(
  client: ProbedClient,
  { options }: Of,
  tld: string,
  tryWith: TryWith,
): Promise<OptionFound | null> {
  const isFound = async (one: ProbedClient, notation: AccountOptions['tldNotation']) => {
    const answer = await one.read(lookup, { label: probedLabel, tlds: [inNotation(tld, notation)] });
    return answer.ok && answer.value.findings.every(({ finding }) => finding.kind !== 'unknown');
  };
  if (await isFound(client, options.tldNotation)) return null;
  const tldNotation = options.tldNotation === 'with-dot' ? 'without-dot' : 'with-dot';
  const other = await tryWith({ tldNotation }, (one) => isFound(one, tldNotation));
  return other.ok && other.value ? { tldNotation } : null;
}

/** So many addresses are tried at most. */
const mostTried = 4;

/**
 * Where the API may be on the server of a base URL, the likeliest first: the usual path in place of what the URL has of it and of whatever
 * follows that, or below the folder of the URL, and below each folder above.
 */
export function usualAddresses(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, '');
  const folder = path.replace(/\/[^/]*\.\w+$/, '');
  const parts = usualPath.split('/');
  const beginnings = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  const at = beginnings
    .map((beginning) => `${folder}/`.toLowerCase().lastIndexOf(`${beginning}/`.toLowerCase()))
    .findLast((index) => index !== -1);
  const above = folder.slice(0, at).split('/');
  const folders = above.map((_part, index) => above.slice(0, above.length - index).join('/'));
  return folders
    .map((one) => `${one}${usualPath}`)
    .filter((one) => one !== path)
    .slice(0, mostTried)
    .map((one) => `${origin}${one}`);
}

export interface KeyDeps extends TestDeps {
  readonly accounts: Pick<Accounts, 'find' | 'saveKey'>;
  readonly connections: Pick<Connections, 'of' | 'tryOut' | 'drop'>;
}

interface GivenKey {
  readonly accountId: string;
  readonly key: Secret;
  readonly place: KeyPlace;
  /** A person wants it used though it could not be tried. */
  readonly isUntested?: boolean;
}

/**
 * Takes a key for an account. In place of another one it is used only once the service has answered to it: until then it is in memory
 * alone, and the former key in use. The first key of an account is stored at once, and tested afterwards.
 *
 * Fails with: `keychain`, `invalid-input`, `changed-since`, `no-account`, `storage`; then the former key is still in use.
 */
export async function takeKey(
  { accounts, connections, now }: KeyDeps,
  { accountId, key, place, isUntested = false }: GivenKey,
): Promise<Result<KeyTaken>> {
  const account = accounts.find(accountId);
  if (!account.ok) return account;
  if (account.value.key.hasKey && account.value.kind === 'reseller' && !isUntested) {
    const report = await connections.tryOut(accountId, { key }, (client) => testConnection(client, now));
    if (!report.ok) return report;
    const tried = againstKey(report.value);
    if (tried !== null) return ok({ key: account.value.key, tried });
  }
  const saved = await accounts.saveKey(accountId, key, place, account.value);
  // A new key is a new connection: its old status is reset.
  if (saved.ok) await connections.drop(accountId);
  return mapOk(saved, (state) => ({ key: state, tried: null }));
}

/** Why a test is no proof that the key is right; null where it is. Permissions exist per operation: one that answers is enough. */
function againstKey({ probes }: ConnectionReport): KeyTaken['tried'] {
  const errors = probes.flatMap(({ error }) => error ?? []);
  const isKnown = errors.some((error) => error.kind === 'refused' && error.why === 'permission');
  if (errors.length < probes.length || isKnown) return null;
  const refused = errors.find((error) => error.kind === 'refused' && error.why === 'credentials');
  const error = refused ?? errors[0];
  return error === undefined ? null : { isRefused: refused !== undefined, error };
}

async function readTheRest(client: ProbedClient, loginWorks: boolean) {
  const listed = await client.read(listTlds, null);
  const counted = only(listed, ({ tlds }) => String(tlds.length));
  const version = only(await client.read(readVersion, null), ({ version: shown }) => shown);
  const rest = [probeOf('tlds', counted, loginWorks), probeOf('version', version, loginWorks)];
  return { rest, tld: (listed.ok && listed.value.tlds[0]) || null };
}

function probeOf(operation: Probe['operation'], result: Result<string>, loginWorks: boolean): Probe {
  if (result.ok) {
    return { operation, verdict: 'answered', answer: result.value.slice(0, longestAnswer), error: null };
  }
  const verdict = isNotPermitted(result.error, loginWorks) ? 'not-permitted' : 'failed';
  return { operation, verdict, answer: '', error: result.error };
}

/** Once another operation has accepted the login, a refusal of the login concerns the operation, and so does an address of nothing. */
function isNotPermitted(error: AppError, loginWorks: boolean): boolean {
  if (error.kind === 'unreadable') return loginWorks && error.why === 'no-operation';
  if (error.kind !== 'refused') return false;
  return error.why === 'permission' || (loginWorks && (error.why === 'credentials' || error.why === 'other'));
}

const hopeless: readonly AppError['kind'][] = ['no-key', 'keychain', 'unreachable', 'storage', 'cancelled'];

const cannotGetThrough = ({ error }: Probe): boolean => error !== null && hopeless.includes(error.kind);

const only = <V, S>(result: Result<V>, pick: (value: V) => S): Result<S> =>
  result.ok ? ok(pick(result.value)) : result;

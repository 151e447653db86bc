import type { AppError } from '../errors.ts';
import { longestInAccount } from './bounds.ts';
import { isolated } from './isolated.ts';

// What is wrong with the fields of an account, in a sentence each, or null. The page tells all of them at once; main checks again.

/** One @ between two parts without white space, a dot in the second: enough to catch a typing error, not a full check. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function labelProblem(text: string): string | null {
  const label = text.trim();
  if (label === '') return 'An account needs a name';
  return label.length > longestInAccount.label
    ? `This has more than ${longestInAccount.label} characters`
    : null;
}

export const usernameProblem = (text: string): string | null =>
  email.test(text.trim()) ? null : 'This is not an e-mail address';

type Parsed = Readonly<Record<'protocol' | 'hostname' | 'username' | 'password', string>>;

/**
 * Plain http is accepted for loopback addresses only, because the token would be sent unencrypted.
 *
 * @param url The text as the platform parses it, without the spaces around it.
 */
export function baseUrlProblem(text: string, url: Parsed | null): string | null {
  if (url === null) return 'This is not a URL. It must begin with https://';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL must begin with https://';
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return 'Use https:// so your key is encrypted (http:// works on this computer only)';
  }
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password';
  if (text.includes('?')) return 'The URL must not contain a query (“?”)';
  return text.includes('#') ? 'The URL must not contain a fragment (“#”)' : null;
}

/** Where the API is on most servers. Source: the field notes, "Transport and authentication". */
export const usualPath = '/modules/addons/DomainsReseller/api/index.php';

/**
 * Whether something answers that is not the API, as far as one answer tells: a page of a web server, a way to another page, or that there is
 * nothing at this address. Of a single operation the API may say that too: where others answer, it is there.
 */
export const isNoApi = (error: AppError): boolean =>
  (error.kind === 'unreadable' && !notOfAddress.has(error.why)) ||
  (error.kind === 'refused' && error.why === 'redirect');

/** Of these, the API itself may have answered, or something on the way did. */
const notOfAddress = new Set<string>([
  'blocked',
  'not-offered',
  'php-warnings',
  'coded',
  'cut-short',
  'wrong-shape',
  'too-deep',
  'too-large',
  'unsafe-text',
]);

/** Failures of a server that is not there, or speaks otherwise than its address says. One that is slow or lost is there. */
const noServer = new Set<string>(['name-not-resolved', 'connection-refused', 'tls-failed', 'not-https']);

/** Whether the failure says that the account's address is wrong, rather than its key or the network of this computer. */
export const isWrongAddress = (error: AppError): boolean =>
  isNoApi(error) || (error.kind === 'unreachable' && noServer.has(error.why));

/** The HTTP status of an answer that failed; null where there was none. */
export const statusOf = (error: AppError): number | null => ('status' in error ? error.status : null);

/** Why an account cannot be used, where only a person can mend it: its key, the network that it is used from, or its address. */
export const accessTroubles = ['key', 'network', 'address'] as const;
export type AccessTrouble = (typeof accessTroubles)[number];

/** What the failure of any call says of the account. */
export function accessTroubleIn(error: AppError): AccessTrouble | null {
  if (error.kind === 'refused' && error.why === 'credentials') return 'key';
  if (error.kind === 'refused' && error.why === 'address') return 'network';
  // Without a network no name is resolved.
  const isOffline = error.kind === 'unreachable' && error.why === 'name-not-resolved';
  return isWrongAddress(error) && !isOffline ? 'address' : null;
}

/** What is wrong where {@link isWrongAddress}, for a person who can correct it. */
export function nothingAnswersText(status: number | null, baseUrl: string): string {
  const nothing = `Nothing answers at ${isolated(baseUrl)}${status === null ? '' : ` (${status})`}.`;
  const isUsual = baseUrl.replace(/\/+$/, '').toLowerCase().endsWith(usualPath.toLowerCase());
  return isUsual
    ? `${nothing} Its path is the usual one: check the server’s name, or try again later.`
    : `${nothing} It usually ends in ${usualPath}.`;
}

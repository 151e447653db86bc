import { longestInAccount } from './bounds.ts';

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

import { fail, ok, type Result } from '#shared/result.ts';
import type { AccountDraft } from './account.ts';

/** Proves a base URL and brings it into the form in which it is kept. */
export type ParseBaseUrl = (text: string) => Result<string>;

/** One character, one @ between two parts, a dot in the second: enough to catch a slip, no more is known of it. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The draft, trimmed, with its base URL in the form in which it is kept.
 *
 * @param otherLabels The labels of all other accounts: a label tells accounts apart, upper case or lower.
 *
 * Fails with: `invalid-input`, naming the field.
 */
export function checkDraft<Draft extends AccountDraft>(
  draft: Draft,
  otherLabels: readonly string[],
  parseBaseUrl: ParseBaseUrl,
): Result<Draft> {
  const label = checkLabel(draft.label, otherLabels);
  if (!label.ok) return label;
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok) return baseUrl;
  const username = draft.username.trim();
  if (!email.test(username)) return invalid('username', 'This is not an e-mail address');
  return ok({ ...draft, label: label.value, baseUrl: baseUrl.value, username });
}

export function checkLabel(text: string, otherLabels: readonly string[]): Result<string> {
  const label = text.trim();
  if (label === '') return invalid('label', 'An account needs a name');
  if (isTaken(label, otherLabels)) return invalid('label', 'Another account has this name');
  return ok(label);
}

/** `wanted`, or the first of `wanted 2`, `wanted 3`, … that no account has. */
export function freeLabel(wanted: string, labels: readonly string[]): string {
  for (let number = 2, label = wanted; ; number += 1) {
    if (!isTaken(label, labels)) return label;
    label = `${wanted} ${number}`;
  }
}

const isTaken = (label: string, labels: readonly string[]): boolean =>
  labels.some((other) => other.toLowerCase() === label.toLowerCase());

/**
 * Whether a key for the one account is a key for the other: the same service and the same user there. A path may
 * change on the same server.
 */
export const isSameLogin = (
  one: Pick<AccountDraft, 'baseUrl' | 'username'>,
  other: Pick<AccountDraft, 'baseUrl' | 'username'>,
): boolean => originOf(one.baseUrl) === originOf(other.baseUrl) && one.username === other.username;

const originOf = (baseUrl: string): string | null => URL.parse(baseUrl)?.origin ?? null;

const invalid = (field: string, reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field, reason });

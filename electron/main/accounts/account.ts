import type { z } from 'zod';
import type { accountSummary, keyState } from '#shared/areas/common-schemas.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';
import { invalidInput } from '../system/texts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AccountOptions, Contents } from '#shared/domain/account.ts';
import { labelProblem, usernameProblem } from '#shared/domain/account-fields.ts';
import { longestInAccount } from '#shared/domain/bounds.ts';
import type { AccountRecord } from '../workspace/repositories/accounts.ts';

/** An account as the whole program knows it: everything but the key. */
export type Account = z.output<typeof accountSummary>;

/** What a user enters for a new account. */
export type AccountDraft = Pick<Account, 'label' | 'colour' | 'baseUrl' | 'username'>;

export interface AccountEdit extends AccountDraft {
  readonly id: string;
  readonly options: AccountOptions;
  /** What a person said of another address or user: the same service at a new one. Another service unless given. */
  readonly isSameService?: boolean | undefined;
}

/** What is stored of an account, and what prevents its removal; null where nothing does. */
export interface AccountContents extends Contents {
  readonly inUse: AppError | null;
}

/** An account whose removal can be undone. */
export interface RemovedAccount extends Pick<Account, 'id' | 'label' | 'colour'> {
  readonly removedAt: string;
}

/** Whether there is a key, where it is and since when. */
export type KeyState = z.output<typeof keyState>;

/** Where a key is to be kept: in the system's keychain, or by the user's choice in memory until the program ends. */
export type KeyPlace = Exclude<KeyState['place'], 'none'>;

/** The address and login of the practice service in this run. Its key is generated at each start. */
export interface PracticeCredentials {
  readonly baseUrl: string;
  readonly username: string;
  readonly key: Secret;
}

/** Validates a base URL and normalises it to the stored form. */
export type ParseBaseUrl = (text: string) => Result<string>;

/**
 * The draft, trimmed, with its base URL in the stored form.
 *
 * @param otherLabels The labels of all other accounts: labels are unique, ignoring case.
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
  const wrong = usernameProblem(username);
  if (wrong !== null) return invalidInput('username', wrong);
  const tooLong = (['baseUrl', 'username'] as const).find(
    (field) => ({ baseUrl: baseUrl.value, username })[field].length > longestInAccount[field],
  );
  if (tooLong !== undefined)
    return invalidInput(tooLong, `This has more than ${longestInAccount[tooLong]} characters`);
  return ok({ ...draft, label: label.value, baseUrl: baseUrl.value, username });
}

export function checkLabel(text: string, otherLabels: readonly string[]): Result<string> {
  const label = text.trim();
  const wrong = labelProblem(label);
  if (wrong !== null) return invalidInput('label', wrong);
  if (isTaken(label, otherLabels)) return invalidInput('label', 'Another account has this name');
  return ok(label);
}

/** `wanted`, or the first of `wanted 2`, `wanted 3`, … that no account has. */
export function freeLabel(wanted: string, labels: readonly string[]): string {
  for (let number = 2, label = wanted; ; number += 1) {
    if (!isTaken(label, labels)) return label;
    const suffix = ` ${number}`;
    label = `${wanted.slice(0, longestInAccount.label - suffix.length)}${suffix}`;
  }
}

const isTaken = (label: string, labels: readonly string[]): boolean =>
  labels.some((other) => other.toLowerCase() === label.toLowerCase());

type Listing = Pick<Workspace['accounts'], 'list'>;

/** One stored account. Fails with: `no-account`. */
export function recordOf(store: Listing, id: string): Result<AccountRecord> {
  const found = store.list().find((account) => account.id === id);
  return found === undefined ? fail({ kind: 'no-account' }) : ok(found);
}

/** The labels of all accounts but `id`. */
export const labelsBeside = (store: Listing, id: string | null): readonly string[] =>
  store.list().flatMap((account) => (account.id === id ? [] : account.label));

export const noKeyKept: KeyState = { hasKey: false, place: 'none', savedAt: null };

/** Where an account's key is according to the disk alone, as at the beginning of a run. */
export const keyOnDisk = ({ kind, key }: Pick<AccountRecord, 'kind' | 'key'>): KeyState =>
  kind === 'practice' || key.place === 'none' ? noKeyKept : { hasKey: true, ...key };

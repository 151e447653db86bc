import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { useStores } from '../../app-stores.ts';
import { accountOf, activeAccount } from '../../shell/stores.ts';
import { readAs } from '../../ui/stored-view.ts';
import { mostNameservers } from '#shared/domain/bounds.ts';

const mostCharacters = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The typed or pasted host as A-labels in lower case; of a URL its host. Fails with the reason, as the second half of a sentence.
 *
 * Source: RFC 952, RFC 1123 section 2.1, UTS #46.
 */
export function readHost(text: string): Result<string, string> {
  const typed = hostIn(text).text.trim();
  if (typed === '') return fail('A host is missing');
  if (/\s/u.test(typed)) return fail('A host has no spaces');
  const host = aLabelsOf(typed).toLowerCase();
  const labels = host.split('.');
  if (labels.includes('')) return fail('Two dots in a row, or a dot at either end');
  if (labels.length < 2) return fail('A host has at least two parts, such as ns1.example.com');
  if (host.length > mostCharacters) return fail(`A host has at most ${mostCharacters} characters`);
  const misfit = labels.find((one) => !label.test(one));
  if (misfit !== undefined) return fail(mismatchReason(misfit));
  if (/^\d+$/.test(labels.at(-1) ?? ''))
    return fail('This is an IP address; enter the nameserver’s host name');
  return ok(host);
}

function mismatchReason(text: string): string {
  if (text.includes('_')) return 'A host has no underscores';
  if (text.startsWith('-') || text.endsWith('-'))
    return `“${isolatedName(text)}” begins or ends with a hyphen`;
  if (text.length > 63) return 'A part of a host has at most 63 characters';
  return `“${isolatedName(text)}” isn’t allowed in a host`;
}

/** Whether a host is the domain itself or below it: only there can a child nameserver be. */
export const isInside = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** Assumed: two are required (field notes). The maximum is an option of the account. */
const fewestRows = 2;

/** "two to five". */
export const howMany = (most: number): string => `two to ${most === 5 ? 'five' : most}`;

/** The hosts of a pasted list; of `ns1.example.com 192.0.2.1` the host. */
export const listed = (text: string): readonly string[] =>
  text.split(/[\s,;]+/u).filter((part) => part !== '' && !isAddress(part));

const isAddress = (text: string): boolean =>
  /^[\d.]+$/.test(text) || /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text);

/** Why what is in these rows cannot be sent; null where it can. */
export function hostsProblem(rows: readonly string[], most: number): string | null {
  const typed = listed(rows.join('\n'));
  if (typed.length < fewestRows) return 'Enter two nameservers';
  if (typed.length > most) return `${most} nameservers can be sent at most`;
  const before = new Set<string>();
  for (const row of typed) {
    const read = readHost(row);
    if (!read.ok) return `${row}: ${read.error}`;
    if (before.has(read.value)) return `${row}: This one is already in the list`;
    before.add(read.value);
  }
  return null;
}

/** The hosts to send, in order, as A-labels; invalid rows are left out. */
export const hostsOf = (rows: readonly string[]): readonly string[] =>
  listed(rows.join('\n')).flatMap((text) => {
    const read = readHost(text);
    return read.ok ? [read.value] : [];
  });

export const isSendable = (rows: readonly string[], most: number = mostNameservers): boolean =>
  hostsProblem(rows, most) === null;

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((host, index) => host === b[index]);

/** More lines than anybody types. */
const mostRows = 200;

/** Reads a draft; null where it has another shape. */
export const readRows = readAs<readonly string[]>(z.array(z.string()).check(z.maxLength(mostRows)));

export type HostRows = ReturnType<typeof useHostRows>;

/**
 * Nameservers that are typed, one to a row, independent of where they are stored. They are kept as they are typed: nothing is left out.
 *
 * @param accountId The account of the request; null where it is not known.
 * @param replace Called with all rows after each change.
 */
export const useHostRows = (
  accountId: string | null,
  rows: readonly string[],
  replace: (rows: readonly string[]) => void,
) => ({
  rows,
  /** The maximum number that can be sent. */
  most: useMostNameservers(accountId),
  replace,
  write: (text: string) => replace(text.split('\n').slice(0, mostRows)),
});

/** How many nameservers an account may send; null is the active one. */
export const useMostNameservers = (accountId: string | null): number =>
  useStore(useStores().accounts, (state) => {
    const account = accountId === null ? activeAccount(state) : accountOf(state, accountId);
    return (account?.options ?? defaultAccountOptions).mostNameservers;
  });

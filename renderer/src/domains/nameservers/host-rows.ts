import { useEffect, useRef, useState } from 'react';
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
export const fewestRows = 2;

/** The rows of the editor: as typed, or else the present ones; at least as many as required. */
export function rowsOf(typed: readonly string[] | null, present: readonly string[]): readonly string[] {
  const rows = typed ?? present;
  return rows.length >= fewestRows ? rows : [...rows, ...Array<string>(fewestRows - rows.length).fill('')];
}

/** The rows with one moved to another index; the others keep their order. */
export function moved(rows: readonly string[], from: number, to: number): readonly string[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}

/** The hosts of a pasted list; of `ns1.example.com 192.0.2.1` the host. */
export const listed = (text: string): readonly string[] =>
  text.split(/[\s,;]+/u).filter((part) => part !== '' && !isAddress(part));

const isAddress = (text: string): boolean =>
  /^[\d.]+$/.test(text) || /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text);

/** The rows with a list inserted from an index on, replacing what was there. Rows beyond the maximum are dropped. */
export const filled = (
  rows: readonly string[],
  from: number,
  hosts: readonly string[],
  most: number,
): readonly string[] => [...rows.slice(0, from), ...hosts, ...rows.slice(from + hosts.length)].slice(0, most);

/** Why a row cannot be sent; null where it can, or where it is empty and not required. */
export function problemOf(rows: readonly string[], index: number): string | null {
  const text = rows[index] ?? '';
  if (text.trim() === '') return hostsOf(rows).length < fewestRows ? 'Enter two nameservers' : null;
  const read = readHost(text);
  if (!read.ok) return read.error;
  const isRepeated = rows.slice(0, index).some((other) => {
    const before = readHost(other);
    return before.ok && before.value === read.value;
  });
  return isRepeated ? 'This one is already in the list' : null;
}

/** The hosts to send, in order, as A-labels; invalid rows are left out. */
export const hostsOf = (rows: readonly string[]): readonly string[] =>
  rows.flatMap((text) => {
    const read = readHost(text);
    return read.ok ? [read.value] : [];
  });

export const isSendable = (rows: readonly string[]): boolean =>
  rows.every((_, index) => problemOf(rows, index) === null);

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((host, index) => host === b[index]);

/** Reads a draft; null where it has another shape. */
export const readRows = readAs<readonly string[]>(z.array(z.string()).check(z.maxLength(mostNameservers)));

export type HostRows = ReturnType<typeof useHostRows>;

/**
 * Editable rows of nameservers, independent of where they are stored.
 *
 * @param accountId The account of the request; null where it is not known.
 * @param type Called with all rows after each change.
 */
export function useHostRows(
  accountId: string | null,
  rows: readonly string[],
  type: (rows: readonly string[]) => void,
) {
  const [focused, focus] = useState<number | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const { fieldRef, goTo } = useFieldFocus();
  const most = useMostNameservers(accountId);

  function put(next: readonly string[], without = 0): void {
    setLeftOut(without);
    type(next);
  }

  return {
    rows,
    /** The maximum number that can be sent. */
    most,
    /** The row that has the focus. */
    focused,
    focus,
    change: (index: number, text: string) => put(rows.map((row, at) => (at === index ? text : row))),
    /** Moves a row; the focus moves with it. */
    move: (from: number, to: number): void => {
      if (to < 0 || to >= rows.length) return;
      put(moved(rows, from, to));
      goTo(to);
    },
    add: (): void => {
      put([...rows, '']);
      goTo(rows.length);
    },
    remove: (index: number): void => {
      put(
        rowsOf(
          rows.filter((_, at) => at !== index),
          [],
        ),
      );
      goTo(Math.max(0, index - 1));
    },
    /** Inserts a list from a row on. */
    paste: (index: number, hosts: readonly string[]) =>
      put(filled(rows, index, hosts, most), Math.max(0, index + hosts.length - most)),
    replace: (hosts: readonly string[]) =>
      put(rowsOf(hosts.slice(0, most), []), Math.max(0, hosts.length - most)),
    /** How many hosts of the last inserted list did not fit. */
    leftOut,
    fieldRef,
  };
}

/** Focuses a row once it is drawn. */
function useFieldFocus() {
  const fields = useRef(new Map<number, HTMLInputElement>());
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    fields.current.get(wanted.current)?.focus();
    wanted.current = null;
  });
  return {
    fieldRef: (index: number) => (element: HTMLInputElement | null) => {
      if (element === null) fields.current.delete(index);
      else fields.current.set(index, element);
    },
    goTo: (index: number): void => {
      wanted.current = index;
    },
  };
}

/** How many nameservers an account may send; null is the active one. */
export const useMostNameservers = (accountId: string | null): number =>
  useStore(useStores().accounts, (state) => {
    const account = accountId === null ? activeAccount(state) : accountOf(state, accountId);
    return (account?.options ?? defaultAccountOptions).mostNameservers;
  });

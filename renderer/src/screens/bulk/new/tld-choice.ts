import { aLabelsOf, parseQuery } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/tld.ts';

/** The account's TLDs by their one comparable form. */
export type Listed = ReadonlyMap<string, string>;

export const listedOf = (tlds: readonly string[]): Listed =>
  new Map(tlds.map((tld) => [keyOf(tld), bareTld(tld)]));

const keyOf = (tld: string): string => aLabelsOf(bareTld(tld));

/** `chosen` with `added` behind it, each TLD once. */
export function withTlds(chosen: readonly string[], added: readonly string[]): readonly string[] {
  const all = new Map(chosen.map((tld) => [keyOf(tld), tld]));
  for (const tld of added.map(bareTld)) if (!all.has(keyOf(tld))) all.set(keyOf(tld), tld);
  return [...all.values()];
}

export function withoutTlds(chosen: readonly string[], removed: readonly string[]): readonly string[] {
  const gone = new Set(removed.map(keyOf));
  return chosen.filter((tld) => !gone.has(keyOf(tld)));
}

export function hasAll(chosen: readonly string[], tlds: readonly string[]): boolean {
  const keys = new Set(chosen.map(keyOf));
  return tlds.length > 0 && tlds.every((tld) => keys.has(keyOf(tld)));
}

/** The chosen TLDs that the account's list does not have. None where the list was not read: nobody knows then. */
export const unlisted = (chosen: readonly string[], listed: Listed): readonly string[] =>
  listed.size === 0 ? [] : chosen.filter((tld) => !listed.has(keyOf(tld)));

export interface TypedTlds {
  readonly tlds: readonly string[];
  /** What cannot be a TLD, and why. */
  readonly misfits: readonly { readonly text: string; readonly reason: string }[];
}

const nothingKnown: ReadonlySet<string> = new Set();

/** Reads `.com, net  co.uk`. A TLD of the account's list is taken in the list's own form. */
export function typedTlds(text: string, listed: Listed): TypedTlds {
  const tlds: string[] = [];
  const misfits: { text: string; reason: string }[] = [];
  for (const part of text.split(/[\s,;|]+/).filter((one) => one !== '')) {
    const bare = bareTld(part.replace(/^\*/, '').replace(/\.$/, ''));
    // A TLD is fit where a name under it is.
    const read = parseQuery(`a.${bare}`, nothingKnown);
    if (!read.ok) misfits.push({ text: part, reason: read.error.reason });
    else if (/[/:@?#]/.test(bare) || bare === '') misfits.push({ text: part, reason: 'This is not a TLD' });
    else tlds.push(listed.get(keyOf(bare)) ?? keyOf(bare));
  }
  return { tlds: withTlds([], tlds), misfits };
}

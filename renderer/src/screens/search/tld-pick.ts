import { bareTld } from '#shared/domain/tld.ts';

export interface LetterSection {
  readonly letter: string;
  readonly tlds: readonly string[];
}

/**
 * All TLDs under their first letter, in the order of the system's locale; those that `text` names alone.
 *
 * @param picked Also shown when the service's list does not have them, so that no pick is out of sight.
 */
export function byLetter(
  all: readonly string[],
  picked: ReadonlySet<string>,
  text: string,
): readonly LetterSection[] {
  const wanted = bareTld(text.trim());
  const every = [...new Set([...all, ...picked].map(bareTld))];
  const sections = new Map<string, string[]>();
  for (const tld of every.filter((one) => one.includes(wanted)).sort(collator.compare)) {
    const letter = (tld[0] ?? '').toUpperCase();
    sections.set(letter, [...(sections.get(letter) ?? []), tld]);
  }
  return [...sections].map(([letter, tlds]) => ({ letter, tlds }));
}

const collator = new Intl.Collator(undefined);

export function toggled(picked: ReadonlySet<string>, tld: string): ReadonlySet<string> {
  const next = new Set(picked);
  if (!next.delete(tld)) next.add(tld);
  return next;
}

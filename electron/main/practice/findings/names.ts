import { toASCII, toUnicode } from 'tr46';

const plainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const rules = { checkHyphens: true, checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true } as const;

/** A label in both forms; plain letters are the same in both. */
export interface ValidLabel {
  readonly isValid: true;
  readonly ascii: string;
  readonly unicode: string;
}

export type Label = ValidLabel | { readonly isValid: false; readonly message: string };

/** A search term as one label in both forms, or the reason why it cannot be one. */
export function readLabel(term: string): Label {
  const lower = term.toLowerCase();
  if (plainLabel.test(lower) && !lower.startsWith('--', 2)) {
    return { isValid: true, ascii: lower, unicode: lower };
  }
  const ascii = toASCII(term, { ...rules, verifyDNSLength: true });
  if (ascii === null) return invalid('The name has characters or a length that a domain name cannot have.');
  // Looked for after the mapping: other scripts have full stops of their own.
  if (ascii.includes('.')) return invalid('A name must not contain a dot: it is one label, without its TLD.');
  return { isValid: true, ascii, unicode: toUnicode(ascii, rules).domain };
}

const invalid = (message: string): Label => ({ isValid: false, message });

/** A full name or host as A-labels in lower case, or null for one that cannot be. */
export const asciiName = (name: string): string | null => toASCII(name, { ...rules, verifyDNSLength: true });

/** The name in its Unicode form; a name of plain letters stays as it is. */
export const unicodeName = (ascii: string): string =>
  ascii.includes('xn--') ? toUnicode(ascii, rules).domain : ascii;

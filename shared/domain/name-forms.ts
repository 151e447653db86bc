import { toUnicode } from './domain-name.ts';

/** A session's names as people read them, and how long they are. */
export interface NameForms {
  /** In the order of the names; where no name has an A-label, the very array of the names. */
  readonly unicode: readonly string[];
  /** Of the Unicode form, in characters (code points, not UTF-16 units). */
  readonly lengths: Uint16Array;
}

const made = new WeakMap<readonly string[], NameForms>();

/** Made once for each array of names, since a session's names never change; by then it costs nothing. */
export function nameFormsOf(names: readonly string[]): NameForms {
  const before = made.get(names);
  if (before !== undefined) return before;
  const unicode = names.some((name) => name.includes('xn--')) ? names.map(toUnicode) : names;
  const lengths = new Uint16Array(unicode.length);
  unicode.forEach((name, row) => (lengths[row] = characters(name)));
  const forms = { unicode, lengths };
  made.set(names, forms);
  return forms;
}

function characters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if (isLowSurrogate(text.charCodeAt(at))) count -= 1;
  return count;
}

const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

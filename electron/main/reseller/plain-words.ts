const masked = '[masked]';

/** What may stand in front of a word and behind it. */
const around = /^[("'“‘[]*(.*?)[)"'”’\].,;:!?…]*$/su;

const plain: readonly RegExp[] = [
  /^$/,
  // A word, also with a hyphen or an apostrophe in it; an abbreviation; a number; a dash or a slash that stands alone.
  /^\p{Lu}?\p{Ll}+(['’/-]\p{Lu}?\p{Ll}+)*$/u,
  /^[A-Z]{1,5}s?$/,
  /^\d{1,4}$/,
  /^[-–—/&]$/,
  /^\d{1,3}(\.\d{1,3}){3}$/,
  /^[\da-f]{1,4}(:[\da-f]{0,4}){2,7}$/i,
  /^\[?e-mail\]?$/,
  /^\[?masked\]?$/,
];

/**
 * Words of a service, without anything in them that could be a code: ordinary words stay, and short numbers, IP addresses
 * and what is among `known`. A lone word is none of them: a bare code looks like that.
 *
 * Unknown: how a code looks. Careful: what is no word is masked. A code of lower-case letters alone would pass between words.
 */
export function plainWords(words: string, known: readonly string[]): string {
  const tokens = words.split(' ').filter(Boolean);
  const isKnown = (token: string): boolean => known.includes(token.toLowerCase());
  const isPlain = (token: string): boolean => {
    const word = around.exec(token)?.[1] ?? token;
    return isKnown(word) || plain.some((form) => form.test(word));
  };
  if (tokens.length === 1) return isKnown(tokens[0] ?? '') ? words : masked;
  return tokens.map((token) => (isPlain(token) ? token : masked)).join(' ');
}

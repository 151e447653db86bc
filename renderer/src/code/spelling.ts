/** Source: the spelling alphabet of ITU, ICAO and NATO; ITU Radio Regulations, Appendix 14. */
const alphabet = [
  ...['alfa', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india'],
  ...['juliett', 'kilo', 'lima', 'mike', 'november', 'oscar', 'papa', 'quebec', 'romeo'],
  ...['sierra', 'tango', 'uniform', 'victor', 'whiskey', 'x-ray', 'yankee', 'zulu'],
] as const;

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;

/** The signs of ASCII, by the names that people use on the phone. */
const signs: ReadonlyMap<string, string> = new Map([
  [' ', 'blank'],
  ['!', 'exclamation mark'],
  ['"', 'double quotation mark'],
  ['#', 'number sign, hash'],
  ['$', 'dollar sign'],
  ['%', 'percent sign'],
  ['&', 'ampersand'],
  ["'", 'apostrophe'],
  ['(', 'opening round bracket'],
  [')', 'closing round bracket'],
  ['*', 'asterisk'],
  ['+', 'plus sign'],
  [',', 'comma'],
  ['-', 'hyphen'],
  ['.', 'full stop, dot'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'less-than sign'],
  ['=', 'equals sign'],
  ['>', 'greater-than sign'],
  ['?', 'question mark'],
  ['@', 'at sign'],
  ['[', 'opening square bracket'],
  ['\\', 'backslash'],
  [']', 'closing square bracket'],
  ['^', 'caret'],
  ['_', 'underscore'],
  ['`', 'backtick, grave accent'],
  ['{', 'opening curly bracket'],
  ['|', 'vertical bar'],
  ['}', 'closing curly bracket'],
  ['~', 'tilde'],
]);

/** How one character is said on the phone, so that nobody takes it for another: `capital B, bravo`, `seven`, `hyphen`. */
export function spelled(character: string): string {
  const sign = signs.get(character);
  if (sign !== undefined) return sign;
  if (/^[0-9]$/.test(character)) return digits[Number(character)] ?? '';
  if (/^[A-Za-z]$/.test(character)) return spelledLetter(character);
  return `character ${codePoint(character)}`;
}

function spelledLetter(letter: string): string {
  const word = alphabet[letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)] ?? '';
  return letter === letter.toLowerCase() ? `small ${letter}, ${word}` : `capital ${letter}, ${word}`;
}

/** Browsers know no names of characters; this one is the same in every table. */
const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

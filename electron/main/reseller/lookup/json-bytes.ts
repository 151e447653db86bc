/**
 * Scans JSON in bytes without creating objects. A position is the index of a byte. The functions return {@link nowhere}
 * for what `JSON.parse` would reject, and also for rare input: numbers with exponents, deep nesting, a member given twice.
 */

const nowhere = -1;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const listBegin = 0x5b;
const listEnd = 0x5d;
const objectBegin = 0x7b;
const objectEnd = 0x7d;
const backslash = 0x5c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Far below the allowed depth: for deeper input, the slower parser counts exactly. */
const mostDepth = 16;

/** The bytes of `text`. ASCII only. */
export const lettersOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const no = lettersOf('false');
const yes = lettersOf('true');
const nothing = lettersOf('null');
const escaped = new Set(lettersOf('"\\/bfnrt'));
const unicode = 0x75;
const hexDigits = new Set(lettersOf('0123456789abcdefABCDEF'));

/** Whether a byte stands for itself inside a string. Comparing takes half as long as a lookup table. */
const isPlain = (byte: number): boolean => byte !== quote && byte !== backslash && byte >= 0x20;

/** The index of the quote that ends a string without backslashes. @param from The index after the opening quote. */
export function endOfPlainText(bytes: Uint8Array, from: number): number {
  let at = from;
  let byte = bytes[at] ?? 0;
  while (isPlain(byte)) {
    at += 1;
    byte = bytes[at] ?? 0;
  }
  return byte === quote ? at : nowhere;
}

/** The index of the quote that ends a name of ASCII without backslashes. @param from The index after the opening quote. */
export function endOfName(bytes: Uint8Array, from: number): number {
  let at = from;
  let byte = bytes[at] ?? 0;
  while (isPlain(byte) && byte < 0x80) {
    at += 1;
    byte = bytes[at] ?? 0;
  }
  return byte === quote ? at : nowhere;
}

/** An object with more members is left to the slower parser. */
const mostMembers = 64;
/** Where the names of the objects around a position begin and end, those of each depth together. */
const nameBegins = new Int32Array((mostDepth + 1) * mostMembers);
const nameEnds = new Int32Array((mostDepth + 1) * mostMembers);

/**
 * Whether a name is the first of its kind in its object, which has `count` before it: an object that gives a member twice is left
 * to the slower parser. @param depth The number of arrays and objects around the name.
 */
export function isNewName(
  bytes: Uint8Array,
  from: number,
  end: number,
  depth: number,
  count: number,
): boolean {
  if (count >= mostMembers) return false;
  const first = depth * mostMembers;
  for (let index = first; index < first + count; index += 1) {
    const begin = nameBegins[index] ?? 0;
    if ((nameEnds[index] ?? 0) - begin === end - from && isSameAt(bytes, begin, from, end - from))
      return false;
  }
  nameBegins[first + count] = from;
  nameEnds[first + count] = end;
  return true;
}

function isSameAt(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    if (bytes[one + index] !== bytes[other + index]) return false;
  }
  return true;
}

/** The index of the next byte that is not white space. */
export function pastSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  // Nearly always there is no white space, and one comparison is enough.
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined || byte > 0x20 || !isSpace(byte)) return at;
    at += 1;
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The index after the value that begins at `at`. @param depth The number of arrays and objects around it. */
export function pastValue(bytes: Uint8Array, at: number, depth: number): number {
  switch (bytes[at] ?? 0) {
    case quote:
      return pastText(bytes, at + 1);
    case objectBegin:
      return depth < mostDepth ? pastObject(bytes, at + 1, depth + 1) : nowhere;
    case listBegin:
      return depth < mostDepth ? pastList(bytes, at + 1, depth + 1) : nowhere;
    case yes[0]:
      return pastWord(bytes, at, yes);
    case no[0]:
      return pastWord(bytes, at, no);
    case nothing[0]:
      return pastWord(bytes, at, nothing);
    default:
      return pastNumber(bytes, at);
  }
}

export const isTrueAt = (bytes: Uint8Array, at: number): boolean => isAt(bytes, at, yes);
export const isFalseAt = (bytes: Uint8Array, at: number): boolean => isAt(bytes, at, no);

/** Whether the bytes at `at` are exactly those of `word`. */
export function isAt(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word[index]) return false;
  }
  return true;
}

/** As {@link isAt}, for a text of ASCII letters. */
export function isTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

const pastWord = (bytes: Uint8Array, at: number, word: Uint8Array): number =>
  isAt(bytes, at, word) ? at + word.length : nowhere;

function pastText(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    let byte = bytes[at] ?? 0;
    while (isPlain(byte)) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    if (byte === quote) return at + 1;
    if (byte !== backslash) return nowhere;
    at = pastEscape(bytes, at + 1);
    if (at === nowhere) return nowhere;
  }
}

function pastEscape(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== unicode) return escaped.has(bytes[at] ?? 0) ? at + 1 : nowhere;
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (!hexDigits.has(bytes[digit] ?? 0)) return nowhere;
  }
  return at + 5;
}

/** The index after a number without an exponent. */
function pastNumber(bytes: Uint8Array, from: number): number {
  const begin = bytes[from] === minus ? from + 1 : from;
  let at = pastDigits(bytes, begin);
  if (at === begin || (bytes[begin] === zero && at > begin + 1)) return nowhere;
  if (bytes[at] === point) {
    const behind = at + 1;
    at = pastDigits(bytes, behind);
    if (at === behind) return nowhere;
  }
  return at;
}

function pastDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] ?? 0) >= zero && (bytes[at] ?? 0) <= nine) at += 1;
  return at;
}

function pastList(bytes: Uint8Array, from: number, depth: number): number {
  let at = pastSpace(bytes, from);
  if (bytes[at] === listEnd) return at + 1;
  for (;;) {
    at = pastValue(bytes, at, depth);
    if (at === nowhere) return nowhere;
    at = pastSpace(bytes, at);
    if (bytes[at] === listEnd) return at + 1;
    if (bytes[at] !== comma) return nowhere;
    at = pastSpace(bytes, at + 1);
  }
}

function pastObject(bytes: Uint8Array, from: number, depth: number): number {
  let at = pastSpace(bytes, from);
  if (bytes[at] === objectEnd) return at + 1;
  for (let count = 0; ; count += 1) {
    const end = bytes[at] === quote ? endOfName(bytes, at + 1) : nowhere;
    if (end === nowhere || !isNewName(bytes, at + 1, end, depth, count)) return nowhere;
    at = pastColon(bytes, end + 1);
    if (at === nowhere) return nowhere;
    at = pastValue(bytes, at, depth);
    if (at === nowhere) return nowhere;
    at = pastSpace(bytes, at);
    if (bytes[at] === objectEnd) return at + 1;
    if (bytes[at] !== comma) return nowhere;
    at = pastSpace(bytes, at + 1);
  }
}

/** The index after a colon and the white space around it. */
export function pastColon(bytes: Uint8Array, from: number): number {
  const at = pastSpace(bytes, from);
  return bytes[at] === colon ? pastSpace(bytes, at + 1) : nowhere;
}

export { nowhere, quote, comma, listBegin, listEnd, objectBegin, objectEnd };

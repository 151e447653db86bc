/** A row's text without what stands around a name, and what that was. */
export interface Unwrapped {
  readonly text: string;
  /** For the user, as `spaces around it`. */
  readonly taken: readonly string[];
}

/**
 * Takes off white space, invisible characters and quotes at both ends, however they are nested. What stands inside is
 * left: it is the name's own, or the reason why there is none.
 */
export function unwrap(text: string): Unwrapped {
  if (plain.test(text)) return { text, taken: [] };
  const taken = new Set<string>();
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    for (const [words, ends] of wrappings) {
      const shorter = rest.replace(ends, '');
      if (shorter !== rest) taken.add(words);
      rest = shorter;
    }
  }
  return { text: rest, taken: [...taken] };
}

const plain = /^[a-z0-9.-]+$/i;

const wrappings: readonly (readonly [words: string, ends: RegExp])[] = [
  // Marks that leave no trace on the screen: joiners and directions, as they come along from web pages. They stand first,
  // for `\s` takes the byte order mark too.
  [
    'invisible characters around it',
    /^[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$/gu,
  ],
  ['spaces around it', /^\s+|\s+$/gu],
  [
    'quotes around it',
    /^["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C-\u300F]+|["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C-\u300F]+$/gu,
  ],
];

import { listed } from './counting.ts';

/** Letters that are written from right to left, as Hebrew and Arabic are, and the characters that change a text's direction. */
const turns =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const controls = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text that somebody wrote, for a sentence: a label, a note, a value. Where its direction could change the order of the words around
 * it, it stands between U+2068 and U+2069, without such characters of its own. Any other text stays as it is.
 *
 * For what is shown alone: for files, the clipboard or a comparison, {@link bare} takes it out again. In JSX `<bdi>` does the same.
 * Source: UAX #9, section 2.7.
 */
export const isolated = (text: string): string =>
  turns.test(text) ? `\u2068${text.replaceAll(controls, '')}\u2069` : text;

/** As {@link isolated}, for a domain name or a host in Unicode: its labels stand from left to right. Source: RFC 3987, section 4.1. */
export const isolatedName = (unicode: string): string => {
  const text = isolated(unicode);
  return text === unicode ? unicode : `\u2068\u200E${text.slice(1)}`;
};

const added = /\u2068\u200E?|[\u202A-\u202E\u2066-\u2069]/gu;

/** A text without what {@link isolated} and {@link isolatedName} add to it, and without such characters of its own. */
export const bare = (text: string): string => text.replaceAll(added, '');

/** Whether `typed` is `text`, in upper or lower case. It may have been copied from where it stands isolated. Nothing is never typed. */
export const isTyped = (typed: string | null, text: string): boolean =>
  typed !== null &&
  typed.trim() !== '' &&
  bare(typed).trim().toLowerCase() === bare(text).trim().toLowerCase();

/** Scripts that registries take in names; letters of any other count as one more. */
const scripts = [
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam',
  'Sinhala Thai Lao Myanmar Khmer Ethiopic Mongolian Tibetan Han Hiragana Katakana Bopomofo Hangul',
]
  .join(' ')
  .split(' ');

/** Scripts that are written together. Source: UTS #39, section 5.2, "Highly Restrictive". */
const together = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'].map((names) =>
  names.split(' '),
);

/** Letters that look like a Latin one, each followed by it. Source: UTS #39, confusables.txt. */
const latinTwins: ReadonlyMap<string, string> = new Map(
  'аa сc ԁd еe һh іi јj ӏl оo рp ԛq ѕs ԝw хx уy αa ιi κk νv οo ρp υu ոn օo սu հh ցg զq'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

function scriptsOf(label: string): readonly string[] {
  const letters = Array.from(label).filter((character) =>
    /[^\p{Script=Common}\p{Script=Inherited}]/u.test(character),
  );
  const scriptOf = (letter: string) =>
    scripts.find((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(letter));
  return [...new Set(letters.map((letter) => scriptOf(letter) ?? 'other'))];
}

function mixOf(label: string): string | null {
  const found = scriptsOf(label);
  if (found.length < 2 || together.some((names) => found.every((name) => names.includes(name)))) return null;
  return `It mixes ${listed(found)} letters and can be mistaken for another name.`;
}

/** `label` in the Latin letters that it looks like; null where a letter looks like none, or it is written in Latin. */
function latinTwinOf(label: string): string | null {
  const read = Array.from(label, (character) =>
    /[0-9-]/.test(character) ? character : latinTwins.get(character),
  );
  return /[^0-9-]/.test(label) && read.every((character) => character !== undefined) ? read.join('') : null;
}

/**
 * A caution about a name that can be mistaken for another one, as a sentence that begins with “It”; null where there is no cause. Under a TLD
 * that is not written in Latin, letters that look Latin are what readers expect.
 *
 * Assumed: mixed scripts and whole labels of look-alike letters, as browsers decide whether they show a name in Unicode. Two names in one
 * script that look alike, as rn and m do, are not found.
 *
 * @param name In Unicode, with or without a TLD.
 */
export function lookAlikeCaution(name: string): string | null {
  if (/^[a-z0-9.-]*$/i.test(name)) return null;
  const labels = name.split('.');
  const tld = labels.length > 1 ? (labels.at(-1) ?? '') : '';
  for (const label of labels) {
    const mix = mixOf(label);
    if (mix !== null) return mix;
    const twin = /^[a-z0-9-]*$/i.test(tld) ? latinTwinOf(label) : null;
    if (twin !== null)
      return `It is written in ${listed(scriptsOf(label))} letters that look like “${twin}”, which is another name.`;
  }
  return null;
}

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

import { inLocale } from '../domain/counting.ts';
import type { TypeOf } from '../schema-type.ts';
import type * as schemas from './code-window-schemas.ts';

/**
 * The channel between the code window and main. It is no action, so the page cannot use it. The
 * window sends what the user did and receives what to show next.
 */
export const codeChannel = 'namedesk-code:step';

export type CodeStep = TypeOf<typeof schemas.codeStep>;
export type CodeView = TypeOf<typeof schemas.codeView>;
export type CodeQuestion = TypeOf<typeof schemas.codeQuestion>;
export type PassphraseQuestion = TypeOf<typeof schemas.passphraseQuestion>;
export type UnlockQuestion = TypeOf<typeof schemas.unlockQuestion>;
export type ShownCopy = TypeOf<typeof schemas.shownCopy>;
type EarlierWay = TypeOf<typeof schemas.earlierCode>['how'];

/** Shown before codes are requested. */
export const codesMayEndSentence =
  'At some registries each request issues a new code, and the previous one stops working.';

/** Shown before a request for a code if no earlier one is known. */
export const firstCodeSentences = `The code is requested once. ${codesMayEndSentence}`;

/**
 * Shown before a request that may invalidate a code which somebody has.
 *
 * @param ago When that one was obtained: "3 min ago".
 */
export const newCodeSentences = ({ how }: { readonly how: EarlierWay }, ago: string): string =>
  `This requests a new code. The one ${wayWords[how]} ${ago} may stop working.`;

const wayWords: Readonly<Record<EarlierWay, string>> = {
  copied: 'copied',
  shown: 'shown',
  saved: 'saved to a file',
  emailed: 'e-mailed to the registrant',
};

/** The channel of the key window's only message. It is no action, so the page cannot send it. */
export const keyChannel = 'namedesk-key:answer';

/** What the key window is opened for: an API key or a team's password to be typed or made up, or a password to be shown once. */
export interface KeyWindowAsk {
  readonly for: 'key' | 'password' | 'new-password' | 'shown';
  /** Whose it is. */
  readonly of: string;
}

/** The channel on which the key window fetches the password that it shows; it answers once. */
export const shownPasswordChannel = 'namedesk-key:shown';

/** The longest accepted key. Windows' credential manager holds 2,560 bytes, UTF-16: 1,280 characters. */
export const longestKey = 1_200;

/** What a keyboard has everywhere: each client of the database reads it in the same form (SASLprep changes nothing of it). */
export const typablePassword = /^[\x21-\x7e]{12,200}$/;
export const typablePasswordSentence =
  'A password has 12 to 200 letters, digits and signs, without spaces and accents.';

/** What is wrong with a key or a password as it was typed, for the person who typed it; empty when nothing is. */
export function keyProblem(typed: string, of: Exclude<KeyWindowAsk['for'], 'shown'> = 'key'): string {
  const key = typed.trim();
  const what = of === 'key' ? of : 'password';
  if (key === '') return `Type or paste the ${what} first.`;
  if (of === 'new-password' && !typablePassword.test(key)) return typablePasswordSentence;
  if (key.length > longestKey)
    return `A ${what} has at most ${inLocale.count(longestKey)} characters; this has ${inLocale.count(key.length)}.`;
  return '';
}

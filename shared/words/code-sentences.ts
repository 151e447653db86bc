import type { EarlierCode } from '../domain/code.ts';

/** Said before codes are asked for. */
export const codesMayEndSentence =
  'At some registries each request makes a new code, and the one before stops working.';

/** Said before a request for a code where no earlier one is known. */
export const firstCodeSentences = `The service is asked once. ${codesMayEndSentence}`;

/**
 * Said before a request that may end a code which somebody has.
 *
 * @param ago When that one came: "3 min ago".
 */
export const newCodeSentences = ({ how }: Pick<EarlierCode, 'how'>, ago: string): string =>
  `This asks the service for a new code. The one ${wayWords[how]} ${ago} may stop working.`;

const wayWords: Readonly<Record<EarlierCode['how'], string>> = {
  copied: 'copied',
  shown: 'shown',
  saved: 'saved to a file',
  emailed: 'e-mailed to the registrant',
};

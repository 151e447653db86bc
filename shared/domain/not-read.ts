import { sentence } from '../error-sentences.ts';
import { type AppError, isNotFound } from '../errors.ts';
import type { CodeOutcome } from './code.ts';
import { type Counting, inEnglish } from './counting.ts';
import type { Reading } from './portfolio.ts';

/**
 * What was asked for and not read (H23): no answer came, the service refused to show it, or nobody could understand what came. It is an
 * outcome of its own, counted and said apart from what was read, and from what the service says that it does not have.
 */
export const isUnread = (error: AppError): boolean => !isNotFound(error);

/** Whether reading it again may show it. A refusal in the service's own words stays one until something else is changed. */
export const mayBeReadLater = (error: AppError): boolean =>
  error.kind !== 'refused' || error.why === 'server' || error.why === 'rate';

/**
 * Whether a transfer code was asked for and its answer is not read. It may have been issued all the same, so it is asked for again only
 * where a person wants that.
 */
export const isUnreadCode = (outcome: CodeOutcome | null): boolean =>
  outcome === 'unclear' || outcome === 'no-answer';

/** How many of these are. */
export const unreadCodes = (outcomes: Readonly<Record<CodeOutcome, number>>): number =>
  outcomes.unclear + outcomes['no-answer'];

/** How many domains of a reading were read. At the end of one that ended early, those that were not asked for are not read. */
export const readOf = ({ isFinished, total, done, notShown, notRead }: Reading): number =>
  (isFinished ? total : done) - notShown - notRead;

/** The outcomes of a reading beside what was read. @param unread Each name that was not read, and why. */
export const outcomesOf = (
  notShown: number,
  unread: readonly (readonly [name: string, why: string])[],
  isOver: boolean,
): Pick<Reading, 'notShown' | 'notRead' | 'unread'> => ({
  notShown,
  notRead: unread.length,
  ...(isOver &&
    unread.length > 0 && {
      unread: { names: unread.map(([name]) => name), why: notReadText(unread.map(([, why]) => why)) },
    }),
});

const mostReasons = 3;

/**
 * How many were not read, and why, the most frequent reason first: "42 not read. 40: This computer is offline. 2: The service did not answer
 * in time." Empty of none.
 *
 * @param reasons For each of them: a sentence, with the service's own words as they are shown elsewhere.
 */
export function notReadText(
  reasons: readonly string[],
  { count }: Pick<Counting, 'count'> = inEnglish,
): string {
  if (reasons.length === 0) return '';
  const groups = [...Map.groupBy(reasons, sentence)]
    .map(([reason, { length }]) => ({ reason, length }))
    .toSorted((a, b) => b.length - a.length);
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return `${count(reasons.length)} not read. ${only.reason}`;
  const shown = groups.slice(0, mostReasons).map(({ reason, length }) => `${count(length)}: ${reason}`);
  const rest = groups.slice(mostReasons).reduce((sum, { length }) => sum + length, 0);
  const more = rest === 0 ? [] : [`${count(rest)} for other reasons.`];
  return [`${count(reasons.length)} not read.`, ...shown, ...more].join(' ');
}

import type { CodeAccess, CodeOutcome } from '#shared/domain/code.ts';

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** "09:14:22", in the user's zone: what is over within a minute needs no day. */
export const clockTime = (at: string): string => times.format(new Date(at));

/** What came of asking for one code. */
export const outcomeWords: Readonly<Record<CodeOutcome, string>> = {
  code: 'A code came',
  emailed: 'E-mailed to the registrant, says the service',
  refused: 'Refused by the service',
  unclear: 'An answer in which no code can be told',
  'no-answer': 'No complete answer: a new code may have been made',
  'not-sent': 'Not asked: nothing has left',
};

export function outcomeOf({ deed, outcome }: Pick<CodeAccess, 'deed' | 'outcome'>): string {
  if (deed === 'copy-shown') return 'The code that was shown; the service was not asked';
  return outcome === null ? 'Asked; what came is not known' : outcomeWords[outcome];
}

/** Said where a code is gone from the screen or from the clipboard. */
export const goneWords =
  'Copying or revealing it now asks the service for a new code, and the one you had may stop working.';

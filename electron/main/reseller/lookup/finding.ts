import type { CheckedFinding } from '#shared/domain/finding.ts';
import { errorWords } from '../answers.ts';
import { member, textOf } from '../json.ts';
import { sayable } from '../mask.ts';
import { decide, isPremium } from './decide.ts';
import type { AskedName, Match } from './match.ts';
import { pricesOf } from './prices.ts';

/** The finding for one asked name. Without a usable result it is `unknown`: never available, never taken. */
export function findingOf({ domain, tld }: AskedName, match: Match, checkedAt: string): CheckedFinding {
  const asked = { domain, tld, checkedAt };
  if (match === 'none') return { ...asked, kind: 'unknown', cause: 'not-in-answer', message: '', prices: [] };
  if (match === 'contradiction')
    return { ...asked, kind: 'unknown', cause: 'no-decision', message: '', prices: [] };
  const words = textOf(match, 'domainErrorMessage') || errorWords(member(match, 'error'));
  const decision = decide(match);
  return {
    ...asked,
    ...decision,
    message: words === '' ? '' : sayable(words, []),
    prices: pricesOf(match, isPremium(match)),
  };
}

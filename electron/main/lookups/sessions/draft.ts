import { mostCells, mostNames, mostTlds } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { SessionDraft } from './sessions.ts';

const longestName = 120;

/** A name as it is kept; never empty. */
export const nameFor = (typed: string): string =>
  typed.trim().slice(0, longestName).toWellFormed() || 'Bulk look-up';

/** Fails with: `invalid-input`, with what is wrong for the user. */
export function checkedDraft({ names, tlds }: SessionDraft): Result<null> {
  if (names.length === 0) return refuse('names', 'There are no names to look up');
  if (tlds.length === 0) return refuse('tlds', 'Choose one TLD at least');
  if (names.length > mostNames) return refuse('names', tooMany(names.length, mostNames, 'names'));
  if (tlds.length > mostTlds) return refuse('tlds', tooMany(tlds.length, mostTlds, 'TLDs'));
  const cells = names.length * tlds.length;
  return cells > mostCells ? refuse('names', tooMany(cells, mostCells, 'findings')) : ok(null);
}

const tooMany = (count: number, most: number, what: string): string =>
  `These are ${count.toLocaleString('en')} ${what}; a session has ${most.toLocaleString('en')} at most`;

const refuse = (field: string, reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field, reason });

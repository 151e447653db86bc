import type { LeftOutReason } from '#shared/domain/batch.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';

/** Why a row with this failure is excluded. */
export function reasonOf({ kind }: AppError): LeftOutReason {
  if (kind === 'changed-since' || kind === 'open-change') return kind;
  return 'not-readable';
}

/** Refusals that every other change of the batch would get as well. */
const refusesAll: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
]);

/** What an ended change means for the next ones; `why` is shown to the person who has to check. */
type AfterChange =
  | { readonly kind: 'next' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'halt'; readonly why: AppError };

/** `no`: a refusal, which may concern every other change as well. */
const byState: Readonly<Record<ChangeState, 'next' | 'uncertain' | 'no'>> = {
  // These have not ended, contrary to what `perform` promises: their result is unknown.
  planned: 'uncertain',
  sending: 'uncertain',
  uncertain: 'uncertain',
  refused: 'no',
  'not-applied': 'no',
  confirmed: 'next',
  applied: 'next',
  settled: 'next',
  withdrawn: 'next',
};

export function afterChange({ state, error }: Pick<Change, 'state' | 'error'>): AfterChange {
  const kind = byState[state];
  if (kind !== 'no') return { kind };
  const isOfAll = error?.kind === 'refused' && refusesAll.has(error.why);
  return isOfAll ? { kind: 'halt', why: error } : { kind: 'next' };
}

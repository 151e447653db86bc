import type { AppError } from '#shared/app-error.ts';
import type { SearchFailure } from '../../lib/nouns.ts';

export interface Cause {
  readonly error: AppError;
  readonly count: number;
}

/** Ten requests that failed for one reason are one trouble. */
export function byCause(failures: readonly SearchFailure[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const { error, tlds } of failures) {
    const key = JSON.stringify(error);
    causes.set(key, { error, count: (causes.get(key)?.count ?? 0) + tlds.length });
  }
  return [...causes.values()];
}

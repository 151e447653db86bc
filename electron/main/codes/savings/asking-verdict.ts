import type { AppError, RefusalReason } from '#shared/app-error.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';

/**
 * What it means for the domains after it. `row`: nothing. `perhaps-all`: several in a row are of the way. `pause`: nothing
 * is asked for a while. `again`: this one was not asked, and is once it can be. `all`: none can be asked.
 */
export type Verdict = 'row' | 'perhaps-all' | 'pause' | 'again' | 'all';

const byRefusal: Readonly<Partial<Record<RefusalReason, Verdict>>> = {
  credentials: 'all',
  address: 'all',
  rate: 'pause',
  server: 'perhaps-all',
};

/** @param outcome What the asking that failed so came to. */
export function verdictOn(error: AppError, outcome: CodeOutcome): Verdict {
  if (outcome === 'no-answer') return 'perhaps-all';
  if (outcome !== 'not-sent') return error.kind === 'refused' ? (byRefusal[error.why] ?? 'row') : 'row';
  return unsent(error);
}

function unsent(error: AppError): Verdict {
  if (error.kind === 'invalid-input') return error.field === 'domain' ? 'row' : 'all';
  if (error.kind === 'refused') return error.why === 'rate' || error.why === 'server' ? 'again' : 'all';
  const isOfTheWay = error.kind === 'unreachable' || error.kind === 'not-sent' || error.kind === 'cancelled';
  return isOfTheWay ? 'again' : 'all';
}

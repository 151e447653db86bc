import type { Pace } from '#shared/domain/session.ts';
import type { Exchange } from '../reseller/exchange.ts';

/** Why an account is asked slower than its ceilings. */
export type Trouble = NonNullable<Pace['slowedBy']>;

/** Trouble for which rate and places are cut. */
export type Cutting = Exclude<Trouble, 'retry-after'>;

const overload: ReadonlySet<number> = new Set([502, 503, 504]);

/** What one request tells about the service's load; null where it tells nothing. */
export function troubleIn({ status, refusal, failure }: Exchange): Cutting | null {
  if (refusal === 'rate') return 'rate';
  if (overload.has(status)) return 'server';
  return failure === 'no-answer-in-time' ? 'timeouts' : null;
}

import type { WriteOutcome } from '#shared/domain/change.ts';

/**
 * The stages of a request, in order. Up to `tls` no byte of the request can have left; from `sending` on one may have.
 * Never derived from an error's code: ECONNRESET occurs in every one of these stages.
 */
export const stages = ['created', 'dns', 'tcp', 'tls', 'sending', 'flushed', 'headers', 'complete'] as const;
export type Stage = (typeof stages)[number];

/** What a complete answer's body says. `unclear` is everything that is neither a clear success nor a clear refusal. */
export const bodyKinds = ['success', 'refusal', 'unclear'] as const;
export type BodyKind = (typeof bodyKinds)[number];

const beforeTheFirstByte: ReadonlySet<Stage> = new Set<Stage>(['created', 'dns', 'tcp', 'tls']);

export const canHaveLeft = (stage: Stage): boolean => !beforeTheFirstByte.has(stage);

/**
 * The most that an answer to a write can be by its stage, status and body. Pure and total: whatever matches no rule is `uncertain`.
 *
 * @param status The HTTP status, meaningful from `headers` on.
 * Source: docs/decisions/0026-an-answer-is-read-whole.md; C5.
 */
export function classify(stage: Stage, status: number, body: BodyKind): WriteOutcome {
  if (!canHaveLeft(stage)) return 'unsent';
  if (stage !== 'complete') return 'uncertain';
  if (status === 200) return verdictOf200(body);
  if (isRefusing(status) && body !== 'success') {
    return status === 400 && body === 'refusal' ? 'refused' : 'refused-unconfirmed';
  }
  return 'uncertain';
}

function verdictOf200(body: BodyKind): WriteOutcome {
  if (body === 'success') return 'done';
  return body === 'refusal' ? 'refused' : 'uncertain';
}

/** 408 is excluded: the service stopped waiting for us, and may have begun. */
const isRefusing = (status: number): boolean => status >= 400 && status < 500 && status !== 408;
